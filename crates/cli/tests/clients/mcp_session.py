"""A session of the official MCP client with Omoide: stdio BINARY MODE, or http URL MODE [KEY]."""

import asyncio
import json
import os
import sys

from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client


def told(result):
    assert not result.is_error, result
    return json.loads(result.content[0].text)


async def session(client):
    tools = (await client.list_tools()).tools
    assert len(tools) == 10, [tool.name for tool in tools]
    for tool in tools:
        assert tool.annotations.read_only_hint is not None, tool.name
        assert tool.input_schema["type"] == "object", tool.name

    text = "Haruka plays the cello in the city orchestra. 春香は市のオーケストラでチェロを弾く。"
    kept = told(await client.call_tool("remember", {"text": text, "person": "haruka"}))
    assert kept["outcome"] == "remembered", kept
    recalled = told(await client.call_tool("recall", {"query": "Which instrument does Haruka play?"}))
    assert recalled["hits"][0]["memory"]["handle"] == kept["handle"], recalled
    assert "cello" in told(await client.call_tool("read", {"id": kept["handle"]}))["text"]
    told(await client.call_tool("update", {"id": kept["handle"], "text": "Haruka plays the viola now."}))
    told(await client.call_tool("undo", {"id": kept["handle"]}))
    told(await client.call_tool("feedback", {"id": kept["handle"], "helped": True}))
    assert told(await client.call_tool("list_recent", {"limit": 5}))["total"] == 1
    found = told(await client.call_tool("search_conversations", {"words": ["チェロ"]}))
    assert found["passages"][0]["handle"] == kept["handle"], found
    assert told(await client.call_tool("sleep_status", {}))["memories"] == 1

    refused = await client.call_tool("read", {"id": "mem_19990101_001"})
    assert refused.is_error and refused.content[0].text.startswith("not_found"), refused

    resources = (await client.list_resources()).resources
    for resource in resources:
        held = await client.read_resource(resource.uri)
        json.loads(held.contents[0].text)
    assert (await client.list_resource_templates()).resource_templates
    assert (await client.list_prompts()).prompts[0].name == "remind_me"
    prompt = await client.get_prompt("remind_me", {"topic": "Haruka"})
    assert "cello" in prompt.messages[0].content.text

    assert told(await client.call_tool("forget", {"id": kept["handle"]}))["outcome"] == "archived"
    gone = told(await client.call_tool("forget", {"id": kept["handle"], "how": "erase"}))
    assert gone["erased"] == [kept["handle"]], gone


async def main():
    how, where, mode = sys.argv[1:4]
    if how == "stdio":
        environment = {"OMOIDE_DATA_DIR": os.environ["OMOIDE_DATA_DIR"]}
        server = stdio_client(StdioServerParameters(command=where, args=["mcp"], env=environment))
    else:
        import httpx2
        from mcp.client.streamable_http import streamable_http_client

        headers = {"Authorization": f"Bearer {sys.argv[4]}"} if len(sys.argv) > 4 else {}
        server = streamable_http_client(where, http_client=httpx2.AsyncClient(headers=headers, timeout=300))
    async with Client(server, mode=mode) as client:
        await session(client)
        print(client.protocol_version)


asyncio.run(main())
