"""reduce(): the callbacks of the library as Python functions.

An exception in the predicate ends the reduction when its answer is needed, so the exception does
not depend on the number of jobs. Ctrl-C raises KeyboardInterrupt inside the predicate, or after it.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import queue
import signal
import threading
from collections.abc import Callable, Coroutine, Iterator, Sequence
from dataclasses import dataclass
from subprocess import CompletedProcess, Popen
from typing import Any, AnyStr, Generic, Literal, cast

from . import _library
from ._grammar import Grammar, grammar_of
from ._library import NotInteresting, Size, call, encoded, in_type_of, lib

End = Literal["finished", "max_tests", "max_time", "stopped", "not interesting", "environment"]
_ENDS: tuple[End, ...] = ("finished", "max_tests", "max_time", "stopped", "not interesting",
                          "environment")
_NO, _YES, _UNRESOLVED = 0, 1, 2


class Unresolved:
    """Its only instance, UNRESOLVED, is returned by a predicate that cannot decide."""

    def __repr__(self) -> str:
        return "UNRESOLVED"


UNRESOLVED = Unresolved()


@dataclass(frozen=True)
class Tried(Generic[AnyStr]):
    """A counted test."""

    number: int  #: 0: of the original text
    interesting: bool | None  #: None: unresolved
    accepted: bool  #: whether it is the new best text
    text: AnyStr
    what: str  #: what was changed
    phase: str  #: the pass that made it


@dataclass(frozen=True)
class Result(Generic[AnyStr]):
    """The result of a reduction."""

    text: AnyStr  #: the smallest interesting text
    end: End  #: how it ended
    reason: str  #: why, in words; empty if it finished
    tests: int  #: number of counted tests, the same with any number of jobs


@dataclass(frozen=True)
class Command:
    """A command as the test: a text is interesting if the command exits with 0, or meets all given
    conditions."""

    command: str | Sequence[str]  #: for /bin/sh -c (with the path as $1), or words (with @@)
    input_name: str = ""  #: name of the file with the text, such as "input.c"
    timeout: float = 300  #: seconds for one run; 0: none
    exits: Sequence[int] = ()  #: if not empty: it must exit with one of these
    stdout: Sequence[str] = ()  #: regular expressions that must all match
    stderr: Sequence[str] = ()


def reduce(text: AnyStr, predicate: Callable[[AnyStr], object] | Command,
           grammar: str | os.PathLike[str] | Grammar | None = None, *, jobs: int = 1, strategy: str = "auto",
           minimizer: str = "", schedule: str = "", unit: str = "", max_tests: int = 0,
           max_time: float = 0, on_best: Callable[[AnyStr], object] | None = None,
           on_test: Callable[[Tried[AnyStr]], object] | None = None,
           on_note: Callable[[str], object] | None = None) -> Result[AnyStr]:
    """Finds a text as small as possible for which `predicate` is true, using the grammar of its
    language.

    `predicate` gets a text of the same type as `text` and returns a true value if that is still
    interesting, or UNRESOLVED; it must always give the same answer for the same text. If `text` is
    a str of valid UTF-8, only valid UTF-8 is tried; invalid bytes are represented by
    surrogateescape. `grammar` is a Grammar, or an argument of `grabr -g`; None: the text is reduced
    as lines, words and characters. `jobs`: number of simultaneous calls, each in a thread of its
    own; neither the result nor the calls of `on_best` and `on_test` depend on it. More jobs help if
    the predicate waits for a process. `strategy`, `minimizer`, `schedule`, `unit`: like the options
    of grabr; `max_tests`, `max_time` (seconds): 0 is no limit. `on_best` is called with each
    smaller interesting text, `on_test` with each counted test, `on_note` with notes.

    Raises NotInteresting if `text` itself is not interesting, GrammarError, UsageError, and
    whatever the functions raise."""
    if jobs < 1:
        raise ValueError(f"jobs cannot be {jobs}")
    known = None if grammar is None else grammar_of(grammar)
    run = _Run(text, predicate, on_best, on_test, on_note)

    def start(options: Any, command: Any) -> Any:
        pointer = None if known is None else known._pointer
        if command is not None:
            return call("grabr_reduce_command", run.data, len(run.data), pointer, command, options)
        return call("grabr_reduce", run.data, len(run.data), pointer, run.test, None, options)

    return run.result(run.carry_out(start, jobs, strategy, minimizer, schedule, unit, max_tests, max_time))


def _options(run: _Run[Any], owned: contextlib.ExitStack, jobs: int, strategy: str, minimizer: str,
             schedule: str, unit: str, max_tests: int, max_time: float) -> Any:
    options = lib.grabr_options_new()
    owned.callback(lib.grabr_options_free, options)
    lib.grabr_options_set_strategy(options, strategy.encode())
    for name, value in (("minimizer", minimizer), ("schedule", schedule), ("unit", unit)):
        if value:
            getattr(lib, f"grabr_options_set_{name}")(options, value.encode())
    lib.grabr_options_set_threads(options, jobs)
    lib.grabr_options_set_max_tests(options, max_tests)
    lib.grabr_options_set_max_seconds(options, max_time)
    lib.grabr_options_set_stop(options, run.stop)
    lib.grabr_options_listen(options, run.best, run.tried, run.note, None)
    return options


def _command(command: Command, owned: contextlib.ExitStack) -> Any:
    if isinstance(command.command, str):
        pointer = lib.grabr_command_from_shell(command.command.encode())
    else:
        words = [word.encode() for word in command.command]
        pointer = lib.grabr_command_new((ctypes.c_char_p * (len(words) + 1))(*words, None))
    owned.callback(lib.grabr_command_free, pointer)
    if command.input_name:
        lib.grabr_command_set_input_name(pointer, command.input_name.encode())
    lib.grabr_command_set_timeout(pointer, command.timeout)
    for status in command.exits:
        lib.grabr_command_require_exit(pointer, status)
    for expression in command.stdout:
        lib.grabr_command_require_stdout(pointer, expression.encode())
    for expression in command.stderr:
        lib.grabr_command_require_stderr(pointer, expression.encode())
    return pointer


def always_true(answer: CompletedProcess[Any] | Popen[Any] | Coroutine[Any, Any, Any]) -> TypeError:
    what = "what of it is the failure, such as returncode < 0?"
    if isinstance(answer, Coroutine):
        answer.close()
        what = "asyncio.run() gives what comes of it"
    return TypeError(f"the predicate's answer is a {type(answer).__name__}, which is always true: {what}")


def is_utf8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


class _Run(Generic[AnyStr]):
    """One reduction: the callbacks for the library, and the exceptions raised in them."""

    def __init__(self, text: AnyStr, predicate: Any, on_best: Any, on_test: Any, on_note: Any) -> None:
        self.stop = None
        if not callable(predicate) and not isinstance(predicate, Command):
            raise TypeError(f"the predicate is a {type(predicate).__name__}, neither a function nor a Command"
                            + (f": grabr.Command({predicate!r})?" if isinstance(predicate, (str, list)) else ""))
        self.data = encoded(text)
        self.like: AnyStr = text[:0]
        self.is_utf8 = is_utf8(self.data)
        self.predicate, self.on_best, self.on_test = predicate, on_best, on_test
        self.stop = lib.grabr_stop_new()
        self.raised: BaseException | None = None
        self.failures: dict[bytes, BaseException] = {}
        self.asking = False  # the predicate runs in the main thread
        self.events: queue.SimpleQueue[Any] | None = None  # for the thread that called reduce()
        self.test = _library.TestFunction(self._test)
        self.best = _library.BestFunction(self._best if on_best else 0)
        self.tried = _library.TriedFunction(self._tried)
        self.note = _library.NoteFunction(
            (lambda words, _: self._tell(on_note, words.decode("utf-8", "replace"))) if on_note else 0)

    def end_with(self, error: BaseException) -> None:
        if self.raised is None:
            self.raised = error
        lib.grabr_stop_request(self.stop)

    def first_failure(self) -> BaseException | None:
        """The exception that the predicate raised for the earliest text in the order of tests."""
        return self.raised or next(iter(self.failures.values()), None)

    def _text(self, text: Any, length: int) -> Any:
        return in_type_of(self.like, ctypes.string_at(text, length))

    def _test(self, text: Any, length: int, _: Any) -> int:
        data = ctypes.string_at(text, length)
        try:
            if isinstance(self.like, str):
                try:
                    candidate: Any = data.decode()
                except UnicodeDecodeError:
                    if self.is_utf8:
                        return _NO
                    candidate = self._text(text, length)
            else:
                candidate = data
            self.asking = True
            answer = self.predicate(candidate)
            self.asking = False
            if answer is UNRESOLVED:
                return _UNRESOLVED
            if isinstance(answer, (CompletedProcess, Popen, Coroutine)):
                raise always_true(answer)
            return _YES if answer else _NO
        except Exception as error:
            self.failures[data] = error
        except BaseException as error:  # KeyboardInterrupt, SystemExit: at once
            self.end_with(error)
        finally:
            self.asking = False
        return _UNRESOLVED

    def _best(self, text: Any, length: int, _: Any) -> None:
        self._tell(self.on_best, self._text(text, length))

    def _tried(self, number: int, outcome: int, accepted: int, text: Any, length: int, what: bytes,
               phase: bytes, _: Any) -> None:
        if outcome == _UNRESOLVED and self.failures:
            error = self.failures.get(ctypes.string_at(text, length))
            if error is not None:
                return self.end_with(error)
        if self.on_test:
            interesting = None if outcome == _UNRESOLVED else outcome == _YES
            self._tell(self.on_test, Tried(number, interesting, bool(accepted),
                                           self._text(text, length), what.decode("utf-8", "replace"),
                                           phase.decode("utf-8", "replace")))
        return None

    def _tell(self, function: Callable[[Any], object], about: Any) -> None:
        """Calls a listener in the thread that called reduce()."""
        if self.raised is not None:
            return
        if self.events is not None:
            told = threading.Event()
            self.events.put((function, about, told))
            told.wait()
            return
        try:
            self.asking = True
            function(about)
        except BaseException as error:
            self.end_with(error)
        finally:
            self.asking = False

    def carry_out(self, start: Callable[[Any, Any], Any], jobs: int, strategy: str = "auto",
                  minimizer: str = "", schedule: str = "", unit: str = "", max_tests: int = 0,
                  max_time: float = 0) -> Any:
        """Calls `start` with the options and, if the test is a command, with the command."""
        with contextlib.ExitStack() as owned:
            options = _options(self, owned, jobs, strategy, minimizer, schedule, unit, max_tests, max_time)
            command = None
            if isinstance(self.predicate, Command):
                command = _command(self.predicate, owned)
            if jobs == 1 and command is None:
                with self.interruptible():
                    return start(options, command)
            return self.beside(lambda: start(options, command), owned.pop_all())

    @contextlib.contextmanager
    def interruptible(self) -> Iterator[None]:
        """Ctrl-C between two Python calls would be lost inside the library, so it is recorded and
        raised when Python code runs."""
        ours = (threading.current_thread() is threading.main_thread()
                and signal.getsignal(signal.SIGINT) is signal.default_int_handler)
        if not ours:
            yield
            return

        def interrupt(number: int, frame: Any) -> None:
            if self.asking:
                raise KeyboardInterrupt
            self.end_with(KeyboardInterrupt())

        signal.signal(signal.SIGINT, interrupt)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, signal.default_int_handler)

    def beside(self, start: Callable[[], Any], owned: contextlib.ExitStack) -> Any:
        """Runs the reduction in a thread, while this thread calls the listeners and handles Ctrl-C.
        `owned` is freed when the reduction ends, even if nothing waits for it any more."""
        events: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self.events = events
        outcome: list[Any] = [None, None]

        def work() -> None:
            try:
                with owned:
                    outcome[0] = start()
            except BaseException as error:
                outcome[1] = error
            events.put(None)

        thread = threading.Thread(target=work, name="grabr", daemon=True)
        thread.start()
        while True:
            told = None
            try:
                event = events.get()
                if event is None:
                    break
                function, about, told = event
                if self.raised is None:
                    function(about)
            except BaseException as error:
                if isinstance(self.raised, KeyboardInterrupt):
                    raise  # the second time: do not wait for hanging calls
                self.end_with(error)
            finally:
                if told is not None:
                    told.set()
        thread.join()
        self.events = None
        if outcome[1] is not None:
            raise self.raised or outcome[1]
        return outcome[0]

    def result(self, pointer: Any) -> Result[AnyStr]:
        try:
            end = _ENDS[lib.grabr_result_end(pointer)]
            reason = lib.grabr_result_reason(pointer).decode("utf-8", "replace")
            if self.raised is None and end == "not interesting":
                self.raised = self.failures.get(self.data)
            if self.raised is not None:
                raise self.raised
            if end == "not interesting":
                raise NotInteresting(reason or "the original text is not interesting")
            length = Size()
            text = lib.grabr_result_text(pointer, ctypes.byref(length))
            return Result(cast(AnyStr, self._text(text, length.value)), end, reason,
                          lib.grabr_result_tests(pointer))
        finally:
            lib.grabr_result_free(pointer)
            self.let_go()

    def let_go(self) -> None:
        del self.test, self.best, self.tried, self.note  # they refer to this object

    def __del__(self) -> None:
        if self.stop is not None:
            lib.grabr_stop_free(self.stop)
