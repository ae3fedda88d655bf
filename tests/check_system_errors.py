#!/usr/bin/env python3
"""Checks what grabr does when the system fails it: with strace one system call of a command is made
to fail, once or from some moment on (the tests themselves are left alone). Each run must end, with
what an undisturbed run comes to and its status, or with a word, another status, and a best result on
disk that still fails.

    check_system_errors.py GRABR [--injections N] [--skip N] [--seed N] [--only CALL]
                           [--commands NAME,NAME] [--table FILE]

Exits with 77 where there is no strace or where it may not trace."""

import collections
import concurrent.futures
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "support"))
from calls import COMMANDS, write_table  # noqa: E402
from checks import Done, Failed, SLOWNESS, World, argument_parser, tail, working_folder  # noqa: E402

SKIPPED = 77
HANGS_S = 60        # limit for a run; on an idle machine it takes a few seconds
# System call: the errors that it may return.
ERRORS = {
    "wait4": ("EINTR", "ECHILD"), "waitid": ("EINTR", "ECHILD"), "read": ("EINTR", "EIO"),
    "pread64": ("EINTR", "EIO"), "write": ("EINTR", "EIO", "ENOSPC"), "fsync": ("EIO", "ENOSPC"),
    "fdatasync": ("EIO", "ENOSPC"), "rename": ("EIO", "ENOSPC"),
    "openat": ("EMFILE", "ENFILE", "EIO", "ENOMEM"), "close": ("EIO", "EINTR"),
    "poll": ("EINTR", "ENOMEM"), "recvfrom": ("EINTR", "ECONNRESET", "ENOMEM"),
    "sendto": ("EINTR", "ENOBUFS", "EPIPE"), "sendmsg": ("EINTR", "EMFILE"),
    "recvmsg": ("EINTR", "ECONNRESET"), "socketpair": ("EMFILE", "ENFILE"),
    "pipe2": ("EMFILE", "ENFILE"), "fcntl": ("EINVAL", "EMFILE"), "clone": ("ENOMEM", "EAGAIN"),
    "vfork": ("ENOMEM", "EAGAIN"), "mmap": ("ENOMEM",),
    "getdents64": ("EIO",), "newfstatat": ("EIO", "ENOMEM"), "mkdir": ("EIO", "ENOSPC"),
    "rmdir": ("EIO",), "unlink": ("EIO",), "pidfd_open": ("EMFILE", "ENOSYS"),
    "flock": ("EINTR", "ENOLCK"), "dup2": ("EMFILE",), "chdir": ("EIO",),
    "fchmod": ("EIO", "EPERM"), "readlink": ("EIO",),
    "access": ("EIO",), "prlimit64": ("EPERM",),
}
# The loader makes these calls first, and ends in its own way if they fail.
AFTER_LOADING = {"mmap": 25}
# Calls that are needed for cleaning up.
TIDYING = {"rmdir", "unlink", "unlinkat", "openat", "getdents64", "newfstatat", "mkdir", "rename",
           "flock", "fcntl", "read", "kill"}
STATUSES = {1, 5, 7}
# Messages about findings that repeating the call resumes.
SPOILT = ("is not reduced", "the best so far is kept")
Injection = collections.namedtuple("Injection", "command call error when")


# Each of these once had a wrong effect.
FOUND = [Injection("fuzz", "read", "EINTR", "16+"), Injection("fuzz", "write", "EIO", "11"),
         Injection("explain", "chdir", "EIO", "1"), Injection("inputs", "readlink", "EIO", "4..10"),
         Injection("compare", "openat", "ENOMEM", "61+")]


def planned(count, seed, only, commands):
    """Faults that were once handled wrongly; then each call and error at least once, commands in
    turn, half of them reductions of one input; early calls more often than late ones."""
    injections = [one for one in FOUND if one.call in (only or ERRORS) and one.command in commands]
    dice = random.Random(seed)
    pairs = [(call, error) for call, errors in ERRORS.items() for error in errors
             if call in (only or ERRORS)]
    dice.shuffle(pairs)
    for number in range(count - len(injections)):
        call, error = pairs[number % len(pairs)]
        first = AFTER_LOADING.get(call, 0) + int(2 ** dice.uniform(0, 7))
        when = dice.choice((f"{first}", f"{first}+", f"{first}..{first + dice.randint(1, 20)}"))
        command = commands[number // 2 % len(commands)] if number % 2 else commands[0]
        injections.append(Injection(command, call, error, when))
    return injections


def strace_words(injection, log):
    return ["strace", "-f", "-b", "execve", "-qq", "-o", str(log), "-e",
            f"trace={injection.call}", "-e",
            f"inject={injection.call}:error={injection.error}:when={injection.when}"]


def end_group(process):
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


def problem_of(world, injection, wanted, limit_s):
    """What is wrong with a run under this injection; the empty string if nothing is."""
    command = COMMANDS[injection.command]
    command.prepare(world, world.folder)
    words = [*strace_words(injection, world.folder / "strace.log"), world.grabr,
             *map(str, command.words(world, world.folder))]
    process = subprocess.Popen(words, cwd=world.folder, env=world.environment,
                               stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, start_new_session=True)
    try:
        out, err = process.communicate(timeout=limit_s)
    except subprocess.TimeoutExpired:
        end_group(process)
        world.end_all()
        process.communicate()
        return f"hangs for {limit_s:.0f} s", None
    done = Done(process.returncode, out.decode(errors="replace"), err.decode(errors="replace"), 0, "")
    return ending_problem(world, injection, wanted, done), done.status


def ending_problem(world, injection, wanted, done):
    if "error while loading shared libraries" in done.err:
        return ""
    command = COMMANDS[injection.command]
    if done.status == command.status:
        try:
            found = command.outcome(world.folder, done)
        except (Failed, OSError, ValueError) as problem:
            return f"status {done.status}, but {problem}{tail(done.err)}"
        if found != wanted[injection.command] and any(word in done.err for word in SPOILT):
            again = world.run(*command.words(world, world.folder), folder=world.folder)
            found = command.outcome(world.folder, again)
        if found != wanted[injection.command]:
            return f"status {done.status} with another outcome: {found!r}{tail(done.err)}"
    elif done.status not in STATUSES:
        return f"status {done.status}:{tail(done.err)}"
    elif (not done.err.strip() and injection.call != "write") or "internal error" in done.err:
        return f"status {done.status} without a plain word:{tail(done.err)}"
    for name, conditions in command.holds:
        file = world.folder / name
        if file.exists() and not world.judged_by(conditions, file.read_bytes()):
            return f"status {done.status}, and {name} does not fail: {file.read_bytes()!r}"
    if injection.call in TIDYING:
        return ""
    left = world.left_behind()
    if not left and done.status == command.status:  # otherwise repeating the call may resume
        left = ", ".join(command.left_beside(world.folder))
    return left and f"left behind: {left}"


def run_one(options, folder, shim, wanted, limit_s, number, injection):
    place = folder / str(number)
    place.mkdir()
    world = World(str(pathlib.Path(options.grabr).resolve()), shim, place)
    problem, status = problem_of(world, injection, wanted, limit_s)
    world.end_all()
    if problem:
        print(f"{injection.command}: {injection.call} {injection.error} when={injection.when}: {problem}", flush=True)
    shutil.rmtree(place, ignore_errors=True)
    return problem, status


def undisturbed(options, folder, shim, name):
    """What the command comes to under strace with nothing injected; the script ends where there is no
    tracing."""
    place = folder / f"undisturbed-{name}"
    place.mkdir()
    world = World(str(pathlib.Path(options.grabr).resolve()), shim, place)
    command = COMMANDS[name]
    command.prepare(world, place)
    nothing = Injection(name, "wait4", "EINTR", "65535")
    if shutil.which("strace") is None:
        print("left out: there is no strace")
        sys.exit(SKIPPED)
    end = subprocess.run([*strace_words(nothing, place / "log"), world.grabr,
                          *map(str, command.words(world, place))], cwd=place, check=False,
                         env=world.environment, capture_output=True, text=True,
                         stdin=subprocess.DEVNULL)
    if re.search("PTRACE|ptrace|invalid option|Operation not permitted", end.stderr):
        print(f"left out: strace cannot trace here:{tail(end.stderr)}")
        sys.exit(SKIPPED)
    if end.returncode != command.status:
        sys.exit(f"{name}, undisturbed, ended with {end.returncode}:{tail(end.stderr)}")
    return command.outcome(place, Done(end.returncode, end.stdout, end.stderr, 0, ""))


def main():
    parser = argument_parser(__doc__)
    parser.add_argument("--injections", type=int, default=40, metavar="N",
                        help="runs, each with one (default: 40)")
    parser.add_argument("--skip", type=int, default=0, metavar="N",
                        help="leave out the first N of them: an earlier call ran those")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="for which and when")
    parser.add_argument("--at-once", type=int, default=os.cpu_count() or 1, metavar="N",
                        help="runs at once (default: one for each processor)")
    parser.add_argument("--slowness", type=float, metavar="X",
                        default=3 * SLOWNESS, help=f"a run may take X times {HANGS_S} s (default: "
                        "3 times $GRABR_TEST_SLOWNESS)")
    parser.add_argument("--commands", default=",".join(COMMANDS), metavar="NAME,NAME",
                        help="of which half of the runs are (default: all)")
    parser.add_argument("--table", type=pathlib.Path, metavar="FILE", help="write what it finds there")
    options = parser.parse_args()
    commands = options.commands.split(",")
    injections = planned(options.injections, options.seed, options.only, commands)[options.skip:]
    with working_folder(options, "grabr-system-errors-") as (folder, shim):
        limit_s = HANGS_S * options.slowness
        with concurrent.futures.ThreadPoolExecutor(options.at_once) as pool:
            names = list(dict.fromkeys(injection.command for injection in injections))
            wanted = dict(zip(names, pool.map(lambda name: undisturbed(options, folder, shim, name),
                                              names)))
            ends = list(pool.map(lambda pair: run_one(options, folder, shim, wanted, limit_s, *pair),
                                 enumerate(injections)))
    statuses = collections.Counter(status for _, status in ends)
    bad = sum(bool(problem) for problem, _ in ends)
    shown = ", ".join(f"{count} with status {status}" for status, count in statuses.most_common())
    print(f"{len(ends)} injections: {shown}; {bad} not as wanted")
    if options.table:
        rows = {}
        for injection, (problem, status) in zip(injections, ends):
            row = rows.setdefault(injection.command, [0, 0, 0, 0])
            row[0] += 1
            row[1] += status == COMMANDS[injection.command].status
            row[2] += problem.startswith("hangs")
            row[3] += bool(problem) and not problem.startswith("hangs")
        write_table(options.table, "errors", ("number", "ended as ever", "hung", "wrong or silent"), rows)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
