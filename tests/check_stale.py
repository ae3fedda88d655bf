#!/usr/bin/env python3
"""Checks that no outdated answer is used: whatever a test depends on changes between two runs of
one command, or during a run, grabr never reports "finished" for a result that does not fail when
the test is run by hand. If nothing has changed, only the best text is tested again.

    check_stale.py GRABR [--only NAME]

The input has two lines of interest. The test wants one of them at first, and the other one after the
change, so that what was found before does not fail any more, and the original always does.
"""

import json
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "support"))
from checks import (CHECKS, ENVIRONMENT, FINISHED, NOT_FAILING, argument_parser,  # noqa: E402
                    check, expect, expect_status, expect_words, run_checks, tail)

INPUT = "".join(f"line {i}\n" for i in range(5)) + "ring\nother\nsensor\n" + "line 9\n" * 3
BEFORE, AFTER = "ring", "sensor"
JUDGES = 'grep -q {} "$1"\n'
MOST_CHECKS = 1  # tests of a run that has all answers


def tool(word):
    return "#!/bin/sh\n" + JUDGES.format(word)


class Case:
    """A way to depend on something: what is there (name of a script: its text), the command, and what
    the change is. `seen`: a word of what grabr says about it, where it can see it."""

    def __init__(self, files, change, test=("./test.sh",), seen="", variables=None, options=()):
        self.files, self.change, self.test = files, change, test
        self.seen, self.variables, self.options = seen, variables or {}, options

    def begin(self, world):
        world.write("input", INPUT)
        for name, text in self.files.items():
            world.script(name, text.replace("FOLDER", str(world.folder)))
        for name, value in self.variables.items():
            world.environment[name] = value.replace("FOLDER", str(world.folder))
        world.environment["GRABR_UNUSED"] = "x"

    def command(self, world):
        if self.test[0] == "-c":
            test = list(self.test)
        elif self.test[0] == "--":
            return [*self.options, "-i", "input",
                    *(word.replace("FOLDER", str(world.folder)) for word in self.test)]
        else:
            test = ["-t", *self.test]
        return [*self.options, *(word.replace("FOLDER", str(world.folder)) for word in test), "-i",
                "input"]


def writes(name, text=tool(AFTER)):
    """Changes one script."""
    def change(world):
        world.script(name, text.replace("FOLDER", str(world.folder)))
    return change


def sets(name, value):
    def change(world):
        world.environment[name] = value.replace("FOLDER", str(world.folder))
    return change


def relinks(world):
    link = world.folder / "b/tool"
    link.unlink()
    link.symlink_to("tool2")


def linked(case):
    """The same, with a link from b/tool to b/tool1."""
    begin = case.begin

    def begin_with_link(world):
        begin(world)
        (world.folder / "b/tool").symlink_to("tool1")
    case.begin = begin_with_link
    return case


CALLS = "#!/bin/sh\n{} \"$1\"\n"
IN_PATH = {"PATH": "FOLDER/bin:FOLDER/bin2:/usr/bin:/bin"}
# The words of the test do not name b/data.
HIDDEN = ("#!/bin/sh\nname=$(printf '%s/%sta' \"$(dirname \"$0\")\" da)\n"
          "grep -q \"$(cat \"$name\")\" \"$1\"\n")

CASES = {
    "script_edited": Case({"test.sh": tool(BEFORE)}, writes("test.sh"), seen="test.sh"),
    "tool_by_absolute_path": Case({"test.sh": CALLS.format("FOLDER/b/tool"), "b/tool": tool(BEFORE)},
                                  writes("b/tool"), seen="b/tool"),
    "tool_in_start_folder": Case(
        {"test.sh": CALLS.format('"$GRABR_DIR/b/tool"'), "b/tool": tool(BEFORE)}, writes("b/tool"),
        seen="b/tool"),
    "tool_in_braces": Case({"test.sh": CALLS.format("${GRABR_DIR}/b/tool"), "b/tool": tool(BEFORE)},
                           writes("b/tool"), seen="b/tool"),
    "tool_beside_script": Case({"s/test.sh": CALLS.format('"$(dirname "$0")"/tool'),
                                "s/tool": tool(BEFORE)}, writes("s/tool"), test=("s/test.sh",),
                               seen="s/tool"),
    "tool_by_own_variable": Case({"test.sh": '#!/bin/sh\nWHERE=FOLDER/b\n$WHERE/tool "$1"\n',
                                  "b/tool": tool(BEFORE)}, writes("b/tool"), seen="b/tool"),
    "tool_by_variable": Case({"test.sh": CALLS.format("$TOOL"), "b/tool": tool(BEFORE)},
                             writes("b/tool"), seen="b/tool", variables={"TOOL": "FOLDER/b/tool"}),
    "tool_in_path": Case({"test.sh": CALLS.format("exec wanted"), "bin/wanted": tool(BEFORE)},
                         writes("bin/wanted"), seen="bin/wanted", variables=IN_PATH),
    "tool_new_in_path": Case({"test.sh": CALLS.format("exec wanted"), "bin2/wanted": tool(BEFORE)},
                             writes("bin/wanted"), seen="bin/wanted", variables=IN_PATH),
    "order_of_path": Case({"test.sh": CALLS.format("exec wanted"), "bin/wanted": tool(BEFORE),
                           "bin2/wanted": tool(AFTER)},
                          sets("PATH", "FOLDER/bin2:FOLDER/bin:/usr/bin:/bin"), seen="$PATH",
                          variables=IN_PATH),
    "environment": Case({"test.sh": CALLS.format('grep -q "$WHAT"')}, sets("WHAT", AFTER),
                        seen="$WHAT", variables={"WHAT": BEFORE}),
    "unseen_data": Case({"test.sh": CALLS.format("FOLDER/b/tool"), "b/tool": HIDDEN,
                         "b/data": BEFORE}, writes("b/data", AFTER), seen="no longer fails"),
    "script_of_script": Case({"test.sh": CALLS.format("FOLDER/b/second.sh"),
                              "b/second.sh": CALLS.format("FOLDER/b/tool"), "b/tool": tool(BEFORE)},
                             writes("b/tool"), seen="b/tool"),
    "copied_file": Case({"test.sh": '#!/bin/sh\ngrep -qf want "$1"\n', "want": BEFORE + "\n"},
                        writes("want", AFTER + "\n"), seen="want", options=("--copy", "want")),
    "interpreter": Case({"test.sh": "#!FOLDER/b/interpreter\n",
                         "b/interpreter": '#!/bin/sh\ngrep -q ring "$2"\n'},
                        writes("b/interpreter", '#!/bin/sh\ngrep -q sensor "$2"\n'),
                        seen="b/interpreter"),
    "interpreter_in_path": Case({"test.sh": "#!/usr/bin/env wanted\n",
                                 "bin/wanted": '#!/bin/sh\ngrep -q ring "$2"\n'},
                                writes("bin/wanted", '#!/bin/sh\ngrep -q sensor "$2"\n'),
                                seen="bin/wanted", variables=IN_PATH),
    "link": linked(Case({"test.sh": CALLS.format("FOLDER/b/tool"), "b/tool1": tool(BEFORE),
                         "b/tool2": tool(AFTER)}, relinks, seen="b/tool")),
    "shell_text": Case({"b/tool": tool(BEFORE)}, writes("b/tool"),
                       test=("-c", '"$GRABR_DIR"/b/tool "$1"'), seen="b/tool"),
    "argument": Case({"wrapper.sh": CALLS.format("FOLDER/b/tool"), "b/tool": tool(BEFORE)},
                     writes("b/tool"), test=("--", "sh", "FOLDER/wrapper.sh", "@@"), seen="b/tool"),
}


def by_hand(world, case, data):
    """Whether the test, run by hand, fails for these bytes."""
    place = world.folder / "by hand"
    place.mkdir(exist_ok=True)
    (place / "input").write_bytes(data)
    for name in case.files:
        if name == "want":
            (place / name).write_text((world.folder / name).read_text())
    words = [word.replace("FOLDER", str(world.folder)) for word in case.test]
    if words[0] == "-c":
        words = ["/bin/sh", "-c", words[1], "sh", str(place / "input")]
    elif words[0] == "--":
        words = [str(place / "input") if word == "@@" else word for word in words[1:]]
    else:
        words = [str(world.folder / words[0]), str(place / "input")]
    environment = dict(world.environment, GRABR_DIR=str(world.folder))
    return subprocess.run(words, cwd=place, env=environment, check=False).returncode == 0


def reduce_case(world, case, *options):
    return world.run("-g", "lines", "--report", "report", "-o", "output", *options,
                     *case.command(world))


def executed(world):
    return json.loads((world.folder / "report").read_text())["tests"]["executed"]


def expect_true(world, case, done, *statuses):
    """The result fails when tested by hand, whatever the exit status was."""
    expect_status(done, *statuses)
    result = (world.folder / "output").read_bytes()
    expect(by_hand(world, case, result),
           f"exit status {done.status}, and {result!r} does not fail:{tail(done.err)}")


def between_runs(case):
    def run(world):
        case.begin(world)
        expect_true(world, case, reduce_case(world, case), FINISHED)
        expect((world.folder / "output").read_bytes() == b"ring\n", "not what was wanted at first")
        expect_true(world, case, reduce_case(world, case), FINISHED)
        expect(executed(world) == MOST_CHECKS,
               f"nothing had changed, and {executed(world)} tests were run")
        case.change(world)
        done = reduce_case(world, case)
        expect_true(world, case, done, FINISHED)
        expect((world.folder / "output").read_bytes() == b"sensor\n", "not what is wanted now")
        expect_words(done, case.seen)
        expect_true(world, case, reduce_case(world, case), FINISHED)
        expect(executed(world) == MOST_CHECKS,
               f"nothing had changed since, and {executed(world)} tests were run")
    return run


for key, one in CASES.items():
    CHECKS[key] = between_runs(one)


# A test that looks for another word from its nth run on, without any sign of the change.
SWAPPED = ("#!/bin/sh\nexec 9>> 'FOLDER/runs'\nflock 9\necho >&9\n"
           "[ $(wc -l < FOLDER/runs) -gt {} ] && exec grep -q sensor \"$1\"\n" + JUDGES.format(BEFORE))

SWAPPED_SET = ("#!/bin/sh\nexec 9>> 'FOLDER/runs'\nflock 9\necho >&9\nword=ring\n"
               "[ $(wc -l < FOLDER/runs) -gt {} ] && word=sensor\n"
               "grep -q $word input && grep -q $word second\n")


def swapped_after(runs, jobs):
    def run(world):
        case = Case({"test.sh": SWAPPED.format(runs)}, None)
        case.begin(world)
        statuses = (FINISHED, ENVIRONMENT)
        done = reduce_case(world, case, "-j", jobs, "--no-preflight")
        expect_true(world, case, done, *statuses)
        expect_true(world, case, reduce_case(world, case, "-j", jobs, "--no-preflight"), FINISHED)
        expect((world.folder / "output").read_bytes() == b"sensor\n", "not what is wanted now")
    return run


for count in range(1, 8):  # without a change there are eight tests
    for at_once in (1, 2):
        CHECKS[f"swapped_after_{count}_j{at_once}"] = swapped_after(count, at_once)


@check
def result_swapped_at_the_end(world):
    """Only the final test notices the change: exit status 7, and the last text that does fail."""
    case = Case({"test.sh": CALLS.format("FOLDER/b/tool"), "b/tool": HIDDEN, "b/data": BEFORE}, None)
    case.begin(world)
    world.script("formatter", f"#!/bin/sh\nprintf sensor > '{world.folder}/b/data'\ncat; echo\n")
    done = reduce_case(world, case, "--formatter", world.folder / "formatter")
    expect_true(world, case, done, ENVIRONMENT)
    expect_words(done, "does not fail")
    report = json.loads((world.folder / "report").read_text())
    expect(report["exit"] == ENVIRONMENT, f"the report says {report['exit']}")
    expect(report["output"]["bytes"] == (world.folder / "output").stat().st_size,
           "the report is of another text")
    expect_true(world, case, reduce_case(world, case), FINISHED)


@check
def harmless_variables(world):
    """A run resumes in another terminal."""
    case = CASES["tool_in_start_folder"]
    case.begin(world)
    expect_true(world, case, reduce_case(world, case), FINISHED)
    world.environment.update(TERM="dumb", COLUMNS="71", SHLVL="9", SSH_TTY="/dev/pts/7",
                             XDG_SESSION_ID="17", WINDOWID="4", OLDPWD="/")
    expect_true(world, case, reduce_case(world, case), FINISHED)
    expect(executed(world) == MOST_CHECKS, f"{executed(world)} tests were run again")


@check
def what_the_test_writes(world):
    """A file that the test itself changes does not count as a change of the test."""
    case = Case({"test.sh": "#!/bin/sh\necho x >> FOLDER/log\ntouch \"$GRABR_DIR/mark\"\n"
                 "wc -l FOLDER/log > out\n" + JUDGES.format(BEFORE)}, None)
    case.begin(world)
    world.write("log", "")
    expect_true(world, case, reduce_case(world, case), FINISHED)
    expect_true(world, case, reduce_case(world, case), FINISHED)
    expect(executed(world) == MOST_CHECKS, f"{executed(world)} tests were run again")


@check
def test_that_works_no_more(world):
    """If not even the original fails, the answers are kept for when it fails again."""
    case = CASES["unseen_data"]
    case.begin(world)
    expect_true(world, case, reduce_case(world, case), FINISHED)
    world.write("b/data", "nothing of the kind")
    expect_status(reduce_case(world, case), NOT_FAILING)
    world.write("b/data", BEFORE)
    expect_true(world, case, reduce_case(world, case), FINISHED)
    expect(executed(world) == MOST_CHECKS, f"{executed(world)} tests were run again")


UNSEEN = CASES["unseen_data"]


@check
def in_place(world):
    UNSEEN.begin(world)
    command = ["-g", "lines", "-I", "-t", "./test.sh", "-i", "input"]
    expect_status(world.run(*command), FINISHED)
    writes("b/data", AFTER)(world)
    world.write("input", INPUT)
    expect_status(world.run(*command), FINISHED)
    result = (world.folder / "input").read_bytes()
    expect(by_hand(world, UNSEEN, result), f"{result!r} does not fail")


@check
def several_inputs(world):
    """Each result is tested next to the others, and all must fail together."""
    UNSEEN.begin(world)
    world.script("test.sh", "#!/bin/sh\nFOLDER/b/tool input && FOLDER/b/tool second\n"
                 .replace("FOLDER", str(world.folder)))
    world.write("second", "ring\nsensor\nmore\n")
    by_itself = Case({}, None, test=("b/tool",))

    def expect_together(wanted, *statuses):
        done = world.run("-g", "lines", "-o", "results/", "-t", "./test.sh", "input", "second")
        expect_status(done, *statuses)
        for name in ("input", "second"):
            result = (world.folder / "results" / name).read_bytes()
            expect(wanted(result), f"exit status {done.status}, and {name} {result!r} does not "
                   f"fail:{tail(done.err)}")
    expect_together(lambda result: by_hand(world, by_itself, result), FINISHED)
    writes("b/data", AFTER)(world)
    expect_together(lambda result: by_hand(world, by_itself, result), FINISHED)

    def last_word():
        runs = (world.folder / "runs").read_text().count("\n")
        return b"sensor" if runs > count else b"ring"
    for count in (8, 13, 18):
        (world.folder / "runs").unlink(missing_ok=True)
        world.script("test.sh", SWAPPED_SET.format(count).replace("FOLDER", str(world.folder)))
        expect_together(lambda result: last_word() in result, FINISHED, ENVIRONMENT)


@check
def comparison(world):
    UNSEEN.begin(world)
    command = ["compare", "-g", "lines", "--strategies", "ddmin-2000:lines,auto", "-o", "results",
               "--json", "-t", "./test.sh", "-i", "input"]
    for word in (BEFORE, AFTER):
        writes("b/data", word)(world)
        expect_status(world.run(*command), FINISHED)
        for result in (world.folder / "results").iterdir():
            expect(by_hand(world, UNSEEN, result.read_bytes()),
                   f"{result.name}: {result.read_bytes()!r} does not fail")


@check
def verification(world):
    case = CASES["tool_in_path"]
    case.begin(world)
    expect_true(world, case, reduce_case(world, case), FINISHED)
    expect_status(world.run("verify", "report"), FINISHED)
    case.change(world)
    expect_status(world.run("verify", "report"), ENVIRONMENT)
    expect_status(world.run("verify", "--changed-test", "report"), NOT_FAILING)


@check
def batch(world):
    """A record is only valid for the test at that time."""
    world.write("cases/one/input.txt", INPUT)
    world.script("cases/one/interesting.sh", CALLS.format(f"{world.folder}/b/tool"))
    world.script("b/tool", tool(BEFORE))

    def records():
        expect_status(world.run("bench", "cases"), FINISHED)
        return [json.loads(line) for line in (world.folder / "bench.jsonl").read_text().splitlines()]
    first = records()
    expect(len(first) == 1 and not first[0]["error"], f"{first}")
    expect(len(records()) == 1, "it was run again, though nothing had changed")
    world.script("b/tool", tool(AFTER))
    again = records()
    expect(len(again) == 2, "what another test gave was taken for an answer")
    expect(again[0]["output"]["sha256"] != again[1]["output"]["sha256"], "the results are equal")


def main():
    return run_checks(argument_parser(__doc__).parse_args(), "grabr-stale-", at_once=4)


if __name__ == "__main__":
    sys.exit(main())
