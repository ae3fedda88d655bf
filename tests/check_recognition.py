#!/usr/bin/env python3
"""Checks that the language of a text is recognized if the file name gives no hint.

    check_recognition.py GRABR [--all] [--wrong]

First: programs in languages that have no grammar, under their own extension and without one. None may
be taken for another language unless it parses as that, and those that do are listed.

Then: the valid files of GRABR_SHARED/corpora, copied under names without an extension (a few of each
language, with --all every one). Right is what the extension would have chosen; text is what is
recognised as nothing. The least shares are LEAST_RIGHT and MOST_WRONG; whatever is chosen must parse.
--wrong lists the files that are not right.

Exit status: 0 all as wanted, 1 not, 77 the first part alone, because there are no corpora.
"""

import argparse
import collections
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

FOREIGN = pathlib.Path(__file__).resolve().parent / "support" / "foreign"
LEAST_RIGHT, MOST_WRONG = 0.90, 0.02
SAMPLE = 8        # files of each language
BATCH = 400       # files in one call
TIMEOUT_S = 1200  # for one call; only a hanging one takes as long


def verdicts(grabr, files):
    """What `grabr check --json` says of each file, by name."""
    found = {}
    for begin in range(0, len(files), BATCH):
        batch = [str(file) for file in files[begin:begin + BATCH]]
        run = subprocess.run([grabr, "check", "--json", "-q", *batch], capture_output=True,
                             timeout=TIMEOUT_S)
        for line in run.stdout.decode().splitlines():
            verdict = json.loads(line)
            found[verdict["file"]] = verdict
        missing = set(batch) - set(found)
        if missing:
            sys.exit(f"grabr check said nothing of {len(missing)} files: {run.stderr.decode()[-500:]}")
    return found


def copy_to(folder, number, content):
    path = folder / f"{number:06}"
    path.write_bytes(content)
    return path


def check_foreign(grabr, folder):
    """The files that are mistaken for a language in which they do not parse."""
    names = {}
    for number, sample in enumerate(sorted(FOREIGN.iterdir())):
        names[str(sample)] = sample.name
        names[str(copy_to(folder, 900000 + number, sample.read_bytes()))] = sample.name + " unnamed"
    if len(names) < 40:
        sys.exit(f"{FOREIGN} should hold programs in twenty languages")
    problems = []
    for file, verdict in verdicts(grabr, list(names)).items():
        if "grammar" not in verdict:
            continue
        print(f"{names[file]}: {verdict['grammar']}{'' if verdict['ok'] else ', and does not parse'}")
        if not verdict["ok"]:
            problems.append(names[file])
    print(f"{len(names) // 2} languages without a grammar, named and unnamed: "
          f"{len(problems)} taken for one whose parse fails")
    return problems


def sampled(folder, everything):
    files = sorted(file for file in folder.iterdir() if file.is_file())
    if everything or len(files) <= SAMPLE:
        return files
    return sorted(random.Random(folder.parent.name).sample(files, SAMPLE))


def measure(grabr, corpora, folder, options):
    """Rows of the table: language → counts of right, wrong, text, and of choices that do not parse."""
    originals = {}
    for language in sorted(corpora.iterdir()):
        if (language / "valid").is_dir():
            for file in sampled(language / "valid", options.all):
                originals[str(copy_to(folder, len(originals), file.read_bytes()))] = file
    named = verdicts(grabr, list(originals.values()))
    rows = collections.defaultdict(collections.Counter)
    for copy, verdict in verdicts(grabr, list(originals)).items():
        file = originals[copy]
        language = file.parent.parent.name
        wanted, found = named[str(file)].get("grammar"), verdict.get("grammar")
        kind = "text" if found is None and wanted is not None else "right" if found == wanted else "wrong"
        rows[language][kind] += 1
        if found is not None and not verdict["ok"]:
            rows[language]["does not parse"] += 1
        if options.wrong and kind != "right":
            print(f"{kind}: {file} is {wanted}, found {found}")
    return rows


def show(rows):
    total = sum(rows.values(), collections.Counter())
    print(f"\n| {'language':12} | right | wrong | text |\n|{'-' * 14}|------:|------:|-----:|")
    for language, row in [*rows.items(), ("all", total)]:
        count = row["right"] + row["wrong"] + row["text"]
        shares = [f"{100 * row[kind] / count:5.1f}" for kind in ("right", "wrong", "text")]
        print(f"| {language:12} | {shares[0]} | {shares[1]} |{shares[2]} |")
    return total


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("grabr")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--wrong", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        failed = bool(check_foreign(options.grabr, folder))
        corpora = pathlib.Path(os.environ.get("GRABR_SHARED", "/nowhere")) / "corpora"
        if not corpora.is_dir():
            return 1 if failed else 77
        total = show(measure(options.grabr, corpora, folder, options))
    count = total["right"] + total["wrong"] + total["text"]
    return int(failed or total["right"] < LEAST_RIGHT * count or total["wrong"] > MOST_WRONG * count
               or total["does not parse"] > 0)


if __name__ == "__main__":
    sys.exit(main())
