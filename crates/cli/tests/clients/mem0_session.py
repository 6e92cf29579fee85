"""A session of mem0's own client library with Omoide: URL KEY."""

import sys

from mem0 import MemoryClient

client = MemoryClient(api_key=sys.argv[2], host=sys.argv[1])

messages = [
    {"role": "user", "content": "I'm Alex. I'm allergic to peanuts and I love Thai food."},
    {"role": "assistant", "content": "Noted: no peanuts."},
]
added = client.add(messages, user_id="alex", agent_id="chef", metadata={"topic": "food", "stars": 5})
assert [result["event"] for result in added["results"]] == ["ADD"], added
food = added["results"][0]["id"]
assert client.add(messages, user_id="alex")["results"][0]["event"] == "NONE"
plain = client.add("My bicycle is stored at the office.", user_id="alex", run_id="trip")["results"][0]["id"]
sam = client.add("I collect stamps from Brazil.", user_id="sam")["results"][0]["id"]

found = client.search("What is Alex allergic to?", filters={"user_id": "alex"})["results"]
assert found[0]["id"] == food and "peanuts" in found[0]["memory"], found
assert 0 <= found[0]["score"] <= 1 and found[0]["metadata"] == {"topic": "food", "stars": 5}, found
assert client.search("stamps", filters={"user_id": "alex"})["results"] == []
assert client.search("peanuts", filters={"AND": [{"user_id": "alex"}, {"agent_id": "nobody"}]})["results"] == []

everything = client.get_all(filters={"user_id": "alex"})
assert everything["count"] == 2, everything
both = client.get_all(filters={"OR": [{"user_id": "sam"}, {"run_id": "trip"}]})
assert {memory["id"] for memory in both["results"]} == {plain, sam}, both
rated = client.get_all(filters={"metadata": {"stars": {"gte": 4}}})
assert [memory["id"] for memory in rated["results"]] == [food], rated
paged = client.get_all(filters={"user_id": "*"}, page=2, page_size=2)
assert len(paged["results"]) == 1 and paged["next"] is None and paged["previous"], paged

assert client.get(food)["agent_id"] == "chef"
client.update(food, text="Alex is allergic to cashews.", metadata={"topic": "health"})
changed = client.get(food)
assert changed["memory"] == "Alex is allergic to cashews." and changed["metadata"] == {"topic": "health"}, changed
history = client.history(food)
assert [entry["event"] for entry in history] == ["ADD", "UPDATE"], history
assert history[1]["new_memory"] == "Alex is allergic to cashews.", history

client.update(plain, expiration_date="2020-01-01")
assert client.get_all(filters={"run_id": "trip"})["count"] == 0

names = {(entity["type"], entity["name"]) for entity in client.users()["results"]}
assert {("user", "alex"), ("user", "sam"), ("agent", "chef"), ("run", "trip")} <= names, names

client.delete(food)
try:
    client.get(food)
    raise SystemExit("an erased memory was found")
except Exception as error:
    assert "404" in str(error) or "not" in str(error).lower(), error
client.delete_all(user_id="sam")
assert client.get_all(filters={"user_id": "sam"})["count"] == 0
client.reset()
assert client.get_all(filters={"user_id": "*"})["count"] == 0
