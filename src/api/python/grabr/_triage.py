"""triage(): the program sorts the files; a small script connects it to the Python function over a
socket.

The script sends a file and receives its exit status and its text for standard error.
"""

from __future__ import annotations

import json
import os
import pathlib
import socketserver
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Coroutine, Iterable, Sequence
from dataclasses import dataclass
from subprocess import CompletedProcess, Popen
from typing import Any, Literal, Union

from ._library import CommandError, InternalError, UsageError
from ._program import program
from ._reduce import UNRESOLVED, Command, always_true

AssignedBy = Literal["signature", "result", "reduced", "person", "on-the-way"]
Test = Union[Callable[[bytes], object], Command, Sequence[str]]
_ASKS = """
import socket, sys
with socket.socket(socket.AF_UNIX) as asked, open(sys.argv[2], "rb") as file:
    asked.connect(sys.argv[1])
    asked.sendall(file.read())
    asked.shutdown(socket.SHUT_WR)
    with asked.makefile("rb") as answer:
        status, words = answer.read(1), answer.read()
sys.stderr.buffer.write(words)
sys.exit(status[0] if status else 125)
"""
_INTERESTING, _NOT, _UNRESOLVED = 0, 1, 125  # exit statuses of a test
_FINISHED, _BUDGET, _FOUND = 0, 6, 10  # exit statuses of grabr triage


@dataclass(frozen=True)
class Member:
    """A file of a bug."""

    path: str
    by: AssignedBy  #: how it was assigned to the bug


@dataclass(frozen=True)
class Bug:
    """Files that fail for the same reason."""

    name: str  #: name of its folder: "1-SIGSEGV"
    signatures: list[str]  #: how its files fail
    smallest: pathlib.Path  #: the smallest input
    members: list[Member]
    new: bool  #: whether no earlier call with this output found it


@dataclass(frozen=True)
class Triage:
    """The result of sorting files."""

    bugs: list[Bug]
    others: dict[str, str]  #: files of no bug, and why: "passes", "sometimes", "hangs", …
    complete: bool  #: False if a limit was reached
    tests: int
    output: pathlib.Path  #: the folder of the results, with index.html


class _Server(socketserver.ThreadingUnixStreamServer):
    """Answers requests with the function; an exception of the function is stored and stops the
    program."""

    daemon_threads = True
    request_queue_size = 128

    def __init__(self, folder: str, predicate: Callable[[bytes], object]) -> None:
        super().__init__(os.path.join(folder, "ask"), _Answer)
        self.predicate = predicate
        self.raised: BaseException | None = None
        self.process: Popen[bytes] | None = None

    def answer(self, data: bytes) -> bytes:
        try:
            found = self.predicate(data)
            if isinstance(found, (CompletedProcess, Popen, Coroutine)):
                raise always_true(found)
        except BaseException as error:
            self.raised = self.raised or error
            if self.process is not None:
                self.process.terminate()
            found = UNRESOLVED
        status = _UNRESOLVED if found is UNRESOLVED else _INTERESTING if found else _NOT
        words = f"error: {found}\n" if isinstance(found, str) and found else ""
        return bytes([status]) + words.encode("utf-8", "replace")


class _Answer(socketserver.StreamRequestHandler):
    def handle(self) -> None:
        assert isinstance(self.server, _Server)
        self.wfile.write(self.server.answer(self.rfile.read()))


def triage(paths: Iterable[str | os.PathLike[str]] | str | os.PathLike[str], predicate: Test,
           grammar: str | os.PathLike[str] | None = None, *, output: str | os.PathLike[str] | None = None,
           jobs: int = 1, max_tests: int = 0, max_time: float = 0) -> Triage:
    """Sorts failing files into bugs, and reduces one input of each, like `grabr triage`.

    `paths`: files, and folders of files. `predicate` gets the bytes of a text and returns a true
    value if it fails, or UNRESOLVED; a returned str describes the failure, and texts with different
    descriptions belong to different bugs. It is called from other threads, `jobs` calls at once.
    Instead of a function it may be a Command, as in reduce(), or the words of a command that fails
    unless its exit status is 0 (@@ is the file). `output`: the folder for results, in which the
    same call resumes; by default DIR.bugs for a folder, else triage.bugs. `grammar`: an argument of
    `grabr -g`. `max_tests`, `max_time` (seconds): 0 is no limit.

    Raises UsageError, CommandError, and exceptions of the function."""
    files = [os.fspath(path) for path in ([paths] if isinstance(paths, (str, os.PathLike)) else paths)]
    is_folder = len(files) == 1 and os.path.isdir(files[0])
    folder = pathlib.Path(output or (files[0].rstrip("/") + ".bugs" if is_folder else "triage.bugs"))
    words = [program(), "triage", "-q", "-o", str(folder), "-j", str(jobs)]
    for option, value in (("-g", grammar and os.fspath(grammar)), ("--max-tests", max_tests), ("--max-time", max_time)):
        words += [option, str(value)] if value else []
    if isinstance(predicate, Command) or not callable(predicate):
        _run([*words, *_words_of(predicate)], files, None)
    else:
        with tempfile.TemporaryDirectory(prefix="grabr-") as place, _Server(place, predicate) as server:
            threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
            try:
                _run([*words, "--exit", "0", "-", "--", sys.executable, "-ISE", "-c", _ASKS, os.path.join(place, "ask"), "@@"],
                     files, server)
            finally:
                server.shutdown()
    return _read(folder)


def _words_of(command: Command | Sequence[str]) -> list[str]:
    if not isinstance(command, Command):
        if isinstance(command, str):
            raise TypeError(f"the command is a str: grabr.Command({command!r})?")
        return ["-", "--", *command]
    words = ["--timeout", str(command.timeout)]
    if command.input_name:
        words += ["--extension", os.path.splitext(command.input_name)[1]]
    if not command.exits and not command.stdout and not command.stderr:
        words += ["--exit", "0"]
    for status in command.exits:
        words += ["--exit", str(status)]
    for option, expressions in (("--stdout", command.stdout), ("--stderr", command.stderr)):
        for expression in expressions:
            words += [option, expression]
    return [*words, *(["-c", command.command, "-"] if isinstance(command.command, str) else ["-", "--", *command.command])]


def _run(words: list[str], files: list[str], server: _Server | None) -> None:
    try:
        process = Popen(words, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    except FileNotFoundError:
        raise CommandError("the program grabr is not installed: this is its Python module only") from None
    try:
        if server is not None:
            server.process = process
        said = process.communicate("".join(name + "\n" for name in files).encode("utf-8", "surrogateescape"))[1]
    except BaseException:
        process.terminate()
        process.wait()
        raise
    if server is not None and server.raised is not None:
        raise server.raised
    if process.returncode in (_FINISHED, _BUDGET, _FOUND):
        return
    message = said.decode("utf-8", "replace").strip().removeprefix("grabr: ") or f"grabr ended with {process.returncode}"
    raise {2: UsageError, 7: CommandError}.get(process.returncode, InternalError)(message)


def _read(folder: pathlib.Path) -> Triage:
    found: Any = json.loads((folder / "triage.json").read_text())
    bugs = [Bug(bug["name"], bug["signatures"], folder / bug["smallest"],
                [Member(member["file"], member["by"]) for member in bug["members"]], bug["new"]) for bug in found["bugs"]]
    return Triage(bugs, {other["file"]: other["word"] for other in found["others"]}, found["complete"],
                  found["tests"]["all"], folder)
