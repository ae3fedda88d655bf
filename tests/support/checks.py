"""What the end-to-end checks (tests/check_*.py) have in common: a table of checks, a folder and a
temporary folder of its own for each, grabr started and stopped, what it left behind.

A check is a function with a World as argument, registered by @check. It comes back when all is
well, raises Failed with what was wrong, or LeftOut with the reason why this machine cannot tell.
"""

import argparse
import base64
import collections
import concurrent.futures
import contextlib
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import traceback

FINISHED, INTERNAL, USAGE, NOT_FAILING, NO_PARSE, REFUSED, BUDGET, ENVIRONMENT = range(8)
SUPPORT = pathlib.Path(__file__).resolve().parent
# How much slower than usual this machine is.
SLOWNESS = max(float(os.environ.get("GRABR_TEST_SLOWNESS") or 1), 0.1)
# Events that are waited for are nearly immediate on an idle machine: only a missing event takes
# this long.
TIMEOUT_S = 300 * SLOWNESS  # for one run of grabr
PATIENCE_S = 120 * SLOWNESS  # for one event of a run
LEFT_BEHIND_S = 30 * SLOWNESS  # how long after the end of a run its processes and files may remain


class Failed(Exception):
    """A check failed; the message says why."""


class LeftOut(Exception):
    """This machine cannot run the check; the message says why."""


def expect(condition, message):
    if not condition:
        raise Failed(message)


# How a run ended. `said`: all its output, without the names of the check's folders, which could
# contain the words that are searched for.
Done = collections.namedtuple("Done", "status out err seconds said")


def hash_of(data):
    """FNV-1a, 64 bits, as the shim writes it into its log."""
    value = 0xCBF29CE484222325
    for byte in data:
        value = ((value ^ byte) * 0x100000001B3) & 0xFFFFFFFFFFFFFFFF
    return f"{value:016x}"


class Log:
    """The log of the shim: a list of (seconds of the monotonic clock, word, hash)."""

    def __init__(self, path):
        self.lines = []
        with contextlib.suppress(FileNotFoundError):
            for line in pathlib.Path(path).read_text().splitlines():
                seconds, word, candidate = line.split()
                self.lines.append((float(seconds), word, candidate))

    def count(self, start):
        return sum(word.startswith(start) for _, word, _ in self.lines)


def read_trace(path, phase="search"):
    """The tests of the search, or those before it ("preflight"), numbered from 1 on; with their
    bytes."""
    tests = []
    for line in pathlib.Path(path).read_text().splitlines():
        test = json.loads(line)
        if (test.get("phase") == "preflight") != (phase == "preflight"):
            continue
        test["data"] = (base64.b64decode(test["base64"]) if "base64" in test
                        else test["text"].encode())
        test["test"] = len(tests) + 1
        tests.append(test)
    return tests


def best_of_trace(tests, original):
    """The best text so far: the last accepted one."""
    marked = any(test.get("accepted") for test in tests)
    for test in reversed(tests):
        if test.get("accepted") or (not marked and test["outcome"] == "fail"):
            return test["data"]
    return original


def processes_with(text):
    """Ids of processes that were started with `text` in their environment, or that run in that
    folder, except this one."""
    found = []
    wanted = str(text).encode()
    for entry in pathlib.Path("/proc").iterdir():
        if not entry.name.isdigit() or int(entry.name) == os.getpid():
            continue
        with contextlib.suppress(OSError):
            state = (entry / "stat").read_bytes().rsplit(b")", 1)[1].split()[0]
            here = wanted in (entry / "environ").read_bytes()
            if state != b"Z" and (here or str(text) in os.readlink(entry / "cwd")):
                found.append(int(entry.name))
    return found


def wait_until(is_so, what, patience_s=PATIENCE_S, pause_s=0.01):
    """Waits until `is_so` gives a true value, and returns that. Otherwise raises Failed with
    `what`, a text or a function that returns one."""
    deadline = time.monotonic() + patience_s
    while not (found := is_so()):
        if time.monotonic() > deadline:
            raise Failed(what() if callable(what) else what)
        time.sleep(pause_s)
    return found


def describe_process(number):
    with contextlib.suppress(OSError):
        words = pathlib.Path(f"/proc/{number}/cmdline").read_bytes().split(b"\0")
        return f"{number} ({b' '.join(words).decode(errors='replace').strip()[:100]})"
    return str(number)


def write_program(path, data):
    """Writes the file in a process of its own: if it were open here, a program that another thread
    starts at this moment would inherit it, and a file that is open for writing cannot be
    executed (ETXTBSY)."""
    subprocess.run(["sh", "-c", 'cat >"$1" && chmod 755 "$1"', "sh", str(path)], input=data,
                   check=True)


class World:
    """The environment of one check: `folder` to work in, `temporary` as TMPDIR of its processes."""

    def __init__(self, grabr, shim, folder):
        self.grabr, self.shim, self.folder = grabr, shim, folder
        self.temporary = folder / "temporary"
        self.temporary.mkdir()
        self.environment = {name: value for name, value in os.environ.items()
                            if not name.startswith("GRABR_")}
        self.environment.update(GRABR_GRAMMARS=str(SUPPORT / "grammars"),
                                TMPDIR=str(self.temporary), LC_ALL="C.UTF-8", COLUMNS="100",
                                SHIM_PLAYGROUND=str(self.temporary))

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    def script(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        write_program(path, text if isinstance(text, bytes) else text.encode())
        return path

    def start(self, *arguments, folder=None, **options):
        streams = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE,
                   "stderr": subprocess.PIPE}
        return subprocess.Popen([self.grabr, *map(str, arguments)], cwd=folder or self.folder,
                                env=self.environment, **{**streams, **options})

    def finish(self, process, timeout_s=TIMEOUT_S):
        """Waits for the end; the seconds are those of the wait."""
        began = time.monotonic()
        try:
            out, err = process.communicate(timeout=timeout_s)
        except subprocess.TimeoutExpired:
            self.end_all()
            process.kill()
            _, err = process.communicate()
            raise Failed(
                f"grabr did not end within {timeout_s} s, and said:{tail(err or b'')}") from None
        seconds = time.monotonic() - began
        err = (err or b"").decode(errors="replace")
        said = (err + out.decode(errors="replace")).replace(str(self.folder), "…")
        return Done(process.returncode, out, err, seconds, said)

    def run(self, *arguments, folder=None, timeout_s=TIMEOUT_S, **options):
        return self.finish(self.start(*arguments, folder=folder, **options), timeout_s)

    def judged_by(self, conditions, data):
        """Whether the shim's conditions hold for these bytes."""
        path = self.write("judged", data)
        return subprocess.run([self.shim, *conditions, path], check=False,
                              stdin=subprocess.DEVNULL).returncode == 0

    def left_behind(self):
        """Describes processes and files that still exist some time after the end; the empty string
        if there are none."""
        deadline = time.monotonic() + LEFT_BEHIND_S
        while True:
            files = []
            with contextlib.suppress(FileNotFoundError):
                files = sorted(path.name for path in self.temporary.iterdir())
            processes = processes_with(self.temporary)
            if not files and not processes:
                return ""
            if time.monotonic() > deadline:
                names = [describe_process(number) for number in processes]
                return (f"left in the temporary folder: {', '.join(files[:5]) or 'nothing'}; "
                        f"still running: {', '.join(names[:5]) or 'nothing'}")
            time.sleep(0.02)

    def end_all(self):
        """Ends all processes that were started here and still run."""
        for number in processes_with(self.temporary):
            with contextlib.suppress(OSError):
                os.kill(number, signal.SIGKILL)


def tail(text, lines=8):
    if isinstance(text, bytes):
        text = text.decode(errors="replace")
    return "\n    ".join(["", *text.replace("\r", "\n").strip().splitlines()[-lines:]])


def expect_status(done, *wanted):
    expect(done.status in wanted, f"exit status {done.status} instead of "
           f"{' or '.join(map(str, wanted))}; it said:{tail(done.err)}")


def expect_words(done, *alternatives):
    """At least one of the words occurs in the output, in any case."""
    expect(any(word.lower() in done.said.lower() for word in alternatives),
           f"not a word of {' or '.join(map(repr, alternatives))} in:{tail(done.err, 20)}")


CHECKS = {}


def check(function):
    CHECKS[function.__name__] = function
    return function


def argument_parser(description):
    parser = argparse.ArgumentParser(description=description,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("grabr", metavar="GRABR", help="the program to check")
    parser.add_argument("--only", metavar="NAME", action="append", default=[],
                        help="only this check (or those that begin so); may be given again")
    parser.add_argument("--list", action="store_true", help="name the checks and end")
    parser.add_argument("--shim", metavar="PROGRAM",
                        help="tests/support/shim.cc, compiled (default: compiled now)")
    parser.add_argument("--keep", action="store_true", help="keep the folders that were worked in")
    return parser


def compile_shim(folder):
    program = folder / "shim"
    compiler = os.environ.get("CXX") or "c++"
    command = [compiler, "-std=c++20", "-O1", "-static", str(SUPPORT / "shim.cc"), "-o",
               str(program)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}\n{done.stderr[:2000]}")
    return program


@contextlib.contextmanager
def working_folder(options, prefix):
    """A folder for all files, with the shim in it (readable for other users, too)."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix=prefix))
    folder.chmod(0o755)
    try:
        shim = folder / "shim"
        if options.shim:
            shutil.copy(options.shim, shim)
        else:
            compile_shim(folder)
        yield folder, str(shim)
    finally:
        if options.keep:
            print(f"kept: {folder}")
        else:
            shutil.rmtree(folder, ignore_errors=True)


def outcome_of(function, world):
    """"ok", "LEFT OUT: why" or "FAILED: why"."""
    try:
        function(world)
        return "ok"
    except LeftOut as reason:
        return f"left out: {reason}"
    except Failed as reason:
        return f"FAILED: {reason}"
    except Exception:  # pylint: disable=broad-except
        return f"FAILED: the check itself:{tail(traceback.format_exc(), 12)}"
    finally:
        world.end_all()


def run_checks(options, prefix, checks=None, at_once=1):
    """Runs the requested checks, `at_once` of them in parallel. Returns the exit status of the
    script."""
    checks = CHECKS if checks is None else checks
    if options.list:
        print("\n".join(checks))
        return 0
    chosen = {name: function for name, function in checks.items()
              if not options.only or any(name.startswith(only) for only in options.only)}
    if not chosen:
        sys.exit(f"no check is called {' or '.join(options.only)}; --list shows them")
    grabr = str(pathlib.Path(options.grabr).resolve())

    def run_one(name):
        began = time.monotonic()
        place = folder / name
        place.mkdir()
        place.chmod(0o777)
        outcome = outcome_of(chosen[name], World(grabr, shim, place))
        print(f"{name}: {outcome} ({time.monotonic() - began:.1f} s)", flush=True)
        return not outcome.startswith("FAILED")

    with working_folder(options, prefix) as (folder, shim):
        with concurrent.futures.ThreadPoolExecutor(at_once) as pool:
            good = sum(pool.map(run_one, chosen))
    print(f"{good} of {len(chosen)} as wanted")
    return 0 if good == len(chosen) else 1
