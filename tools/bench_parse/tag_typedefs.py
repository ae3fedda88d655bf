"""Marks the uses of typedef names in preprocessed C, so that parsers without a symbol table, and
lexers without a way to ask one, can tell them from other identifiers: `u8 *p` → `__TN_u8 *p`.

Only what is used as a type is renamed; a member, a tag or a parameter of the same name is not. Which
it is is told by the tokens beside it, which is enough for the programs measured here: the bison
parser, which knows no ambiguity, accepts what comes out.
"""

import re

TOKEN = re.compile(r"""
    (?P<name>[A-Za-z_]\w*)
  | (?P<text>L?"(?:[^"\\\n]|\\.)*" | L?'(?:[^'\\\n]|\\.)+')
  | (?P<number>\.?\d(?:[eEpP][+-]|[\w.])*)
  | (?P<sign>->|\S)
""", re.VERBOSE)

KEYWORDS_BEFORE_TYPE = {
    "auto", "const", "extern", "inline", "register", "restrict", "static", "typedef", "volatile"}
SIGNS_BEFORE_TYPE = {"", ";", "{", "}", "(", ",", ")", ":"}
SIGNS_AFTER_TYPE = {"*", ")", ",", "(", "["}
NOT_NAMES = KEYWORDS_BEFORE_TYPE | {
    "break", "case", "char", "continue", "default", "do", "double", "else", "enum", "float", "for",
    "goto", "if", "int", "long", "return", "short", "signed", "sizeof", "struct", "switch", "union",
    "unsigned", "void", "while", "_Bool", "_Complex"}
# A name before one of these, and not in parentheses, is a declarator and not a type.
SIGNS_AFTER_DECLARED = {";", ",", "=", "[", ")"}


def declared_name(tokens, start):
    """The name that the typedef beginning at `start` declares, and where the declaration ends."""
    depth = 0
    last = None
    at = start + 1
    while depth > 0 or tokens[at] != ";":
        sign = tokens[at]
        if sign in "([{":
            depth += 1
            if sign == "(" and depth == 1 and tokens[at + 1] == "*":
                return tokens[at + 2], at + 2
        elif sign in ")]}":
            depth -= 1
        elif depth == 0 and re.match(r"[A-Za-z_]", sign) and sign not in NOT_NAMES:
            last = (sign, at)
        at += 1
    return last


def is_type_here(before, after, type_just_read):
    """May a typedef name between these two tokens be meant as the type?"""
    after_is_name = re.match(r"[A-Za-z_]", after) is not None
    if type_just_read:
        return False
    if before == "}" or before == ",":
        return after_is_name or after == "*" or (before == "," and after in {")", ","})
    if before in KEYWORDS_BEFORE_TYPE:
        return True
    return before in SIGNS_BEFORE_TYPE and (after_is_name or after in SIGNS_AFTER_TYPE)


def tag_typedefs(text, prefix="__TN_"):
    """`text` with `prefix` put before each typedef name that is used as a type."""
    matches = list(TOKEN.finditer(text))
    tokens = [match.group() for match in matches] + [""]
    typedefs = set()
    declared_at = {}
    pieces = []
    copied = 0
    before = ""
    type_just_read = False
    for at, match in enumerate(matches):
        token = tokens[at]
        if token == "typedef":
            name, place = declared_name(tokens, at)
            declared_at[place] = name
        if at in declared_at:
            typedefs.add(declared_at[at])
        elif token in typedefs and is_type_here(before, tokens[at + 1], type_just_read):
            pieces += [text[copied:match.start()], prefix]
            copied = match.start()
            type_just_read = True
            before = token
            continue
        if token not in KEYWORDS_BEFORE_TYPE:
            type_just_read = False
        before = token
    pieces.append(text[copied:])
    return "".join(pieces)
