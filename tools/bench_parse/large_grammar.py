#!/usr/bin/env python3
"""Writes a large grammar, as dialects of SQL have them, to see how fast grabr loads one.

    tools/bench_parse/large_grammar.py > large.json          # about 7,500 rules without empty ones
    tools/bench_parse/large_grammar.py --statements 60 > small.json

Statements begin with keywords and go on with optional clauses, lists of options and expressions;
expressions are a tower of operators over some hundred functions with a syntax of their own; most
keywords may be names, too. The same arguments give the same bytes.
"""
import argparse
import json
import random

ONSETS = "B C D F G H K L M N P R S T V BR CL DR FL GR PL PR ST TR".split()
NUCLEI = "A E I O U AI EA OU".split()
CODAS = "L M N R S T CK ND RT SH ST".split()

TOWER = [
    ("or_expression", ["'OR'", "'||'"]),
    ("xor_expression", ["'XOR'"]),
    ("and_expression", ["'AND'", "'&&'"]),
]
ARITHMETIC = [
    ("bit_or", ["'|'"]),
    ("bit_and", ["'&'"]),
    ("shift", ["'<<'", "'>>'"]),
    ("sum", ["'+'", "'-'"]),
    ("product", ["'*'", "'/'", "'%'", "'DIV'", "'MOD'"]),
    ("power", ["'^'"]),
]


class Words:
    """Keywords, each once."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.known = set("OR XOR AND NOT DIV MOD IS NULL IN LIKE BETWEEN ESCAPE SELECT FROM WHERE GROUP BY "
                         "HAVING ORDER LIMIT OFFSET AS ON USING JOIN LEFT RIGHT INNER CROSS UNION ALL "
                         "DISTINCT ASC DESC CASE WHEN THEN ELSE END EXISTS CAST TRUE FALSE WITH".split())

    def new(self):
        while True:
            word = "".join(self.random.choice(ONSETS) + self.random.choice(NUCLEI)
                           for _ in range(self.random.choice((1, 2, 2)))) + self.random.choice(CODAS)
            if word not in self.known:
                self.known.add(word)
                return word


def tower(names, operand, last):
    """Left-associative levels of binary operators, loosest first."""
    rules = {}
    levels = [name for name, _ in names] + [last]
    for (name, operators), tighter in zip(names, levels[1:]):
        operator = operators[0] if len(operators) == 1 else f"({' | '.join(operators)})"
        rules[name] = [tighter, f"{name} {operator} {operand or tighter}"]
    return rules


def expressions(words, functions, keywords):
    rules = {"expression": "or_expression"}
    rules.update(tower(TOWER, None, "not_expression"))
    rules["not_expression"] = ["'NOT' not_expression", "comparison"]
    rules["comparison"] = [
        "predicate",
        "comparison ('=' | '<' | '>' | '<=' | '>=' | '<>' | '!=') predicate",
        "comparison 'IS' 'NOT'? ('NULL' | 'TRUE' | 'FALSE')",
    ]
    rules["predicate"] = [
        "bit_or",
        "bit_or 'NOT'? 'IN' '(' (expression % ',' | query) ')'",
        "bit_or 'NOT'? 'BETWEEN' bit_or 'AND' predicate",
        "bit_or 'NOT'? 'LIKE' simple ('ESCAPE' simple)?",
    ]
    rules.update(tower(ARITHMETIC, None, "simple"))
    rules["simple"] = [
        "('+' | '-' | '~' | '!') simple", "literal", "column", "'(' expression % ',' ')'", "'(' query ')'",
        "'EXISTS' '(' query ')'", "'CASE' expression? ('WHEN' expression 'THEN' expression)+ "
        "('ELSE' expression)? 'END'", "'CAST' '(' expression 'AS' type ')'", "call", "special_call",
    ]
    rules["literal"] = ["NUMBER", "STRING+", "'NULL'", "'TRUE'", "'FALSE'"]
    rules["column"] = ["name", "name '.' name", "name '.' name '.' name", "VARIABLE"]
    rules["call"] = "name '(' ('DISTINCT'? expression % ',')? ')'"
    special = []
    for _ in range(functions):
        name, inner = words.new(), keywords[words.random.randrange(len(keywords))]
        special.append(words.random.choice((
            f"'{name}' '(' expression ')'",
            f"'{name}' '(' expression ',' expression ')'",
            f"'{name}' '(' (expression '{inner}')? expression ')'",
            f"'{name}' '(' expression '{inner}' expression ('USING' name)? ')'",
            f"'{name}' '(' expression % ',' ('ORDER' 'BY' sorted % ',')? ')'",
        )))
        keywords.append(name)
    rules["special_call"] = special
    return rules


def queries():
    return {
        "query": ["query_block", "query 'UNION' ('ALL' | 'DISTINCT')? query_block"],
        "query_block": "'SELECT' ('ALL' | 'DISTINCT')? selected % ',' ('FROM' table_reference % ',')? where? "
                       "('GROUP' 'BY' expression % ',' ('HAVING' expression)?)? ordered?",
        "selected": ["'*'", "expression ('AS'? name)?"],
        "table_reference": [
            "table_factor",
            "table_reference ('INNER' | 'CROSS' | ('LEFT' | 'RIGHT'))? 'JOIN' table_factor "
            "('ON' expression | 'USING' '(' name % ',' ')')?",
        ],
        "table_factor": ["table ('AS'? name)?", "'(' query ')' 'AS'? name"],
        "table": ["name", "name '.' name"],
        "where": "'WHERE' expression",
        "ordered": "'ORDER' 'BY' sorted % ',' ('LIMIT' NUMBER ('OFFSET' NUMBER)?)?",
        "sorted": "expression ('ASC' | 'DESC')?",
    }


def option(words, keywords, nested):
    """One clause of a statement."""
    key = words.new() if words.random.random() < 0.45 else words.random.choice(keywords)
    if key not in keywords:
        keywords.append(key)
    other = words.random.choice(keywords)
    return words.random.choice((
        f"'{key}'",
        f"'{key}' '='? literal",
        f"'{key}' name",
        f"'{key}' ('{other}' | NUMBER)",
        f"'{key}' '(' name % ',' ')'",
        f"'{key}' expression",
        f"'{key}' 'AS' type",
        f"'{key}' '{other}'? table",
        f"'{key}' '(' {nested} % ',' ')'" if nested else f"'{key}' '(' query ')'",
    ))


def statements(words, count, keywords):
    rules = {"statement": ["query"]}
    verbs = [words.new() for _ in range(max(4, count // 12))]
    keywords.extend(verbs)
    for number in range(count):
        verb, noun = words.random.choice(verbs), words.random.choice(keywords)
        options, head = f"option_{number}", f"statement_{number}"
        part = f"part_{number}"
        inner = [option(words, keywords, None) for _ in range(words.random.randrange(3, 9))]
        rules[options] = [option(words, keywords, part) for _ in range(words.random.randrange(4, 16))]
        first = words.new()
        clauses = " ".join(f"({option(words, keywords, part)})?" for _ in range(words.random.randrange(1, 4)))
        rules[head] = words.random.choice((
            [f"'{verb}' '{first}' name {clauses} {options}*"],
            [f"'{verb}' '{first}' '{noun}'? table {clauses} ({options} % ',')? where?"],
            [f"'{verb}' '{first}' table % ',' {clauses}", f"'{verb}' '{first}' '{noun}' {options}+ query"],
        ))
        if part in json.dumps([rules[options], rules[head]]).replace("(", " ").replace(")", " ").split():
            rules[part] = inner
        keywords.append(first)
        rules["statement"].append(head)
    return rules


def type_rules(words, count, keywords):
    names = [words.new() for _ in range(count)]
    keywords.extend(names)
    return {"type": [f"'{n}' ('(' NUMBER (',' NUMBER)? ')')?" if i % 3 == 0 else f"'{n}'"
                     for i, n in enumerate(names)]}


def grammar(args):
    words = Words(args.seed)
    keywords = [words.new() for _ in range(40)]
    rules = {"script": "statement % ';' ';'?"}
    made = statements(words, args.statements, keywords)
    made.update(queries())
    made.update(type_rules(words, 30, keywords))
    made.update(expressions(words, args.statements // 2 + 5, keywords))
    rules.update(made)
    # The first words of statements and functions are reserved; half of the other words are not.
    rules["name"] = ["NAME", "QUOTED"] + [f"'{k}'" for k in sorted(set(keywords))[::3]]
    return {
        "name": "Large", "version": f"{args.statements} statements, seed {args.seed}",
        "license": "MIT", "start": "script", "ignore_case": True, "rules": rules,
        "tokens": {
            "NAME": "[A-Za-z_][A-Za-z_0-9$]*",
            "QUOTED": "`[^`]+`",
            "VARIABLE": "@@?[A-Za-z_0-9.]+",
            "NUMBER": "[0-9]+(\\.[0-9]+)?([eE][+-]?[0-9]+)?",
            "STRING": "'([^'\\\\]|\\\\.|'')*'",
        },
        "skip": {"SPACE": "[ \\t\\r\\n]+", "LINE_COMMENT": "--[^\\n]*", "COMMENT": "/\\*([^*]|\\*+[^*/])*\\*+/"},
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--statements", type=int, default=136, metavar="N", help="kinds of statements (136)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="other keywords and clauses (1)")
    print(json.dumps(grammar(parser.parse_args()), indent=1))


if __name__ == "__main__":
    main()
