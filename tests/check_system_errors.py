#!/usr/bin/env python3
"""Checks what grabr does when the system fails it: with strace one system call of a reduction is made
to fail, once or from some moment on (the tests themselves are left alone). Each run must end, with
the result of an undisturbed run and status 0, or with a word, another status, and a best result on
disk that still fails.

    check_system_errors.py GRABR [--injections N] [--skip N] [--seed N] [--only CALL]

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
from checks import SLOWNESS, World, argument_parser, tail, working_folder  # noqa: E402

SKIPPED = 77
HANGS_S = 20        # that a run may take, on a machine that has nothing else to do
# Call: what it may answer.
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
# The loader's own calls come first, and it has its own way to end.
AFTER_LOADING = {"mmap": 25}
# Calls without which nothing can be put away.
TIDYING = {"rmdir", "unlink", "unlinkat", "openat", "getdents64", "newfstatat", "mkdir", "rename",
           "flock", "fcntl", "read", "kill"}
STATUSES = {1, 5, 7}
INPUT = '{"a": [1, {"k": [2, {"m": 3}]}], "b": [4, 5], "c": {"d": "x"}}\n'
CONDITIONS = ["json=k", "json=m"]
Injection = collections.namedtuple("Injection", "call error when")


def planned(count, seed, only):
    """Each call and error at least once; early calls more often than late ones."""
    dice = random.Random(seed)
    pairs = [(call, error) for call, errors in ERRORS.items() for error in errors
             if call in (only or ERRORS)]
    dice.shuffle(pairs)
    injections = []
    for number in range(count):
        call, error = pairs[number % len(pairs)]
        first = AFTER_LOADING.get(call, 0) + int(2 ** dice.uniform(0, 7))
        when = dice.choice((f"{first}", f"{first}+", f"{first}..{first + dice.randint(1, 20)}"))
        injections.append(Injection(call, error, when))
    return injections


def command_of(place, shim):
    return ["-q", "-j", 2, "-i", place / "input.json", "-o", place / "result", "--", shim,
            *CONDITIONS]


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
    """What is wrong with a run under this injection; nothing: the empty string."""
    (world.folder / "input.json").write_text(INPUT)
    words = [*strace_words(injection, world.folder / "strace.log"), world.grabr,
             *map(str, command_of(world.folder, world.shim))]
    process = subprocess.Popen(words, cwd=world.folder, env=world.environment,
                               stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, start_new_session=True)
    try:
        _, err = process.communicate(timeout=limit_s)
    except subprocess.TimeoutExpired:
        end_group(process)
        world.end_all()
        process.communicate()
        return f"hangs for {limit_s:.0f} s", None
    words = err.decode(errors="replace")
    return ending_problem(world, injection, wanted, process.returncode, words), process.returncode


def ending_problem(world, injection, wanted, status, words):
    if "error while loading shared libraries" in words:
        return ""
    result = world.folder / "result"
    found = result.read_bytes() if result.exists() else None
    if status == 0:
        if found != wanted:
            return f"status 0 with another result: {found!r}{tail(words)}"
    elif status not in STATUSES:
        return f"status {status}:{tail(words)}"
    elif (not words.strip() and injection.call != "write") or "internal error" in words:
        return f"status {status} without a plain word:{tail(words)}"
    elif found is not None and not world.judged_by(CONDITIONS, found):
        return f"status {status}, and the result does not fail: {found!r}"
    left = "" if injection.call in TIDYING else world.left_behind()
    return left


def run_one(options, folder, shim, wanted, limit_s, number, injection):
    place = folder / str(number)
    place.mkdir()
    world = World(str(pathlib.Path(options.grabr).resolve()), shim, place)
    problem, status = problem_of(world, injection, wanted, limit_s)
    world.end_all()
    if problem:
        print(f"{injection.call} {injection.error} when={injection.when}: {problem}", flush=True)
    shutil.rmtree(place, ignore_errors=True)
    return problem, status


def undisturbed(options, folder, shim):
    """The result, and the seconds under strace with nothing injected; the script ends where there
    is no tracing."""
    place = folder / "undisturbed"
    place.mkdir()
    world = World(str(pathlib.Path(options.grabr).resolve()), shim, place)
    (place / "input.json").write_text(INPUT)
    nothing = Injection("wait4", "EINTR", "65535")
    if shutil.which("strace") is None:
        print("left out: there is no strace")
        sys.exit(SKIPPED)
    done = subprocess.run([*strace_words(nothing, place / "log"), world.grabr,
                           *map(str, command_of(place, shim))], cwd=place, check=False,
                          env=world.environment, capture_output=True, text=True,
                          stdin=subprocess.DEVNULL)
    if re.search("PTRACE|ptrace|invalid option|Operation not permitted", done.stderr):
        print(f"left out: strace cannot trace here:{tail(done.stderr)}")
        sys.exit(SKIPPED)
    if done.returncode != 0:
        sys.exit(f"the undisturbed run ended with {done.returncode}:{tail(done.stderr)}")
    return (place / "result").read_bytes()


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
    options = parser.parse_args()
    injections = planned(options.injections, options.seed, options.only)[options.skip:]
    with working_folder(options, "grabr-system-errors-") as (folder, shim):
        wanted = undisturbed(options, folder, shim)
        limit_s = HANGS_S * options.slowness
        with concurrent.futures.ThreadPoolExecutor(options.at_once) as pool:
            ends = list(pool.map(lambda pair: run_one(options, folder, shim, wanted, limit_s, *pair),
                                 enumerate(injections)))
    statuses = collections.Counter(status for _, status in ends)
    bad = sum(bool(problem) for problem, _ in ends)
    shown = ", ".join(f"{count} with status {status}" for status, count in statuses.most_common())
    print(f"{len(ends)} injections: {shown}; {bad} not as wanted")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
