#!/usr/bin/env python3
"""Writes the seed corpora of the fuzz targets: the files of tests/fuzz/seeds, the grammars of
tests/support, and the samples of tests/grammars.

    make_seeds.py FOLDER        writes FOLDER/{grammar_loader,import,lexer,parser,reduce}/*
"""

import pathlib
import sys

TESTS = pathlib.Path(__file__).resolve().parent.parent
GRAMMARS = TESTS / "support" / "grammars"
SEPARATOR = "\n---\n"
MAX_SAMPLE = 150  # characters: longer seeds take longer, and there are a hundred

# Texts for grammars without samples.
TEXTS = {
    "expr": ["1 + 2 * (3.5 - 40)", "-+1/(2)", "(((1)))", "1 +"],
    "html-select": ['<SELECT NAME="priority" MULTIPLE SIZE=7>', "<A>", "<SELECT"],
    "lines": ["a\nb\r\n\nc", ""],
}


def samples(language):
    folder = TESTS / "grammars" / language
    files = [folder / "valid.txt", folder / "invalid.txt"]
    texts = [file.read_text(errors="surrogateescape") for file in files if file.exists()]
    return [sample for text in texts for sample in text.split(SEPARATOR)]


def drawn_grammars():
    """Bytes from which the targets draw grammars: the first byte selects the kind."""
    for kind in range(10):
        for shift in range(1, 5):
            yield bytes([kind] + [(7 * shift * i + i * i * shift) % 251 + 1 for i in range(60)])


def inputs():
    for grammar in sorted(GRAMMARS.glob("*.json")):
        for text in TEXTS.get(grammar.stem, []) + samples(grammar.stem):
            yield (grammar.stem + SEPARATOR + text).encode(errors="surrogateescape")
    for grammar in sorted((TESTS / "fuzz/seeds/grammar_loader").glob("*.json")):
        for text in ("", "0+1", "0, a + b if 1 else 2 /* */"):
            yield grammar.read_bytes().rstrip() + (SEPARATOR + text).encode()
    for number, head in enumerate(drawn_grammars()):
        yield head + SEPARATOR.encode() + (b"ab", b"aab ab", b"a(b)+1#\n", b"")[number % 4]


def texts():
    """The beginning of a sample for each shipped grammar: all of them run before any is changed."""
    for grammar in sorted((TESTS.parent / "grammars").glob("*.json")):
        for text in samples(grammar.stem)[:1]:
            yield (grammar.stem + SEPARATOR + text[:MAX_SAMPLE]).encode(errors="surrogateescape")


def main(folder):
    for target in ("grammar_loader", "import", "lexer", "parser", "reduce"):
        into = folder / target
        into.mkdir(parents=True, exist_ok=True)
        own = sorted((TESTS / "fuzz/seeds" / target).glob("*"))
        seeds = [file.read_bytes() for file in own]
        if target == "grammar_loader":
            seeds += [file.read_bytes() for file in sorted(GRAMMARS.glob("*.json"))]
        elif target == "reduce":
            seeds += list(texts())
        elif target != "import":
            seeds += list(inputs())
        for number, seed in enumerate(seeds):
            (into / f"seed-{number:04}").write_bytes(seed)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(pathlib.Path(sys.argv[1]))
