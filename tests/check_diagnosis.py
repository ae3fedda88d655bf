#!/usr/bin/env python3
"""Checks the messages about tests that do not fail on the original, and that a crash needs no
condition: with real programs that crash, and real scripts with each kind of mistake.

    check_diagnosis.py GRABR [--only NAME]
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "support"))
from checks import (ENVIRONMENT, FINISHED, LeftOut, NOT_FAILING, REFUSED,  # noqa: E402
                    argument_parser, check, expect, expect_status, expect_words, run_checks, tail)

TARGET = r"""
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char text[1000];
int main(int count, char **names) {
  FILE *file = fopen(names[count - 1], "rb");
  if (file == NULL) return 9;
  text[fread(text, 1, sizeof text - 1, file)] = 0;
  char *block = malloc(4);
  int size = (int)strlen(text);
  if (strstr(text, "HEAP")) block[size > 3 ? 4 : 3] = 1;
  if (strstr(text, "SEGV")) *(volatile int *)0 = 1;
  if (strstr(text, "ABRT")) abort();
  if (strstr(text, "OVER")) printf("%d\n", 2147483647 + size);
  if (strstr(text, "KILL")) { fprintf(stderr, "error: cannot cope\n"); return 3; }
  free(block);
  return 0;
}
"""


def compiled(world, *flags):
    world.write("target.c", TARGET)
    compiler = shutil.which("gcc") or shutil.which("cc")
    if not compiler:
        raise LeftOut("no C compiler")
    done = subprocess.run([compiler, "-w", *flags, "target.c", "-o", "target"], cwd=world.folder,
                          capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise LeftOut(f"{' '.join(flags)}: {done.stderr.strip()[:200]}")
    # The options of the target program: those of these tests would change how it ends.
    world.environment["ASAN_OPTIONS"] = "detect_leaks=0"
    world.environment["UBSAN_OPTIONS"] = "exitcode=99"


def expect_result(world, name, text):
    found = (world.folder / name).read_text()
    expect(found.strip() == text, f"{name} is {found!r}")


def expect_no_words(done, *words):
    for word in words:
        expect(word.lower() not in done.said.lower(), f"{word!r} in:{tail(done.err, 20)}")


def first_hint(done):
    hints = re.findall(r"hint: (.*)", done.err)
    expect(hints, "no hint:" + tail(done.err))
    return hints[0]


# A crash is a failure.


@check
def crash_reported(world):
    compiled(world, "-fsanitize=address")
    world.write("crash", "one HEAP two\n")
    done = world.run("-i", "crash", "-o", "min", "--", "./target", "@@")
    expect_status(done, FINISHED)
    expect_words(done, "reports 'ERROR: AddressSanitizer: heap-buffer-overflow on address': taken as "
                       "the failure (--stderr 'ERROR: AddressSanitizer: heap-buffer-overflow on address')")
    expect_result(world, "min", "HEAP")


@check
def crash_in_shell_text(world):
    """The shell returns 128+N."""
    compiled(world)
    world.write("crash", "one ABRT two\n")
    text = f"cd / && '{world.folder}/target' @@ | cat; '{world.folder}/target' @@"
    done = world.run("-c", text, "-o", "min", "crash")
    expect_status(done, FINISHED)
    expect_words(done, "(--signal ABRT)")
    expect_result(world, "min", "ABRT")


@check
def crash_with_status_zero(world):
    """UBSan does not abort: the command ends with status 0 for every input."""
    compiled(world, "-fsanitize=undefined")
    world.write("crash", "one OVER two\n")
    call = ("-i", "crash", "-o", "min", "--", "./target", "@@")
    done = world.run(*call)
    expect_status(done, REFUSED)
    expect_words(done, "runtime error: signed integer overflow' asks for that")
    done = world.run("--stderr", "runtime error: signed integer overflow", *call)
    expect_status(done, FINISHED)
    expect_result(world, "min", "OVER")


@check
def crash_of_several_inputs(world):
    """The condition applies in all turns."""
    script = ("import os, sys\n"
              "a, b = open('a.txt').read(), open('b.txt').read()\n"
              "if 'A' in a and 'B' in b: os.abort()\n")
    world.write("both.py", script)
    world.write("a.txt", "one A two\n")
    world.write("b.txt", "one B two\n")
    done = world.run("-c", f"ulimit -c 0; exec '{sys.executable}' '{world.folder}/both.py'",
                     "a.txt", "b.txt", "-o", "min/")
    expect_status(done, FINISHED)
    expect_words(done, "the results fail together")
    expect(done.err.count("taken as the failure") == 1, "said more than once:" + tail(done.err))
    expect_result(world, "min/a.txt", "A")
    expect_result(world, "min/b.txt", "B")


def expect_fitting(world, command, option):
    """The failure is derived from the output of a command without a condition, and the printed
    condition can be pasted into a call."""
    done = world.run("-i", "crash", "-o", "min", "--", *command)
    expect_status(done, FINISHED)
    expect_words(done, f"taken as the failure ({option})")
    expect_result(world, "min", "BUG")
    words = subprocess.run(["sh", "-c", f'printf "%s\\n" {option}'], capture_output=True,
                           text=True, check=True).stdout.splitlines()
    given = world.run(*words, "-i", "crash", "-o", "min", "--", *command)
    expect_status(given, FINISHED)
    expect_words(given, "already finished")


@check
def fitting(world):
    """A message, an internal error, a signal as a shell reports it; a status alone only gives a
    hint."""
    world.write("crash", "one BUG two\n")
    message = world.write("a.py", "import sys\nif 'BUG' in open(sys.argv[1]).read(): print(1 / 0)\n")
    begin = "#!/bin/sh\ngrep -q BUG \"$1\" || exit 0\n"
    internal = world.script(
        "a.sh", begin + "echo \"$1:1:2: internal compiler error: in f, at g.c:3\" >&2; exit 4\n")
    for command, option in (
            ([sys.executable, message], "--stderr 'ZeroDivisionError: division by zero'"),
            ([internal], r"--stderr 'internal compiler error: in f, at g\.c:[0-9]+'"),
            ([world.script("b.sh", begin + "exit 139\n")], "--signal SEGV")):
        expect_fitting(world, [*command, "@@"], option)
    done = world.run("-i", "crash", "-o", "min", "--", world.script("c.sh", begin + "exit 7\n"), "@@")
    expect_status(done, NOT_FAILING)
    expect(first_hint(done).startswith("if this exit status is the failure: --exit 7"),
           tail(done.err))


# Tests without output.


def silent(world, script, *options, status=NOT_FAILING, name="in.txt"):
    if not (world.folder / name).exists():
        world.write(name, "int ring = 1;\nint other;\n")
    world.script("t.sh", script)
    done = world.run("./t.sh", name, "-o", "min", *options)
    expect_status(done, status)
    return done


def bash():
    if not os.path.exists("/bin/bash"):
        raise LeftOut("no bash")
    return "#!/bin/bash\n"


@check
def silent_errexit(world):
    done = silent(world, bash() + "set -e\nout=$(cat \"$1\"; false)\necho \"$out\" | grep -q ring\n")
    expect_words(done, "line 3: out=")
    expect("set -e is in force: the script ended in line 3" in first_hint(done), tail(done.err))
    expect_no_words(done, "--copy")
    done = silent(world, "#!/bin/sh -e\nfalse\ngrep -q ring \"$1\"\n")
    expect("set -e is in force" in first_hint(done), tail(done.err))


@check
def silent_pipefail(world):
    done = silent(world, bash() + "set -o pipefail\n(cat \"$1\"; exit 2) | grep -c ring >/dev/null\n")
    expect("set -o pipefail is in force: the commands in line 3" in first_hint(done),
           tail(done.err))
    done = silent(world, "#!/bin/sh\n[[ -f \"$1\" ]] && grep -q ring \"$1\"\n")
    if "[[" in done.err:  # not where sh is bash
        expect("#!/bin/bash" in first_hint(done), tail(done.err))


@check
def silent_missing_command(world):
    done = silent(world, "#!/bin/sh\nmycompiler \"$1\" 2>&1 | grep -q crash\n")
    expect_words(done, "The last commands it ran")
    expect(first_hint(done) == "mycompiler, which the script runs, is not found in PATH",
           tail(done.err))
    world.script("mycompiler", "#!/bin/sh\necho crash\n")
    done = silent(world, "#!/bin/sh\nmycompiler \"$1\" 2>&1 | grep -q crash\n")
    expect_words(done, 'here it is "$GRABR_DIR"/mycompiler')


@check
def silent_unset_variable(world):
    script = "[ \"$NEEDED\" = yes ] && grep -q ring \"$1\"\n"
    done = silent(world, "#!/bin/sh\n" + script)
    expect("reads NEEDED, which is not set" in first_hint(done), tail(done.err))
    done = silent(world, "#!/bin/sh\nset -u\n" + script)
    expect_words(done, "set -u is in force")
    world.environment["NEEDED"] = "yes"
    silent(world, "#!/bin/sh\n" + script, status=FINISHED)


@check
def silent_inverted(world):
    for script in ("! grep -q ring \"$1\"\n", "grep -q ring \"$1\" && exit 1\nexit 0\n"):
        done = silent(world, "#!/bin/sh\n" + script)
        expect("is the status inverted?" in first_hint(done), tail(done.err))


@check
def too_little_memory(world):
    script = (f"#!/bin/sh\n'{sys.executable}' -c 'x = bytearray(1 << 30)' 2>/dev/null && "
              "grep -q ring \"$1\"\n")
    done = silent(world, script, "--memory", "500")
    expect("--memory 500" in first_hint(done), tail(done.err))
    done = silent(world, script.replace("2>/dev/null", ""), "--memory", "500")
    expect_words(done, "it got no memory: --memory 500 is too little")


@check
def other_languages_are_not_traced(world):
    done = silent(world, f"#!{sys.executable}\nimport sys\nsys.exit(1)\n")
    expect_words(done, "standard error: nothing")
    expect_no_words(done, "last commands", "--copy")


@check
def project(world):
    """A script that reads the original instead of the candidate: following the hints leads to a
    working call."""
    world.write("proj/include/types.h", "#define RING 1\n")
    world.write("proj/src/main.c", "int ring = 1;\nint other;\n")
    reads = "cat proj/include/types.h > /dev/null && grep -q ring proj/src/main.c\n"
    done = silent(world, "#!/bin/sh\n" + reads, name="proj/src/main.c")
    expect_words(done, "proj/src/main.c, which is the input itself")
    expect_words(done, 'cp "$1" proj/src/main.c puts the candidate in its place')
    done = silent(world, "#!/bin/sh\n" + reads, "--copy", "proj", name="proj/src/main.c",
                  status=REFUSED)
    expect_words(done, "Among the copies is the original itself, as proj/src/main.c")
    expect('cp "$1" proj/src/main.c' in first_hint(done), tail(done.err, 20))
    silent(world, "#!/bin/sh\ncp \"$1\" proj/src/main.c && " + reads, "--copy", "proj",
           name="proj/src/main.c", status=FINISHED)
    expect((world.folder / "min").read_text().startswith("ring"), "another result")


@check
def kept_folders(world):
    """The last few folders are kept, including the one that was named."""
    for _ in range(6):
        done = silent(world, "#!/bin/sh\nexit 1\n")
        named = re.search(r"cd (\S+) &&", done.err).group(1)
        expect(os.path.isdir(named), f"{named} is gone")
    kept = [path.name for path in world.temporary.iterdir() if path.name.startswith("grabr-kept-")]
    expect(len(kept) <= 4, f"{len(kept)} kept folders")
    expect(len(kept) >= 2, f"{len(kept)} kept folders")


# Tests that interfere with each other.


@check
def disturbed_later(world):
    """Interference that the checks before the search did not find: the message mentions the jobs."""
    if len(os.sched_getaffinity(0)) < 2:
        raise LeftOut("one processor")
    mark = world.folder / "left behind"
    script = (f"#!/bin/sh\n[ -e '{mark}' ] && exit 1\ngrep -q ring \"$1\" || exit 1\n"
              f"[ $(wc -c < \"$1\") -gt 2000 ] || touch '{mark}'\n")
    world.write("in.txt", "".join(f"word{i} {{ ring }}\n" for i in range(300)))
    done = silent(world, script, "-j", "2", status=ENVIRONMENT)
    expect_words(done, "2 tests ran at once")
    expect_words(done, "-j 1")


if __name__ == "__main__":
    sys.exit(run_checks(argument_parser(__doc__).parse_args(), "grabr-diagnosis-"))
