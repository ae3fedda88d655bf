#!/usr/bin/env python3
"""Checks that a run can be killed at any moment: killed with SIGKILL at random moments and started
again with the same command until it finishes, it ends with the bytes and the trace of a run that
was left alone, has asked no question twice that had an answer, and leaves nothing behind.

    check_torture.py GRABR [--runs N] [--seed N] [--only NAME]

Which questions were asked the test itself writes down. Asked again may be: what was under way when
the run was killed, or had ended within the moment before (as many as there are jobs); unresolved
ones; the checks before the search; and the best so far, which is tested again from time to time on
purpose. """

import collections
import pathlib
import random
import sys
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "support"))
from checks import (Failed, Log, argument_parser, expect, hash_of, read_trace,  # noqa: E402
                    run_checks, tail)

# Name: grammar, input, conditions of the shim, milliseconds for each test, arguments of grabr.
CASES = {
    "json": ("json", '{"a": [1, {"k": [2, {"m": 3}]}], "b": [4, 5], "c": {"d": "x"}}\n',
             ["json=k", "json=m"], 5, []),
    "json_characters": ("json", '{"k": [1, {"m": 2}]}', ["json=k", "has=2"], 2,
                        ["--strategy", "ddmin-debuggingbook"]),
    "c": ("c", "int f(int a) { while (a) { a = g(a, 1); } return a; }\nint h() { return f(2); }\n",
          ["order=while,g", "balanced", "has=f(2)"], 4, []),
    "expr": ("expr", "1 + (2 * 3.5) - 17 / (4 + -(5 * 6)) + 8 * 9", ["count=2,*", "balanced"], 4,
             []),
    "unresolved": ("expr", "(1 + 23) * (4 - 5) + 6", ["has= * ", "has=-", "odd=125"], 5, []),
    "lines": ("lines", "".join(f"line {i}\n" for i in range(24)), ["has=line 7", "has=line 19"], 4,
              ["--strategy", "ddmin-fuzzingbook", "--unit", "lines"]),
}
JOBS = (1, 2)
AT_ONCE = 3         # cases at once: most of the time is waiting
MOST_KILLS = 4      # kills of one run, before it may finish
RESULT, TRACE, LOG = "result", "trace", "log"


def command_of(world, case, jobs, place):
    grammar, _, conditions, milliseconds, arguments = CASES[case]
    return ["-g", grammar, "-j", jobs, *arguments, "--trace", place / TRACE, "-i", place / "input",
            "-o",
            place / RESULT, "--", world.shim, "--sleep-ms", milliseconds,
            *conditions]


def plain_trace(path):
    return [(test["test"], test["outcome"], test["data"], test.get("edit"), test.get("accepted"))
            for test in read_trace(path)]


def undisturbed(world, case):
    """Of a run that is left alone: trace, result, seconds, and hashes of what it tested
    beforehand."""
    place = world.folder / "undisturbed"
    place.mkdir()
    (place / "input").write_text(CASES[case][1])
    began = time.monotonic()
    done = world.run(*command_of(world, case, 1, place))
    seconds = time.monotonic() - began
    expect(done.status == 0, f"the undisturbed run: exit status {done.status}:{tail(done.err)}")
    tests = plain_trace(place / TRACE)
    expect(len(tests) > 10, f"only {len(tests)} tests: not worth being killed")
    probes = {hash_of(test["data"]) for test in read_trace(place / TRACE, "preflight")}
    probes.add(hash_of(CASES[case][1].encode()))
    return tests, (place / RESULT).read_bytes(), seconds, probes


def killed_until_done(world, case, jobs, moments, place):
    """Kills and restarts runs at each of the moments. (When each restart was, how the last one
    ended.)"""
    place.mkdir()
    (place / "input").write_text(CASES[case][1])
    command = command_of(world, case, jobs, place)
    world.environment["SHIM_LOG"] = str(place / LOG)
    conditions = CASES[case][2]
    starts = []
    for moment in moments:
        process = world.start(*command)
        ended = threading.Timer(moment, process.kill)
        ended.start()
        done = world.finish(process)
        ended.cancel()
        if done.status != -9:
            return starts, done
        result = place / RESULT
        expect(not result.exists() or world.judged_by(conditions, result.read_bytes()),
               f"after a kill at {moment:.3f} s the result does not fail: {result}")
        starts.append(time.monotonic())
    return starts, world.run(*command)


def may_be_lost(log, starts, jobs):
    """Places in the log of answers that a kill may have come before the record of: the last ones of
    each run that was killed, one for each job. `starts`: when the runs after the first began."""
    lost = set()
    for start in starts:
        ends = [place for place, (seconds, word, _) in enumerate(log.lines)
                if word.startswith("end") and seconds < start]
        lost.update(ends[-jobs:])
    return lost


def asked_again(log, starts, jobs, allowed):
    """Hashes of the questions that were asked again after an answer, though there was no reason."""
    lost = may_be_lost(log, starts, jobs)
    answered, wrong = set(), []
    for place, (_, word, candidate) in enumerate(log.lines):
        if word == "begin" and candidate in answered and candidate not in allowed:
            wrong.append(candidate)
        if word in ("end0", "end1") and place not in lost:
            answered.add(candidate)
    return wrong


def expect_as_undisturbed(world, case, jobs, wanted, starts, done, place):
    tests, result, _, probes = wanted
    expect(done.status == 0, f"exit status {done.status} in the end:{tail(done.err)}")
    expect((place / RESULT).read_bytes() == result,
           f"another result: {(place / RESULT).read_bytes()!r}")
    trace = plain_trace(place / TRACE)
    if trace != tests:
        at = next((i for i, (one, other) in enumerate(zip(tests, trace)) if one != other),
                  min(len(tests), len(trace)))
        one, other = (run[at] if at < len(run) else "(end)" for run in (tests, trace))
        raise Failed(f"another trace:\n      {one}\n      {other}")
    log = Log(place / LOG)
    accepted = {hash_of(data) for _, _, data, _, good in tests if good}
    wrong = asked_again(log, starts, jobs, accepted | probes)
    # A test in advance may be cancelled between its last line in the log and its end: this can
    # happen in each of the runs, and more often on a busy machine.
    most = 0 if jobs == 1 else 2 * (len(starts) + 1) + len(tests) // 50
    expect(len(wrong) <= most,
           f"{len(wrong)} questions were asked again though they had been answered, "
           f"with {len(starts)} kills (tests: {len(tests)}, run: {log.count('begin')}): "
           f"{wrong[:5]}")
    again = sum(count - 1 for count in collections.Counter(
        candidate for _, word, candidate in log.lines if word == "end0" and candidate in accepted
    ).values() if count > 1)
    most_again = (len(starts) + 1) * (3 + len(tests) // 50) + jobs * len(starts)
    expect(again <= most_again,
           f"the best was tested again {again} times, with {len(starts)} kills")


def torture(case, options):
    """The check for one case: runs with one job and with two by turns, until N kills are done."""
    def run(world):
        wanted = undisturbed(world, case)
        dice = random.Random(f"{options.seed} {case}")
        kills_wanted = -(-options.runs // len(CASES))
        done_kills, round_number = 0, 0
        while done_kills < kills_wanted and round_number < 10 * kills_wanted:
            jobs = JOBS[round_number % len(JOBS)]
            count = min(MOST_KILLS, kills_wanted - done_kills)
            moments = [dice.uniform(0, wanted[2] / jobs) for _ in range(count)]
            place = world.folder / f"round{round_number}"
            starts, done = killed_until_done(world, case, jobs, moments, place)
            try:
                expect_as_undisturbed(world, case, jobs, wanted, starts, done, place)
            except Failed as problem:
                shown = ", ".join(f"{moment:.3f}" for moment in moments)
                raise Failed(f"-j {jobs}, killed after {shown} s: {problem}") from problem
            left = world.left_behind()
            expect(not left, f"-j {jobs}, killed {len(starts)} times of those planned after "
                   f"{', '.join(f'{moment:.3f}' for moment in moments)} s: {left}")
            done_kills += len(starts)
            round_number += 1
        expect(done_kills >= kills_wanted, f"only {done_kills} kills in {round_number} rounds")
        print(f"  {done_kills} kills, {round_number} runs finished, {len(wanted[0])} tests each",
              flush=True)
    return run


def main():
    parser = argument_parser(__doc__)
    parser.add_argument("--runs", type=int, default=42, metavar="N",
                        help="runs to be killed, in all (default: 42)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="for the moments")
    options = parser.parse_args()
    return run_checks(options, "grabr-torture-", {case: torture(case, options) for case in CASES}, AT_ONCE)


if __name__ == "__main__":
    sys.exit(main())
