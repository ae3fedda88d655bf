"""A strategy for Hypothesis (a separate package) that generates sentences of a grammar.

from grabr.hypothesis import sentences

@given(sentences("json", max_nonterminals=50))
def test_parse(text): ...
"""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from ._grammar import Grammar, grammar_of

_SEEDS = 1 << 32


def sentences(grammar: str | Grammar, *, start: str | None = None,
              max_nonterminals: int = 200) -> st.SearchStrategy[str]:
    """Sentences of a grammar. A failing example is shrunk to fewer nonterminals, then to another
    sentence of that size; `grabr.reduce` can reduce it further."""
    known = grammar_of(grammar)

    @st.composite
    def drawn(draw: Any) -> str:
        most = draw(st.integers(1, max_nonterminals))
        number = draw(st.integers(0, _SEEDS - 1))
        sentence, = known.generate(1, seed=number, start=start, max_nonterminals=most)
        return sentence

    return drawn()
