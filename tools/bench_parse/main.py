"""Measures grabr's parser and its peers, in one run, in one table. See README.md."""

import argparse
import dataclasses
import json
import os
import pathlib
import platform
import re
import subprocess
import sys

import packages
import inputs
import targets
from cases import CASES, OURS, Places, command, needed_inputs
from measure import count_instructions, measure
from table import case_table

HERE = pathlib.Path(__file__).resolve().parent
REPOSITORY = HERE.parent.parent
SLOWEST_TO_COUNT_SECONDS = 2  # counting instructions takes fifty times as long


def arguments():
    parser = argparse.ArgumentParser(prog="tools/bench-parse", description=__doc__)
    parser.add_argument("--quick", action="store_true",
                        help="one run each, without the large inputs and the counts of instructions")
    parser.add_argument("--only", metavar="REGEX", default="", help="cases whose name matches")
    parser.add_argument("--parsers", metavar="REGEX", default="", help="parsers whose name matches")
    parser.add_argument("--runs", type=int, metavar="N", help="runs of each parser (5)")
    parser.add_argument("--limit", type=float, metavar="SECONDS", default=60,
                        help="when a parser is stopped (60)")
    parser.add_argument("--json", metavar="FILE", type=pathlib.Path, help="all results as data")
    parser.add_argument("--out", metavar="FILE", type=pathlib.Path, help="the tables, too")
    parser.add_argument("--list", action="store_true", help="names of the cases")
    return parser.parse_args()


def build(places):
    """Compiles the programs; only what has changed."""
    configure = ["cmake", "-G", "Ninja", "-S", HERE / "programs", "-B", places.programs,
                 f"-DGRABR_BUILD={REPOSITORY / 'build'}",
                 *(f"-D{name.upper().replace('-', '_')}={packages.folder_of(places.packages, name)}"
                   for name in ("tree-sitter", "tree-sitter-c", "tree-sitter-json"))]
    for step in ([REPOSITORY / "tools/build"], configure, ["cmake", "--build", places.programs]):
        done = subprocess.run(step, capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(f"bench-parse: {' '.join(map(str, step))} failed:\n"
                     f"{done.stdout[-4000:]}{done.stderr[-2000:]}")


def head(folder):
    def first_line(*words):  # in `folder`, because csmith leaves a file behind
        done = subprocess.run(words, capture_output=True, text=True, cwd=folder)
        return done.stdout.splitlines()[0]

    cpu = pathlib.Path("/proc/cpuinfo").read_text() if os.path.exists("/proc/cpuinfo") else ""
    virtual = "virtual machine" if re.search(r"^flags.*\bhypervisor\b", cpu, re.M) else "machine"
    return "\n".join([
        f"{os.cpu_count()} cores of a shared {platform.machine()} {virtual}",
        f"{first_line('g++', '--version')}, -O3; {first_line('bison', '--version')}; "
        f"{first_line('csmith', '--version')}",
        f"Python {platform.python_version()}, node {first_line('node', '--version')}",
        packages.versions(),
        "",
        "× first: time as a multiple of the first row's. ms: process CPU time from text to tree, in a",
        "fresh process; warm: the best of up to five more in it; lexing: the share of tokens in ms,",
        "where it is known; medians over interleaved runs. B/token: the finished tree, peak: all memory",
        "on the way to it. Minstr: million instructions of ms, where that was short enough to count."])


def parsers_of(one, options, engines):
    for parser in one.parsers:
        ours = parser in OURS
        if re.search(options.parsers, parser) and (not ours or parser in engines):
            yield parser


def measure_case(one, options, places, engines):
    commands = {parser: command(one, parser, places) for parser in parsers_of(one, options, engines)}
    rounds = options.runs or (1 if options.quick else 5)
    results = measure(commands, rounds, options.limit)
    check_same_tokens(results)
    for parser, result in results.items():
        compiled = commands[parser][0][0].startswith(str(places.programs))
        if compiled and not options.quick and 0 < result.seconds < SLOWEST_TO_COUNT_SECONDS:
            result.instructions = count_instructions(commands[parser][0], 5 * options.limit)
    return results


def check_same_tokens(results):
    """A hand-written lexer that reads other tokens would invalidate the comparison."""
    expected = next((result.tokens for parser, result in results.items()
                     if parser in OURS and not result.failure), None)
    bison = results.get("bison")
    if bison and expected and not bison.failure and bison.tokens != expected:
        bison.failure = f"reads {bison.tokens} tokens, not {expected}"


def chosen(options):
    return [one for one in CASES
            if re.search(options.only, one.name) and (one.quick or not options.quick)]


class Output:
    """Standard output and, with --out, a file."""

    def __init__(self, path):
        self.path = path
        self.text = ""

    def show(self, text):
        print(text, flush=True)
        self.text += text + "\n"

    def save(self):
        if self.path:
            self.path.write_text(self.text)


def main():
    options = arguments()
    cases = chosen(options)
    if options.list:
        print("\n".join(f"{one.name:<16} {one.title}" for one in cases))
        return
    cache = pathlib.Path(os.environ.get("GRABR_BENCH_DIR", REPOSITORY / "build/bench")).resolve()
    places = Places(REPOSITORY, HERE, packages.fetch(cache / "packages"),
                    inputs.make(cache, needed_inputs(cases)), REPOSITORY / "build/bench-programs")
    build(places)
    engines = subprocess.run([places.programs / "grabr_driver", "engines"], check=True, text=True,
                             capture_output=True).stdout.split()
    output = Output(options.out)
    output.show(head(places.inputs) + "\n")
    results = {}
    for one in cases:
        results[one.name] = measure_case(one, options, places, engines)
        output.show(case_table(one, results[one.name]))
    output.show("Targets\n" + "\n".join(targets.judge(results)))
    output.save()
    if options.json:
        data = {case: {parser: dataclasses.asdict(result) for parser, result in found.items()}
                for case, found in results.items()}
        options.json.write_text(json.dumps(data, indent=1) + "\n")


if __name__ == "__main__":
    main()
