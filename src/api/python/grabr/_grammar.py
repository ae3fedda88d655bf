"""Grammars, trees and sentences."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Iterator, Mapping
from typing import AnyStr, Generic, Literal, cast

from ._library import NO_NODE, Node as _Number, Size, accepts, call, encoded, in_type_of, lib, taken

Kind = Literal["rule", "token", "list", "optional", "group"]
_KINDS: tuple[Kind, ...] = ("rule", "token", "list", "optional", "group")
_FORMS = ("tree", "json", "dot")


class Grammar:
    """A grammar, given by language name ("c"), file extension (".c") or path, like the argument of
    `grabr -g`."""

    def __init__(self, name_or_file: str) -> None:
        self._pointer = call("grabr_grammar_load", name_or_file.encode())
        self._name = name_or_file

    @classmethod
    def _of(cls, pointer: int, name: str) -> Grammar:
        grammar = cls.__new__(cls)
        grammar._pointer, grammar._name = pointer, name
        return grammar

    @classmethod
    def from_json(cls, json: str | bytes, name: str = "grammar.json") -> Grammar:
        """A grammar from the content of a grammar file; `name` is used in messages."""
        data = encoded(json)
        return cls._of(call("grabr_grammar_from_text", data, len(data), name.encode()), name)

    @classmethod
    def for_input(cls, file_name: str, text: str | bytes = b"") -> Grammar | None:
        """The grammar that grabr would choose for this file; None if none fits."""
        data = encoded(text)
        pointer = call("grabr_grammar_for_input", file_name.encode(), data, len(data))
        return cls._of(pointer, file_name) if pointer else None

    def accepts(self, text: str | bytes) -> bool:
        """Whether the text is a sentence of the grammar."""
        return accepts(self._pointer, encoded(text))

    def parse(self, text: AnyStr, *, partial: bool = False) -> Tree[AnyStr]:
        """Parses a text. With `partial`, parts that do not parse become lists of words and lines;
        without it they raise ParseError."""
        data = encoded(text)
        name = "grabr_parse_partially" if partial else "grabr_parse"
        return Tree(call(name, self._pointer, data, len(data)), text[:0])

    def generate(self, count: int = 1, *, seed: int = 0, start: str | None = None,
                 strategy: Literal["random", "cost", "coverage"] = "random",
                 min_nonterminals: int = 0, max_nonterminals: int = 200,
                 max_depth: int = 0) -> Iterator[str]:
        """Generates sentences, the same as `grabr generate -n COUNT --seed SEED`."""
        for name, value, most in (("count", count, 1 << 63), ("seed", seed, 1 << 64),
                                  ("min_nonterminals", min_nonterminals, 1 << 32),
                                  ("max_nonterminals", max_nonterminals, 1 << 32),
                                  ("max_depth", max_depth, 1 << 32)):
            if not 0 <= value < most or (name == "max_nonterminals" and value == 0):
                raise ValueError(f"{name} cannot be {value}")
        pointer = call("grabr_generator_new", self._pointer, seed,
                       None if start is None else start.encode(), strategy.encode(),
                       min_nonterminals, max_nonterminals, max_depth)
        return _sentences(pointer, count)

    def __repr__(self) -> str:
        return f"Grammar({self._name!r})"

    def __del__(self) -> None:
        if pointer := getattr(self, "_pointer", None):
            lib.grabr_grammar_free(pointer)


def _sentences(generator: int, count: int) -> Iterator[str]:
    try:
        length = Size()
        for number in range(count):
            text = call("grabr_generator_sentence", generator, number, ctypes.byref(length))
            yield cast(str, in_type_of("", taken(text, length.value)))
    finally:
        lib.grabr_generator_free(generator)


class Tree(Generic[AnyStr]):
    """The derivation tree of a text. Printing it shows one node on each line."""

    def __init__(self, pointer: int, like: AnyStr) -> None:
        self._pointer = pointer
        self._like: AnyStr = like

    @property
    def root(self) -> Node[AnyStr]:
        return Node(self, lib.grabr_tree_root(self._pointer))

    @property
    def text(self) -> AnyStr:
        """The whole text, byte for byte."""
        return self.root.text

    def walk(self) -> Iterator[Node[AnyStr]]:
        """All nodes, each before its children."""
        return self.root.walk()

    def find(self, symbol: str) -> list[Node[AnyStr]]:
        """All nodes of the rule or token with this name."""
        return [node for node in self.walk() if node.symbol == symbol]

    def dump(self, form: Literal["tree", "json", "dot"] = "tree") -> str:
        """The tree as text, as `grabr parse --print` shows it."""
        pointer = lib.grabr_tree_dump(self._pointer, _FORMS.index(form))
        try:
            return (ctypes.string_at(pointer) if pointer else b"").decode("utf-8", "replace")
        finally:
            lib.grabr_string_free(pointer)

    def edited(self, edits: Mapping[Node[AnyStr], Node[AnyStr] | None]) -> Tree[AnyStr]:
        """A new tree in which each node that is a key is replaced by its value, or removed if that
        is None."""
        nodes, by = self._edits(edits)
        return Tree(call("grabr_tree_edited", self._pointer, nodes, by, len(edits)), self._like)

    def without(self, *nodes: Node[AnyStr]) -> AnyStr:
        """The text with these nodes removed."""
        removed, by = self._edits(dict.fromkeys(nodes))
        length = Size()
        text = call("grabr_tree_print_edited", self._pointer, removed, by, len(nodes),
                    ctypes.byref(length))
        return cast(AnyStr, in_type_of(self._like, taken(text, length.value)))

    def _edits(self, edits: Mapping[Node[AnyStr], Node[AnyStr] | None]) -> tuple[object, object]:
        for node in [*edits, *edits.values()]:
            if node is not None and node.tree is not self:
                raise ValueError("the node belongs to another tree")
        numbers = _Number * len(edits)
        by = (NO_NODE if node is None else node.number for node in edits.values())
        return numbers(*(node.number for node in edits)), numbers(*by)

    def __str__(self) -> str:
        return self.dump()

    def __del__(self) -> None:
        if pointer := getattr(self, "_pointer", None):
            lib.grabr_tree_free(pointer)


class Node(Generic[AnyStr]):
    """A node of a tree."""

    __slots__ = ("tree", "number")

    def __init__(self, tree: Tree[AnyStr], number: int) -> None:
        self.tree: Tree[AnyStr] = tree
        self.number = number

    @property
    def kind(self) -> Kind:
        """"rule", "token", "list", "optional" or "group"."""
        kind: int = lib.grabr_tree_kind(self.tree._pointer, self.number)
        return _KINDS[kind]

    @property
    def symbol(self) -> str:
        """The name of the rule or token; may be empty for other nodes."""
        return cast(str, lib.grabr_tree_symbol(self.tree._pointer, self.number).decode())

    @property
    def children(self) -> list[Node[AnyStr]]:
        pointer, number = self.tree._pointer, self.number
        return [Node(self.tree, lib.grabr_tree_child(pointer, number, i))
                for i in range(lib.grabr_tree_child_count(pointer, number))]

    @property
    def parent(self) -> Node[AnyStr] | None:
        number = lib.grabr_tree_parent(self.tree._pointer, self.number)
        return None if number == NO_NODE else Node(self.tree, number)

    @property
    def span(self) -> tuple[int, int]:
        """Begin and end of the node in the bytes of the text."""
        begin, end = Size(), Size()
        lib.grabr_tree_span(self.tree._pointer, self.number, ctypes.byref(begin), ctypes.byref(end))
        return begin.value, end.value

    @property
    def removable(self) -> bool:
        """Whether the text is still a sentence without this node."""
        return bool(lib.grabr_tree_removable(self.tree._pointer, self.number))

    @property
    def text(self) -> AnyStr:
        length = Size()
        pointer = lib.grabr_tree_text(self.tree._pointer, self.number, ctypes.byref(length))
        return cast(AnyStr, in_type_of(self.tree._like, taken(pointer, length.value)))

    def walk(self) -> Iterator[Node[AnyStr]]:
        """This node and all nodes below it, each before its children."""
        left = [self]
        while left:
            node = left.pop()
            yield node
            left.extend(reversed(node.children))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Node) and self.tree is other.tree and self.number == other.number

    def __hash__(self) -> int:
        return hash((id(self.tree), self.number))

    def __repr__(self) -> str:
        return f"<{self.kind} {self.symbol} {self.text!r}>"


def grammar_of(grammar: str | os.PathLike[str] | Grammar) -> Grammar:
    if isinstance(grammar, Grammar):
        return grammar
    if not isinstance(grammar, (str, os.PathLike)):
        raise TypeError(f"a grammar is a Grammar, a name or a file, not {type(grammar).__name__}")
    return Grammar(os.fspath(grammar))


def parse(text: AnyStr, grammar: str | os.PathLike[str] | Grammar, *, partial: bool = False) -> Tree[AnyStr]:
    """Parses a text: see Grammar.parse."""
    return grammar_of(grammar).parse(text, partial=partial)


def generate(grammar: str | os.PathLike[str] | Grammar, count: int = 1, *, seed: int = 0, start: str | None = None,
             strategy: Literal["random", "cost", "coverage"] = "random",
             min_nonterminals: int = 0, max_nonterminals: int = 200,
             max_depth: int = 0) -> list[str]:
    """Generates sentences of a grammar: see Grammar.generate."""
    return list(grammar_of(grammar).generate(
        count, seed=seed, start=start, strategy=strategy, min_nonterminals=min_nonterminals,
        max_nonterminals=max_nonterminals, max_depth=max_depth))
