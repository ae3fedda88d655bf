#!/usr/bin/env python3
"""Checks both sides of Shrink Ray's protocol for external reducers: programs that propose
candidates to grabr, correct and faulty ones, and grabr as such a program.

    check_proposers.py GRABR --shim SHIM [--only NAME]
"""

import base64
import json
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "support"))
from checks import argument_parser, check, expect, expect_status, run_checks, tail  # noqa: E402

# Proposes to replace a sum by its value; a proposal that is larger must never be tested.
ADDER = r'''
import base64, json, re, sys
def send(message):
    sys.stdout.write(json.dumps(message) + "\n"); sys.stdout.flush()
def pack(text):
    return {"content": base64.b64encode(text.encode()).decode()}
tried = set()
for line in sys.stdin:
    message = json.loads(line)
    text = base64.b64decode(message["content"]).decode()
    if message["interesting"]:
        current, tried = text, set()
    found = re.search(r"(\d+)\+(\d+)", current)
    options = [current + "0"]
    if found:
        options.append(current[:found.start()] + str(int(found[1]) + int(found[2])) + current[found.end():])
    options = [option for option in options if option not in tried]
    if options:
        tried.add(options[0])
        send(pack(options[0]))
    else:
        send({"idle": True})
'''


def reduced(world, *options):
    """The result of a sum whose value is 42, and the run."""
    world.environment.pop("GRABR_GRAMMARS", None)
    world.write("sum.txt", "40+2 and words\n")
    world.write("adder.py", ADDER)
    world.script("is42", '#!/bin/sh\ngrep -q 0 "$1" && echo "$1" >>"$GRABR_DIR/zeros"\n'
                 'e=$(grep -o "[0-9][0-9]*[+0-9]*" "$1" | head -n 1) && [ "$(($e))" = 42 ]\n')
    done = world.run("--fresh", "-g", "text", *options, "./is42", "sum.txt")
    return done, (world.folder / "sum.reduced.txt").read_text()


@check
def program_proposes(world):
    """Finds what only the program knows, with any number of jobs; passes continue after that."""
    adder = ("--reduce-with", "python3 adder.py")
    without = reduced(world, "-q", "--keep-values")[1]
    expect(without.strip() == "40+2", f"without a proposer: {without!r}")
    traces = []
    for jobs in ("1", "4"):
        done, text = reduced(world, "-j", jobs, "--trace", f"trace{jobs}", "--report", "report", *adder)
        expect_status(done, 0)
        expect(text.strip() == "42", f"-j {jobs}: {text!r}: {tail(done.err)}")
        traces.append((world.folder / f"trace{jobs}").read_text())
    expect(traces[0] == traces[1], "another trace with four jobs")
    expect("proposed by python3 adder.py" in traces[0], "the trace does not name the program")
    expect('420"' not in traces[0] and "+20" not in traces[0], "something larger was tested")
    expect('"outside"' in (world.folder / "report").read_text(), "the report does not name the pass")
    left = world.left_behind()
    expect(not left, left)


@check
def bad_programs(world):
    """They are reported and dropped; the reduction is the same as without them."""
    for command, words in (("true", "ends without a message"), ("echo nonsense", "breaks Shrink Ray's protocol"),
                           ("exit 3", "ends without a message"), ("./nothing-here", "ends without a message")):
        done, text = reduced(world, "--keep-values", "--reduce-with", command)
        expect_status(done, 0)
        expect(text.strip() == "40+2", f"{command}: {text!r}")
        expect(words in done.err, f"{command}: {tail(done.err)}")
    done = world.run("--strategy", "dd-max", "--reduce-with", "true", "./is42", "sum.txt")
    expect_status(done, 2)


class Proposer:
    """A running `grabr propose`, and the test for its candidates."""

    def __init__(self, world, *options, jobs="1"):
        self.process = subprocess.Popen([world.grabr, "propose", *options], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True, cwd=world.folder,
                                        env=dict(world.environment, SHRINKRAY_REDUCER_PARALLELISM=jobs))

    def tell(self, text, interesting):
        content = base64.b64encode(text.encode()).decode()
        self.process.stdin.write(json.dumps({"content": content, "interesting": interesting}) + "\n")
        self.process.stdin.flush()

    def hear(self):
        message = json.loads(self.process.stdout.readline())
        return None if message.get("idle") else base64.b64decode(message["content"]).decode()

    def work(self, text, test):
        """Returns the smallest text once it is idle, and the candidates."""
        self.tell(text, True)
        questions = []
        while (query := self.hear()) is not None:
            questions.append(query)
            if test(query) and len(query) < len(text):
                text = query
            self.tell(query, test(query))
        return text, questions


@check
def grabr_proposes(world):
    """It reduces with its grammar, starts again with another text, and ends with its input."""
    text = '{"a": [1, {"bug": [2, 3]}], "b": true}'
    world.environment.pop("GRABR_GRAMMARS", None)
    proposer = Proposer(world, "-g", "json")
    result, questions = proposer.work(text, lambda query: "bug" in query)
    expect(result == '"bug"', f"reduced to {result!r}")
    expect(all(valid(query) for query in questions), "a question is no JSON")
    again = proposer.work(result, lambda query: "bug" in query)
    expect(again[0] == result, f"then {again[0]!r}")
    # A text that comes in the middle of a search.
    proposer.tell(text, True)
    expect(proposer.hear() is not None, "no question")
    result, _ = proposer.work('[[["null"], null]]', lambda query: "null" in query and "[" not in query)
    expect("null" in result and "[" not in result, f"after a change: {result!r}")
    proposer.process.stdin.close()
    expect(proposer.process.wait(60) == 0, "another status at the end of the input")


@check
def grabr_proposes_to_grabr(world):
    """Both sides at once, with several open candidates."""
    world.environment.pop("GRABR_GRAMMARS", None)
    world.write("in.json", '{"a": [1, {"bug": [2, 3]}], "b": true}')
    world.script("t.sh", '#!/bin/sh\ngrep -q bug "$1"\n')
    done = world.run("-q", "--strategy", "outside", "--reduce-with", f"{world.grabr} propose -g json", "./t.sh",
                     "in.json")
    expect_status(done, 0)
    expect((world.folder / "in.reduced.json").read_text() == '"bug"', "another result")
    refused = subprocess.run([world.grabr, "propose"], input="nonsense\n", capture_output=True, text=True)
    expect(refused.returncode == 2 and "feedback" in refused.stderr, f"nonsense: {refused}")


def valid(text):
    try:
        json.loads(text)
    except ValueError:
        return False
    return True


def main():
    return run_checks(argument_parser(__doc__).parse_args(), "grabr-proposers-", at_once=2)


if __name__ == "__main__":
    sys.exit(main())
