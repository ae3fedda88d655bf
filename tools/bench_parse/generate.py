"""Inputs made by our own generators: the same bytes for the same seed, on every machine."""

import json
import random

SEED = 4


def json_value(chance, depth):
    """A value as programs write them: records, lists of numbers, texts with escapes."""
    kind = chance.random()
    if depth > 0 and kind < 0.25:
        return {chance.choice(KEYS) + str(number): json_value(chance, depth - 1)
                for number in range(chance.randint(0, 6))}
    if depth > 0 and kind < 0.45:
        return [json_value(chance, depth - 1) for _ in range(chance.randint(0, 8))]
    if kind < 0.60:
        return chance.randint(-1000, 100000)
    if kind < 0.70:
        return round(chance.uniform(-1, 1) * 10 ** chance.randint(-8, 20), 4)
    if kind < 0.80:
        return chance.choice([True, False, None])
    return " ".join(chance.choice(WORDS) for _ in range(chance.randint(1, 7)))


KEYS = ["id", "name", "kind", "position", "size", "x", "y", "description", "created_at"]
WORDS = ["tree", "of", "a", "parse", "the\n", "\"fox\"", "back\\slash", "caf\u00e9", "tab\t",
         "https://example.org/page", "lorem", "ipsum", "dolor", "1234"]


def make_json(size):
    """About `size` bytes: an array of records, half of them on one line, half laid out."""
    chance = random.Random(SEED)
    pieces = []
    length = 2
    while length < size:
        record = {"id": len(pieces), "value": json_value(chance, 5), "list": json_value(chance, 4)}
        one_line = chance.random() < 0.5
        text = json.dumps(record, **({"separators": (",", ":")} if one_line else {"indent": 1}))
        pieces.append(text.replace("e+", "e"))  # tree-sitter's grammar knows no 1e+9
        length += len(pieces[-1]) + 2
    return "[" + ",\n".join(pieces) + "]\n"


def make_expression(size):
    """About `size` characters of the book's expression grammar: sums of random small terms."""
    chance = random.Random(SEED)
    terms = []
    length = 0
    while length < size:
        term = expression(chance, 4)
        terms.append(term)
        length += len(term) + 3
    return "".join(term + chance.choice([" + ", " - "]) for term in terms)[:-3]


def expression(chance, depth):
    kind = chance.random()
    if depth == 0 or kind < 0.45:
        digits = str(chance.randint(0, 9999))
        return digits + (f".{chance.randint(0, 99)}" if chance.random() < 0.3 else "")
    if kind < 0.55:
        return chance.choice("+-") + expression(chance, 0)
    if kind < 0.75:
        return f"({expression(chance, depth - 1)} {chance.choice('+-')} {expression(chance, depth - 1)})"
    return f"{expression(chance, 0)} {chance.choice('*/')} {expression(chance, 0)}"


def make_ambiguous(size):
    """Statements of grammars/ambiguous.json, each an expression of four to twelve operands."""
    chance = random.Random(SEED)
    lines = []
    length = 0
    while length < size:
        line = ambiguous_statement(chance)
        lines.append(line)
        length += len(line) + 1
    return "\n".join(lines) + "\n"


def ambiguous_statement(chance):
    text = ambiguous_expression(chance, chance.randint(4, 12))
    kind = chance.random()
    if kind < 0.5:
        return text + ";"
    if kind < 0.8:
        return f"{chance.choice('abcxyz')} = {text};"
    return f"if {text} {{ {ambiguous_expression(chance, 4)}; }}"


def ambiguous_expression(chance, operands):
    parts = []
    for _ in range(operands):
        atom = chance.choice(["a", "b", "foo", "bar", "1", "42"])
        if chance.random() < 0.1:
            atom = f"({atom} {chance.choice('+*')} {atom})"
        if chance.random() < 0.1:
            atom = "-" + atom
        parts.append(atom)
        parts.append(chance.choice([" ", " + ", " * ", " / ", " < "]))
    return "".join(parts[:-1])


def make_sum(tokens):
    """n+n+…+n, `tokens` characters (an odd number)."""
    return "n" + "+n" * (tokens // 2)


def make_big_grammar(rules):
    """A grammar of about `rules` alternatives in the shape of a large SQL dialect: statements of
    keywords and optional clauses, twelve levels of operators, and many keywords that are names, too.
    Gives the grammar and a short text of its language."""
    chance = random.Random(SEED)
    keywords = [f"'K{number}'" for number in range(900)]
    names = keywords[:300]  # not reserved: the source of most conflicts
    grammar = {"program": ["statement", "program ';' statement"],
               "name": ["NAME"] + names,
               "primary": ["name", "name '.' name", "NUMBER", "STRING", "'(' level0 ')'",
                           "name '(' arguments ')'", "name '(' ')'"],
               "arguments": ["level0", "arguments ',' level0"]}
    for level in range(12):
        above = f"level{level + 1}" if level < 11 else "primary"
        operators = [f"'{sign}{level}'" for sign in "+*<"]
        grammar[f"level{level}"] = [above] + [f"level{level} {sign} {above}" for sign in operators]
    count = sum(map(len, grammar.values())) + 1
    clauses = []
    while count < rules * 0.7:
        clause = f"clause{len(clauses)}"
        grammar[clause] = big_clause(chance, clause, keywords[300:], clauses)
        clauses.append(clause)
        count += len(grammar[clause]) + 1
    statements = []
    while count < rules:
        keyword = keywords[300 + len(statements) % 600]
        statements.append(f"statement{len(statements)}")
        grammar[statements[-1]] = [
            f"{keyword} {chance.choice(keywords)} name "
            + " ".join(chance.sample(clauses, chance.randint(1, 4)))
            for _ in range(chance.randint(2, 6))]
        count += 1 + len(grammar[statements[-1]])
    grammar["statement"] = statements + ["'SELECT' arguments"] + [f"'DO' {clause}" for clause in clauses]
    return rich(grammar), "SELECT a +0 K1 *1 f(1, K2), (x.y +3 2);SELECT 1"


def big_clause(chance, name, keywords, earlier):
    own = chance.choice(keywords)
    alternatives = [f"{own} level0"]
    for keyword in chance.sample(keywords, chance.randint(1, 8)):
        tail = chance.choice(["", "name", "NUMBER", "'(' arguments ')'", "'=' level0",
                              chance.choice(earlier) if earlier else "STRING"])
        alternatives.append(f"{keyword} {tail}".strip())
    if chance.random() < 0.3:
        alternatives.append(f"{name} ',' {own}")
    return sorted(set(alternatives))


def rich(rules):
    return json.dumps({
        "name": "A large language", "start": "program", "rules": rules,
        "tokens": {"NAME": "[A-Za-z_][A-Za-z_0-9]*", "NUMBER": "[0-9]+", "STRING": "\"[^\"]*\""},
        "skip": {"SPACE": "[ \\t\\n]+"}}, indent=1)
