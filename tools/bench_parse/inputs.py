"""The inputs and grammars that are not in the repository: made once, kept in the cache folder, made
again when a file of this tool is newer."""

import pathlib
import re
import subprocess
import sys

import generate
import packages
from tag_typedefs import tag_typedefs

HERE = pathlib.Path(__file__).parent
CSMITH_SEED = 6  # 194 kB after preprocessing

# Gives pure C99: macros remove the GNU extensions in glibc's headers.
PREPROCESS = [
    "gcc", "-std=c99", "-E", "-P", "-D__attribute__(x)=", "-D__asm__(x)=", "-D__extension__=",
    "-D__restrict=restrict", "-D__inline=inline", "-D__signed__=signed", "-D__volatile__=volatile",
    "-D_Float32=float", "-D_Float64=double", "-D_Float128=double", "-D_Float32x=double",
    "-D_Float64x=double", "-D__uint128_t=unsigned long", "-D__builtin_va_list=void*",
    "-D__builtin_va_arg(list,type)=(*(type*)(list))",
    "-D__builtin_offsetof(type,member)=((unsigned long)&((type*)0)->member)"]


def preprocessed(source, *options):
    text = subprocess.run([*PREPROCESS, *options, source], check=True, capture_output=True).stdout
    # tree-sitter's grammar of C has no unnamed bit-fields; glibc's struct timex contains some.
    return re.sub(r"\bint :32;", "int unnamed:32;", text.decode())


def sqlite(cache, _folder):
    return preprocessed(packages.folder_of(cache / "packages", "sqlite") / "sqlite3.c", "-DSQLITE_THREADSAFE=0")


def csmith(_cache, folder):
    program = folder / "csmith.c"
    program.write_bytes(subprocess.run(["csmith", "--seed", str(CSMITH_SEED)], check=True,
                                       capture_output=True, cwd=folder).stdout)
    return preprocessed(program, "-I/usr/include/csmith")


def tagged(name):
    return lambda _cache, folder: tag_typedefs((folder / name).read_text())


def ansi_c_names(_cache, _folder):
    """The grammar of C in which only a symbol table could tell a typedef name from another."""
    text = (HERE / "grammars/ansi_c.json").read_text()
    text = text.replace('"typedef_name": ["TYPEDEF_NAME"]', '"typedef_name": ["IDENTIFIER"]')
    return re.sub(r'\n *"TYPEDEF_NAME": .*', "", text)


def generated(maker, size):
    return lambda _cache, _folder: maker(size)


MAKERS = {
    "sqlite.i": sqlite,
    "sqlite-tagged.i": tagged("sqlite.i"),
    "csmith.i": csmith,
    "csmith-tagged.i": tagged("csmith.i"),
    "ansi_c_names.json": ansi_c_names,
    "100k.json": generated(generate.make_json, 100_000),
    "1M.json": generated(generate.make_json, 1_000_000),
    "10M.json": generated(generate.make_json, 10_000_000),
    "1k.expr": generated(generate.make_expression, 1_000),
    "10k.expr": generated(generate.make_expression, 10_000),
    "100k.expr": generated(generate.make_expression, 100_000),
    "1M.expr": generated(generate.make_expression, 1_000_000),
    "10k.ambiguous": generated(generate.make_ambiguous, 10_000),
    "100k.ambiguous": generated(generate.make_ambiguous, 100_000),
    "1601.sum": generated(generate.make_sum, 1601),
    "400.triple": lambda _cache, _folder: "b" * 400,
    "big.json": lambda _cache, _folder: generate.make_big_grammar(7500)[0],
    "big.txt": lambda _cache, _folder: generate.make_big_grammar(7500)[1],
    "short.c": lambda _cache, _folder: "int main(void) { return 0; }\n",
}


def make(cache, names):
    """Makes those of `names` that are missing or stale, in the order of the table above, and returns
    their folder."""
    folder = cache / "inputs"
    folder.mkdir(parents=True, exist_ok=True)
    newest = max(path.stat().st_mtime for path in HERE.glob("*.py"))
    newest = max([newest] + [path.stat().st_mtime for path in HERE.glob("grammars/*")])
    wanted = set(names)
    for name in names:
        if name.endswith("-tagged.i"):
            wanted.add(name.replace("-tagged", ""))
    for name, maker in MAKERS.items():
        path = folder / name
        if name in wanted and not (path.exists() and path.stat().st_mtime > newest):
            print(f"making {name}", file=sys.stderr)
            part = path.with_name(name + ".part")
            part.write_text(maker(cache, folder))
            part.rename(path)
    return folder
