"""The program before and the program now, in turns: what one costs beside the other.

A machine that others use makes single figures wander by a third. So both programs do the same thing on copies of one
store, one right after the other, the first of them in turn, and what counts is the median of the ratios of CPU over
all pairs. 1.00 is "no dearer"; the interval holds the true median in 19 of 20 measurements.

The benches do this when AGAINST names the program before; PAIRS is how many pairs are run, 200 if it is not given.
The store is made by the program before, because the program now may have a later format.
"""
import concurrent.futures
import glob
import http.client
import json
import math
import os
import random
import shutil
import statistics
import subprocess
import sys
import time

from sessions import WORK, environment, program, sentence, store, write_session

BEFORE = os.environ.get("AGAINST")
PAIRS = int(os.environ.get("PAIRS", "200"))
WARM_UP = 3


def heading():
    print("| what                               | memories | pairs | before, ms | now, ms | ratio | 95 % |\n|---|---:|---:|---:|---:|---:|---|")


def pairs(name, size, run, programs, count=None):
    """Runs `run(program, number)` in turns; it returns CPU in milliseconds. Prints the median of the paired ratios."""
    before, now = programs
    count = count or PAIRS
    ratios, spent = [], ([], [])
    for number in range(-WARM_UP, count):
        first, second = (before, now) if number % 2 == 0 else (now, before)
        cpu = {first: run(first, number + WARM_UP), second: run(second, number + WARM_UP)}
        if number >= 0:
            ratios.append(cpu[now] / cpu[before])
            spent[0].append(cpu[before])
            spent[1].append(cpu[now])
    ratios.sort()
    # The ranks between which a median lies, by the binomial distribution.
    half = 1.96 * math.sqrt(count) / 2
    low, high = ratios[max(0, int(count / 2 - half))], ratios[min(count - 1, int(count / 2 + half))]
    middle = statistics.median
    print(f"| {name:<34} | {size:>8} | {count:>5} | {middle(spent[0]):10.2f} | {middle(spent[1]):7.2f} |"
          f" {middle(ratios):5.3f} | {low:.3f} to {high:.3f} |", flush=True)
    return middle(ratios)


class Contender:
    """A program with its own copy of a store."""

    def __init__(self, omoide, made, name):
        self.omoide, self.name, self.data = omoide, name, f"{made}-{name}"
        shutil.rmtree(self.data, ignore_errors=True)
        shutil.copytree(made, self.data)
        # Another format, and the words by other rules, are made of the copy now, and not when it is measured.
        self.run(["status"])
        self.run(["doctor", "--repair"])

    def run(self, arguments, **more):
        """Runs the program; CPU in milliseconds."""
        env = {**environment(self.data), **more}
        process = subprocess.Popen([self.omoide, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, env=env)
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        assert process.returncode == 0, arguments
        return 1000 * (used.ru_utime + used.ru_stime)


def contenders(size):
    made = store(BEFORE, size, "before")
    return Contender(BEFORE, made, "b"), Contender(program(), made, "n")


def imports(_):
    """A session of 200 turns into an empty store."""
    made = os.path.join(WORK, "against-import")
    shutil.rmtree(made, ignore_errors=True)
    os.makedirs(made)
    both = Contender(BEFORE, made, "b"), Contender(program(), made, "n")
    shelf = os.path.join(WORK, "against-sessions")
    shutil.rmtree(shelf, ignore_errors=True)
    os.makedirs(os.path.join(shelf, "-w-garden"))
    write_session(os.path.join(shelf, "-w-garden", "s.jsonl"), "s", 200, random.Random(5), int(time.time()) - 86_400, False)

    def run(contender, _):
        for file in glob.glob(os.path.join(contender.data, "*")):
            shutil.rmtree(file) if os.path.isdir(file) else os.remove(file)
        return contender.run(["import", "claude-code", shelf, "-q"])

    pairs("import of 200 turns", 0, run, both)


def nights(size):
    """A night after the other, of one memory more each."""
    both = contenders(size)
    start = int(time.time())
    day = lambda number: time.strftime("%Y-%m-%dT12:00:00Z", time.gmtime(start + 86_400 * (number + 1)))
    for contender in both:
        contender.run(["sleep"], OMOIDE_NOW=day(-1))

    def run(contender, number):
        contender.run(["remember", f"Note {number}: {sentence(random.Random(number), number % 2 == 0, 8)}"], OMOIDE_NOW=day(number - 1))
        return contender.run(["sleep"], OMOIDE_NOW=day(number))

    pairs("a night", size, run, both)


PROMPTS_OF_A_RUN = 20
CLIENTS, TURNS_OF_A_CLIENT = 64, 8


def servers(size):
    """A server that runs: recalls, twenty one after the other, and turns, of many clients at once."""
    both = contenders(size)
    running = {}
    for contender in both:
        command = [contender.omoide, "serve", "--no-nights", "--quiet", "--listen", "127.0.0.1:0"]
        server = subprocess.Popen(command, env=environment(contender.data), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        running[contender] = server, server.stdout.readline().split()[-1].removeprefix("http://")

    def spent(server):
        tasks = glob.glob(f"/proc/{server.pid}/task/*/schedstat")
        return sum(int(open(task).read().split()[0]) for task in tasks) / 1e6

    def recalls(contender, number):
        server, address = running[contender]
        dice = random.Random(number)
        connection = http.client.HTTPConnection(address)
        start = spent(server)
        for place in range(PROMPTS_OF_A_RUN):
            body = json.dumps({"query": sentence(dice, place % 2 == 1, 3 + dice.randrange(6)), "mark": False})
            connection.request("POST", "/v1/minds/default/recall", body, {"content-type": "application/json"})
            assert connection.getresponse().read()
        connection.close()
        return (spent(server) - start) / PROMPTS_OF_A_RUN

    def turns(contender, number):
        server, address = running[contender]

        def client(place):
            dice = random.Random(number * CLIENTS + place)
            connection = http.client.HTTPConnection(address)
            for turn in range(TURNS_OF_A_CLIENT):
                # Each turn has numbers of its own: what is known already is not written again.
                body = json.dumps({"said": f"{sentence(dice, place % 2 == 1, 10)} {number} {place} {turn}"})
                connection.request("POST", "/v1/minds/default/turns", body, {"content-type": "application/json"})
                assert connection.getresponse().read()
            connection.close()

        begun = spent(server), time.perf_counter()
        with concurrent.futures.ThreadPoolExecutor(CLIENTS) as clients:
            list(clients.map(client, range(CLIENTS)))
        turns_of_a_run = CLIENTS * TURNS_OF_A_CLIENT
        waited.append(1000 * (time.perf_counter() - begun[1]) / turns_of_a_run)
        return (spent(server) - begun[0]) / turns_of_a_run

    waited = []
    try:
        pairs("recall through a server", size, recalls, both)
        pairs("a turn through a server", size, turns, both)
        # What `turns` waited for, in the order in which `pairs` asked: by the clock, with the disk.
        clock = iter(waited)
        pairs("  by the clock", size, lambda *_: next(clock), both)
    finally:
        for server, _ in running.values():
            server.terminate()
            server.wait()


if __name__ == "__main__":
    what, size = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 36_500
    heading()
    {"import": imports, "night": nights, "server": servers}[what](size)
