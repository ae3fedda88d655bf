#!/usr/bin/env python3
"""Runs the examples as their READMEs show them.

    check_examples.py GRABR FOLDER [NAME...]

Each folder of FOLDER has a README.md with lines "    $ COMMAND"; what stands indented below one is
what it prints. The first command is run for its effect alone, the others must print just that. Each
example runs in a copy of its folder, with grabr on the PATH. Exit status 77: a program that an
example needs is not there.
"""

import concurrent.futures
import itertools
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

NEEDS = {
    "gcc-ice": ["gcc-12"],
    "gcc-options": ["gcc-12"],
    "event-log": ["mawk"],
    "embedded": ["dash"],
    "explain": [],
    "git-bisect": ["git", "python3"],
    "html-select": ["tidy"],
    "fuzz-tidy": ["tidy"],
    "json-number": ["jq"],
    "books": ["python3", "jq"],
    "init-python": ["python3"],
    "driven-by-a-program": ["jq"],
    "same-crash": ["gcc"],
    "flaky-tellers": ["gcc"],
    "protect": ["gcc"],
    "standalone": ["gcc"],
    "project": ["gcc"],
    "by-hand": ["gcc"],
    "fewest-warnings": ["gcc"],
    "binary-format": ["wasm2wat", "wat2wasm", "wasm-interp"],
    "no-undefined-behaviour": ["gcc"],
}
PROMPT = "    $ "
AT_ONCE = 2


def commands_of(readme):
    """[command, expected lines] in order."""
    commands = []
    for line in readme.read_text().splitlines():
        if line.startswith(PROMPT):
            commands.append([line[len(PROMPT):], []])
        elif commands and line.startswith("    ") and commands[-1][1] is not None:
            commands[-1][1].append(line[4:])
        elif line and commands:
            commands.append(["", []])
    return [command for command in commands if command[0]]


def run(command, folder, environment, root):
    words = ["bash", "-c", command]
    if root:
        words = ["chroot", root, "sh", "-c", f"cd /{folder.relative_to(root)} && {command}"]
    return subprocess.run(words, cwd=folder, env=environment, text=True, capture_output=True, timeout=600)


def problem_of(example, environment, root=None):
    """Describes a difference from the README.md, if any; `root`: where to chroot to."""
    commands = commands_of(example / "README.md")
    if not commands:
        return "README.md shows no command"
    with tempfile.TemporaryDirectory(dir=root and root / "tmp") as place:
        folder = pathlib.Path(place) / example.name
        shutil.copytree(example, folder, ignore=shutil.ignore_patterns("*.reduced.*", ".grabr"))
        for number, (command, expected) in enumerate(commands):
            done = run(command, folder, environment, root)
            if done.returncode != 0:
                return f"{command}\nended with {done.returncode}\n{done.stdout}{done.stderr}"
            if number > 0 and done.stdout.splitlines() != expected:
                return f"{command}\nprinted\n{done.stdout}\ninstead of\n" + "\n".join(expected)
    return None


def threads_with_one_processor(count):
    """A thread pool in which grabr runs no tests in advance, which would be a third of all tests."""
    processors = itertools.cycle(os.sched_getaffinity(0))
    return concurrent.futures.ThreadPoolExecutor(
        count, initializer=lambda: os.sched_setaffinity(0, {next(processors)}))


def check_all(examples, needs, names, environment):
    """Returns how many of these examples differ from their README, and how many were skipped."""
    if sorted(needs) != [example.name for example in examples]:
        sys.exit(f"{sys.argv[0]} knows other examples: {' '.join(needs)}")

    def check(example):
        missing = [name for name in needs[example.name] if not shutil.which(name)]
        problem = None if missing else problem_of(example, environment)
        said = f"left out, {', '.join(missing)} is not there" if missing else problem or "as shown"
        print(f"{example.name}: {said}", flush=True)
        return problem is not None, bool(missing)

    with threads_with_one_processor(AT_ONCE) as pool:
        ends = list(pool.map(check, (example for example in examples if not names or example.name in names)))
    return tuple(map(sum, zip(*ends))) if ends else (0, 0)


def main():
    program, root, *names = sys.argv[1:]
    examples = sorted(path for path in pathlib.Path(root).iterdir()
                      if path.is_dir() and path.name not in ("library", "manual"))  # tested elsewhere
    environment = dict(os.environ)
    environment["PATH"] = f"{pathlib.Path(program).resolve().parent}:{environment['PATH']}"
    failed, skipped = check_all(examples, NEEDS, names, environment)
    sys.exit(1 if failed else 77 if skipped else 0)


if __name__ == "__main__":
    main()
