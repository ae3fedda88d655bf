#!/usr/bin/env python3
"""Checks that unsuitable tests are found before the search: vacuous ones, flaky ones, ones that
cannot run in parallel or depend on the folder in which they start. Each gets its exit status,
and a message with advice.

    check_preflight.py GRABR [--only NAME]
"""

import os
import pathlib
import random
import re
import socket
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "support"))
from checks import (FINISHED, LeftOut, NOT_FAILING, REFUSED, argument_parser, check, expect,  # noqa: E402
                    expect_status, expect_words, run_checks, tail)

INPUT = "1 + (2 * 3.5) - 17 / (4 + -(5 * 6))"
JUDGES = 'grep -Eq "[0-9] [*] [0-9]" "$1"\n'


def reduce_with(world, script, *options, input_text=INPUT, grammar="expr"):
    """Runs grabr with this script as the test. No files except kept folders may remain."""
    world.write("input.expr", input_text)
    test = world.script("test.sh", script)
    return world.run("-g", grammar, *options, "-o", "output", "-t", test, "-i", "input.expr")


def expect_nothing_left(world):
    left = world.left_behind()
    expect(not left, left)


def expect_no_result(world):
    expect(not (world.folder / "output").exists(), "there is a result, though the test was refused")


def expect_reduced(world):
    data = (world.folder / "output").read_bytes()
    expect(len(data) < len(INPUT) // 2, f"hardly reduced: {data!r}")


@check
def sound_test(world):
    """For comparison: a correct test causes no messages."""
    done = reduce_with(world, "#!/bin/sh\n" + JUDGES)
    expect_status(done, FINISHED)
    for word in ("flaky", "hint", "warning", "vacuous"):
        expect(word not in done.said, f"{word!r} about a sound test:{tail(done.err)}")
    expect_reduced(world)
    expect_nothing_left(world)


@check
def slow_now_and_then(world):
    """A run of the original that takes far longer than the first one, as on a loaded machine, does
    not count as flaky."""
    done = reduce_with(world, "#!/bin/sh\n" + f'echo >>{world.folder}/runs\n'
                       f'[ "$(wc -l <{world.folder}/runs)" != 2 ] || sleep 3\n' + JUDGES,
                       "-j", "1")
    expect_status(done, FINISHED)
    expect("flaky" not in done.said, tail(done.err))
    expect_reduced(world)


@check
def vacuous(world):
    """Fails on everything; the message explains why."""
    path = world.folder / "input.expr"
    for script, words in (("exit 0\n", ["empty", "--no-preflight"]),
                          (f"grep -q '[*]' '{path}'\n", ["empty", "original"]),
                          ("grep -q '[*]' \"$1\"\nrm -f core\n", ["set -e"])):
        done = reduce_with(world, "#!/bin/sh\n" + script)
        expect_status(done, REFUSED)
        for word in words:
            expect_words(done, word)
        expect_no_result(world)


def counting(world, verdict):
    """A script that counts its runs in a file, as $n, under a lock."""
    counter = world.folder / "counter"
    return ("#!/bin/sh\n"
            f"exec 9>> '{counter}.lock'; flock 9\n"
            f"n=$(( $(cat '{counter}' 2>/dev/null || echo 0) + 1 ))\necho $n > '{counter}'\n"
            f"exec 9>&-\n{verdict}\n{JUDGES}")


@check
def flaky_every_second(world):
    done = reduce_with(world, counting(world, "[ $((n % 2)) = 1 ] || exit 1"))
    expect_status(done, REFUSED)
    expect_words(done, "flaky")
    expect_words(done, "--repeat")
    expect(re.search(r"\d+ of \d+", done.err), "it does not say how often:" + tail(done.err))
    expect_no_result(world)


@check
def flaky_at_first(world):
    """The first run does not fail: reported as not failing or flaky."""
    done = reduce_with(world, counting(world, "[ $((n % 2)) = 0 ] || exit 1"))
    expect_status(done, NOT_FAILING, REFUSED)
    expect_words(done, "flaky", "of 3", "of 4", "of 2")
    expect_words(done, "--repeat")


@check
def flaky_repeated(world):
    """The hint works: every second run fails, so up to three runs are made for each test."""
    done = reduce_with(world, counting(world, "[ $((n % 2)) = 1 ] || exit 1"), "-j", "1",
                       "--repeat", "3", "--min-hits", "1")
    expect_status(done, FINISHED)
    expect_reduced(world)


def free_port():
    """A port that is free, and that is not assigned automatically."""
    while True:
        port = random.randrange(20000, 32000)
        with socket.socket() as tried:
            try:
                tried.bind(("127.0.0.1", port))
                return port
            except OSError:
                pass


def port_script(world):
    """Holds a port while it runs, like a test that starts a server."""
    return f"#!/bin/sh\nexec '{world.shim}' --port {free_port()} 'has= * ' \"$1\"\n"


def let_meet(world):
    """Each test but the first waits until another one has started, so that they overlap."""
    meeting = world.folder / f"meeting{len(list(world.folder.glob('meeting*')))}"
    world.environment["SHIM_MEETING"] = str(meeting)


def path_script(name):
    """A folder at a fixed path is used as a lock; a test that finds it gives up."""
    return (f"#!/bin/sh\nmkdir '{name}' 2>/dev/null || {{ echo 'in use' >&2; touch \"$SHIM_MEETING\"; exit 1; }}\n"
            "[ ! -e \"$SHIM_MEETING.first\" ] || until [ -e \"$SHIM_MEETING\" ]; do sleep 0.01; done\n"
            "touch \"$SHIM_MEETING.first\"\n"
            f"grep -q '[*]' \"$1\"; status=$?\nrmdir '{name}'; exit $status\n")


def needs_two_processors():
    if len(os.sched_getaffinity(0)) < 2:
        raise LeftOut("one processor: one job is the default")


SHORT = "(1) * 2"


@check
def disturbed(world):
    """A port or a path that only one test at a time can use. With the default number of jobs grabr
    continues with one; with a number that the user gave, there is a message; with one job there
    is none."""
    needs_two_processors()
    for script, word in ((port_script(world), "port"), (path_script(world.folder / "lock"), "path")):
        let_meet(world)
        done = reduce_with(world, script, "--fresh", input_text=SHORT)
        expect_status(done, FINISHED)
        for said in ("-j 1", word, "TMPDIR"):
            expect_words(done, said)
        data = (world.folder / "output").read_text()
        expect("*" in data and len(data) < len(SHORT), f"another result: {data!r}")
        let_meet(world)
        done = reduce_with(world, script, "--fresh", "-j", "2", input_text=SHORT)
        expect_status(done, REFUSED, FINISHED)
        expect_words(done, "-j 1")
        world.environment.pop("SHIM_MEETING")
        done = reduce_with(world, script, "--fresh", "-j", "1", input_text=SHORT)
        expect_status(done, FINISHED)
        expect(word not in done.said, "a complaint without a reason:" + tail(done.err))
        expect_nothing_left(world)


if __name__ == "__main__":
    sys.exit(run_checks(argument_parser(__doc__).parse_args(), "grabr-preflight-"))
