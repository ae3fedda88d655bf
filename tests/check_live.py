#!/usr/bin/env python3
"""Checks the live view on a real terminal (tmux): what it shows while the test is checked, during
the search and at the end, what each key does, and that the terminal is restored however the
program ends.

    check_live.py GRABR [--only NAME ...] [--shim PROGRAM] [--list] [--keep]

Tests of the reductions wait for files, and everything here waits for what appears: nothing depends
on how fast the machine is.
"""

import contextlib
import itertools
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "support"))
from checks import (LeftOut, USAGE, argument_parser, check, expect, expect_status,  # noqa: E402
                    run_checks, wait_until)

INPUT = json.dumps({f"key{i}": [i, {"a": "x" * i}] for i in range(12)} | {"b": ["BUG", {"c": "END"}]})
# Each test waits for a ticket, a file in the folder `go`, and removes it; once a file `open`
# exists, none waits. $PLACE has % for /: files that a test names count as part of it and must not
# change.
TICKETED = """#!/bin/sh
place=$(echo "$PLACE" | tr % /)
echo >>"$place/runs"
while [ ! -e "$place/open" ]; do
  ticket=$(ls "$place/go" | head -n 1)
  [ -n "$ticket" ] && rm "$place/go/$ticket" 2>/dev/null && break
  sleep 0.02
done
grep -q BUG "$1" && grep -q END "$1" || { echo "nothing to be seen"; exit 1; }
"""


class Terminal:
    """A tmux terminal with a shell in it."""

    numbers = itertools.count()

    def __init__(self, world, columns=80, rows=24, **environment):
        if not shutil.which("tmux"):
            raise LeftOut("there is no tmux")
        self.world = world
        gates = world.folder / "gates"
        shutil.rmtree(gates, ignore_errors=True)
        world.go, world.open, world.runs = gates / "go", gates / "open", gates / "runs"
        world.go.mkdir(parents=True)
        world.environment.update(PLACE=str(gates).replace("/", "%"), GRABR=world.grabr,
                                 **environment)
        world.environment.pop("NO_COLOR", None)
        if "NO_COLOR" in environment:
            world.environment["NO_COLOR"] = environment["NO_COLOR"]
        world.write("in.json", INPUT)
        world.script("t.sh", TICKETED)
        # A socket of its own: the server of a closed terminal may live a little longer.
        self.socket = str(world.folder / f"tmux{next(self.numbers)}")
        self.tickets = 0
        self.tmux("-f", "/dev/null", "-u", "new-session", "-d", "-x", str(columns), "-y", str(rows),
                  "-c", str(world.folder), "bash --norc --noprofile -i")
        self.wait_for(r"[$#]")

    def tmux(self, *arguments):
        done = subprocess.run(["tmux", "-S", self.socket, *arguments], env=self.world.environment,
                              capture_output=True, check=False)
        return done.stdout.decode(errors="replace")

    def close(self):
        self.tmux("kill-server")

    def screen(self, *options):
        return self.tmux("capture-pane", "-p", *options)

    def comes(self, is_so, what, *options):
        """Waits until the screen satisfies `is_so`: it may be captured while half drawn."""
        seen = [""]

        def look():
            seen[0] = self.screen(*options)
            return is_so(seen[0])
        wait_until(look, lambda: f"{what} on\n{seen[0]}", pause_s=0.05)
        return seen[0]

    def wait_for(self, pattern, gone=False):
        """Waits until something on the screen matches (or nothing does any more)."""
        return self.comes(lambda screen: bool(re.search(pattern, screen, re.M)) != gone,
                          f"{'still' if gone else 'nothing like'} {pattern!r}")

    def press(self, *keys):
        self.tmux("send-keys", *keys)

    def type(self, line):
        self.press("-l", line)
        self.press("Enter")

    def start(self, *options):
        """A reduction with one test at a time, which waits in its first test after the input's."""
        self.type("clear; $GRABR -j1 --timeout 600 " + " ".join(options) + " ./t.sh in.json; "
                  "echo \"ended: $?\"")

    def start_search(self, *options):
        self.give()
        self.start("--no-preflight", *options)
        return self.wait_for(r"^ slots ")

    def resize(self, columns, rows, is_so=lambda lines: True):
        """Returns the lines of the screen once they fill the new size."""
        self.tmux("resize-window", "-x", str(columns), "-y", str(rows))

        def is_filled(screen):
            lines = lines_of(screen)
            return (len(lines) == rows and lines[-1].endswith("? help") and
                    len(lines[0]) == columns - 1 and is_so(lines))
        return lines_of(self.comes(is_filled, f"not as it should be for {columns} x {rows}"))

    def give(self, count=1):
        for _ in range(count):
            self.tickets += 1
            (self.world.go / f"{self.tickets:06}").touch()

    def give_until(self, pattern):
        """Lets tests end one after the other until something matches."""
        def is_there(screen):
            found = re.search(pattern, screen, re.M)
            if not found and not any(self.world.go.iterdir()):
                self.give()
            return found
        return self.comes(is_there, f"nothing like {pattern!r}")

    def finish(self, status=0):
        self.world.open.touch()
        return self.wait_for(rf"^ended: {status}$")

    def state(self, name):
        return self.tmux("display-message", "-p", "#{" + name + "}").strip()

    def expect_given_back(self):
        expect(self.state("alternate_on") == "0", "the alternate screen is still there")
        expect(self.state("cursor_flag") == "1", "the cursor is hidden")
        self.type("stty -a | tr ';' '\\n'")
        screen = self.wait_for(r"isig.*icanon")
        expect(not re.search(r"-icanon|-echo\b", screen), f"keys are not echoed:\n{screen}")


@contextlib.contextmanager
def terminal_of(world, *arguments, **options):
    terminal = Terminal(world, *arguments, **options)
    try:
        yield terminal
    finally:
        terminal.close()


def lines_of(screen):
    return [line.rstrip() for line in screen.splitlines()]


def process_of(world):
    """The id of the started process: its copies, in the same folder, are its children."""
    found = subprocess.run(["pgrep", "-f", f"^{re.escape(world.grabr)} -j1 .*in.json"],
                           capture_output=True, text=True, check=False).stdout.split()
    parents = {pid: parent_in(pid, world.folder) for pid in found}
    ours = [pid for pid, parent in parents.items() if parent and not parents.get(parent)]
    return int(ours[0]) if ours else None


def parent_in(pid, folder):
    """The parent of a process that runs there; processes of other checks may end meanwhile."""
    with contextlib.suppress(OSError):
        if os.readlink(f"/proc/{pid}/cwd") == str(folder):
            return pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[1]
    return None


def report_of(world):
    return json.loads((world.folder / "r.json").read_text())


@check
def the_test_is_seen_to_be_checked(world):
    with terminal_of(world) as terminal:
        terminal.start()
        terminal.wait_for(r"^ checking the test: run 1 of 3, [1-9][0-9]* s so far")
        for columns in (50, 80, 160):
            terminal.resize(columns, 24, lambda lines: "it must" in " ".join(lines) and
                            "Before the search" in " ".join(lines) and
                            lines[-1] == " q quit  ? help")
        terminal.give()
        terminal.wait_for(r"^ checking the test: run 2 of 3")
        terminal.press("q")
        terminal.wait_for(r"^ended: 130$")
        terminal.expect_given_back()


@check
def the_search_is_shown_at_any_width(world):
    with terminal_of(world) as terminal:
        terminal.start_search()
        terminal.give_until(r" [1-9]\d* smaller")
        for columns, rows in ((50, 20), (80, 24), (160, 30), (30, 8), (80, 24)):
            terminal.resize(columns, rows, lambda lines: lines[0].startswith(" in.json ") and
                            " bytes (" in lines[1] and
                            sum("q quit" in line for line in lines) == 1)
        for words in (" bytes (", " doing ", " tests ", " of them ", "── best: ", " 0 s "):
            terminal.comes(lambda screen, words=words: words in screen, f"no {words!r}")
        terminal.finish()


@check
def the_end_stays_on_the_terminal(world):
    with terminal_of(world, 120, 50) as terminal:
        terminal.start_search("--report", "r.json")
        screen = terminal.finish()
        for words in ("in.json: ", "the result is in in.reduced.json", '["BUG"', "deleting parts",
                      "grabr verify r.json", "grabr report --html r.html r.json"):
            expect(words in screen, f"no {words!r} in\n{screen}")
        terminal.expect_given_back()
        # The table of passes agrees with the report and with the output of `show`.
        passes = {row["name"]: row for row in report_of(world)["passes"] if row["tests"]}
        shown = world.run("show", "in.json").out.decode()
        for text in (screen, shown):
            rows = re.findall(r"^  \S.*? +(\d+) +(\d+) +([-+]?\d+) +\d", text, re.M)
            expect(sorted((int(tests), int(smaller), -int(size)) for tests, smaller, size in rows) ==
                   sorted((row["tests"], row["successes"], row["bytes_removed"])
                          for row in passes.values()), f"{rows} and {passes}")
        expect('["BUG"' in shown and ": finished\n" in shown, shown)
        expect(world.run("show", ".").out.decode() == shown, "show of the folder")


@check
def keys_open_panels(world):
    with terminal_of(world) as terminal:
        terminal.start_search()
        terminal.give_until(r" [1-9]\d* smaller")
        terminal.press("d")
        terminal.wait_for(r"── last change, step \d+: [a-z ]+ ─(.|\n)*^ - (.|\n)*^ \+ ")
        terminal.press("d")
        terminal.wait_for(r"── best: ")
        terminal.press("t")
        terminal.wait_for(r"── passes ─(.|\n)*\[✓\] deleting parts")
        terminal.press("h")
        terminal.wait_for(r"── history ─(.|\n)*^ +0 +0 +\d+  -")
        terminal.press("?")
        terminal.wait_for(r"── keys ─(.|\n)*Ctrl-Z")
        terminal.press("Escape")
        terminal.wait_for(r"── best: ")
        terminal.press("o")
        terminal.wait_for(r"ended with status [01] ")
        terminal.give_until(r"ended with status 1 (.|\n)*1  nothing to be seen")
        terminal.finish()


@check
def q_ends_as_ctrl_c_does(world):
    with terminal_of(world) as terminal:
        terminal.start_search()
        terminal.give_until(r" [1-9]\d* smaller")
        terminal.press("q")
        screen = terminal.wait_for(r"^ended: 130$")
        for words in ("interrupted; the best so far is kept", "the same call continues from here"):
            expect(words in screen.replace("\n", ""), f"no {words!r} in\n{screen}")
        expect("BUG" in (world.folder / "in.reduced.json").read_text(), "the best was not kept")
        terminal.expect_given_back()


@check
def p_starts_no_more_tests_until_p(world):
    with terminal_of(world) as terminal:
        terminal.start_search()
        terminal.give_until(r" [1-9]\d* smaller")
        terminal.press("p")
        terminal.wait_for(r"^ doing +paused: p goes on")
        # Running tests are waited for, and no new ones start; a few gains may still be pending.
        terminal.give_until(r"0 of 1 busy")
        before = world.runs.read_text()
        terminal.give(3)
        # A key is handled after the point at which a test could have started.
        for key, panel in (("h", "history"), ("t", "passes"), ("h", "history"), ("Escape", "best: ")):
            terminal.press(key)
            terminal.wait_for(rf"── {panel}")
        expect(world.runs.read_text() == before, "a test has begun")
        terminal.press("p")
        terminal.wait_for(r"paused", gone=True)
        terminal.finish()


@check
def s_leaves_the_pass_and_the_report_says_so(world):
    with terminal_of(world) as terminal:
        terminal.start_search("--report", "r.json")
        terminal.wait_for(r"^ doing +deleting parts")
        terminal.press("s")
        terminal.wait_for(r"leaving it")
        terminal.give_until(r"^ doing +(?!deleting parts)[a-z]")
        screen = terminal.finish()
        expect('by hand: left "deleting parts"' in screen.replace("\n", ""), screen)
        by_hand = report_of(world)["by_hand"]
        expect([one["what"] for one in by_hand] == ["left pass sweep-changed"], str(by_hand))
        result = (world.folder / "in.reduced.json").read_text()
        expect("BUG" in result and "END" in result, result)


@check
def t_switches_passes_off(world):
    with terminal_of(world, 80, 50) as terminal:
        terminal.start_search("--report", "r.json")
        terminal.wait_for(r"^ doing +deleting parts")
        terminal.press("t")
        screen = terminal.wait_for(r"\[✓\] deleting parts")
        expect("checking that" not in screen, f"a pass that has not run is listed:\n{screen}")
        terminal.press("a")
        screen = terminal.wait_for(r"\[✓\] deleting parts(.|\n)*\[✓\] checking that")
        names = re.findall(r"\[✓\] (\S.*?) {2}", screen)
        layout = "deleting white space and comments"
        for name in ("deleting parts", "replacing parts by smaller ones", layout):
            terminal.press("Home", *["Down"] * names.index(name), "Space")
            terminal.wait_for(rf"\[ \] {name}\b")
        terminal.press("Space")
        terminal.wait_for(rf"\[✓\] {layout}\b")
        terminal.press("Space")
        terminal.wait_for(rf"\[ \] {layout}\b")
        terminal.finish()
        report = report_of(world)
        whats = {one["what"] for one in report["by_hand"]}
        expect("left out pass replace" in whats and "left pass sweep-changed" in whats, str(whats))
        tests = {row["name"]: row["tests"] for row in report["passes"]}
        expect(tests.get("replace", 0) == 0 and tests.get("layout", 0) == 0, str(tests))


@check
def h_shows_a_step_and_g_goes_on_from_it(world):
    with terminal_of(world) as terminal:
        terminal.start_search("--report", "r.json")
        terminal.give_until(r" ([2-9]|[1-9]\d+) smaller")
        terminal.press("h")
        terminal.wait_for(r"── history ─")
        terminal.press("Home")
        terminal.press("Enter")
        terminal.wait_for(rf"── step 0: {len(INPUT)} bytes ─(.|\n)*key0")
        terminal.press("g")
        terminal.give_until(r"step 0, by hand: still fails")
        screen = terminal.finish()
        expect("went on from step 0, by hand" in screen.replace("\n", ""), screen)
        expect(report_of(world)["by_hand"][0]["what"] == "went on from step 0, by hand", "report")
        result = (world.folder / "in.reduced.json").read_text()
        expect("BUG" in result and len(result) < 30, result)
        steps = world.run("history", "in.json").out.decode()
        expect(re.search(rf" {len(INPUT)} .*step 0, by hand$", steps, re.M), steps)


@check
def going_on_from_a_step_leaves_the_smallest_in_its_file(world):
    with terminal_of(world) as terminal:
        terminal.start_search("--report", "r.json")
        terminal.give_until(r" ([2-9]|[1-9]\d+) smaller")
        terminal.press("p")
        terminal.give_until(r"0 of 1 busy")
        result = world.folder / "in.reduced.json"
        smallest = result.read_text()
        # Without the pass that led to known answers, the search takes another way.
        terminal.press("t")
        terminal.wait_for(r"── passes ─")
        terminal.press("Home", "Space")
        terminal.wait_for(r"\[ \] deleting parts")
        terminal.press("h")
        terminal.wait_for(r"── history ─")
        terminal.press("Home", "g")
        terminal.give_until(rf"going on from a larger text: \d+ bytes; the file keeps {len(smallest)} bytes")
        kept = len(result.read_text())
        expect(kept <= len(smallest), result.read_text())
        terminal.press("q")
        terminal.wait_for(r"^ended: 130$")
        report = report_of(world)
        expect(len(result.read_text()) == report["output"]["bytes"] == report["curve"][-1][2] <= kept,
               f"{result.read_text()} and {report['curve']}")


@check
def ctrl_z_gives_the_terminal_back_and_fg_takes_it(world):
    with terminal_of(world) as terminal:
        terminal.start_search()
        terminal.press("C-z")
        terminal.wait_for(r"Stopped")
        terminal.expect_given_back()
        terminal.type("clear; fg")
        terminal.wait_for(r"^ slots ")
        expect(terminal.state("cursor_flag") == "0", "the cursor is shown")
        terminal.press("?")
        terminal.wait_for(r"── keys ─")
        terminal.world.open.touch()
        terminal.wait_for(r"the result is in")
        terminal.expect_given_back()


@check
def the_terminal_is_given_back_after_a_crash(world):
    for number in (signal.SIGSEGV, signal.SIGABRT, signal.SIGQUIT):
        with terminal_of(world) as terminal:
            terminal.start_search()
            expect(terminal.state("alternate_on") == "1", "no alternate screen")
            os.kill(wait_until(lambda: process_of(world), "it does not run"), number)
            terminal.wait_for(rf"^ended: {128 + number}$")
            if number != signal.SIGQUIT:
                terminal.wait_for(rf"^grabr: internal error: {number.name} ")
            terminal.expect_given_back()
        world.end_all()


def seconds_shown(screen):
    """At the right end of the first line: the running time."""
    shown = re.search(r"(?:(\d+) min )?([\d.]+) s$", lines_of(screen)[0])
    return int(shown[1] or 0) * 60 + float(shown[2]) if shown else 0


@check
def answers_of_an_earlier_run_are_no_rate_and_no_flicker(world):
    with terminal_of(world) as terminal:
        world.write("in.json", json.dumps([{"n": i, "t": "BUG END"[i % 7:]} for i in range(150)] +
                                          ["BUG END"] * 300))
        world.script("t.sh", TICKETED.replace('grep -q BUG "$1"',
                                              '[ $(grep -o BUG "$1" | wc -l) -gt 200 ]'))
        world.open.touch()
        terminal.type("$GRABR -j1 -q --no-preflight --max-tests 150 --timeout 600 ./t.sh in.json; "
                      "echo \"first: $?\"")
        terminal.wait_for(r"^first: 6$")
        world.open.unlink()
        raw = world.folder / "raw"
        terminal.tmux("pipe-pane", f"cat >'{raw}'")
        began = time.monotonic()
        terminal.give(2)  # the previous best is tested again, and the original
        terminal.start("--no-preflight", "--max-tests", "100000")
        screen = terminal.wait_for(r"^ of them .* 1[5-9]\d from an earlier run(.|\n)* 1 of 1 busy")
        # The rate may be based on the two tests that ran; a rate of 150 would be visible for half a
        # minute.
        first = seconds_shown(screen)
        while (rate := re.search(r"([0-9.]+) a second now", screen)) and float(rate[1]) >= 5:
            expect(seconds_shown(screen) < first + 10, f"a rate without tests:\n{screen}")
            screen = terminal.wait_for(r"^ of them ")
        terminal.press("q")
        terminal.wait_for(r"^ended: 130$")
        seconds = time.monotonic() - began
        # Whatever copies the output does so with a delay.
        written = wait_until(lambda: raw.exists() and "\x1b[?1049l" in raw.read_text(errors="replace") and
                             raw.read_text(errors="replace"), "the terminal is not given back")
        expect(written.count("\x1b[?1049h") == 1 and written.count("\x1b[2J") <= 2,
               "the screen was cleared again and again")
        frames = written.count("\x1b[?2026h")
        expect(frames <= 12 * seconds + 5, f"{frames} frames in {seconds} seconds")


@check
def without_colours_and_without_utf8(world):
    with terminal_of(world, NO_COLOR="1", LC_ALL="C") as terminal:
        terminal.start_search()
        screen = terminal.screen("-e")
        expect("\x1b[3" not in screen and "\x1b[2m" not in screen, repr(screen))
        expect(screen.isascii(), repr(screen))
        terminal.finish()


@check
def colours_are_used_where_they_are_not_forbidden(world):
    with terminal_of(world) as terminal:
        terminal.start_search()
        terminal.comes(lambda screen: "\x1b[32m" in screen, "no green", "-e")
        terminal.finish()


@check
def plain_off_and_dumb_terminals_get_lines(world):
    for option, environment in (("--ui plain", {}), ("", {"TERM": "dumb"}), ("--ui off", {}),
                                ("", {"GRABR_UI": "plain"})):
        with terminal_of(world, 120, GRABR_HEARTBEAT="0.3") as terminal:
            settings = " ".join(f"{name}={value}" for name, value in environment.items())
            terminal.type(f"clear; {settings} $GRABR {option} -j1 ./t.sh in.json; echo ended: $?")
            if option != "--ui off":
                terminal.wait_for(r"(^grabr: checking the test: run 1 of 3, \d+ s so far\n(.|\n)*){2}")
            expect(terminal.state("alternate_on") == "0", "the screen was taken")
            screen = terminal.finish()
            expect("the result is in in.reduced.json" in screen, screen)
            if option == "--ui off":
                expect("checking the test" not in screen and " smaller), " not in screen, screen)
            raw = terminal.screen("-e")
            expect("\x1b" not in raw, repr(raw))
        shutil.rmtree(world.folder / ".grabr")
        (world.folder / "in.reduced.json").unlink()
    done = world.run("--ui", "liv", "./t.sh", "in.json")
    expect_status(done, USAGE)
    expect("did you mean live?" in done.err, done.err)


@check
def a_job_in_the_background_leaves_the_terminal_alone(world):
    with terminal_of(world) as terminal:
        terminal.type("clear; $GRABR -j1 ./t.sh in.json & sleep 2; echo still \"\"here")
        terminal.wait_for(r"still here$")
        expect(terminal.state("alternate_on") == "0", "the screen was taken")
        world.open.touch()
        terminal.wait_for(r"the result is in")
        terminal.expect_given_back()


if __name__ == "__main__":
    sys.exit(run_checks(argument_parser(__doc__).parse_args(), "grabr-live-", at_once=3))
