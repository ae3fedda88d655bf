#!/usr/bin/env python3
"""Writes a plain BNF grammar of our rich spelling as a bison grammar with the same rules in the same
order, whose every reduction adds a node to the derivation tree of bison_tree.h.

    to_bison.py GRAMMAR.json OUT.y
"""

import json
import pathlib
import re
import sys

HEAD = """\
%define api.pure full
%define api.value.type {{bench::Reference}}
%parse-param {{bench::Work* work}}
%lex-param {{bench::Work* work}}
%code requires {{
#include "bison_tree.h"
#define YYINITDEPTH 2000
#define YYMAXDEPTH 100000000
}}
%code {{
static inline int yylex(bench::Reference* value, bench::Work* work) {{
  if (work->next == work->tokens->count) return 0;
  *value = bench::kLeaf | work->next;
  return work->tokens->kinds[work->next++];
}}
static void yyerror(bench::Work*, const char*) {{}}
}}
{tokens}
%start {start}
%%
{rules}
%%
#include "word_table.h"
namespace bench {{
{literals}
}}
"""


def symbols_of(text):
    """'a' b '->' → the parts of a rule text that has no operators."""
    parts = re.findall(r"'[^']+'|[A-Za-z_]\w*|\S", text)
    for part in parts:
        if not re.match(r"'|[A-Za-z_]", part):
            sys.exit(f"to_bison.py: `{text}` is not plain BNF")
    return parts


class Literals:
    """Literals and the bison tokens that stand for them; a single sign is its own token."""

    def __init__(self):
        self.names = {}

    def name(self, literal):
        if len(literal) == 3:
            return self.names.setdefault(literal, literal)
        return self.names.setdefault(literal, f"LITERAL_{len(self.names)}")

    def tables(self):
        """C++ arrays of words and of signs, the longest sign first."""
        ordered = sorted(self.names, key=lambda literal: (-len(literal), literal))
        words = [literal for literal in ordered if literal[1].isalpha() or literal[1] == "_"]
        signs = [literal for literal in ordered if literal not in words]
        return "\n".join(self.array(name, chosen) for name, chosen in
                         [("kWords", words), ("kSigns", signs)])

    def array(self, name, literals):
        rows = ", ".join(f'{{"{literal[1:-1]}", {self.names[literal]}}}' for literal in literals)
        return f"[[maybe_unused]] static const Literal {name}[] = {{{rows}}};"


def bison_rule(name, alternatives, first_number, literals):
    lines = []
    for number, text in enumerate(alternatives, first_number):
        symbols = symbols_of(text)
        children = "".join(f", ${place + 1}" for place in range(len(symbols)))
        written = " ".join(literals.name(part) if part[0] == "'" else part for part in symbols)
        lines.append(f"{written} {{ $$ = work->tree->add({number}{children}); }}")
    return f"{name}:\n    " + "\n  | ".join(lines) + ";"


def bison_grammar(grammar):
    literals = Literals()
    rules = []
    number = 0
    for name, alternatives in grammar["rules"].items():
        rules.append(bison_rule(name, alternatives, number, literals))
        number += len(alternatives)
    tokens = list(grammar["tokens"]) + [name for name in literals.names.values() if name[0] != "'"]
    return HEAD.format(tokens="\n".join(f"%token {token}" for token in tokens),
                       start=grammar["start"], rules="\n".join(rules), literals=literals.tables())


if __name__ == "__main__":
    _, source, target = sys.argv
    pathlib.Path(target).write_text(bison_grammar(json.loads(pathlib.Path(source).read_text())))
