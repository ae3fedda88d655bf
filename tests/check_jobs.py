#!/usr/bin/env python3
"""Checks that the number of jobs changes only the time: -j 1, -j 2, -j 8, and -j 2 with tests of
random duration, give the same bytes, the same trace and the same report except for times, with
every strategy, on small cases of all kinds.

    check_jobs.py GRABR [--only STRATEGY] [--full]
    check_jobs.py GRABR --speedup      measures: three default runs with a test of 50 ms

By default `auto` meets every case with -j 1 and -j 2, other strategies every fifth one, and each the
other two variants by turns; --full has all of them meet.
"""

import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "support"))
from checks import (Failed, World, argument_parser, expect, read_trace, run_checks,  # noqa: E402
                    tail, working_folder)

# Name: (grammar, input, conditions of the shim). Inputs are short, because the strategies on text
# test at least every character.
CASES = {
    "sum_product": ("expr", "1 + 2 * (3 + 45)", ["has= * ", "balanced"]),
    "sum_parentheses": ("expr", "((7)) - (1 / 2)", ["depth=2", "balanced"]),
    "sum_signs": ("expr", "--+1.5 + 2", ["has=+", "has=."]),
    "sum_order": ("expr", "1 + 2 - 3 * 4", ["order=2,4"]),
    "sum_odd": ("expr", "12 * 3 + 4.5", ["has=*", "odd=125"]),
    "sum_all": ("expr", "1+2", ["bytes=3"]),
    "json_key": ("json", '{"a": [1, {"k": 2}], "b": 3}', ["json=k"]),
    "json_two_keys": ("json", '{"k": {"x": 1}, "m": [true, 2]}', ["json=k", "json=m"]),
    "json_odd": ("json", '[1, [2, "k"], {"a": {}}]', ["has=k", "odd=125", "balanced"]),
    "json_depth": ("json", "[[1], [[2, []], 3]]", ["depth=3", "balanced"]),
    "json_broken": ("json", '{"a": [1, 2, }, "k"]', ["has=k"]),
    "json_count": ("json", "[0, 1, 0, [0], 2]", ["count=3,0"]),
    "c_while": ("c", "int f() { int i; while (i) { i = 0; } }", ["has=while", "balanced"]),
    "c_order": ("c", "int a; int b; int f(int c) { return c; }", ["order=a;,return"]),
    "c_depth": ("c", "int f() { if (g(1)) { { ; } } }", ["depth=3", "balanced"]),
    "c_odd": ("c", "int x = (1 + 2);  int y;", ["has=+", "odd=125"]),
    "c_broken": ("c", "int f( { return a[0]; }", ["has=[0]"]),
    "lines_two": ("lines", "a\nb\nc\nd\ne\nf\n", ["has=b", "has=e"]),
    "lines_count": ("lines", "x\n\ny\nx\nz\nx\n", ["count=2,x", "lines=3"]),
    "lines_odd": ("lines", "one\nto\nsix\nfour\n", ["has=six", "odd=125"]),
    "html_name": ("html-select", '<SELECT NAME="priority" SIZE=7>', ["has=SIZE", "has=<"]),
    "html_quotes": ("html-select", '<a b="c d" e=12 f>', ['count=2,"', "has=<"]),
}

# Name: arguments of grabr, options of the shim.
VARIANTS = {
    "-j 1": (["-j", "1"], []),
    "-j 2": (["-j", "2"], []),
    "-j 8": (["-j", "8"], []),
    "-j 2, delays": (["-j", "2"], ["--random-sleep-ms", "20"]),
}
# Delays are used only for these, unless --full is given: every strategy needs at most about thirty
# tests.
FEW_TESTS = ("sum_product", "sum_parentheses", "sum_signs", "sum_order", "sum_odd", "sum_all",
             "json_broken", "json_count", "lines_two", "lines_count", "lines_odd")
# Fields of a report that describe the run and not the reduction.
OF_THE_RUN = {
    "": ("seconds", "environment", "call", "failure"),
    "oracle": ("command", "jobs", "timeout", "directory", "journal", "identity"),
    "preflight": ("median_s", "slowest_s"),
    "tests": ("executed",),
}
SPEEDUP_WANTED = 1.6


def variants_for(case, number, full):
    """Always -j 1 and -j 2; one of the others in turn, and delays less often."""
    names = list(VARIANTS)
    if full:
        return names
    chosen = names[:2]
    if number % 4 == 0:
        chosen.append("-j 8")
    if case in FEW_TESTS and number % 3 == 0:
        chosen.append("-j 2, delays")
    return chosen


def cases_for(strategy, shift, full):
    """[(number, case)]: all for `auto`, every fifth one for the others, in turn."""
    return [(number, case) for number, case in enumerate(CASES)
            if full or strategy == "auto" or (number + shift) % 5 == 0]


def without_the_run(report):
    """The parts of a report that must not depend on the number of jobs: {name: value}."""
    for part, names in OF_THE_RUN.items():
        of_part = report[part] if part else report
        for name in names:
            del of_part[name]
    for name in ("command", "jobs", "timeout_s"):
        report["oracle"]["test"].pop(name, None)
    for phase in report["phases"] + report["passes"]:
        del phase["seconds"]
    report["curve"] = [[tests, *sizes] for tests, _, *sizes in report["curve"]]
    return {f"report, {name}": value for name, value in report.items()}


def run_variant(world, strategy, case, variant):
    """Runs one variant; returns everything that must not depend on it: {name: value}."""
    grammar, text, conditions = CASES[case]
    arguments, delays = VARIANTS[variant]
    folder = world.folder / f"{case} {variant}".replace(" ", "_").replace(",", "")
    folder.mkdir()
    (folder / "input").write_text(text)
    done = world.run("-g", grammar, "--strategy", strategy, *arguments, "--fresh", "--no-preflight",
                     "--trace", "trace", "--report", "report", "-i", "input", "-o", "output", "--",
                     world.shim, *delays, *conditions, folder=folder)
    expect(done.status == 0,
           f"{strategy}, {case}, {variant}: exit status {done.status}:{tail(done.err)}")
    facts = {"status": done.status}
    if done.status == 0:
        facts.update(without_the_run(json.loads((folder / "report").read_text())))
        facts["trace"] = (folder / "trace").read_text()
        facts["tests"] = len(read_trace(folder / "trace"))
    if (folder / "output").exists():
        facts["output"] = (folder / "output").read_bytes()
    return facts


def first_difference(one, other):
    """Describes the first difference of two traces."""
    lines = zip(one.splitlines() + ["(end)"], other.splitlines() + ["(end)"])
    return next((f"\n      {a}\n      {b}" for a, b in lines if a != b), " their length")


def compare(strategy, case, variant, wanted, facts):
    for name in sorted(set(wanted) | set(facts)):
        one, other = wanted.get(name), facts.get(name)
        if one == other:
            continue
        shown = first_difference(one, other) if name == "trace" and one and other else (
            f" {one!r} with -j 1, {other!r} now")
        raise Failed(f"{strategy}, {case}, {variant}: {name} differs:{shown}")


def check_of(strategy, shift, options):
    """The check for one strategy, as a function of a world. `shift` varies which variants are
    skipped."""
    def one_case(world, number, case):
        wanted = None
        for variant in variants_for(case, number + shift, options.full):
            facts = run_variant(world, strategy, case, variant)
            if wanted is None:
                wanted = facts
            compare(strategy, case, variant, wanted, facts)
        return wanted["status"] == 0

    def run(world):
        with concurrent.futures.ThreadPoolExecutor(options.at_once) as pool:
            futures = [pool.submit(one_case, world, number, case)
                       for number, case in cases_for(strategy, shift, options.full)]
            finished = sum(future.result() for future in futures)
        expect(finished >= len(futures) // 3,
               f"{strategy} works on {finished} of {len(futures)} cases only")
        left = world.left_behind()
        expect(not left, left)
    return run


def strategies_of(grabr):
    """The names in the first column of --list-strategies: lines that do not begin with a space and
    are no headings."""
    done = subprocess.run([grabr, "--list-strategies"], capture_output=True, text=True, check=True)
    names = [line.split()[0] for line in done.stdout.splitlines()
             if line and not line[0].isspace() and not line.endswith(":")]
    if len(names) < 5:
        sys.exit(f"no list of strategies:\n{done.stdout}")
    return names


def speedup_inputs():
    """Three inputs for default runs of some hundred tests."""
    pairs = ", ".join(f'"k{i}": [{i}, {{"v{i}": null}}]' for i in range(12))
    functions = "".join(f"int f{i}(int a) {{ if (a) {{ return a + {i}; }} return {i}; }}\n"
                        for i in range(8))
    terms = " + ".join(f"({i} * {i + 1}.5)" for i in range(1, 10))
    return {
        "json": ("json", "{" + pairs + "}\n", ["json=v5", "json=k9", "has=null"]),
        "c": ("c", functions, ["order=f2,f5", "has=if", "balanced"]),
        "expr": ("expr", terms, ["count=3,*", "balanced"]),
    }


def measure_speedup(options):
    """Prints the times of -j 1 and -j 2 and their ratio; fails if the ratio is too low."""
    good = True
    with working_folder(options, "grabr-speedup-") as (folder, shim):
        for name, (grammar, text, conditions) in speedup_inputs().items():
            place = folder / name
            place.mkdir()
            world = World(str(pathlib.Path(options.grabr).resolve()), shim, place)
            world.write("input", text)
            seconds, outputs = {}, set()
            for jobs in (1, 2):
                began = time.monotonic()
                done = world.run("-g", grammar, "-j", jobs, "--fresh", "--report", f"report{jobs}",
                                 "-i",
                                 "input", "-o", f"output{jobs}", "--", shim, "--sleep-ms", "50",
                                 *conditions)
                seconds[jobs] = time.monotonic() - began
                expect(done.status == 0, f"exit status {done.status}:{tail(done.err)}")
                outputs.add((place / f"output{jobs}").read_bytes())
            tests = json.loads((place / "report2").read_text())["tests"]
            ratio = seconds[1] / seconds[2]
            good = good and ratio >= SPEEDUP_WANTED and len(outputs) == 1
            print(f"{name}: -j 1 {seconds[1]:.2f} s, -j 2 {seconds[2]:.2f} s, "
                  f"{ratio:.2f} times as fast; "
                  f"{tests['committed']} tests, {tests['executed']} executed with -j 2"
                  f"{'' if len(outputs) == 1 else '; DIFFERENT RESULTS'}", flush=True)
    print(f"wanted: {SPEEDUP_WANTED} times as fast each time: {'yes' if good else 'NO'}")
    return 0 if good else 1


def main():
    parser = argument_parser(__doc__)
    parser.add_argument("--full", action="store_true", help="all cases with all numbers of jobs")
    parser.add_argument("--speedup", action="store_true", help="measure instead")
    parser.add_argument("--at-once", type=int, metavar="N", default=2 * (os.cpu_count() or 1),
                        help="runs of grabr at once (default: twice the processors)")
    options = parser.parse_args()
    if options.speedup:
        return measure_speedup(options)
    strategies = strategies_of(options.grabr)
    checks = {name: check_of(name, shift, options) for shift, name in enumerate(strategies)}
    return run_checks(options, "grabr-jobs-", checks)


if __name__ == "__main__":
    sys.exit(main())
