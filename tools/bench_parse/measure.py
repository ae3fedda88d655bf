"""Runs programs in fresh processes, interleaved, and takes medians.

The load of a shared machine comes in waves: one round runs every parser of a case once, so that a wave
hits all of them, and ratios inside a case mean more than its seconds.
"""

import dataclasses
import json
import os
import re
import shutil
import statistics
import subprocess

ENOUGH_SECONDS = 20  # a parser that needed this long is not run again


@dataclasses.dataclass
class Result:
    """Medians over the runs of one parser on one input; `failure` says why there are none."""
    runs: int = 0
    failure: str = ""
    seconds: float = 0
    warm_seconds: float = 0
    lex_seconds: float = 0
    bytes: int = 0
    tokens: int = 0
    nodes: int = 0
    tree_bytes: int = 0
    peak_bytes: int = 0
    instructions: int = 0


def cpu_seconds(pid):
    """What a running process has used."""
    with open(f"/proc/{pid}/stat") as stat:
        fields = stat.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def run_limited(command, environment, limit):
    """Like subprocess.run, or None when it uses more than `limit` seconds of CPU time. (RLIMIT_CPU
    would do, but with it the kernel may show CPU time in whole ticks only.)"""
    with subprocess.Popen(command, env={**os.environ, **environment}, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        while True:
            try:
                output, errors = process.communicate(timeout=0.5)
                return subprocess.CompletedProcess(command, process.returncode, output, errors)
            except subprocess.TimeoutExpired:
                if cpu_seconds(process.pid) > limit:
                    process.kill()
                    process.communicate()
                    return None


def run_once(command, environment, limit):
    """What the program printed, or a text that says why nothing."""
    done = run_limited(command, environment, limit)
    if done is None:
        return f"more than {limit:g} s"
    if done.returncode != 0:
        last = done.stderr.strip().splitlines()[-1:] or [""]
        memory = re.search(r"out of memory|bad_alloc|MemoryError", done.stderr)
        return "out of memory" if memory else f"ends with {done.returncode}: {last[0][:60]}"
    printed = json.loads(done.stdout)
    return printed if printed["ok"] else printed["note"] or "not accepted"


def median_of(records):
    fields = {field.name for field in dataclasses.fields(Result)} - {"runs", "failure"}
    medians = {name: statistics.median(record.get(name, 0) for record in records) for name in fields}
    return Result(runs=len(records), **medians)


def measure(commands, rounds, limit):
    """`commands`: parser → (command line, environment). Gives parser → Result."""
    records = {parser: [] for parser in commands}
    failures = {}
    for _ in range(rounds):
        for parser, (command, environment) in commands.items():
            spent = sum(record["seconds"] for record in records[parser])
            if parser in failures or spent > ENOUGH_SECONDS:
                continue
            answer = run_once(command, environment, limit)
            if isinstance(answer, str):
                failures[parser] = answer
            else:
                records[parser].append(answer)
    return {parser: Result(failure=failures[parser]) if parser in failures else median_of(found)
            for parser, found in records.items()}


def count_instructions(command, limit):
    """Instructions of the timed part alone, by valgrind; 0 where that cannot be had."""
    valgrind = shutil.which("valgrind")
    if not valgrind:
        return 0
    counting = [valgrind, "--tool=callgrind", "--instr-atstart=no", "--callgrind-out-file=/dev/null"]
    done = run_limited([*counting, *command], {}, limit)
    collected = done and re.search(r"Collected : (\d+)", done.stderr)
    return int(collected.group(1)) if collected else 0
