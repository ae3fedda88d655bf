#!/usr/bin/env python3
"""Checks that tests that would waste an hour are found before it begins: vacuous ones, flaky ones,
ones that cannot run twice at once or depend on the folder they are started in. Each is diagnosed
with its exit status, in words that say what to do.

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
    """Runs grabr with this script as test; how it ended. There must be nothing left but kept
    folders."""
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
    """For comparison: no complaints about a test that is as it should be."""
    done = reduce_with(world, "#!/bin/sh\n" + JUDGES)
    expect_status(done, FINISHED)
    for word in ("flaky", "hint", "warning", "vacuous"):
        expect(word not in done.said, f"{word!r} about a sound test:{tail(done.err)}")
    expect_reduced(world)
    expect_nothing_left(world)


@check
def slow_now_and_then(world):
    """A run of the original that takes far longer than the first, as on a loaded machine, does not
    make the test a flaky one."""
    done = reduce_with(world, "#!/bin/sh\n" + f'echo >>{world.folder}/runs\n'
                       f'[ "$(wc -l <{world.folder}/runs)" != 2 ] || sleep 3\n' + JUDGES,
                       "-j", "1")
    expect_status(done, FINISHED)
    expect("flaky" not in done.said, tail(done.err))
    expect_reduced(world)


@check
def vacuous(world):
    """What fails on everything: the words that say why."""
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
    """A script that knows its how-manieth run this is ($n), from a file; alone or not."""
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
    """The first run does not fail: not failing, or flaky, but not silently one of them."""
    done = reduce_with(world, counting(world, "[ $((n % 2)) = 0 ] || exit 1"))
    expect_status(done, NOT_FAILING, REFUSED)
    expect_words(done, "flaky", "of 3", "of 4", "of 2")
    expect_words(done, "--repeat")


@check
def flaky_repeated(world):
    """What the hint says helps: every second run fails, up to three are made for each test."""
    done = reduce_with(world, counting(world, "[ $((n % 2)) = 1 ] || exit 1"), "-j", "1",
                       "--repeat", "3", "--min-hits", "1")
    expect_status(done, FINISHED)
    expect_reduced(world)


def free_port():
    """One that nobody holds, and that is not given to anybody who asks for some port."""
    while True:
        port = random.randrange(20000, 32000)
        with socket.socket() as tried:
            try:
                tried.bind(("127.0.0.1", port))
                return port
            except OSError:
                pass


def port_script(world):
    """Holds a port while it works, as a test that starts a server does."""
    return f"#!/bin/sh\nexec '{world.shim}' --port {free_port()} 'has= * ' \"$1\"\n"


def let_meet(world):
    """Each test but the first holds what it holds until another one has come, so that they do meet."""
    meeting = world.folder / f"meeting{len(list(world.folder.glob('meeting*')))}"
    world.environment["SHIM_MEETING"] = str(meeting)


def path_script(name):
    """A folder at a fixed path as a lock; whoever finds it there gives up."""
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
    """A port or a path that one test at a time can hold. With as many jobs as grabr likes it goes on with
    one; with those that the user wants, not without a word; with one there is nothing to say."""
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
