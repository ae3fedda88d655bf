"""Reduces a failing input as far as possible, using a grammar of its language.

    import grabr

    def crashes(text):
        return subprocess.run(["./tool"], input=text, text=True).returncode < 0

    result = grabr.reduce(open("input.c").read(), crashes, grammar="c", jobs=4)
    print(result.text, result.tests)

    tree = grabr.parse('{"a": [1, 2]}', "json")
    print(tree)                                      # one node a line
    print([node.text for node in tree.find("value")])

    print(grabr.explain(result.text, crashes, "c"))  # what in it matters

    print(grabr.generate("json", 3, seed=7))

    for bug in grabr.triage("crashes", ["./target", "@@"]).bugs:
        print(bug.name, len(bug.members), bug.smallest.read_bytes())

With pytest, a failing parametrised test reports the smallest value that fails: see `grabr_shrink`
in `pytest --markers`. grabr.hypothesis has a Hypothesis strategy for sentences. This module is the
whole interface: names that begin with an underscore may change.
"""

from ._explain import Explanation, Part, explain
from ._grammar import Grammar, Node, Tree, generate, parse
from ._library import (CommandError, Error, GrammarError, InternalError, NotInteresting, ParseError,
                       UsageError, lib as _lib)
from ._reduce import UNRESOLVED, Command, Result, Tried, reduce
from ._triage import Bug, Member, Triage, triage

__version__: str = _lib.grabr_version().decode()

__all__ = [
    "Bug", "Command", "CommandError", "Error", "Explanation", "Grammar", "GrammarError", "InternalError", "Member",
    "Node", "NotInteresting", "ParseError", "Part", "Result", "Tree", "Triage", "Tried", "UNRESOLVED", "UsageError",
    "explain", "generate", "parse", "reduce", "triage",
]
