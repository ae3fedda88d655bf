#!/usr/bin/env python3
"""Checks `grabr check` on real files: valid ones are accepted, invalid ones mostly rejected, none
crashes it or takes it long. GRABR_SHARED names the folder with corpora/LANGUAGE/{valid,invalid} and
bench/cases/LANGUAGE-*/input.* (failing programs, which parse all the same).

    check_corpora.py PROGRAM [LANGUAGE...]

Exit status: 0 all as wanted, 1 not, 77 left out because there are no corpora.
"""

import concurrent.futures
import os
import pathlib
import subprocess
import sys

# Of the invalid files, the share that must be rejected. A grammar describes syntax; what is invalid
# for another reason (types, declarations) may pass, so a language may ask for none.
LEAST_REJECTED = {"json": 0.95, "c": 0.9}

# Valid files that are outside the grammar on purpose: {language: {file name: reason}}.
EXCLUDED = {"json": {}, "c": {}}

TIMEOUT_S = 120
ACCEPTED, REJECTED = 0, 1


def status_of_check(program, language, path):
    """The exit status of `grabr check`, or a word for what else happened."""
    command = [program, "check", "-q", "-g", language, str(path)]
    try:
        return subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL, timeout=TIMEOUT_S, check=False).returncode
    except subprocess.TimeoutExpired:
        return f"timeout after {TIMEOUT_S} s"


def statuses_of(program, language, paths):
    paths = sorted(p for p in paths if p.is_file() and p.name not in EXCLUDED[language])
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        statuses = pool.map(lambda path: status_of_check(program, language, path), paths)
        return dict(zip(paths, statuses))


def problems_of_language(program, language, shared):
    folder = shared / "corpora" / language
    cases = shared.glob(f"bench/cases/{language}-*/input.*")
    valid = statuses_of(program, language, [*folder.glob("valid/*"), *cases])
    invalid = statuses_of(program, language, folder.glob("invalid/*"))
    problems = [] if valid else [f"{folder / 'valid'}: no file here"]
    for path, status in valid.items():
        if status != ACCEPTED:
            problems.append(f"{path}: should be accepted (status {status})")
    for path, status in invalid.items():
        if status not in (ACCEPTED, REJECTED):
            problems.append(f"{path}: neither accepted nor rejected (status {status})")

    accepted = [path for path, status in invalid.items() if status == ACCEPTED]
    rejected = sum(status == REJECTED for status in invalid.values())
    if rejected < LEAST_REJECTED[language] * len(invalid):
        problems.append(f"{language}: too few invalid files rejected")
        problems += [f"{path}: invalid but accepted" for path in accepted]
    good = sum(status == ACCEPTED for status in valid.values())
    print(f"{language}: {good} of {len(valid)} valid files accepted, "
          f"{rejected} of {len(invalid)} invalid files rejected")
    return problems


def main(arguments):
    if not arguments:
        print(__doc__, file=sys.stderr)
        return 2
    program, languages = arguments[0], arguments[1:] or list(LEAST_REJECTED)
    shared = pathlib.Path(os.environ.get("GRABR_SHARED") or "/nonexistent")
    if not (shared / "corpora").is_dir():
        print("left out: GRABR_SHARED names no folder with corpora inside")
        return 77
    problems = []
    for language in languages:
        problems += problems_of_language(program, language, shared)
    for problem in problems:
        print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
