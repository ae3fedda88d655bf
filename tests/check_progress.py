#!/usr/bin/env python3
"""Checks progress output: on a terminal from the start, in a pipe from time to time; signals are
answered, and failing output does not affect the result.

    check_progress.py GRABR [--only NAME ...] [--shim PROGRAM] [--list] [--keep]

Long tests wait for a file, so that the speed of the machine does not matter.
"""

import contextlib
import fcntl
import os
import pathlib
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "support"))
from checks import (Failed, PATIENCE_S, argument_parser, check, expect, expect_status,  # noqa: E402
                    run_checks, wait_until)

INPUT = '{"a": [1, 2, 3], "b": "BUG", "c": {"d": null}}'
GATED = ('#!/bin/sh\ntouch "$GATE.begun"; while [ ! -e "$GATE" ]; do sleep 0.02; done\n'
         'grep -q BUG "$1"\n')
# Every test but the first waits for the gate.
GATED_LATER = ('#!/bin/sh\nif [ -e "$GATE.begun" ]; then\n'
               '  while [ ! -e "$GATE" ]; do sleep 0.02; done\nfi\n'
               'touch "$GATE.begun"; grep -q BUG "$1"\n')


class Terminal:
    """A pseudo-terminal used as standard error, and the text written to it."""

    def __init__(self, columns=100):
        self.master, self.slave = pty.openpty()
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        self.text = ""

    def read(self, seconds):
        """Reads for this time; False at the end of file."""
        if not select.select([self.master], [], [], seconds)[0]:
            return True
        with contextlib.suppress(OSError):
            data = os.read(self.master, 65536)
            self.text += data.decode(errors="replace")
            return bool(data)
        return False

    def wait_for(self, pattern):
        deadline = time.monotonic() + PATIENCE_S
        while not re.search(pattern, self.text):
            if time.monotonic() > deadline or not self.read(0.2):
                raise Failed(f"nothing like {pattern!r} in {self.text[-600:]!r}")

    def drain(self):
        while self.read(0.05) and select.select([self.master], [], [], 0)[0]:
            pass

    def close(self):
        """May be called twice: the descriptors could belong to other files by then."""
        for end in {self.master, self.slave} - {None}:
            with contextlib.suppress(OSError):
                os.close(end)
        self.master = self.slave = None


def prepare(world, script):
    world.write("in.json", INPUT)
    world.gate = world.folder / "gate"
    world.environment.update(GATE=str(world.gate), TERM="xterm")
    world.environment.pop("GRABR_HEARTBEAT", None)
    return world.script("t.sh", script)


@contextlib.contextmanager
def on_terminal(world, *arguments, columns=100, **options):
    terminal = Terminal(columns)
    process = world.start("./t.sh", "in.json", *arguments, stderr=terminal.slave,
                          stdout=subprocess.DEVNULL, **options)
    try:
        yield terminal, process
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()
        terminal.close()


def end_well(process, terminal, status=0):
    """Keeps reading the terminal, so that writers do not block."""
    deadline = time.monotonic() + PATIENCE_S
    while process.poll() is None:
        expect(time.monotonic() < deadline, f"no end; it said {terminal.text[-600:]!r}")
        terminal.read(0.05)
    terminal.drain()
    expect(process.returncode == status,
           f"exit status {process.returncode}, and {terminal.text[-600:]!r}")


def read_until(stream, pattern):
    """Reads lines of a pipe until one matches."""
    lines = []
    deadline = time.monotonic() + PATIENCE_S
    while time.monotonic() < deadline:
        line = stream.readline().decode(errors="replace")
        lines.append(line)
        if re.search(pattern, line):
            return lines
        if not line:
            break
    raise Failed(f"nothing like {pattern!r} in {lines[-10:]}")


@check
def a_terminal_sees_what_is_done_from_the_beginning(world):
    prepare(world, GATED)
    with on_terminal(world) as (terminal, process):
        terminal.wait_for(r"checking the test: run 1 of 3")
        terminal.wait_for(r"run 1 of 3, [1-9][0-9]* s so far")
        expect("grammar: json, by the extension" in terminal.text.split("checking")[0],
               f"the grammar is not named before the first test: {terminal.text!r}")
        world.gate.touch()
        end_well(process, terminal)
    expect(re.search(r"bytes \([0-9.]+%\), [0-9]+ tests, [0-9.]+ s; the result is in",
                     terminal.text), f"no summary in {terminal.text[-600:]!r}")
    expect('\r\n    "BUG"\r\n' in terminal.text, f"no result in {terminal.text[-300:]!r}")
    last = terminal.text.rsplit("\x1b[K", 1)[-1]
    expect(last.startswith("grabr: in.json: "), f"the line was not cleared: {last!r}")


@check
def a_test_that_waits_for_input_is_seen_to_wait(world):
    prepare(world, '#!/bin/sh\nread line < "$GATE"\n')
    os.mkfifo(world.gate)
    with on_terminal(world) as (terminal, process):
        terminal.wait_for(r"checking the test: run 1 of 3, [1-9][0-9]* s so far")
        process.send_signal(signal.SIGINT)
        end_well(process, terminal, 130)
    expect("grabr: interrupted" in terminal.text, f"not a word of it: {terminal.text!r}")
    expect(not world.left_behind(), world.left_behind())


@check
def a_pipe_gets_a_line_now_and_then(world):
    prepare(world, GATED)
    world.environment["GRABR_HEARTBEAT"] = "0.3"
    process = world.start("./t.sh", "in.json")
    read_until(process.stderr, r"^grabr: grammar: json")
    for _ in range(3):
        read_until(process.stderr, r"^grabr: checking the test: run 1 of 3, \d+ s so far$")
    world.gate.touch()
    done = world.finish(process)
    expect_status(done, 0)
    expect("\x1b" not in done.err and "\r" not in done.err, f"escapes in {done.err!r}")
    expect(re.search(r"^grabr: .* tests? \([0-9]+ smaller\)", done.err, re.M), done.err)


def wait_for_file(path):
    wait_until(path.exists, f"{path.name} does not come")


@check
def a_terminal_that_goes_away_costs_nothing(world):
    prepare(world, GATED_LATER)
    terminal = Terminal()

    def take_terminal():
        fcntl.ioctl(2, termios.TIOCSCTTY, 0)

    process = world.start("./t.sh", "in.json", "--no-preflight", "--report", "r.json",
                          stderr=terminal.slave, stdout=subprocess.DEVNULL,
                          start_new_session=True, preexec_fn=take_terminal)
    try:
        wait_for_file(world.folder / "in.reduced.json")
        terminal.close()
        process.wait(PATIENCE_S)
    finally:
        terminal.close()
        if process.poll() is None:
            process.kill()
    expect(process.returncode == 129, f"exit status {process.returncode}")
    expect('"exit": 129' in (world.folder / "r.json").read_text(), "the report was not written")
    expect(not world.left_behind(), world.left_behind())


@check
def nohup_is_respected(world):
    prepare(world, GATED_LATER)
    process = world.start("./t.sh", "in.json", "--no-preflight",
                          preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
    wait_for_file(world.folder / "in.reduced.json")
    process.send_signal(signal.SIGHUP)
    world.gate.touch()
    expect_status(world.finish(process), 0)


@check
def sigusr1_asks_how_it_goes(world):
    for options in ((), ("-q",)):
        prepare(world, GATED)
        process = world.start("./t.sh", "in.json", "--fresh", *options)
        wait_for_file(world.folder / "gate.begun")
        process.send_signal(signal.SIGUSR1)
        read_until(process.stderr, r"^grabr: checking the test: run 1 of 3")
        expect(process.poll() is None, "it ended")
        world.gate.touch()
        expect_status(world.finish(process), 0)
        world.gate.unlink()
        (world.folder / "gate.begun").unlink()


@check
def a_dumb_terminal_gets_no_escapes(world):
    prepare(world, 'grep -q BUG "$1"\n')
    for name in ("dumb", ""):
        world.environment["TERM"] = name
        with on_terminal(world, "--fresh") as (terminal, process):
            end_well(process, terminal)
        expect("\x1b" not in terminal.text and "\r" not in terminal.text.replace("\r\n", ""),
               f"escapes: {terminal.text!r}")


@check
def nobody_reading_costs_nothing(world):
    prepare(world, 'grep -q BUG "$1"\n')
    reader, writer = os.pipe()
    os.close(reader)
    process = world.start("./t.sh", "in.json", "-v", stderr=writer)
    os.close(writer)
    expect_status(world.finish(process), 0)
    expect((world.folder / "in.reduced.json").read_text() == '"BUG"', "no result")


if __name__ == "__main__":
    sys.exit(run_checks(argument_parser(__doc__).parse_args(), "grabr-progress-", at_once=4))
