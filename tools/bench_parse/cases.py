"""What is measured: cases (one input each) and, for each, the parsers that read it."""

import dataclasses
import pathlib

OURS = ["derive", "tree", "reference"]  # engines of grabr_driver
TITLES = {
    "derive": "grabr: derivation tree",
    "tree": "grabr: editable tree",
    "reference": "grabr: reference engine",
    "bison": "bison LALR(1), derivation tree",
    "tree-sitter": "tree-sitter",
    "lark-lalr": "lark LALR(1)",
    "lark-earley": "lark Earley",
    "nearley": "nearley",
    "load": "grabr: grammar file to first parse",
}


@dataclasses.dataclass(frozen=True)
class Case:
    name: str
    title: str
    grammar: str        # for grabr: "shipped/…", "bench/…" or "made/…"
    input: str
    parsers: tuple      # keys of TITLES
    quick: bool = True  # part of --quick
    peer_grammar: str = ""  # for lark and nearley, if they use another one


def case(name, title, grammar, made_input, parsers="", **more):
    return Case(name, title, grammar, made_input, (*OURS, *parsers.split()), **more)


PLAIN_JSON = "bench/json_plain.json"
CASES = [
    case("sqlite", "C, sqlite3.c preprocessed; the grammar that grabr ships",
         "shipped/c.json", "sqlite.i", "tree-sitter"),
    case("sqlite-ansi", "C, sqlite3.c preprocessed; C99 by its annex, typedef names ambiguous",
         "made/ansi_c_names.json", "sqlite.i", "tree-sitter"),
    case("sqlite-tagged", "C, sqlite3.c preprocessed, typedef names marked; C99 by its annex",
         "bench/ansi_c.json", "sqlite-tagged.i", "bison"),
    case("csmith", "C, a csmith program; the grammar that grabr ships",
         "shipped/c.json", "csmith.i", "tree-sitter"),
    case("csmith-ansi", "C, a csmith program; C99 by its annex, typedef names ambiguous",
         "made/ansi_c_names.json", "csmith.i", "tree-sitter"),
    case("csmith-tagged", "C, a csmith program, typedef names marked; C99 by its annex",
         "bench/ansi_c.json", "csmith-tagged.i", "bison"),
    case("json-100k", "JSON, 100 kB", "shipped/json.json", "100k.json",
         "bison tree-sitter lark-lalr lark-earley nearley", peer_grammar=PLAIN_JSON),
    case("json-1M", "JSON, 1 MB", "shipped/json.json", "1M.json",
         "bison tree-sitter lark-lalr nearley", peer_grammar=PLAIN_JSON),
    case("json-10M", "JSON, 10 MB", "shipped/json.json", "10M.json", "bison tree-sitter lark-lalr",
         quick=False, peer_grammar=PLAIN_JSON),
    case("expr-1k", "the book's expressions, 1k characters", "shipped/expr.json", "1k.expr",
         "lark-earley nearley"),
    case("expr-10k", "the book's expressions, 10k characters", "shipped/expr.json", "10k.expr",
         "lark-earley nearley"),
    case("expr-100k", "the book's expressions, 100k characters", "shipped/expr.json", "100k.expr",
         "nearley"),
    case("expr-1M", "the book's expressions, 1M characters", "shipped/expr.json", "1M.expr",
         quick=False),
    case("chars-100k", "JSON by characters, 100 kB", "bench/json_chars.json", "100k.json", "nearley"),
    case("chars-1M", "JSON by characters, 1 MB", "bench/json_chars.json", "1M.json", quick=False),
    case("chars-10M", "JSON by characters, 10 MB", "bench/json_chars.json", "10M.json", quick=False),
    case("ambiguous-10k", "ambiguous nearly everywhere, 10 kB", "bench/ambiguous.json",
         "10k.ambiguous", "lark-earley"),
    case("ambiguous-100k", "ambiguous nearly everywhere, 100 kB", "bench/ambiguous.json",
         "100k.ambiguous", quick=False),
    case("sum", "E → E + E | n, 1601 tokens", "bench/sum.json", "1601.sum", quick=False),
    case("triple", "S → S S S | S S | b, 400 tokens", "bench/triple.json", "400.triple"),
    Case("load-c", "loading the C grammar", "shipped/c.json", "short.c", ("load",)),
    Case("load-big", "loading a grammar of 7,500 rules", "made/big.json", "big.txt", ("load",)),
]


@dataclasses.dataclass(frozen=True)
class Places:
    """Folders."""
    repository: pathlib.Path
    here: pathlib.Path
    packages: pathlib.Path
    inputs: pathlib.Path
    programs: pathlib.Path

    def grammar(self, name):
        kind, file = name.split("/")
        return str({"shipped": self.repository / "grammars", "bench": self.here / "grammars",
                    "made": self.inputs}[kind] / file)


def command(one, parser, places):
    """Command line and added environment that run `parser` on the case."""
    text = str(places.inputs / one.input)
    language = "json" if one.input.endswith(".json") else "c"
    peer_grammar = places.grammar(one.peer_grammar or one.grammar)
    scripts = places.here / "programs"
    if parser == "bison":
        return [str(places.programs / f"bison_{language}_driver"), text], {}
    if parser == "tree-sitter":
        return [str(places.programs / "treesitter_driver"), language, text], {}
    if parser.startswith("lark-"):
        algorithm = parser.removeprefix("lark-")
        return (["python3", str(scripts / "lark_driver.py"), algorithm, peer_grammar, text],
                {"PYTHONPATH": str(places.packages / "python")})
    if parser == "nearley":
        return (["node", str(scripts / "nearley_driver.js"), peer_grammar, text],
                {"NODE_PATH": str(places.packages / "node/node_modules")})
    return [str(places.programs / "grabr_driver"), parser, places.grammar(one.grammar), text], {}


def needed_inputs(cases):
    names = [one.input for one in cases]
    return names + [one.grammar[5:] for one in cases if one.grammar.startswith("made/")]
