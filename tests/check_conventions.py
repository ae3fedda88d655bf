#!/usr/bin/env python3
"""Checks that test scripts for other reducers work unchanged: each reduces the same case to the
same bytes, however it gets the candidate.

    check_conventions.py GRABR [--only NAME]
"""

import pathlib
import shutil
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "support"))
from checks import (LeftOut, argument_parser, check, expect, expect_status,  # noqa: E402
                    run_checks, tail)

# Grammar: file name, input, and what the result must contain (a pattern of grep -E). FILE stands
# for the file name in the scripts.
CASES = {
    "expr": ("sum.expr", "1 + (2 * 3.5) - 17 / (4 + -(5 * 6))", r"[0-9] \* [0-9]"),
    "json": ("data.json", '{"a": [1, 2, {"key": [3, {"deep": null}]}], "c": "x", "d": [true]}\n',
             r'"key".*null'),
    "c": ("case.c", "int add(int a, int b) { return a + b; }\nint unused;\n"
          "int main(void) {\n  int i = 0;\n  while (i < 3) { i = add(i, 1); }\n  return i;\n}\n",
          r"while.*add"),
}

# Scripts as in the manuals of the tools, except for the pattern. PATTERN is quoted.
SCRIPTS = {
    # Runs in a fresh folder that contains the candidate under its own name, without arguments.
    "creduce": "#!/bin/sh\ngrep -Eq PATTERN FILE\n",
    "cvise": "#!/bin/bash\nset -e\ngrep -E PATTERN ./FILE > found.txt 2>&1\ntest -s found.txt "
             "&&\\\n"
             "rm -f found.txt\n",
    "perses": "#!/usr/bin/env bash\n\nset -o nounset\n\n"
              "readonly OUTPUT=\"temp_compilation_output\"\n\n"
              "cat FILE &> \"${OUTPUT}\"\n\n"
              "if ! grep --quiet -E PATTERN \"${OUTPUT}\" ; then\n  exit 1\nfi\n\nexit 0\n",
    # The path of the candidate is the first argument.
    "picire": "#!/bin/bash\n\n! test -z \"$(grep -E PATTERN $1)\"\n",
    "picireny": "#!/bin/bash\n\ncat \"$1\" | grep -Eq PATTERN\nexit $?\n",
    "shrinkray": "#!/usr/bin/env bash\nset -eu\nif [ \"$#\" -ne 1 ] ; then exit 1 ; fi\n"
                 "grep -Eq PATTERN \"$1\"\n",
    "shrinkray_stdin": "#!/usr/bin/env bash\ncat | grep -Eq PATTERN\n",
    # Only standard input.
    "halfempty": "#!/bin/sh\n\nif grep -Eq PATTERN -; then\n  exit 0\nfi\nexit 1\n",
    "halfempty_temp": "#!/bin/bash\ntemp=$(mktemp) || exit 1\ntrap 'rm -f \"$temp\"' EXIT\n"
                      "cat > \"$temp\"\ngrep -Eq PATTERN \"$temp\"\n",
    # Returns other statuses than 1 for texts that are not interesting, as `git bisect run` and some
    # other tools allow.
    "other_codes": "#!/bin/sh\ngrep -Eq PATTERN \"$1\" || exit 33\n",
    # Leaves files in its folder.
    "untidy": "#!/bin/sh\nmkdir out && cp FILE out/ && chmod 500 out && grep -Eq PATTERN "
              "out/FILE\n",
}

# Calls without a script file: the words after the input. {dir} is the folder.
COMMANDS = {
    "treereduce": ["--", "./matches", "@@"],
    "treereduce_in_the_middle": ["--", "/bin/sh", "-c", 'grep -Eq "$2" "$1"', "sh", "@@",
                                 "PATTERN"],
    "treereduce_extension": ["--", "./matches-one", "@@.EXT"],
    "ddsmt_last_argument": ["--", "./matches-one"],
    "quoted_command": ["-t", "./matches --"],
    "shell_text": ["-c", "grep -Eq 'PATTERN' FILE"],
    "shell_text_argument": ["-c", "grep -Eq 'PATTERN' \"$1\""],
    "shell_text_stdin": ["-c", "grep -Eq 'PATTERN'"],
    "copied_helper": ["--copy", "helper", "-t", "./uses-helper"],
    "copied_folder": ["--copy", "include", "-t", "./uses-include"],
    "via_argument": ["--input-via", "arg", "-t", "./only-argument"],
    "via_stdin": ["--input-via", "stdin", "-t", "./only-stdin"],
    "via_basename": ["--input-via", "basename", "-t", "./only-basename"],
    "afl_tmin": ["--timeout", "60", "--exit", "0", "--", "./matches", "@@"],
}

HELPERS = {
    "matches": '#!/bin/sh\n[ "$1" != -- ] || shift\ngrep -Eq PATTERN "$1"\n',
    "matches-one": '#!/bin/sh\n[ $# = 1 ] && '
                   'case $1 in *.EXT) grep -Eq PATTERN "$1";; *) exit 3;; esac\n',
    "uses-helper": '#!/bin/sh\n. ./helper && matches "$1"\n',
    "uses-include": '#!/bin/sh\n. include/nested/helper && matches FILE\n',
    "only-argument": '#!/bin/sh\n[ $# = 1 ] && [ -z "$(cat)" ] && grep -Eq PATTERN "$1"\n',
    "only-stdin": '#!/bin/sh\n[ $# = 0 ] && grep -Eq PATTERN\n',
    "only-basename": '#!/bin/sh\n[ $# = 0 ] && [ -z "$(cat)" ] && grep -Eq PATTERN FILE\n',
}
SOURCED = "matches() { grep -Eq PATTERN \"$1\"; }\n"


def filled(text, case):
    file_name, _, pattern = CASES[case]
    quoted = text.replace("'PATTERN'", "PATTERN").replace("PATTERN", f"'{pattern}'")
    return quoted.replace("FILE", file_name).replace("EXT", file_name.rsplit(".", 1)[1])


def filled_argument(text, case):
    """Like filled(), for an argument that is not parsed by a shell."""
    file_name, _, pattern = CASES[case]
    text = text.replace("PATTERN", pattern).replace("FILE", file_name)
    return text.replace("EXT", file_name.rsplit(".", 1)[1])


def prepare(world, case):
    file_name, text, _ = CASES[case]
    world.write(file_name, text)
    for name, script in HELPERS.items():
        world.script(name, filled(script, case))
    world.script("reference", filled(SCRIPTS["creduce"], case))
    world.write("helper", filled(SOURCED, case))
    world.write("include/nested/helper", filled(SOURCED, case))
    world.write("include/empty.h", "")


def reduced(world, case, name, arguments):
    """The result of a run with these arguments."""
    file_name = CASES[case][0]
    result = world.folder / f"{name}.out"
    done = world.run("-g", case, "-i", file_name, "-o", result.name, "--fresh", *arguments)
    expect(done.status == 0, f"{case}, {name}: exit status {done.status}: {tail(done.err)}")
    return result.read_bytes()


def expect_all_the_same(world, case, names):
    """Runs all variants and compares each with the first."""
    prepare(world, case)
    reference = reduced(world, case, "reference", ["-t", "./reference"])
    original = CASES[case][1].encode()
    expect(len(reference) < len(original), f"{case}: nothing was removed")
    matched = world.folder / "matched" / CASES[case][0]
    matched.parent.mkdir()
    matched.write_bytes(reference)
    for name in names:
        if name in SCRIPTS:
            world.script(name, filled(SCRIPTS[name], case))
            arguments = ["-t", f"./{name}"]
        else:
            arguments = [filled_argument(argument, case) for argument in COMMANDS[name]]
        result = reduced(world, case, name, arguments)
        expect(result == reference, f"{case}, {name}: {result!r} instead of {reference!r}")
    left = world.left_behind()
    expect(not left, left)


def names_for(case):
    """All in one language; it is the same code for the others, which have a third each."""
    names = [*SCRIPTS, *COMMANDS]
    return names if case == "expr" else names[list(CASES).index(case)::len(CASES)]


@check
def expr(world):
    expect_all_the_same(world, "expr", names_for("expr"))


@check
def json(world):
    expect_all_the_same(world, "json", names_for("json"))


@check
def c(world):
    expect_all_the_same(world, "c", names_for("c"))


@check
def standard_input(world):
    """The input comes from a pipe, the result goes to one; report and trace go to standard output
    instead."""
    prepare(world, "expr")
    file_name = CASES["expr"][0]
    reference = reduced(world, "expr", "reference", ["-t", "./reference"])
    script = filled('grep -Eq PATTERN "$1"\n', "expr")
    world.script("any_name", "#!/bin/sh\n" + script)
    with (world.folder / file_name).open("rb") as source:
        done = world.run("-q", "-g", "expr", "./any_name", "-", stdin=source)
    expect_status(done, 0)
    expect(done.out == reference, f"{done.out!r} instead of {reference!r}")
    expect(not (world.folder / "-").exists(), "there is a file called -")


@check
def script_beside_its_files(world):
    """A script runs from its own path, so that it finds neighbouring files by $0."""
    prepare(world, "expr")
    world.script("place/test.sh", '#!/bin/sh\n. "$(dirname "$0")/helper.sh" && matches "$1"\n')
    world.write("place/helper.sh", filled(SOURCED, "expr"))
    expect(reduced(world, "expr", "neighbours", ["-t", "place/test.sh"]) ==
           reduced(world, "expr", "reference", ["-t", "./reference"]), "another result")


@check
def variables(world):
    """GRABR_FILE, GRABR_ORIGINAL, GRABR_DIR, and TMPDIR inside the test's own folder."""
    prepare(world, "expr")
    file_name = CASES["expr"][0]
    world.script("asks", '#!/bin/sh\n[ -z "$TMPDIR" ] || [ -d "$TMPDIR" ] || exit 3\n'
                 'case $TMPDIR in "$PWD"/*) ;; *) exit 4;; esac\n'
                 '[ "$TMPDIR" = "$TEMP" ] || exit 5\n'
                 f'[ "$GRABR_FILE" = "$1" ] && [ "$GRABR_DIR" = "{world.folder}" ] || exit 6\n'
                 f'[ "$(cat "$GRABR_ORIGINAL")" = "$(cat "$GRABR_DIR/{file_name}")" ] || exit 7\n'
                 '[ -n "$GRABR_TEST_ID" ] && [ "$GRABR_JOBS" -ge 1 ] || exit 8\n'
                 + filled('grep -Eq PATTERN "$1"\n', "expr"))
    expect(reduced(world, "expr", "asks", ["-t", "./asks"]) ==
           reduced(world, "expr", "reference", ["-t", "./reference"]), "another result")


@check
def compiler(world):
    """One case with a real compiler, by name in the folder and by argument."""
    if not shutil.which("gcc"):
        raise LeftOut("no gcc here")
    world.write("case.c", CASES["c"][1].replace("return i;", "return i + missing;"))
    common = "-fsyntax-only -x c"
    world.script("by_name",
                 f"#!/bin/sh\ngcc {common} case.c 2>&1 | grep -q 'missing.* undeclared'\n")
    world.script("by_argument", f"#!/bin/sh\ngcc {common} \"$1\" > log 2>&1\n"
                 "grep -q 'missing.* undeclared' log\n")
    results = [reduced(world, "c", name, ["-t", f"./{name}"])
               for name in ("by_name", "by_argument")]
    expect(results[0] == results[1], f"different results: {results}")
    expect(len(results[0]) < 60, f"hardly reduced: {results[0]!r}")


def main():
    return run_checks(argument_parser(__doc__).parse_args(), "grabr-conventions-", at_once=2)


if __name__ == "__main__":
    sys.exit(main())
