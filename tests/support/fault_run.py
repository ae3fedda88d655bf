"""One run of grabr with a fault, and checks of the state after it: for check_faults.py."""

import contextlib
import os
import pathlib
import re
import resource
import shutil
import subprocess
import threading

from checks import (Failed, LeftOut, Log, PATIENCE_S, TIMEOUT_S, best_of_trace, expect, expect_words,
                    read_trace, tail, wait_until, write_program)

# An input for some hundred tests with one job.
INPUT = ("{" +
         ", ".join(f'"k{i}": [{i}, {{"v{i}": [true, null]}}]' for i in range(10)) + "}\n").encode()
CONDITIONS = ["json=v5", "json=k8", "has=null"]
GRAMMARS = pathlib.Path(__file__).resolve().parent / "grammars"
OTHER_USER = 54321  # a user without processes and rights


class FaultRun:
    """A folder with the input, the test, a place for the result; then the run itself."""

    def __init__(self, world, sleep_ms=10):
        self.world = world
        self.place = world.folder / "out"
        self.place.mkdir()
        self.place.chmod(0o777)
        self.input = world.write("input.json", INPUT)
        self.log = world.folder / "log"
        self.log.touch()
        self.log.chmod(0o666)
        self.trace = world.folder / "trace"
        self.result = self.place / "result.json"
        self.hold = world.folder / "hold"
        world.environment.update(SHIM_LOG=str(self.log), SHIM_HOLD=str(self.hold))
        self.shim = [world.shim, "--sleep-ms", str(sleep_ms)]
        self.process = self.done = None
        self.command = []

    def start(self, *arguments, test=None, fault=(), **options):
        """Starts grabr with two jobs; its test is the shim, or `test` (a list of words)."""
        command = test or [*self.shim, *fault, *CONDITIONS]
        self.command = ["-g", "json", "-j", "2", "--trace", self.trace, "-o", self.result, "-i",
                        self.input, *arguments, "--", *command]
        self.process = self.world.start(*self.command, **options)

    def start_held(self, *arguments, deaf=False, **options):
        """Like start(), up to the first saved success. Tests then wait until release(), so that the
        run cannot end before the fault (`deaf`: they do not even end at SIGTERM)."""
        self.hold.write_text(f"{len(INPUT)} {self.result}{' deaf' if deaf else ''}")
        if "--timeout" not in arguments:
            arguments = (*arguments, "--timeout", TIMEOUT_S)
        self.start(*arguments, **options)

        def is_saved():
            if self.process.poll() is not None:
                done = self.world.finish(self.process)
                raise Failed(f"it ended before anything was saved, exit status {done.status}:"
                             f"{tail(done.err)}")
            return self.result.exists() and self.result.stat().st_size < len(INPUT)
        wait_until(is_saved, "nothing is saved", pause_s=0.002)

    def release(self):
        self.hold.unlink(missing_ok=True)

    def script(self):
        """A script around the shim, to be removed or changed; as a test for start()."""
        words = " ".join(f"'{word}'" for word in [*self.shim, *CONDITIONS])
        return self.world.script("test.sh", f"#!/bin/sh\nexec {words} \"$1\"\n")

    def descendants(self):
        """Processes started by grabr, directly or not."""
        parents = {}
        for entry in pathlib.Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                stat = (entry / "stat").read_bytes()
                parents[int(entry.name)] = int(stat.rsplit(b")", 1)[1].split()[1])
        found = [self.process.pid]
        for number in found:
            found += [child for child, parent in parents.items() if parent == number]
        return found[1:]

    def workers(self):
        """Those of them that run grabr's own program."""
        own = f"/proc/{self.process.pid}/exe"
        with contextlib.suppress(OSError):
            program = os.readlink(own)
            return [n for n in self.descendants() if same_program(n, program)]
        return []

    def finish(self):
        self.release()
        return self.await_end()

    def await_end(self):
        """Whether tests are held or not."""
        self.done = self.world.finish(self.process)
        return self.done

    def tests(self):
        return read_trace(self.trace) if self.trace.exists() else []

    def expect_best_kept(self, stale=False):
        """The result fails, and is what the run had reached (`stale`: or something before that)."""
        reached = best_of_trace(self.tests(), INPUT)
        expect(self.result.exists() or reached == INPUT, "no result, though there were successes:"
               + tail(self.done.err))
        if not self.result.exists():
            return
        data = self.result.read_bytes()
        expect(self.world.judged_by(CONDITIONS, data), f"the result does not fail: {data[:200]!r}")
        if self.done.status == 0:
            expect(len(data) < len(INPUT) // 4, f"hardly reduced: {len(data)} bytes")
        expect(data == reached or stale,
               f"the result, {data[:200]!r}, is not the best: {reached[:200]!r}")

    def expect_end(self, statuses, words=(), stale=False):
        """Checks what must be true after each fault. `words`: one of them must be in the output if
        the run did not finish."""
        done = self.done
        expect(done.status in statuses, f"exit status {done.status} instead of "
               f"{' or '.join(map(str, statuses))}; it said:{tail(done.err)}")
        self.expect_best_kept(stale)
        if done.status != 0 and words:
            expect_words(done, *words)
        left = self.world.left_behind()
        expect(not left, left)

    def happened(self):
        """For the table: how it ended."""
        log = Log(self.log)
        faults = log.count("fault")
        shown = f"exit status {self.done.status}, {log.count('begin')} runs of the test"
        return shown + (f", {faults} of them with the fault" if faults else "")

    def said(self):
        """For the table: what the user saw at the end, without progress, grammar and result, and
        without the summary where there is something else."""
        usual = re.compile(r"grabr: ([0-9]+ → [0-9]+ bytes|grammar: )|    ")
        lines = self.done.err.replace("\r", "\n").splitlines()
        lines = [line.strip() for line in lines if line.strip() and not usual.match(line)]
        others = [line for line in lines if "the result is in" not in line]
        text = " ".join((others or lines or ["nothing"])[-4:])
        return text.replace(str(self.world.folder), "…")


def same_program(number, program):
    with contextlib.suppress(OSError):
        return os.readlink(f"/proc/{number}/exe") == program
    return False


def as_other_user(world):
    """Options of start() that make grabr run as a user without rights, as far as that is
    possible."""
    if os.geteuid() != 0:
        return {}
    program = world.folder / "program"
    write_program(program, pathlib.Path(world.grabr).read_bytes())
    grammars = world.folder / "grammars"
    shutil.copytree(GRAMMARS, grammars)
    for path in [grammars, *grammars.rglob("*")]:
        path.chmod(0o755)
    world.environment["GRABR_GRAMMARS"] = str(grammars)
    world.grabr = str(program)
    for path in (world.folder, world.temporary):
        path.chmod(0o777)
    return {"user": OTHER_USER, "group": OTHER_USER, "extra_groups": []}


@contextlib.contextmanager
def small_disk(folder, kilobytes):
    """A file system of this size at `folder`, where that is permitted."""
    folder.mkdir(exist_ok=True)
    done = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={kilobytes}k,mode=777", "tmpfs",
                           folder],
                          capture_output=True, check=False)
    if done.returncode != 0:
        raise LeftOut("no file system may be mounted here")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", folder], check=False, capture_output=True)


@contextlib.contextmanager
def filled(folder):
    """Fills the disk of `folder`, also when more space becomes free."""
    ballast = folder / "ballast"
    over, full = threading.Event(), threading.Event()

    def take():
        part = 4096
        with open(ballast, "ab", buffering=0) as file:
            while not over.is_set():
                try:
                    file.write(b"x" * part)
                except OSError:
                    if part == 1:
                        full.set()
                    part = 1

    taking = threading.Thread(target=take)
    taking.start()
    try:
        expect(full.wait(PATIENCE_S), f"{folder} is never full")
        yield
    finally:
        over.set()
        taking.join()
        ballast.unlink()


def send(process, number):
    with contextlib.suppress(ProcessLookupError):
        os.kill(process if isinstance(process, int) else process.pid, number)


def set_limit(numbers, which, value, user=None):
    """Sets the soft limit of a resource of running processes (-1: removes it). `user`: the number
    of the one that they belong to, where it is another one."""
    child = os.fork()
    if child > 0:
        expect(os.waitpid(child, 0)[1] == 0, "the limit could not be set")
        return
    status = 1
    try:
        if user is not None:
            os.setgid(user)
            os.setuid(user)
        for number in numbers:
            with contextlib.suppress(ProcessLookupError):
                hard = resource.prlimit(number, which)[1]
                resource.prlimit(number, which, (hard if value < 0 else value, hard))
        status = 0
    finally:
        os._exit(status)  # pylint: disable=protected-access
