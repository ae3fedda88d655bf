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
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "support"))
from checks import (BUDGET, FINISHED, LeftOut, Log, NOT_FAILING, REFUSED,  # noqa: E402
                    argument_parser,
                    check, expect, expect_status, expect_words, run_checks, tail)

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
def vacuous_always_fails(world):
    done = reduce_with(world, "#!/bin/sh\nexit 0\n")
    expect_status(done, REFUSED)
    expect_words(done, "empty")
    expect_words(done, "--no-preflight")
    expect_no_result(world)


@check
def vacuous_wrong_file(world):
    """Looks at the original instead of at the candidate."""
    path = world.folder / "input.expr"
    done = reduce_with(world, f"#!/bin/sh\ngrep -q '[*]' '{path}'\n")
    expect_status(done, REFUSED)
    expect_words(done, "empty")
    expect_words(done, "original", "$1", "argument")


@check
def vacuous_last_command(world):
    done = reduce_with(world, "#!/bin/sh\ngrep -q '[*]' \"$1\"\nrm -f core\n")
    expect_status(done, REFUSED)
    expect_words(done, "last command", "set -e", "exit status")


@check
def vacuous_without_checks(world):
    """--no-preflight does what was asked for."""
    done = reduce_with(world, "#!/bin/sh\nexit 0\n", "--no-preflight")
    expect_status(done, FINISHED)


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
    world.environment["SHIM_MEETING"] = str(world.folder / "meeting")


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
def port_bound(world):
    """With as many jobs as grabr likes: it goes on with one."""
    needs_two_processors()
    let_meet(world)
    done = reduce_with(world, port_script(world), input_text=SHORT)
    expect_status(done, FINISHED)
    expect_words(done, "-j 1")
    expect_words(done, "port")
    data = (world.folder / "output").read_text()
    expect(" * " in data and len(data) < len(SHORT), f"another result: {data!r}")
    expect_nothing_left(world)


@check
def port_bound_jobs_wanted(world):
    """With the number of jobs that the user wants: it does not go on without a word."""
    let_meet(world)
    done = reduce_with(world, port_script(world), "-j", "2", input_text=SHORT)
    expect_status(done, REFUSED, FINISHED)
    expect_words(done, "-j 1")


@check
def port_bound_one_job(world):
    """What the hint says helps."""
    done = reduce_with(world, port_script(world), "-j", "1", input_text=SHORT)
    expect_status(done, FINISHED)
    expect("port" not in done.said, "a complaint without a reason:" + tail(done.err))


@check
def fixed_path(world):
    needs_two_processors()
    let_meet(world)
    done = reduce_with(world, path_script(world.folder / "lock"), input_text=SHORT)
    expect_status(done, FINISHED)
    expect_words(done, "-j 1")
    expect_words(done, "path")
    expect_words(done, "TMPDIR", "GRABR_TEST_ID")


@check
def folder_dependent(world):
    world.write("helper.h", "needed\n")
    done = reduce_with(world, "#!/bin/sh\ngrep -q needed helper.h || exit 2\n" + JUDGES)
    expect_status(done, NOT_FAILING)
    expect_words(done, "--copy")
    expect_words(done, "GRABR_DIR")
    expect_words(done, "folder")
    expect_no_result(world)


@check
def folder_dependent_copied(world):
    """What the hint says helps."""
    world.write("helper.h", "needed\n")
    done = reduce_with(world, "#!/bin/sh\ngrep -q needed helper.h || exit 2\n" + JUDGES, "--copy",
                       "helper.h")
    expect_status(done, FINISHED)
    expect_reduced(world)
    expect_nothing_left(world)


@check
def not_failing(world):
    """Exit status, output and a recipe that can be pasted, which shows the same."""
    done = reduce_with(world, "#!/bin/sh\necho looked at it\necho nothing found >&2\nexit 42\n")
    expect_status(done, NOT_FAILING)
    for word in ("42", "looked at it", "nothing found"):
        expect_words(done, word)
    recipe = next(
        (line.strip() for line in done.err.splitlines() if line.strip().startswith("cd ")), "")
    expect(recipe, "no recipe that begins with cd:" + tail(done.err, 20))
    shown = subprocess.run(["/bin/sh", "-c", recipe], capture_output=True, text=True, check=False)
    expect("looked at it" in shown.stdout and "42" in shown.stdout.split(),
           f"the recipe shows something else: {recipe}\n    {shown.stdout}{shown.stderr}")


@check
def not_runnable(world):
    """A script that is not executable, and one that is not there: usage, before anything runs."""
    world.write("input.expr", INPUT)
    world.write("plain.sh", "#!/bin/sh\nexit 0\n")
    done = world.run("./plain.sh", "input.expr")
    expect_status(done, 2)
    expect_words(done, "chmod +x")
    done = world.run("./missing.sh", "input.expr")
    expect_status(done, 2)
    expect_words(done, "missing.sh")
    expect_nothing_left(world)


@check
def missing_tool(world):
    done = reduce_with(world, "#!/bin/sh\nno-such-compiler \"$1\"\n")
    expect_status(done, NOT_FAILING)
    expect_words(done, "127")
    expect_words(done, "no-such-compiler")


@check
def spaces_matter(world):
    """The original without its spaces does not fail: said, and they are kept where needed."""
    done = reduce_with(world, "#!/bin/sh\ngrep -q '1,  2' \"$1\"\n", grammar="json",
                       input_text='{"a": [1,  2], "b": [3, 4]}\n')
    expect_status(done, FINISHED)
    data = (world.folder / "output").read_text()
    expect("1,  2" in data, f"the spaces are gone: {data!r}")
    expect("b" not in data, f"hardly reduced: {data!r}")


@check
def near_the_time_limit(world):
    done = reduce_with(world, "#!/bin/sh\nsleep 0.8\n" + JUDGES, "--timeout", "1", "--max-tests",
                       "2")
    expect_status(done, FINISHED, BUDGET, NOT_FAILING, REFUSED)
    expect_words(done, "--timeout")


@check
def conditions_do_not_hold(world):
    world.write("input.expr", INPUT)
    done = world.run("-i", "input.expr", "-o", "output", "--exit", "3", "--stderr", "assert", "--",
                     "/bin/sh", "-c", "echo other >&2; exit 4", "sh")
    expect_status(done, NOT_FAILING)
    for word in ("--exit", "--stderr", "other"):
        expect_words(done, word)


@check
def tests_before_the_search(world):
    """--no-preflight: the original is tested once, and the search begins."""
    log = world.folder / "log"
    world.environment["SHIM_LOG"] = str(log)
    script = f"#!/bin/sh\nexec '{world.shim}' 'has= * ' \"$1\"\n"
    runs = []
    for options in ([], ["--no-preflight", "--fresh"]):
        log.unlink(missing_ok=True)
        expect_status(reduce_with(world, script, "-j", "1", *options), FINISHED)
        runs.append(Log(log).count("begin"))
    expect(runs[1] < runs[0], f"{runs[1]} runs of the test without the checks, {runs[0]} with them")


if __name__ == "__main__":
    sys.exit(run_checks(argument_parser(__doc__).parse_args(), "grabr-preflight-"))
