#!/usr/bin/env python3
"""Checks --snapshot: with it, a reduction ends with the same result and the same trace as without,
whatever the test's program does before it opens its input; what cannot be copied is refused with a
reason; and nothing is left behind, however grabr, a copy or a child of one ends.

    check_snapshot.py GRABR [--kills N] [--only NAME]"""

import contextlib
import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "support"))
from checks import (argument_parser, check, expect, expect_status, expect_words,  # noqa: E402
                    run_checks, tail)

# Works for 15 ms, does what its first argument says, opens its second, and fails if that contains
# "needle". What it does after that is what the third one says.
PROGRAM = r"""
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void *sleeps(void *nothing) { pause(); return nothing; }
static int forked;
static void at_fork(void) { forked = 1; }

int main(int count, char **words) {
  const char *before = words[1], *after = count > 3 ? words[3] : "";
  char text[65536] = "";
  int seen = 0;
  static volatile unsigned sum;
  while (clock() < CLOCKS_PER_SEC / 66) ++sum;
  const pid_t self = getpid();
  struct timespec start;
  clock_gettime(CLOCK_MONOTONIC, &start);
  pthread_t thread;
  if (!strcmp(before, "thread")) pthread_create(&thread, NULL, sleeps, NULL);
  if (!strcmp(before, "output")) printf("begins\n"), fflush(stdout);
  if (!strcmp(before, "buffer")) printf("begins ");
  if (!strcmp(before, "child") && fork() == 0) _exit(0);
  if (!strcmp(before, "child")) wait(NULL);
  if (!strcmp(before, "alarm")) alarm(1000);
  if (!strcmp(before, "socket")) socket(AF_INET, SOCK_STREAM, 0);
  int ends[2];
  if (!strcmp(before, "pipe")) (void)!pipe(ends);
  if (!strcmp(before, "file")) open("/tmp", O_TMPFILE | O_RDWR, 0600);
  if (!strcmp(before, "stdin")) seen = fread(text, 1, sizeof text - 1, stdin) > 0 && strstr(text, "needle");
  if (!strcmp(before, "atfork")) pthread_atfork(at_fork, at_fork, at_fork);
  FILE *other = NULL;
  char line[100] = "";
  if (!strcmp(before, "reads")) {
    other = fopen("/etc/passwd", "r");
    (void)!fgets(line, sizeof line, other);
  }
  if (!strncmp(before, "config=", 7)) {
    FILE *config = fopen(before + 7, "r");
    seen = config && fgetc(config) == 'x';
  }
  if (!strcmp(before, "lists")) {
    DIR *folder = opendir(".");
    for (struct dirent *one; (one = readdir(folder));) seen += !strcmp(one->d_name, "extra");
  }
  FILE *input = fopen(words[2], "r");
  if (!input) return 9;
  char *at = text;
  at += fread(at, 1, sizeof text - 1, input);
  *at = 0;
  seen |= strstr(text, "needle") != NULL;
  if (!strcmp(before, "pid") && self != getpid()) seen = 0;
  if (!strcmp(before, "time")) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (now.tv_sec - start.tv_sec + (now.tv_nsec - start.tv_nsec) / 1e9 > .2) seen = 0;
  }
  if (other && (!fgets(line, sizeof line, other) || !strncmp(line, "root", 4))) return 8;
  if (forked) return 7;
  if (!seen) return 0;
  if (!strcmp(after, "abort")) abort();
  if (!strcmp(after, "hang")) while (1) pause();
  if (!strcmp(after, "memory")) return malloc(1u << 30) ? 0 : 3;
  if (!strcmp(after, "orphan") && fork() == 0) setsid(), pause();
  if (!strcmp(after, "children")) return waitpid(-1, NULL, 0) == -1 ? 3 : 0;
  if (!strcmp(after, "raise")) raise(SIGUSR1);
  printf("found it\n");
  return 3;
}
"""
INPUT = json.dumps({f"key{i}": [i, "text", {"a": None, "b": "needle" if i == 4 else "hay"}]
                    for i in range(6)}, indent=1)
SAVES_NOTHING = "no process of the test went on from a copy"


def compiled(world, *options, name="program"):
    source = world.write("program.c", PROGRAM)
    made = subprocess.run(["gcc-12", "-w", "-O1", *options, source, "-o", world.folder / name, "-lpthread"],
                          capture_output=True, check=False)
    expect(made.returncode == 0, f"gcc-12:{tail(made.stderr)}")
    return world.folder / name


def reduced(world, name, test, *options, jobs="1"):
    """The result, the trace and the report of a reduction."""
    folder = world.folder / name
    folder.mkdir()
    source = world.write(f"{name}/in.json", INPUT)
    done = world.run(source, f"-j{jobs}", "-o", "out.json", "--trace", "trace", "--report", "report.json",
                     *options, *test, folder=folder)
    expect_status(done, 0)
    left = world.left_behind()
    expect(not left, f"left behind: {left}")
    return ((folder / "out.json").read_bytes(), (folder / "trace").read_bytes(),
            json.loads((folder / "report.json").read_text()).get("snapshots"), done)


def compare(world, test, *options, jobs=("1",)):
    """Reduces without and with snapshots. Returns what the report says of them, and the output."""
    plain = reduced(world, "plain", test, *options)
    for number in jobs:
        result = reduced(world, f"snapshot{number}", test, "--snapshot", *options, jobs=number)
        expect(result[0] == plain[0], f"another result: {result[0]!r} instead of {plain[0]!r}")
        expect(result[1] == plain[1], "another trace")
    return result[2], result[3]


def expect_used(world, test, *options, **more):
    facts, _ = compare(world, test, *options, **more)
    expect(facts and facts["tests"] > 0, f"no snapshot was used: {facts}")


def expect_refused(world, test, reason, *options):
    facts, done = compare(world, test, *options)
    expect(facts and facts["tests"] == 0, f"snapshots were used: {facts}")
    expect(reason in facts["programs"] + str(facts["off"]), f"not {reason!r}, but {facts}")
    expect_words(done, SAVES_NOTHING)


@check
def command(world):
    expect_used(world, ("--exit", "3", "--", compiled(world), "-", "@@"), jobs=("1", "2", "8"))


@check
def script(world):
    program = compiled(world)
    test = world.script("test.sh", f"""#!/bin/bash
set -u
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cp "$1" "$work/copy.json"; cd "$work"
timeout 20 {program} - copy.json >log 2>&1
[ $? -eq 3 ] && grep -q "found it" log
""")
    expect_used(world, ("-t", test), jobs=("1", "2", "8"))


@check
def program_on_standard_input(world):
    test = world.script("test.sh", """#!/bin/bash
/usr/bin/python3 - "$1" <<'EOF'
import argparse, json, sys, xml.dom.minidom
text = open(sys.argv[1]).read()
try:
    json.loads(text)
except ValueError:
    sys.exit(1)
sys.exit(0 if "needle" in text else 1)
EOF
""")
    expect_used(world, ("-t", test))


@check
def ends(world):
    """However a process ends, the one that stands in for it ends alike."""
    program = compiled(world)
    for word, wanted in (("abort", 134), ("raise", 138), ("children", 3), ("orphan", 3)):
        test = world.script(f"{word}.sh", f"#!/bin/sh\n{program} - \"$1\" {word}; [ $? -eq {wanted} ]\n")
        place = world.folder / word
        place.mkdir()
        inner = type(world)(world.grabr, world.shim, place)
        expect_used(inner, ("-t", test))
        with contextlib.suppress(OSError):
            (place / "temporary").rmdir()


@check
def time_limits(world):
    program = compiled(world)
    test = world.script("hang.sh", f"#!/bin/sh\ntimeout 0.3 {program} - \"$1\" hang; [ $? -eq 124 ]\n")
    expect_used(world, ("-t", test), "--no-preflight")


@check
def killed_by_the_script(world):
    program = compiled(world)
    test = world.script("kill.sh", f"#!/bin/sh\ntimeout -s KILL 0.3 {program} - \"$1\" hang; [ $? -eq 137 ]\n")
    expect_used(world, ("-t", test), "--no-preflight")


@check
def limits(world):
    program = compiled(world)
    test = world.script("limits.sh", f"#!/bin/sh\nulimit -v 500000\n{program} - \"$1\" memory; [ $? -eq 3 ]\n")
    expect_used(world, ("-t", test))


@check
def buffered_output(world):
    expect_used(world, ("--exit", "3", "--stdout", "begins found it", "--", compiled(world), "buffer", "@@"))


@check
def file_half_read(world):
    expect_used(world, ("--exit", "3", "--", compiled(world), "reads", "@@"))


@check
def registered_for_a_fork(world):
    expect_used(world, ("--exit", "3", "--", compiled(world), "atfork", "@@"))


def refusal(before, reason):
    def run(world):
        expect_refused(world, ("--exit", "3", "--", compiled(world), before, "@@"), reason)
    run.__name__ = f"refuses_{before}"
    check(run)


for hazard, words in (("thread", "several threads"), ("output", "it has written"),
                      ("child", "run another program"), ("alarm", "set an alarm"),
                      ("socket", "a socket or pipe"), ("pipe", "a socket or pipe"),
                      ("file", "open for writing")):
    refusal(hazard, words)


@check
def refuses_static(world):
    facts, _ = compare(world, ("--exit", "3", "--", compiled(world, "-static"), "-", "@@"))
    expect(facts["tests"] == 0 and facts["programs"] == "", str(facts))


@check
def refuses_sanitizer(world):
    program = compiled(world, "-fsanitize=address")
    expect_refused(world, ("--exit", "3", "--", program, "-", "@@"), "sanitizer")


@check
def refuses_writer_of_input(world):
    program = compiled(world)
    test = world.script("test.sh", f"#!/bin/sh\n(sleep 0.1; cat \"$1\") | {program} stdin \"$1\"; [ $? -eq 3 ]\n")
    expect_refused(world, ("-t", test), "still being written")


@check
def input_read_before(world):
    """Standard input is the candidate, another text in each test."""
    compare(world, ("--exit", "3", "--", compiled(world), "stdin", "@@"))


@check
def changing_file(world):
    """A file that is another one in each test, and decides what the answer is."""
    program = compiled(world)
    config = world.folder / "config"
    test = world.script("test.sh", f"""#!/bin/sh
if grep -q needle "$1"; then echo x; else echo y; fi >"$TMPDIR/new" && mv "$TMPDIR/new" {config}
echo hay >"$TMPDIR/other"
{program} config={config} "$TMPDIR/other"; [ $? -eq 3 ]
""")
    compare(world, ("-t", test))


@check
def listed_folder(world):
    """A file beside the candidate that is there in some tests only."""
    program = compiled(world)
    test = world.script("test.sh", f"""#!/bin/sh
cd "$(dirname "$1")"; if grep -q needle "$1"; then : >extra; fi
echo hay >other; {program} lists other; [ $? -eq 3 ]
""")
    compare(world, ("-t", test))


def difference(before):
    """An answer that depends on more than the input: another one with snapshots is found, and the
    search begins again without them."""
    def run(world):
        _, done = compare(world, ("--exit", "3", "--", compiled(world), before, "@@"))
        expect_words(done, "starting again without it")
    run.__name__ = f"differs_by_{before}"
    check(run)


difference("pid")
difference("time")


@check
def other_arguments_each_time(world):
    program = compiled(world)
    test = world.script("test.sh", f"#!/bin/bash\n{program} $$-$RANDOM \"$1\"; [ $? -eq 3 ]\n")
    compare(world, ("-t", test))


@check
def folder_of_files(world):
    folder = world.folder / "src"
    folder.mkdir()
    (folder / "a.json").write_text(INPUT)
    done = world.run(folder, "--snapshot", "--exit", "3", "--", compiled(world), "-", "a.json")
    expect_words(done, "--snapshot")


def killed(kills, seed):
    def run(world):
        """Kills grabr, a worker or a copy at random moments."""
        program = compiled(world)
        test = world.script("test.sh", f"#!/bin/sh\n{program} - \"$1\"; [ $? -eq 3 ]\n")
        wanted = reduced(world, "plain", ("-t", test))[0]
        dice = random.Random(seed)
        done, number = 0, 0
        while done < kills:
            number += 1
            folder = world.folder / f"killed{number}"
            folder.mkdir()
            source = world.write(f"killed{number}/in.json", INPUT)
            words = (source, "-j2", "--snapshot", "-o", "out.json", "-t", test)
            while True:
                process = world.start(*words, folder=folder)
                time.sleep(dice.uniform(.05, 2))
                victims = [process.pid] if dice.random() < .5 else others(world)[:1]
                for victim in victims:
                    with contextlib.suppress(OSError):
                        os.kill(victim, signal.SIGKILL)
                        done += 1
                ended = world.finish(process)
                if ended.status != -signal.SIGKILL:
                    break
            expect_status(ended, 0)
            expect((folder / "out.json").read_bytes() == wanted, "another result")
            left = world.left_behind()
            expect(not left, f"left behind: {left}")
        print(f"  {done} kills in {number} reductions", flush=True)
    run.__name__ = "killed"
    return run


def others(world):
    """Workers and copies, in random order. Killing a process of a test would change its answer."""
    found = []
    for entry in pathlib.Path("/proc").iterdir():
        with contextlib.suppress(OSError):
            here = entry.name.isdigit() and str(world.temporary).encode() in (entry / "environ").read_bytes()
            worker = here and (entry / "comm").read_text() == "grabr-worker\n"
            copy = here and os.readlink(entry / "cwd") == "/"
            if worker or copy:
                found.append(int(entry.name))
    random.shuffle(found)
    return found


def main():
    parser = argument_parser(__doc__)
    parser.add_argument("--kills", type=int, default=12, metavar="N", help="default: 12")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="for the moments")
    options = parser.parse_args()
    check(killed(options.kills, options.seed))
    return run_checks(options, "grabr-snapshot-", at_once=4)


if __name__ == "__main__":
    sys.exit(main())
