#!/usr/bin/env python3
"""Checks that every command that runs a test can be killed at any moment: killed with SIGKILL, alone
or with all processes of its group, and started again with the same call until it ends, it comes to
what an undisturbed call comes to, leaves nothing behind, and runs no test again that had an answer.

    check_kills.py GRABR [--kills N] [--seed N] [--only NAME] [--table FILE]

Most kills come when so many tests have begun, which any machine reaches; some at a time, for what is
before the first test and after the last. Run again may be: what had ended within the moment before a kill (as many as there are jobs), and what
every start does: the checks before a search, the best so far, a look at a finding."""

import collections
import os
import pathlib
import random
import signal
import sys
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "support"))
from calls import COMMANDS, JOBS, write_table  # noqa: E402
from checks import (Failed, Log, argument_parser, expect, run_checks, tail)  # noqa: E402

AT_ONCE = 3            # commands at once: most of the time is waiting
MOST_KILLS = 4         # kills of one call, before it may finish
EACH_START = 22        # runs that each start may repeat: the checks of an original, parallel ones too
TIMED = 0.2            # share of the kills that happen at a fixed time
AFTER_BEGIN_S = 0.006  # a test that runs this long is killed: in its middle, or after it


# When a call is killed: these seconds after the given number of tests of this start (0: after the
# start); alone or with its process group.
Moment = collections.namedtuple("Moment", "tests seconds whole_group")


def drawn(dice, tests, seconds):
    """Draws a moment for a call with so many tests and seconds left."""
    whole_group = dice.random() < 0.5
    if dice.random() < TIMED:
        return Moment(0, dice.uniform(0, seconds), whole_group)
    return Moment(dice.randint(1, max(tests, 1)), dice.uniform(0, AFTER_BEGIN_S), whole_group)


def in_words(moment):
    when = f"{moment.tests} tests" if moment.tests else f"{moment.seconds:.2f} s"
    return when + (" (group)" if moment.whole_group else "")


def begun(path):
    try:
        return path.read_bytes().count(b" begin ")
    except FileNotFoundError:
        return 0


def kill_at(moment, process, ended, log):
    """Kills the process at that moment, unless it has ended."""
    wanted = begun(log) + moment.tests
    while moment.tests and begun(log) < wanted:
        if ended.wait(0.001):
            return
    if ended.wait(moment.seconds):
        return
    try:
        (os.killpg if moment.whole_group else os.kill)(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


def new_place(world, command, name):
    place = world.folder / name
    place.mkdir()
    command.prepare(world, place)
    world.environment["SHIM_LOG"] = str(place / "log")
    return place


def undisturbed(world, command):
    """The result of a call without kills, its seconds, and how often each test ran."""
    place = new_place(world, command, "undisturbed")
    began = time.monotonic()
    done = world.run(*command.words(world, place), folder=place)
    seconds = time.monotonic() - began
    expect(done.status == command.status, f"undisturbed: exit status {done.status}:{tail(done.err)}")
    runs = collections.Counter(hash for _, word, hash in Log(place / "log").lines
                               if word.startswith("end"))
    return command.outcome(place, done), seconds, runs


def killed_until_done(world, command, place, moments):
    """Restarts the call after each kill, until it ends by itself or no moment is left (each is
    drawn for the number of tests so far). Returns the moments of the kills, when each was, and
    how the last start ended."""
    kills, log = [], place / "log"
    for moment in moments(lambda: begun(log)):
        process = world.start(*command.words(world, place), folder=place, start_new_session=True)
        ended = threading.Event()
        watcher = threading.Thread(target=kill_at, args=(moment, process, ended, log))
        watcher.start()
        done = world.finish(process)
        ended.set()
        watcher.join()
        if done.status != -signal.SIGKILL:
            return kills, done
        kills.append((moment, time.monotonic()))
    return kills, world.run(*command.words(world, place), folder=place)


def run_again(log, starts, usual):
    """Counts the runs of tests that already had an answer from an earlier start, beyond those of a
    call without kills."""
    segment = [sum(start <= seconds for start in starts) for seconds, _, _ in log.lines]
    lost = set()
    for number in range(len(starts)):
        ends = [place for place, (_, word, _) in enumerate(log.lines)
                if word in ("end0", "end1") and segment[place] == number]
        lost.update(ends[-JOBS:])
    answered, later, runs = {}, collections.Counter(), collections.Counter()
    for place, (_, word, candidate) in enumerate(log.lines):
        if word == "begin":
            runs[candidate] += 1
            if answered.get(candidate, segment[place]) < segment[place]:
                later[candidate] += 1
        elif word in ("end0", "end1") and place not in lost:
            answered.setdefault(candidate, segment[place])
    return sum(max(0, min(count, runs[candidate] - usual[candidate]))
               for candidate, count in later.items())


def checked(world, command, place, kills, done, wanted, usual):
    """Returns the number of repeated tests; raises an error for anything wrong."""
    expect(done.status == command.status, f"exit status {done.status}:{tail(done.err)}")
    found = command.outcome(place, done)
    expect(found == wanted, f"another outcome: {found!r}\n    instead of: {wanted!r}")
    left = world.left_behind() or ", ".join(command.left_beside(place))
    expect(not left, f"left behind: {left}")
    repeated = run_again(Log(place / "log"), [when for _, when in kills], usual)
    most = command.runs_of_a_test * (EACH_START + JOBS) * len(kills)
    expect(command.forgetful or repeated <= most,
           f"{repeated} tests were run again after {len(kills)} kills")
    return repeated


def check_of(name, options, rows):
    command = COMMANDS[name]

    def run(world):
        wanted, seconds, usual = undisturbed(world, command)
        dice = random.Random(f"{options.seed} {name}")
        kills_wanted = -(-options.kills // len(COMMANDS))
        kills, rounds, again, runs = 0, 0, 0, 0
        rows[name] = (0, 0, usual.total(), 0, 1)  # unless it finishes
        while kills < kills_wanted and rounds < 5 * kills_wanted + 5:
            count = min(MOST_KILLS, kills_wanted - kills)

            def moments(tests_so_far, count=count):
                for _ in range(count):
                    known = 0 if command.forgetful else tests_so_far()
                    yield drawn(dice, usual.total() - known, seconds)
            place = new_place(world, command, f"round{rounds}")
            done_kills, done = killed_until_done(world, command, place, moments)
            try:
                again += checked(world, command, place, done_kills, done, wanted, usual)
            except Failed as problem:
                words = ", ".join(in_words(moment) for moment, _ in done_kills)
                raise Failed(f"killed after {words or 'nothing'}: {problem}") from problem
            kills += len(done_kills)
            rounds += 1
            runs += Log(place / "log").count("begin")
        rows[name] = (kills, rounds, usual.total(), f"{again / max(kills, 1):.1f}", 0)
        print(f"  {name}: {kills} kills in {rounds} calls; a call runs {usual.total()} tests, with "
              f"kills {runs / max(rounds, 1):.0f}, {again / max(kills, 1):.1f} again for each kill",
              flush=True)
        expect(kills >= kills_wanted, f"only {kills} calls were killed")
    return run


def main():
    parser = argument_parser(__doc__)
    parser.add_argument("--kills", type=int, default=32, metavar="N",
                        help="in all, over all commands (default: 32)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="for the moments")
    parser.add_argument("--table", type=pathlib.Path, metavar="FILE", help="write what it finds there")
    options = parser.parse_args()
    rows = {}
    status = run_checks(options, "grabr-kills-",
                        {name: check_of(name, options, rows) for name in COMMANDS}, AT_ONCE)
    if options.table:
        write_table(options.table, "kills", ("number", "calls", "tests of a call", "run again for each",
                                             "not as wanted"), rows)
    return status


if __name__ == "__main__":
    sys.exit(main())
