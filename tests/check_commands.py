#!/usr/bin/env python3
"""Runs the examples of every command's help, which are those of its man page, and the commands that README,
manual and other pages show in blocks without what they print. (Those with a prompt, "    $ COMMAND", are run
by check_manual.py, check_examples.py and check_library.py, which compare what they print.)

    check_commands.py GRABR SOURCES [NAME...]

NAME is a command of grabr or a page. The files that the examples name are in FILES and PROGRAMS, compilers and
the like in BIN: stand-ins that fail for what the inputs have. BEFORE is what a help or page takes for granted.
A command that cannot run here stands in ELSEWHERE, with what runs it; a new one has to run, or to be named
there."""

import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

PATIENCE_S = 120
FAILS = '#!/bin/sh\nfor last; do :; done\ngrep -q crash "$last"'
# A fake compiler that fails on files with "crash"; calls that link, to detect undefined behaviour,
# go to the real one.
COMPILER = ('#!/bin/sh\ncase " $* " in *" -lm "*) exec /usr/bin/gcc "$@" ;; esac\nfor word; do\n'
            '  case $word in -*) continue ;; esac\n  if grep -qs crash "$word"; then\n'
            '    echo "$word:7:1: internal compiler error: in gen_typedef_die: assert line 7" >&2; exit 1\n  fi\ndone')
SEGV = '#!/bin/sh\nfor last; do :; done\nif grep -qs crash "$last"; then kill -SEGV $$; fi'
# Prints something else with an optimization level, and crashes without one.
TOOL = ('#!/bin/sh\nfor last; do :; done\ngrep -q crash "$last" || exit 0\n'
        'case $1 in -O*) echo "result of $1" ;; *) kill -SEGV $$ ;; esac')
# Like the real launchers: their options, then the command for another machine.
LAUNCHER = ('#!/bin/sh\nwhile [ "$#" -gt 0 ]; do\n'
            '  case $1 in -S) shift 2 ;; -*|HOST) shift ;; *) break ;; esac\ndone\n')
BIN = {"gcc": COMPILER, "gcc-12": COMPILER, "cc": COMPILER, "dot": "#!/bin/sh\ncat >/dev/null; echo '<svg/>'",
       "clang-format": "#!/bin/sh\ncat", "tidy": "#!/bin/sh\nexit 0", "salloc": "#!/bin/sh\nexit 0",
       "srun": LAUNCHER + 'exec "$@"', "ssh": LAUNCHER + '[ $# = 0 ] || exec sh -c "$*"'}
C = "int crash;\nint main(void) { return 0; }\n"
BAD_JSON, GOOD_JSON = '[1, {"crash": [2]}]', '[1, {"fine": [2]}]'
NAMES = ('{"start": "s", "rules": {"s": "NAME*"}, "tokens": {"NAME": "[a-z]+"}, '
         '"skip": {"SPACE": "[ \\t\\n]+"}}')
SETTINGS = NAMES.replace("NAME*", "( NAME '=' NUMBER )*").replace('"[a-z]+"', '"[a-z]+", "NUMBER": "[0-9]+"')
G4 = "grammar NAME;\nlist : '(' ID* ')' ;\nID : [a-z]+ ;\nWS : [ \\t\\n]+ -> skip ;\n"
PROGRAMS = {"crashes.sh": FAILS, "test.sh": FAILS, "t.sh": FAILS, "differs.sh": FAILS, "abs/check.py": 'import sys\n'
            'sys.exit("crash" not in open(sys.argv[-1]).read())', "target": SEGV, "fuzz_target": SEGV, "server": SEGV, "tool": TOOL,
            "old-cc": "#!/bin/sh\nexit 1", "cmd/CMD": SEGV, "cmd/TEST": FAILS, "wrong.sh": FAILS,
            "slow.sh": "#!/bin/sh\nsleep 0.1\ngrep -q crash input.c", "cases/c-one/test.sh": FAILS}
FILES = {
    **{name: C for name in ("input.c", "in.c", "bug.c", "bad.c", "main.c", "work/input.c", "checksum.c",
                            "cases/c-one/input.c")},
    **{name: C.replace("int crash;", "int fine;") for name in ("good.c", "src/a.c", "src/b.c", "t.c",
                                                               "corpora/c/a.c")},
    "part.c": '#include "part.h"\nint crash;\n', "part.h": "int crash;\nint other;\n",
    **{name: BAD_JSON for name in ("input.json", "bad.json", "FILE", "crash", "shell.txt")},
    **{name: GOOD_JSON for name in ("good.json", "data.json", "samples/one.json", "corpora/json/a.json")},
    "input.js": "var crash = 1;\nvar other = [1, 2];\n", "input.txt": "some crash in words\n",
    "app.py": "x = 1\nint('crash')\n", "broken.c": "int f( {\n", "fragment.txt": "return 1;\n", "example.thrift": "(a b)\n",
    **{name: "SELECT crash FROM t WHERE a = 1;\n" for name in ("input.sql", "crash.sql")},
    "works.sql": "SELECT fine FROM t WHERE a = 1;\n",
    "my-language.json": NAMES, "settings.json": SETTINGS,
    "examples/fuzz-tidy/tags.json": NAMES,
    **{f"{name}.g4": G4.replace("NAME", name) for name in ("Kotlin", "Thrift")},
    "KotlinParser.g4": "parser grammar KotlinParser;\noptions { tokenVocab = KotlinLexer; }\nfile : ID* EOF ;\n",
    "KotlinLexer.g4": "lexer grammar KotlinLexer;\nID : [a-z]+ ;\nWS : [ \\t\\n]+ -> skip ;\n",
    "tree-sitter-zig/src/grammar.json": '{"name": "zig", "rules": {"file": {"type": "REPEAT", "content": '
                                        '{"type": "PATTERN", "value": "[a-z]+"}}}}',
    "gram.y": "%token ID\n%%\nlist : | list ID ;\n%%\n",
    "scan.l": "%%\n[a-z]+  return ID;\n[ \\t\\n]+  ;\n%%\n",
}
REDUCED = "grabr -q --report report.json ./crashes.sh input.c"
BOTH = "grabr -q ./crashes.sh input.c; grabr -q ./crashes.sh work/input.c"
RUNNING = ("grabr -q ./slow.sh work/input.c >log 2>&1 & "
           "until grabr status work/input.c >status 2>&1; do sleep 0.05; done")
# Commands that prepare what the examples of a command or page rely on.
BEFORE = {
    "bench": "grabr grammar print c >my-c.json; grabr bench -q -o last-week.jsonl cases/; "
             "grabr bench -q --shard 1/5 -o part1.jsonl cases/",
    "verify": f"mkdir kept; {REDUCED}; cp input.reduced.c kept/small.c",
    "explain": REDUCED,
    "report": f"{REDUCED}; cp report.json r.json; for way in auto perses; do "
              "grabr -q --strategy $way -o $way.c --report $way.json ./crashes.sh input.c; done",
    "show": "grabr -q ./crashes.sh work/input.c; grabr -q --strategy ddmin-2000 --unit chars ./crashes.sh input.c",
    "share": REDUCED, "examples/manual/triage.md": "ln -s target run; grabr -q input.c -- ./target @@; "
                                               "mkdir crashes; cp input.c crashes; grabr triage -q crashes -- ./target @@; [ $? = 10 ]",
    "triage": "mkdir -p crashes work/a out/default/crashes; cp bug.c work/a/repro.c; for i in 1 2; do echo \"[$i, {\\\"crash\\\": $i}]\" >crashes/$i; done; "
              "cp crashes/* out/default/crashes; cp crashes/1 crash-1",
    "stop": RUNNING, "wait": RUNNING,
}
# Examples with numbers for a long run, and their replacements here.
SHORTER = [("-n 5000", "-n 20"), ("-n 1000", "-n 20"), ("-n 500", "-n 20"), ("--max-time 600", "--max-time 1"),
           ("-n 50 ", "-n 2 "), ("--samples 50 --together 300", "--samples 3 --together 5"),
           ("fuzz -g json -- ", "fuzz -g json -n 40 -- "), ("fuzz -g json -o found ", "fuzz -g json -n 40 -o found "), ("fuzz -g json --differs", "fuzz -g json -n 40 --differs"),
           ("--chars 1-10000 ", "--chars 1-10000 -n 40 "), ("--step 17", "--step 5"), ("--from-step 17", "--from-step 5")]
# Exit statuses other than 0 that examples are expected to have.
STATUS = {"grabr fuzz": (0, 10), "grabr triage": (0, 10), "ls crash-* | grabr triage": (0, 10), "find work": (0, 10), "grabr doctor": (0, 1)}
# Commands that cannot run here, or only in the setting of one page, and what checks them instead.
ELSEWHERE = {
    "apt install ./grabr_": "check_clean_packages.py, in an empty Debian",
    "pip install grabr_reducer-": "check_packages.py, in a virtual environment",
    "cp grabr /usr/local/bin": "check_clean_packages.py",
    "./tools/demo": "takes minutes: it builds all", "./tools/test": "is what runs this",
    "cmake --install build": "check_library.py",
    "export CMAKE_PREFIX_PATH": "check_library.py",
    "shrinkray ": "another reducer; the other side of the protocol: check_proposers.py",
    "grabr examples/gcc-ice/": "check_examples.py: the example itself",
    "grabr compare examples/gcc-ice/": "takes minutes: the table below it is of one run",
    "grabr bench CASES": "the call behind a table, which took hours",
    "grabr bench --table -o bench.jsonl": "its table",
    "tools/": "for developers, or takes long: what it makes is in the repository",
    "tests/": "for developers: it writes the table below it",
}
# The beginning of a command line: other code blocks show programs, formats or output.
COMMAND = re.compile(r"((?:[A-Z_]+=\S+ )*)(grabr [^: ]|(\./)?tools/|tests/|ssh |salloc|srun |pip |apt |cp |cmake --|"
                     r"export |shrinkray |printf |podman |brew |docker )")


def examples_of(program, words=()):
    """(command, line) of each example in the help of grabr, or of this command of it and those below."""
    text = subprocess.run([program, "help", *words], capture_output=True, text=True, check=True).stdout
    part = text.partition("Examples:\n")[2].partition("\n\n")[0]
    found = [(" ".join(words) or "grabr", line.strip()) for line in part.splitlines()]
    for command in re.findall(r"^  ([a-z]+)  +[A-Z]", text.partition("\nCommands:")[2].partition("\n\n")[0], re.M):
        found += examples_of(program, (*words, command))
    return found


def pages_of(sources):
    skipped = ("build", "tests/golden", "examples/embedded/guide.md")  # the last one is an input
    return [page for page in sorted(sources.rglob("*.md"))
            if not str(page.relative_to(sources)).startswith(skipped) and ".git" not in page.parts]


def commands_of(page, name):
    """(page, line) of each command in a block that shows nothing but commands."""
    found, fence, prompted, continued = [], "", False, ""
    is_compared = name.startswith("examples/") and page.name not in ("launchers.md", "cases.md")
    for line in page.read_text().splitlines():
        if line.startswith("```"):
            fence, prompted = "" if fence else line, False
            continue
        text = line if fence == "```" else line[4:] if line.startswith("    ") else None
        if text is None:
            prompted = False
            continue
        if text.startswith("$ ") and (fence or not is_compared):
            text, prompted = text[2:], False
        prompted = prompted or text.startswith("$ ")  # the lines after it are its output
        if continued or not prompted and COMMAND.match(text):
            continued += text.removesuffix("\\")
            if not text.endswith("\\"):
                found.append((name, continued))
                continued = ""
    return found


def prepare(folder):
    for name, text in PROGRAMS.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text + "\n")
        path.chmod(0o755)
    for name, text in BIN.items():
        path = folder / "bin" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text + "\n")
        path.chmod(0o755)
    for name, text in FILES.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def run(command, folder, program):
    environment = dict(os.environ, PATH=f"{folder}/bin:{folder}/cmd:{program.parent}:{os.environ['PATH']}",
                       HOME=str(folder))
    return subprocess.run(["bash", "-c", command], cwd=folder, env=environment, text=True, capture_output=True,
                          stdin=subprocess.DEVNULL, timeout=PATIENCE_S)


def problems_of(name, lines, program):
    """The commands of a help or a page, one after the other in one folder: those that do not end as they are to."""
    problems = []
    with tempfile.TemporaryDirectory(prefix="grabr-commands-") as place:
        folder = pathlib.Path(place)
        prepare(folder)
        (folder / "tmp").mkdir()
        for command in [BEFORE[name], *lines] if name in BEFORE else lines:
            shown = command
            for long, short in SHORTER:
                command = command.replace(long, short)
            command = command.replace("/abs/", f"{folder}/abs/").replace("shell text", "grep -q crash @@")
            if command.startswith("grabr init"):
                (folder / "test.sh").unlink(missing_ok=True)
            done = run(command, folder, program)
            wanted = next((status for start, status in STATUS.items() if command.startswith(start)), (0,))
            if done.returncode not in wanted:
                problems.append(f"{name}: {shown}\nended with {done.returncode}\n{done.stdout[-500:]}{done.stderr[-800:]}")
    return problems


def main():
    program, sources = (pathlib.Path(word).resolve() for word in sys.argv[1:3])
    found = examples_of(program)
    for page in pages_of(sources):
        found += commands_of(page, str(page.relative_to(sources)))
    groups, left_out = {}, {}
    for name, line in found:
        reason = next((why for start, why in ELSEWHERE.items() if line.startswith(start)), None)
        if reason:
            left_out.setdefault(reason, []).append(line)
        elif (not sys.argv[3:] or name in sys.argv[3:]) and (name != "reduce" or ("grabr", line) not in found):
            groups.setdefault(name, []).append(line)
    for start in ELSEWHERE:
        if not any(line.startswith(start) for lines in left_out.values() for line in lines):
            sys.exit(f"check_commands: no page has the command {start!r}")
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for problems in pool.map(lambda group: problems_of(*group, program), groups.items()):
            failed += len(problems)
            for problem in problems:
                print(problem, flush=True)
    print(f"{sum(map(len, groups.values()))} commands, {failed} wrong; left out: {sum(map(len, left_out.values()))}")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
