"""The figures that the parser is built to reach, read off the results."""

import dataclasses
from typing import Callable


@dataclasses.dataclass(frozen=True)
class Target:
    text: str
    case: str
    measure: Callable
    bound: float
    at_most: bool = False
    needs: tuple = ()  # other parsers that the case compares with


def ours(results):
    """The leanest tree that the library gives."""
    return next(results[name] for name in ("derive", "tree", "reference") if name in results)


def times_faster(peer):
    return lambda case: case[peer].seconds / ours(case).seconds


def times_faster_without_lexing(peer):
    """Both from tokens to tree."""
    return lambda case: ((case[peer].seconds - case[peer].lex_seconds)
                         / (ours(case).seconds - ours(case).lex_seconds))


def bytes_a_token(case):
    return ours(case).tree_bytes / ours(case).tokens


def megabytes_a_second(case):
    return ours(case).bytes / ours(case).seconds / 1e6


def mega_tokens_a_second(case):
    return ours(case).tokens / ours(case).seconds / 1e6


def load_ms(case):
    return 1e3 * case["load"].lex_seconds


def load_and_parse_ms(case):
    return 1e3 * case["load"].seconds


def growth(small, large):
    """Time for a byte of the large input in times for a byte of the small one."""
    return lambda results: ((ours(results[large]).seconds / ours(results[large]).bytes)
                            / (ours(results[small]).seconds / ours(results[small]).bytes))


TARGETS = [
    Target("sqlite3.c, shipped grammar: times tree-sitter", "sqlite", times_faster("tree-sitter"), 6,
           needs=("tree-sitter",)),
    Target("sqlite3.c, C99 ambiguous: times tree-sitter", "sqlite-ansi", times_faster("tree-sitter"),
           6, needs=("tree-sitter",)),
    Target("csmith, C99 ambiguous: times tree-sitter", "csmith-ansi", times_faster("tree-sitter"), 5,
           needs=("tree-sitter",)),
    Target("JSON 1 MB: times tree-sitter", "json-1M", times_faster("tree-sitter"), 8,
           needs=("tree-sitter",)),
    Target("JSON 10 MB: times tree-sitter", "json-10M", times_faster("tree-sitter"), 8,
           needs=("tree-sitter",)),
    Target("deterministic C, tokens to tree: times bison with tree", "sqlite-tagged",
           times_faster_without_lexing("bison"), 2, needs=("bison",)),
    Target("deterministic C, text to tree: times bison with tree", "sqlite-tagged",
           times_faster("bison"), 2, needs=("bison",)),
    Target("sqlite3.c, C99 ambiguous: bytes a token", "sqlite-ansi", bytes_a_token, 25, at_most=True),
    Target("deterministic C: bytes a token", "sqlite-tagged", bytes_a_token, 25, at_most=True),
    Target("JSON 10 MB: bytes a token", "json-10M", bytes_a_token, 25, at_most=True),
    Target("JSON by characters, 1 MB: bytes a character", "chars-1M", bytes_a_token, 25, at_most=True),
    Target("JSON 1 MB, text to tree: MB/s", "json-1M", megabytes_a_second, 140),
    Target("JSON 10 MB, text to tree: MB/s", "json-10M", megabytes_a_second, 140),
    Target("JSON by characters: Mchar/s at 1 MB", "chars-1M", mega_tokens_a_second, 25),
    Target("loading the C grammar: ms until the parser is ready", "load-c", load_ms, 5, at_most=True),
    Target("loading 7,500 rules: ms until a first text is parsed", "load-big", load_and_parse_ms, 700,
           at_most=True),
]
LINEAR = [
    Target("JSON by characters: time a byte at 10 MB to that at 1 MB", "chars",
           growth("chars-1M", "chars-10M"), 1.3, at_most=True, needs=("chars-1M", "chars-10M")),
    Target("expressions: time a byte at 1M to that at 100k", "expr",
           growth("expr-100k", "expr-1M"), 1.3, at_most=True, needs=("expr-100k", "expr-1M")),
]


def usable(results):
    return results and not next(iter(results.values())).failure


def judged(target, value):
    met = value <= target.bound if target.at_most else value >= target.bound
    sign = "≤" if target.at_most else "≥"
    return f"  {'met' if met else 'GAP':<4} {value:>9.3g}  ({sign} {target.bound:g})  {target.text}"


def judge(results):
    """One line for each target whose cases were measured."""
    lines = []
    for target in TARGETS:
        case = results.get(target.case)
        if not usable(case) or any(case[peer].failure for peer in target.needs if peer in case):
            if case is not None:
                lines.append(f"  ?    not measured          {target.text}")
        elif all(peer in case for peer in target.needs):
            lines.append(judged(target, target.measure(case)))
    for target in LINEAR:
        if all(usable(results.get(name)) for name in target.needs):
            lines.append(judged(target, target.measure(results)))
        elif any(name in results for name in target.needs):
            lines.append(f"  ?    not measured          {target.text}")
    return lines
