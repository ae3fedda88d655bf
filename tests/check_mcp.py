#!/usr/bin/env python3
"""Checks `grabr mcp`: every message of its protocol, every tool, wrong calls, and that no reduction
outlives it; with --client also with the protocol's own client library.

    check_mcp.py GRABR [--client PYTHON]

PYTHON is an interpreter that has the package `mcp`.
"""

import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

INPUT = '{"a": [1, 2, {"bug": [3, 4]}], "b": "text"}\n'
# Once there is a smaller result, tests wait for a file `go`: the reduction cannot end before.
WAITS = ("[ ! -e {0} ] || [ $(wc -c <{0}) -ge $(wc -c <long.json) ] || while [ ! -e go ]; do sleep 0.05; done; "
         "grep -q bug299 @@ && grep -q bug0 @@")
PATIENCE_S = 120
TOOLS = ["check_test", "start", "status", "result", "stop", "explain", "diff", "triage"]
CLIENT = '''
import asyncio, json, sys
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

async def main():
    server = StdioServerParameters(command=sys.argv[1], args=["mcp"])
    async with stdio_client(server) as (read, write), ClientSession(read, write) as session:
        # Field names of the protocol: the library's own names differ between its versions.
        hello = (await session.initialize()).model_dump(by_alias=True)
        print("server:", hello["serverInfo"]["name"], hello["protocolVersion"])
        tools = await session.list_tools()
        print("tools:", *[tool.name for tool in tools.tools])
        async def call(name, **arguments):
            answer = (await session.call_tool(name, arguments)).model_dump(by_alias=True)
            bad, text = answer["isError"], answer["content"][0]["text"]
            print(name, "error" if bad else "ok")
            return bad, text if bad else json.loads(text)
        bad, words = await call("check_test", file="in.json", folder=sys.argv[2])
        assert bad and "give exactly one of" in words, words
        _, checked = await call("check_test", file="in.json", folder=sys.argv[2], shell="grep -q bug @@")
        assert checked["good"], checked
        _, started = await call("start", file="in.json", folder=sys.argv[2], shell="grep -q bug @@")
        _, result = await call("result", run=started["run"], wait=60)
        assert result["text"].strip() == '"bug"' and result["exit"] == 0, result
        print("result:", result["text"].strip())
        _, explained = await call("explain", file="in.reduced.json", folder=sys.argv[2], shell="grep -q bug @@")
        print("explained:", explained["abstraction"].strip())
asyncio.run(main())
'''


class Wrong(Exception):
    pass


def expect(condition, words):
    if not condition:
        raise Wrong(words)


class Server:
    def __init__(self, program):
        self.process = subprocess.Popen([program, "mcp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.number = 0

    def say(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def answer_to(self, line):
        self.say(line)
        return json.loads(self.process.stdout.readline())

    def request(self, method, **parameters):
        self.number += 1
        answer = self.answer_to(json.dumps({"jsonrpc": "2.0", "id": self.number, "method": method,
                                            "params": parameters}))
        expect(answer["jsonrpc"] == "2.0" and answer["id"] == self.number, f"{method}: {answer}")
        return answer

    def call(self, tool, **arguments):
        """The result of the tool; raises Wrong with its message if it fails."""
        result = self.request("tools/call", name=tool, arguments=arguments)["result"]
        text = result["content"][0]["text"]
        if result["isError"]:
            raise Wrong(text)
        expect(json.loads(text) == result["structuredContent"], f"{tool}: text and structure differ")
        return result["structuredContent"]

    def refused(self, part, tool, **arguments):
        try:
            answer = self.call(tool, **arguments)
        except Wrong as wrong:
            expect(part in str(wrong), f"{tool}: {wrong}")
        else:
            raise Wrong(f"{tool} did not refuse {arguments}: {answer}")

    def killed_by(self, number):
        self.process.send_signal(number)
        return self.process.wait(timeout=PATIENCE_S)

    def end(self):
        self.process.stdin.close()
        return self.process.wait(timeout=PATIENCE_S)


def check_protocol(server):
    hello = server.request("initialize", protocolVersion="2025-03-26", capabilities={},
                           clientInfo={"name": "check", "version": "1"})["result"]
    expect(hello["protocolVersion"] == "2025-03-26" and hello["serverInfo"]["name"] == "grabr", f"{hello}")
    newer = server.request("initialize", protocolVersion="2099-01-01")["result"]
    expect(newer["protocolVersion"] == "2025-06-18", "an unknown revision")
    server.say('{"jsonrpc": "2.0", "method": "notifications/initialized"}')  # without an answer
    odd = server.request("initialize", protocolVersion=5)["result"]
    expect(odd["protocolVersion"] == "2025-06-18", "a revision that is no text")
    expect(server.request("ping")["result"] == {}, "ping")
    tools = server.request("tools/list")["result"]["tools"]
    expect([tool["name"] for tool in tools] == TOOLS, f"{tools}")
    for tool in tools:
        expect(tool["description"] and tool["inputSchema"]["type"] == "object", f"{tool}")
    expect(server.request("tools/nosuch")["error"]["code"] == -32601, "an unknown method")
    expect(server.request("tools/call", name="nosuch")["error"]["code"] == -32602, "an unknown tool")
    expect(server.answer_to("{")["error"]["code"] == -32700, "no JSON")
    for line in ("[]", "1", '{"id": 1}', '{"jsonrpc": "2.0", "id": 3, "method": 4}'):
        expect(server.answer_to(line)["error"]["code"] == -32600, line)
    expect(server.answer_to('{"jsonrpc": "2.0", "id": "x", "method": "ping", "params": [1]}')["error"]["code"]
           == -32602, "params")


def check_tools(server, folder):
    (folder / "in.json").write_text(INPUT)
    (folder / "good.json").write_text(INPUT.replace("bug", "b"))
    base = {"folder": str(folder), "file": "in.json"}
    good = server.call("check_test", **base, shell="grep -q bug @@")
    expect(good["good"] and good["exit"] in (0, 6), f"{good}")
    other = server.call("check_test", **base, shell="grep -q nosuch @@")
    expect(not other["good"] and other["exit"] == 3, f"{other}")
    careless = server.call("check_test", **base, shell="true")
    expect(not careless["good"] and careless["exit"] == 5 and careless["messages"], f"{careless}")
    expect(not list(folder.glob("*reduced*")), "check_test leaves a result")

    begun = server.call("start", **base, command=["grep", "-q", "bug", "@@"], options=["--exit", "0"], jobs=2)
    result = server.call("result", run=begun["run"], wait=60)
    expect(result["exit"] == 0 and result["text"].strip() == '"bug"' and not result["running"], f"{result}")
    expect(result["certificate"] and pathlib.Path(begun["output"]).read_text() == result["text"], f"{result}")
    expect((folder / "in.json").read_text() == INPUT, "the input was changed")

    (folder / "long.json").write_text("[" + ", ".join(f'"bug{i}"' for i in range(300)) + "]")
    slow = server.call("start", folder=str(folder), file="long.json", output="small.json",
                       shell=f"cd {folder}; " + WAITS.format("small.json"), jobs=1)
    state = await_gain(server, slow)
    expect(state["running"] and state["bytes"] < state["bytes_before"], f"{state}")
    best = server.call("result", run=slow["run"])
    expect("bug299" in best["text"] and best["running"], f"{best}")
    stopped = server.call("stop", run=slow["run"])
    expect(not stopped["running"] and stopped["exit"] == 143 and "bug299" in stopped["text"], f"{stopped}")

    (folder / "small.json").write_text('{"bug": [1]}')
    explained = server.call("explain", folder=str(folder), file="small.json", command=["grep", "-q", '"bug"', "@@"],
                            options=["--exit", "0"])
    matters = [part["symbol"] for part in explained["parts"] if part["verdict"] == "matters"]
    expect(len(matters) == 1 and "abstraction" in explained, f"{explained}")

    difference = server.call("diff", folder=str(folder), failing="in.json", passing="good.json",
                             shell="grep -q bug @@", options=["--unit", "chars"])
    expect("difference" in difference, f"{difference}")

    (folder / "crashes").mkdir()
    for number, word in enumerate(("bug", "bug", "good")):
        (folder / "crashes" / f"{number}.json").write_text(f'[{number}, "{word}"]')
    bugs = server.call("triage", folder=str(folder), inputs=["crashes"], command=["grep", "-q", "bug", "@@"], options=["--exit", "0"])
    expect([len(bug["members"]) for bug in bugs["bugs"]] == [2] and bugs["counts"]["passes"] == 1, f"{bugs}")
    expect((pathlib.Path(bugs["output"]) / bugs["bugs"][0]["smallest"]).read_text().strip() == '"bug"', f"{bugs}")

    (folder / "--report=ran").write_text(INPUT)
    odd = server.call("check_test", folder=str(folder), file="--report=ran", shell="grep -q bug @@")
    expect(odd["exit"] in (0, 6) and not (folder / "ran").exists(), f"{odd}")
    server.refused("no reduction is called", "status", run="9")
    server.refused('"file" is missing', "start", shell="true")
    server.refused('"inputs" is missing', "triage", shell="true")
    server.refused("give exactly one of", "start", **base, shell="true", test="true")
    server.refused("does not fail", "explain", **base, shell="grep -q nosuch @@")
    server.refused("no argument", "start", **base, shell="true", tset="x")
    server.refused("not of type array", "start", **base, command="grep bug")
    server.refused("there is no folder", "start", folder="/nosuch", file="x", shell="true")
    server.refused("wrong usage", "diff", folder=str(folder), failing="in.json", passing="nosuch", shell="true")


def await_gain(server, begun):
    deadline = time.monotonic() + PATIENCE_S
    while (state := server.call("status", run=begun["run"])).get("smaller", 0) == 0:
        expect(time.monotonic() < deadline, f"nothing smaller is found: {state}")
        time.sleep(0.05)
    return state


def check_end(program, folder):
    """At the end of the input and on a signal reductions end, and their best results are saved."""
    for ending, status in ((Server.end, 0), (lambda server: server.killed_by(signal.SIGTERM), 143),
                           (lambda server: server.killed_by(signal.SIGINT), 130)):
        server = Server(program)
        call = {"folder": str(folder), "file": "long.json", "output": f"last-{status}.json",
                "shell": f"cd {folder}; " + WAITS.format(f"last-{status}.json")}
        begun = server.call("start", **call)
        await_gain(server, begun)
        server.refused("has not ended", "start", **call)
        expect(ending(server) == status, "its exit status")
        expect(not os.path.exists(f"/proc/{begun['process']}"), "a reduction goes on without its server")
        expect("bug299" in (folder / f"last-{status}.json").read_text(), "the best was not kept")
        said = subprocess.run([program, "status", folder / f"last-{status}.json"], capture_output=True, text=True)
        expect("ended with status 143" in said.stdout, f"it was not stopped but killed: {said.stdout}")


def main():
    program = pathlib.Path(sys.argv[1]).resolve()
    try:
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            if sys.argv[2:3] == ["--client"]:
                (folder / "in.json").write_text(INPUT)
                done = subprocess.run([sys.argv[3], "-c", CLIENT, program, folder], text=True, capture_output=True)
                print(done.stdout, end="")
                expect(done.returncode == 0, done.stderr)
                return 0
            server = Server(program)
            check_protocol(server)
            check_tools(server, folder)
            expect(server.end() == 0, "its exit status")
            check_end(program, folder)
    except Wrong as wrong:
        sys.exit(f"check_mcp: {wrong}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
