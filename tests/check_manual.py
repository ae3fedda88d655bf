#!/usr/bin/env python3
"""Runs the commands of the manual as its pages show them, and makes the site (tools/manual), which looks at
every link.

    check_manual.py GRABR FOLDER [--update] [--quick] [PAGE...]

A page is a file FOLDER/*.md. Its lines "    $ COMMAND" run one after the other in a fresh folder, which has a
link `examples` to the folder above; what stands indented below one is what it prints, where "…" stands for
anything within a line. No call of grabr on the way has an option that there is not. --quick leaves out what takes long: sections with SLOW programs. --update writes what they print into the pages, but for lines with "…" among others.
A section whose programs are not there is left out, and so is the site without lowdown: status 77.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import check_examples

PROMPT = "    $ "
PROGRAMS = ["gcc-12", "clang++-14", "rustc", "verilator", "yosys", "sqlite3", "z3", "node", "jq", "python3", "git"]

SLOW = ["clang++-14", "rustc", "verilator", "yosys", "node"]


class Block:
    """A command, the lines it prints, and where those stand in the page."""

    def __init__(self, command, section, line):
        self.command, self.section, self.begin = command, section, line
        self.expected = []

    def is_open(self):
        return "<<'END'" in self.command and not self.command.endswith("\nEND")


def blocks_of(lines):
    blocks, section, last = [], "", None
    for number, line in enumerate(lines):
        if line.startswith("## "):
            section = line[3:]
        if last and last.is_open():  # up to the end of a here-document
            last.command += "\n" + line.removeprefix("    ")
            last.begin = number + 1
        elif line.startswith(PROMPT):
            last = Block(line[len(PROMPT):], section, number + 1)
            blocks.append(last)
        elif line.startswith("    ") and last:
            last.expected.append(line[4:])
        else:
            last = None
    return blocks


def programs_in(blocks, names):
    """Section -> one of these programs that it runs."""
    found = {}
    for block in blocks:
        for name in names:
            if re.search(rf"(?<![\w/.-]){re.escape(name)}(?![\w.-])", block.command):
                found[block.section] = name
    return found


def matches(printed, expected):
    if len(printed) != len(expected):
        return False
    return all(re.fullmatch(re.escape(want).replace("…", ".*"), line) for line, want in zip(printed, expected))


def run_page(page, environment, update, quick):
    """Returns a difference from the page, if any, and the skipped sections."""
    lines = page.read_text().splitlines()
    blocks = blocks_of(lines)
    missing = programs_in(blocks, [name for name in PROGRAMS if not shutil.which(name)])
    slow = programs_in(blocks, SLOW) if quick else {}
    changes = []
    with tempfile.TemporaryDirectory(prefix="grabr-manual-") as place:
        os.symlink(page.resolve().parent.parent, pathlib.Path(place, "examples"))
        for block in blocks:
            if block.section in missing or block.section in slow:
                continue
            done = subprocess.run(["bash", "-c", block.command], cwd=place, env=environment, text=True,
                                  stdin=subprocess.DEVNULL, capture_output=True, timeout=300)
            printed = done.stdout.splitlines()
            for line in done.stderr.splitlines():
                if line.startswith("grabr: unknown option"):  # in a script, which may go on
                    return f"$ {block.command}\nsaid\n{line}", missing
            if done.returncode != 0:
                return f"$ {block.command}\nended with {done.returncode}\n{done.stdout}{done.stderr}", missing
            if not matches(printed, block.expected) or block.expected == ["…"]:
                if not update:
                    if block.expected != ["…"]:
                        return f"$ {block.command}\nprinted\n{done.stdout}\ninstead of\n" + "\n".join(
                            block.expected), missing
                changes.append((block, printed))
    for block, printed in reversed(changes if update else []):
        lines[block.begin:block.begin + len(block.expected)] = ["    " + line for line in printed]
    if update and changes:
        page.write_text("\n".join(lines) + "\n")
    return None, missing


def site_problem(root, program):
    """Makes the site of the pages: every link must lead somewhere."""
    with tempfile.TemporaryDirectory(prefix="grabr-site-") as place:
        done = subprocess.run([root / "tools/manual", "--grabr", program, "--no-reference", place], text=True,
                              capture_output=True)
        return done.stderr if done.returncode != 0 else None


def readme_problem(root):
    """Compares README's table of cases with the table of all cases."""
    rows = re.findall(r"^\|[^|]*`([\w-]+)`\) \| (\d+) \| \*\*(\d+)\*\*, (\d+) \|", (root / "README.md").read_text(), re.M)
    cases = (root / "examples/cases.md").read_text()
    for name, *numbers in rows:
        row = re.search(rf"^\| {name} \| (\d+) \| \d+ \| (\d+) \| \d+ \| (\d+) \|", cases, re.M)
        if not row or list(row.groups()) != numbers:
            return f"{name}: README.md has {numbers}, examples/cases.md has {row and row.groups()}"
    return None if rows else "README.md has no table of cases"


def main():
    arguments = [argument for argument in sys.argv[1:] if not argument.startswith("--")]
    update, quick = "--update" in sys.argv, "--quick" in sys.argv
    program, folder, *names = arguments
    program = pathlib.Path(program).resolve()
    pages = [page for page in sorted(pathlib.Path(folder).glob("*.md")) if not names or page.stem in names]
    environment = dict(os.environ, PATH=f"{program.parent}:{os.environ['PATH']}")
    environment.pop("TMPDIR", None)
    failed = skipped = 0
    with check_examples.threads_with_one_processor(2) as pool:
        answers = pool.map(lambda page: run_page(page, environment, update, quick), pages)
        for page, (problem, missing) in zip(pages, answers):
            print(f"{page.name}: {problem or 'as shown'}", flush=True)
            for section, name in missing.items():
                print(f"{page.name}: left out: {section}, {name} is not there")
            failed += problem is not None
            skipped += len(missing)
    if not names:
        root = pathlib.Path(folder).resolve().parent.parent
        problem = readme_problem(root)
        print(f"README.md: {problem or 'its table is that of the cases'}")
        failed += problem is not None
        if shutil.which("lowdown"):
            problem = site_problem(root, program)
            print(f"the site: {problem or 'every link leads somewhere'}")
            failed += problem is not None
        else:
            print("the site: left out, lowdown is not there")
            skipped += 1
    sys.exit(1 if failed else 77 if skipped else 0)


if __name__ == "__main__":
    main()
