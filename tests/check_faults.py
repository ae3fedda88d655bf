#!/usr/bin/env python3
"""Checks faults: tests that misbehave in every way, scripts that disappear, full disks, signals at
the wrong moment. Whatever happens, the result on disk fails and is the best so far, a message
explains what happened, and no process or folder is left behind.

    check_faults.py GRABR [--only NAME] [--table FILE] [--full] [--at-once N]

Most of the time passes in waiting, so some faults are run side by side.
"""

import os
import pathlib
import re
import resource
import shutil
import signal
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "support"))
from checks import (CHECKS, SLOWNESS, Failed, LeftOut, Log, argument_parser, expect,  # noqa: E402
                    expect_words, run_checks, tail, wait_until)
from fault_run import (CONDITIONS, INPUT, FaultRun, as_other_user, filled, send,  # noqa: E402
                       set_limit, small_disk)

FULL = False   # --full: the larger sizes
ROWS = []      # rows of the table: fault, what happened, what the user saw
AT_ONCE = 4    # simultaneous runs of grabr

# Faults inside a test. Name: (description, kind for the shim, arguments of grabr, exit statuses).
# They hit a third of the candidates, at most three times, unless the name is in ALWAYS.
IN_TEST = {
    "hangs": ("the test hangs", "hang", ["--timeout", "1"], (0,)),
    "forks_and_hangs": ("it forks, and both hang", "fork-hang", ["--timeout", "1"], (0,)),
    "ignores_term": ("it hangs and ignores SIGTERM", "ignore-term", ["--timeout", "1"], (0,)),
    "stops_itself": ("it stops (SIGSTOP)", "stop", ["--timeout", "1"], (0,)),
    "daemonises": ("it leaves a process in a session of its own", "daemon", [], (0,)),
    "children": ("it leaves forty children", "children=40", [], (0,)),
    "flood": ("it prints 200 MB (1 GB with --full)", "flood=200", [], (0,)),
    "removes_folder": ("it removes its folder", "remove-folder", [], (0,)),
    "removes_work_folder": ("it removes the folder of all tests", "remove-work", [], (0, 7)),
    "truncates_input": ("it empties its input", "truncate", [], (0,)),
    "replaces_input": ("it makes a folder of its input", "replace", [], (0,)),
    "closes_files": ("it closes all its files", "close", [], (0,)),
    "killed": ("it is killed with SIGKILL, as when memory runs out", "kill", [], (0,)),
    "kills_parent": ("it kills the process that started it", "kill-parent", [], (0, 7)),
    "memory_limit": ("it runs into --memory", "allocate=1000", ["--memory", "300"], (0,)),
    "exit_126": ("it exits with 126", "exit=126", [], (0,)),
    "exit_127": ("it exits with 127", "exit=127", [], (0,)),
    "exit_125": ("it exits with 125", "exit=125", [], (0,)),
    "deep_folders": ("it leaves folders deeper than any path", "deep", [], (0,)),
    "many_files": ("it leaves 2000 files", "files=2000", [], (0,)),
    "locked_folder": ("it leaves a folder that may not be entered", "locked", [], (0,)),
    "link_outside": ("it leaves a link to a folder of the user", "link=PRECIOUS", [], (0,)),
}
ALWAYS = ("daemonises", "removes_folder", "truncates_input", "closes_files", "locked_folder",
          "link_outside")


def note(run, what):
    ROWS.append((what, run.happened(), run.said()))


def check_in_test(name):
    """The check for one row of IN_TEST."""
    what, kind, arguments, statuses = IN_TEST[name]

    def run_it(world):
        run = FaultRun(world, sleep_ms=0)
        precious = world.write("precious/file", "to be kept")
        fault = ["--fault", kind.replace("PRECIOUS", str(precious.parent)), "--below",
                 str(len(INPUT))]
        if FULL and name == "flood":
            fault[1] = "flood=1000"
        if name not in ALWAYS:
            fault += ["--every", "3", "--most", "3"]
        run.start(*arguments, fault=fault)
        run.finish()
        note(run, what)
        run.expect_end(statuses, ("test",))
        expect(Log(run.log).count("fault") > 0, "the fault never happened")
        expect(precious.exists(), "a file outside the test's folder was removed")
    return run_it


for key in IN_TEST:
    CHECKS[key] = check_in_test(key)


def fault(what):
    """Registers a check of a fault during a run; its row is written when it ends."""
    def register(function):
        def run_it(world):
            run = FaultRun(world)
            try:
                function(run)
            finally:
                if run.done:
                    note(run, what)
                elif run.process and run.process.poll() is None:
                    run.process.kill()
                    run.process.communicate()
        CHECKS[function.__name__] = run_it
        return function
    return register


@fault("the script is removed in mid-run")
def script_removed(run):
    script = run.script()
    run.start_held(test=[script])
    script.unlink()
    run.finish()
    run.expect_end((7,),
                   ("test.sh", "removed", "no such file", "cannot be run", "could not be run"))


@fault("the script is no longer executable")
def script_not_executable(run):
    script = run.script()
    options = as_other_user(run.world)
    run.start_held(test=[script], **options)
    script.chmod(0o644)
    run.finish()
    run.expect_end((7,), ("permission", "executable", "could not be run", "cannot be run"))


def replace_script(run, text):
    """Replaces the script atomically, as editors and installers do."""
    script = run.script()
    run.start_held(test=[script])
    new = run.world.script("new.sh", text)
    os.replace(new, script)
    run.finish()


@fault("what the script needs is gone: it rejects everything")
def compiler_gone(run):
    replace_script(run, "#!/bin/sh\nexit 1\n")
    run.expect_end((7,), ("no longer",))


@fault("what the script needs is gone: status 127 for everything")
def command_not_found(run):
    replace_script(run, "#!/bin/sh\nno-such-compiler \"$1\"\n")
    run.expect_end((7,), ("no longer", "127"))


@fault("the script accepts everything from some moment on (cannot be told from success)")
def script_accepts_everything(run):
    replace_script(run, "#!/bin/sh\nexit 0\n")
    expect(run.done.status in (0, 7), f"exit status {run.done.status}:{tail(run.done.err)}")
    left = run.world.left_behind()
    expect(not left, left)


def with_full_work_folder(run, seconds):
    """The disk of the work folder is full, for some time or permanently."""
    with small_disk(run.world.temporary, 400):
        run.start_held(test=[run.script()])
        with filled(run.world.temporary):
            if seconds:
                run.release()
                time.sleep(seconds)
            else:
                run.finish()
        if seconds:
            run.finish()
        run.expect_end((0,) if seconds else (7,), ("space", "full"))


@fault("the disk of the work folder is full")
def work_disk_full(run):
    with_full_work_folder(run, 0)


@fault("the disk of the work folder is full for half a second")
def work_disk_full_for_a_while(run):
    with_full_work_folder(run, 0.5)


@fault("the disk of the result is full")
def result_disk_full(run):
    with small_disk(run.place, 200):
        run.start_held("--cache", run.world.folder / "answers")
        with filled(run.place):
            run.finish()
        run.expect_end((1, 7), ("space", "full", "result"), stale=True)


@fault("the disk of the journal is full")
def journal_disk_full(run):
    answers = run.world.folder / "answers"
    with small_disk(answers, 64):
        run.start_held("--cache", answers, "--strategy", "ddmin-debuggingbook", "--max-tests", "400")
        with filled(answers):
            run.finish()
        run.expect_end((0, 6))
        expect_words(run.done, "space", "full")


@fault("files may no longer grow (RLIMIT_FSIZE), result and journal included")
def file_size_limit(run):
    run.start_held()
    set_limit([run.process.pid], resource.RLIMIT_FSIZE, 1)
    run.finish()
    run.expect_end((1, 7), ("large", "space", "size", "result"), stale=True)


@fault("the temporary folder is removed in mid-run")
def temporary_folder_removed(run):
    run.start_held(test=[run.script()])
    shutil.rmtree(run.world.temporary, ignore_errors=True)
    run.finish()
    run.expect_end((0, 7), ("folder", "no such file"))


@fault("sixteen open files are allowed")
def few_open_files(run):
    run.start(preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (16, 16)))
    run.finish()
    run.expect_end((0, 1, 7), ("files", "descriptor"))


@fault("no file may be opened any more, in mid-run")
def no_more_files(run):
    run.start_held()
    set_limit([run.process.pid, *run.descendants()], resource.RLIMIT_NOFILE, 3)
    run.finish()
    run.expect_end((1, 7), ("files", "descriptor"), stale=True)


@fault("no process may be started any more, in mid-run")
def no_more_processes(run):
    user = as_other_user(run.world)
    run.start_held(**user)
    set_limit([run.process.pid, *run.descendants()], resource.RLIMIT_NPROC, 1,
              user.get("user"))
    run.finish()
    run.expect_end((7,), ("process", "resource temporarily unavailable", "could not be run"))


@fault("no process may be started for half a second")
def no_processes_for_a_while(run):
    user = as_other_user(run.world)
    run.start_held(**user)
    set_limit([run.process.pid, *run.descendants()], resource.RLIMIT_NPROC, 1,
              user.get("user"))
    run.release()
    time.sleep(0.5)
    set_limit([run.process.pid, *run.descendants()], resource.RLIMIT_NPROC, -1,
              user.get("user"))
    run.finish()
    run.expect_end((0,))


@fault("a worker process is killed with SIGKILL")
def worker_killed(run):
    run.start_held()
    workers = run.workers()
    if not workers:
        raise LeftOut("there are no worker processes")
    send(workers[0], signal.SIGKILL)
    run.finish()
    run.expect_end((0, 7), ("worker", "process"))


@fault("all worker processes are killed with SIGKILL")
def workers_killed(run):
    run.start_held()
    workers = run.workers()
    if not workers:
        raise LeftOut("there are no worker processes")
    for worker in workers:
        send(worker, signal.SIGKILL)
    run.finish()
    run.expect_end((0, 7), ("worker", "process"))


@fault("a worker process is stopped with SIGSTOP, and goes on a second later")
def worker_stopped(run):
    run.start_held()
    workers = run.workers()
    if not workers:
        raise LeftOut("there are no worker processes")
    send(workers[0], signal.SIGSTOP)
    run.release()
    time.sleep(1)
    send(workers[0], signal.SIGCONT)
    run.finish()
    run.expect_end((0,))


def interrupt(run, number, statuses):
    """The run ends, though the tests hang and ignore SIGTERM."""
    run.start_held("--timeout", "10000", deaf=True)
    send(run.process, number)
    run.await_end()
    run.expect_end(statuses, () if run.done.status < 0 else ("result",))


@fault("Ctrl-C (SIGINT)")
def interrupted(run):
    interrupt(run, signal.SIGINT, (130,))


@fault("SIGTERM")
def terminated(run):
    interrupt(run, signal.SIGTERM, (143,))


@fault("the terminal is closed (SIGHUP)")
def hung_up(run):
    interrupt(run, signal.SIGHUP, (129,))


def wait_until_delivered(process, number):
    """Waits until the signal is no longer pending, so that a second one is delivered separately."""
    def has_come():
        status = pathlib.Path(f"/proc/{process.pid}/status").read_text(errors="replace")
        masks = re.findall(r"^(?:SigPnd|ShdPnd):\s*(\w+)$", status, re.M)
        return not any(int(mask, 16) >> (number - 1) & 1 for mask in masks)
    wait_until(has_come, "the signal does not arrive", pause_s=0.002)


@fault("Ctrl-C twice, while a test ignores SIGTERM")
def interrupted_twice(run):
    run.start_held("--timeout", "10000", deaf=True)
    send(run.process, signal.SIGINT)
    wait_until_delivered(run.process, signal.SIGINT)
    send(run.process, signal.SIGINT)
    run.await_end()
    run.expect_end((130,))


@fault("grabr is killed with SIGKILL, then started again")
def killed_with_kill(run):
    run.start_held(fault=["--fault", "daemon", "--every", "2", "--below", str(len(INPUT))])
    send(run.process, signal.SIGKILL)
    done = run.finish()
    expect(done.status == -9, f"exit status {done.status}")
    expect(run.world.judged_by(CONDITIONS, run.result.read_bytes()), "the result does not fail")
    left = run.world.left_behind()
    expect(not left, left)
    run.process = run.world.start(*run.command)
    run.finish()
    run.expect_end((0,))


@fault("grabr dies of a fault of its own (SIGSEGV)")
def died_of_a_fault(run):
    run.start_held()
    send(run.process, signal.SIGSEGV)
    run.finish()
    run.expect_end((-signal.SIGSEGV,), ("SIGSEGV",))
    expect(run.done.err.count("internal error: ") == 1 and str(run.result) in run.done.err,
           f"not told once, with the result:{tail(run.done.err)}")


@fault("it does so before there is a result (SIGABRT)")
def died_without_result(run):
    run.start("--timeout", "10000", fault=["--fault", "ignore-term"])
    wait_until(lambda: Log(run.log).count("begin") > 0, "no test begins")
    send(run.process, signal.SIGABRT)
    run.finish()
    run.expect_end((-signal.SIGABRT,), ("SIGABRT",))
    expect("no result was saved yet" in run.done.err, f"it said:{tail(run.done.err)}")


@fault("grabr is stopped with SIGSTOP, and goes on two seconds later")
def stopped_for_a_while(run):
    run.start_held("--timeout", SLOWNESS)
    send(run.process, signal.SIGSTOP)
    run.release()
    time.sleep(2 * SLOWNESS)
    send(run.process, signal.SIGCONT)
    run.finish()
    run.expect_end((0,))


@fault("nobody reads what grabr says (closed pipe)")
def closed_pipe(run):
    reading, writing = os.pipe()
    run.start("-v", stderr=writing)
    os.close(writing)
    os.close(reading)
    run.finish()
    run.expect_end((0,))


@fault("the folder of the result becomes read-only")
def result_read_only(run):
    run.start_held(**as_other_user(run.world))
    run.place.chmod(0o555)
    if os.geteuid() == 0:
        shutil.chown(run.place, 0, 0)
    run.finish()
    run.place.chmod(0o777)
    run.expect_end((1, 7), ("permission", "write"), stale=True)


def remove_in_use(folder):
    """Removes a folder into which files may be written at the same time."""
    for _ in range(1000):
        shutil.rmtree(folder, ignore_errors=True)
        if not folder.exists():
            return
    raise Failed(f"{folder} cannot be removed")


@fault("the folder of the result is removed")
def result_folder_removed(run):
    run.start_held()
    remove_in_use(run.place)
    run.finish()
    expect(run.done.status in (0, 1, 7), f"exit status {run.done.status}")
    if run.done.status == 0:
        run.expect_best_kept()
    expect("…/out" in run.done.said, "the message does not name the folder:" + tail(run.done.err))
    left = run.world.left_behind()
    expect(not left, left)


@fault("the input is overwritten and removed in mid-run")
def input_removed(run):
    run.start_held()
    run.input.write_text("something else")
    run.input.unlink()
    run.finish()
    run.expect_end((0,))


HEADING = """# Bad days

What happens when something goes wrong while grabr works on a small JSON file, and what it says.
Written by `tests/check_faults.py build/grabr --full --table tests/faults.md`.

"""


def write_table(path):
    """The rows as a table of Markdown."""
    def cell(text):
        return text.replace("|", "\\|")
    lines = ["| fault | what happened | what the user saw |", "|---|---|---|"]
    lines += [f"| {cell(what)} | {cell(happened)} | {cell(said)} |"
              for what, happened, said in ROWS]
    text = "\n".join(lines) + "\n"
    print(text)
    if path:
        pathlib.Path(path).write_text(HEADING + text)


def main():
    global FULL  # pylint: disable=global-statement
    parser = argument_parser(__doc__)
    parser.add_argument("--table", metavar="FILE", help="write the table of faults here, too")
    parser.add_argument("--full", action="store_true", help="larger sizes")
    parser.add_argument("--at-once", type=int, metavar="N", default=AT_ONCE,
                        help=f"faults at once (default: {AT_ONCE})")
    options = parser.parse_args()
    FULL = options.full
    status = run_checks(options, "grabr-faults-", at_once=options.at_once)
    if ROWS:
        write_table(options.table)
    return status


if __name__ == "__main__":
    sys.exit(main())
