"""A pytest plugin that finds the smallest value for which a parametrised test fails.

@pytest.mark.parametrize("text", generated_programs)
@pytest.mark.grabr_shrink("text", grammar="c")
def test_compiles(text): ...

def test_any(grabr_shrink):
    grabr_shrink(check, text, grammar="c")       # calls check(text), and shrinks if it fails
"""

from __future__ import annotations

import contextlib
import inspect
import io
from collections.abc import Callable, Generator
from typing import Any

import pytest

import grabr

_MARK = ("grabr_shrink(argument, grammar=None, max_tests=1000, strategy='auto'): if the test fails, find "
         "the smallest value of this argument (str or bytes) with which it fails alike")
_MOST_TESTS = 1000


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", _MARK)


def _place(error: BaseException) -> tuple[type[BaseException], int]:
    """What distinguishes failures: the exception type, and the line of the test where it occurred."""
    frame = error.__traceback__
    lines = []
    while frame is not None:
        lines.append((frame.tb_frame.f_code, frame.tb_lineno))
        frame = frame.tb_next
    return type(error), hash(lines[1] if len(lines) > 1 else None)


def _failure(function: Callable[..., object], arguments: dict[str, Any]) -> BaseException | None:
    try:
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            function(**arguments)
    except (Exception, pytest.fail.Exception, pytest.skip.Exception) as error:
        return error
    return None


def shrink(function: Callable[..., object], name: str, arguments: dict[str, Any], grammar: Any = None,
           max_tests: int = _MOST_TESTS, **options: Any) -> grabr.Result[Any] | None:
    """The smallest value of the argument `name` for which `function` raises an exception of the
    same type at the same line; None if it does not fail with `arguments` each time."""
    first = _failure(function, arguments)
    if first is None:
        return None
    place = _place(first)

    def fails(candidate: Any) -> bool:
        error = _failure(function, {**arguments, name: candidate})
        return error is not None and _place(error) == place

    try:
        return grabr.reduce(arguments[name], fails, grammar, max_tests=max_tests, **options)
    except grabr.NotInteresting:
        return None


def _words(argument: str, result: grabr.Result[Any]) -> str:
    end = "" if result.end == "finished" else f", ended by {result.end}"
    return f"smallest {argument} that fails alike ({result.tests} tests{end}):\n{result.text!r}"


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[Any]) -> Generator[None, Any, None]:
    outcome = yield
    mark = item.get_closest_marker("grabr_shrink")
    report = outcome.get_result()
    if mark is None or call.when != "call" or not report.failed or not isinstance(item, pytest.Function):
        return
    argument, *more = mark.args
    if argument not in item.funcargs:
        raise pytest.UsageError(f"grabr_shrink: {item.name} has no argument {argument!r}")
    arguments = {name: item.funcargs[name] for name in item._fixtureinfo.argnames}
    result = shrink(item.obj, argument, arguments, *more, **mark.kwargs)
    if result is None:
        words = f"{argument} was not shrunk: called again, the test did not fail"
    else:
        words = _words(argument, result)
    report.sections.append(("grabr", words))


@pytest.fixture
def grabr_shrink() -> Callable[..., None]:
    """Calls check(text); if it fails, fails again with the smallest text that fails in the same
    way."""

    def checked(check: Callable[[Any], object], text: Any, grammar: Any = None, **options: Any) -> None:
        try:
            check(text)
        except (Exception, pytest.fail.Exception) as error:
            name = next(iter(inspect.signature(check).parameters))
            result = shrink(check, name, {name: text}, grammar, **options)
            words = "text was not shrunk: called again, it did not fail"
            if result is not None:
                words = _words("text", result)
            pytest.fail(f"{type(error).__name__}: {error}\n{words}")

    return checked
