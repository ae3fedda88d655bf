"""explain(): finds which parts of a text matter, and what may replace the others."""

from __future__ import annotations

import ctypes
import json
import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, AnyStr, Generic, Literal, cast

from ._grammar import Grammar, grammar_of
from ._library import NotInteresting, UsageError, call, in_type_of, lib
from ._reduce import Command, _Run

Verdict = Literal["any", "more", "linked", "one of", "range", "matters", "unknown"]


@dataclass(frozen=True)
class Part(Generic[AnyStr]):
    """A part of the text, and what is known about replacing it."""

    places: tuple[tuple[int, int], ...]  #: begin and end in bytes; equal if empty
    symbol: str  #: the grammar's name for what may stand there
    was: AnyStr  #: the text there
    verdict: Verdict
    tried: int  #: number of different texts tried in its place
    interesting: int  #: number of these that were interesting
    description: str  #: in words
    counterexample: AnyStr | None  #: a text in its place that is not interesting; for "matters"
    values: tuple[str, ...]  #: for "one of"
    low: int | None  #: for "range"
    high: int | None

    @property
    def matters(self) -> bool:
        return self.verdict == "matters"


@dataclass(frozen=True)
class Explanation(Generic[AnyStr]):
    """Which parts of a text matter. Printing it shows the text with what may stand in their places."""

    abstraction: str  #: the text with its parts replaced by what may stand there
    parts: list[Part[AnyStr]]  #: in the order of the text
    tried: int  #: number of texts with all parts replaced at once
    interesting: int  #: number of these that were interesting
    grammar: str  #: a grammar file for such texts: Grammar.from_json(...).generate()
    tests: int  #: number of tests, the same with any number of jobs
    ended: str | None  #: why the explanation is incomplete; None if it is complete

    def __str__(self) -> str:
        return self.abstraction


def explain(text: AnyStr, predicate: Callable[[AnyStr], object] | Command, grammar: str | os.PathLike[str] | Grammar, *,
            jobs: int = 1, seed: int = 0, samples: int = 20, together: int = 100, max_tests: int = 0,
            max_time: float = 0) -> Explanation[AnyStr]:
    """Finds which parts of an interesting text matter; the text is usually a result of reduce().
    Each part is replaced by other sentences of the grammar, and `predicate` is called as in
    reduce().

    `samples` texts are tried for each part, and `together` texts with all parts replaced; `seed`
    selects them. After `max_tests` tests or `max_time` seconds it returns what is known so far; 0
    is no limit.

    Raises NotInteresting if the text itself is not, ParseError if it does not parse, and whatever the
    predicate raises."""
    if jobs < 1:
        raise ValueError(f"jobs cannot be {jobs}")
    for name, value in (("samples", samples), ("together", together)):
        if value < 1:
            raise ValueError(f"{name} cannot be {value}")
    known = grammar_of(grammar)
    run: _Run[AnyStr] = _Run(text, predicate, None, None, None)

    def start(options: Any, command: Any) -> Any:
        how = (seed, samples, together, options)
        if command is not None:
            return call("grabr_explain_command", run.data, len(run.data), known._pointer, command, *how)
        return call("grabr_explain", run.data, len(run.data), known._pointer, run.test, None, *how)

    try:
        pointer = run.carry_out(start, jobs, max_tests=max_tests, max_time=max_time)
    except UsageError as error:
        raise run.first_failure() or NotInteresting(str(error))
    except Exception as error:
        raise run.first_failure() or error
    finally:
        run.let_go()
    try:
        said = json.loads(ctypes.string_at(pointer))
    finally:
        lib.grabr_string_free(pointer)
    raised = run.first_failure()
    if raised is not None:
        raise raised
    parts = [_part(part, run.data, run.like) for part in said["parts"]]
    both = said["together"]
    return Explanation(said["abstraction"], parts, both["tried"], both["failed"], json.dumps(said["grammar"]),
                       said["tests"], said["ended"])


def _part(said: Any, data: bytes, like: AnyStr) -> Part[AnyStr]:
    places = [(said["begin"], said["end"]), *map(tuple, said.get("also", []))]
    counterexample = said.get("counterexample")
    return Part(tuple(places), said["symbol"], cast(AnyStr, in_type_of(like, data[said["begin"]:said["end"]])),
                said["verdict"], said["tried"], said["failed"], said["description"],
                None if counterexample is None else cast(AnyStr, in_type_of(like, counterexample.encode())),
                tuple(said.get("values", ())), said.get("low"), said.get("high"))
