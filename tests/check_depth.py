#!/usr/bin/env python3
"""Checks that `grabr reduce` is bounded at any depth: for each language, constructs nested many
times, with the failure in the innermost one. Memory is to stay below 50 times the input and 100
MB; processor time is bounded, too.

    check_depth.py PROGRAM [--depth N] [--all] [--stays] [--dump] [--table FILE]
                   [GRAMMAR[:KIND]...]

Without --all a few of them. --table writes what comes of it as a table. --stays: the test takes nothing but the input as it is, so that nothing
ever goes; it ends after some tests. --dump: `grabr parse` shows the tree instead; what it prints may
be large, a line with 200 spaces for each node that stands deep. With --depth 50 it shows that each
grammar takes each kind.
"""

import argparse
import os
import pathlib
import re
import resource
import subprocess
import sys
import tempfile

MEMORY_TIMES, MEMORY_PLUS = 50, 100_000_000  # factor for the input's size, and a constant in bytes
MOST_AMBIGUOUS = 600_000_000  # bytes at which the parser gives up
ADDRESS_SPACE = 6 << 30
SECONDS, SECONDS_PER_LEVEL = 5, 0.0006
FEW = ["c:parentheses", "c:declarators", "c:else_if", "c:structs", "json:arrays", "xml:tags", "python:parentheses"]

# Grammar: kind: repeated text before; the core; repeated text after; before everything; after
# everything.
CASES = {
    "asm": {"parentheses": ("(", "BUG", ")", " .long ", "\n"),
            "unary": ("-", "BUG", "", " .long ", "\n")},
    "c": {"parentheses": ("(", "BUG", ")", "int x = ", ";\n"),
          "declarators": ("(", "BUG", ")", "int ", ";\n"),
          "pointers": ("*", "BUG", "", "int ", ";\n"),
          "blocks": ("{", "BUG;", "}", "void f() ", "\n"),
          "calls": ("f(", "BUG", ")", "int x = ", ";\n"),
          "brackets": ("a[", "BUG", "]", "int x = ", ";\n"),
          "casts": ("(int)", "BUG", "", "int x = ", ";\n"),
          "negations": ("!", "BUG", "", "int x = ", ";\n"),
          "else_if": ("if (a) b; else ", "BUG;", "", "void f() { ", " }\n"),
          "if": ("if (a) ", "BUG;", "", "void f() { ", " }\n"),
          "conditions": ("a ? b : ", "BUG", "", "int x = ", ";\n"),
          "sums": ("a + ", "BUG", "", "int x = ", ";\n"),
          "assignments": ("a = ", "BUG", "", "void f() { ", "; }\n"),
          "initialisers": ("{", "BUG", "}", "int x[] = ", ";\n"),
          "structs": ("struct {", "int BUG;", "} a;", "", "\n")},
    "cpp": {"parentheses": ("(", "BUG", ")", "int x = ", ";\n"),
            "templates": ("A<", "BUG", ">", "", " x;\n"),
            "declarators": ("(", "BUG", ")", "int ", ";\n"),
            "blocks": ("{", "BUG;", "}", "void f() ", "\n"),
            "namespaces": ("namespace a {", "int BUG;", "}", "", "\n"),
            "lambdas": ("[]{ return ", "BUG", "; }()", "int x = ", ";\n")},
    "css": {"blocks": ("@media a {", "b { c: BUG }", "}", "", "\n"),
            "parentheses": ("(", "BUG", ")", "a { b: ", " }\n")},
    "csv": {"fields": ("a,", "BUG", "", "", "\n")},
    "cython": {"parentheses": ("(", "BUG", ")", "x = ", "\n")},
    "d": {"parentheses": ("(", "BUG", ")", "int x = ", ";\n"),
          "blocks": ("{", "BUG();", "}", "void f() ", "\n"),
          "comments": ("/+", "BUG", "+/", "int x; ", "\n")},
    "dockerfile": {"lines": ("RUN a\n", "RUN BUG\n", "", "FROM a\n", "")},
    "dot": {"subgraphs": ("subgraph {", "BUG;", "}", "digraph {", "}\n")},
    "expr": {"parentheses": ("(", "77", ")", "", "")},
    "fortran": {"parentheses": ("(", "BUG", ")", "x = ", "\nend\n")},
    "glsl": {"parentheses": ("(", "BUG", ")", "int x = ", ";\n"),
             "blocks": ("{", "BUG;", "}", "void f() ", "\n")},
    "go": {"parentheses": ("(", "BUG", ")", "package a\nvar x = ", "\n"),
           "blocks": ("{", "BUG()", "}", "package a\nfunc f() ", "\n"),
           "types": ("[]", "BUG", "", "package a\nvar x ", "\n")},
    "graphql": {"fields": ("a {", "BUG", "}", "{", "}\n"),
                "lists": ("[", "BUG", "]", "{ f(x: ", ") }\n")},
    "html": {"tags": ("<div>", "BUG", "</div>", "", "\n")},
    "html-soup": {"tags": ("<div>", "BUG", "</div>", "", "\n")},
    "ini": {"lines": ("a=b\n", "c=BUG\n", "", "[x]\n", "")},
    "java": {"parentheses": ("(", "BUG", ")", "class A { int x = ", "; }\n"),
             "blocks": ("{", "BUG();", "}", "class A { void f() ", " }\n"),
             "classes": ("class A {", "int BUG;", "}", "", "\n"),
             "generics": ("A<", "BUG", ">", "class A { ", " x; }\n")},
    "javascript": {"parentheses": ("(", "BUG", ")", "x = ", ";\n"),
                   "arrays": ("[", "BUG", "]", "x = ", ";\n"),
                   "functions": ("function f() {", "BUG;", "}", "", "\n"),
                   "arrows": ("a => ", "BUG", "", "x = ", ";\n"),
                   "negations": ("!", "BUG", "", "x = ", ";\n"),
                   "blocks": ("{", "BUG;", "}", "", "\n"),
                   "objects": ("{a: ", "BUG", "}", "x = ", ";\n")},
    "json": {"arrays": ("[", '"BUG"', "]", "", "\n"),
             "objects": ('{"a":', '"BUG"', "}", "", "\n")},
    "json5": {"arrays": ("[", '"BUG"', "]", "", "\n")},
    "lines": {"lines": ("a\n", "BUG\n", "", "", "")},
    "llvm-ir": {"types": ("{", "i8", "}", "%BUG = type ", "\n"),
                "arrays": ("[1 x ", "i8", "]", "%BUG = type ", "\n")},
    "lua": {"parentheses": ("(", "BUG", ")", "x = ", "\n"),
            "tables": ("{", "BUG", "}", "x = ", "\n"),
            "blocks": ("do ", "BUG()", " end", "", "\n"),
            "functions": ("function() return ", "BUG", " end", "x = ", "\n")},
    "markdown": {"quotes": ("> ", "BUG", "", "", "\n")},
    "nim": {"parentheses": ("(", "BUG", ")", "let x = ", "\n")},
    "ocaml": {"parentheses": ("(", "bug", ")", "let x = ", "\n"),
              "lets": ("let a = b in ", "bug", "", "let x = ", "\n"),
              "comments": ("(*", "bug", "*)", "let x = y ", "\n")},
    "ocaml-interface": {"parentheses": ("(", "bug", ")", "val x : ", "\n")},
    "options": {"options": ("-a ", "-bug", "", "", "\n")},
    "php": {"parentheses": ("(", "BUG", ")", "<?php $x = ", ";\n"),
            "blocks": ("{", "BUG();", "}", "<?php ", "\n")},
    "postgresql": {"parentheses": ("(", "BUG", ")", "SELECT ", ";\n")},
    "protobuf": {"messages": ("message A {", "int32 BUG = 1;", "}", 'syntax = "proto3"; ', "\n")},
    "python": {"parentheses": ("(", "BUG", ")", "x = ", "\n"),
               "lists": ("[", "BUG", "]", "x = ", "\n"),
               "not": ("not ", "BUG", "", "x = ", "\n"),
               "lambdas": ("lambda: ", "BUG", "", "x = ", "\n"),
               "calls": ("f(", "BUG", ")", "x = ", "\n")},
    "regex": {"groups": ("(", "BUG", ")", "", "\n")},
    "rust": {"parentheses": ("(", "BUG", ")", "const X: u8 = ", ";\n"),
             "blocks": ("{", "BUG();", "}", "fn f() ", "\n"),
             "types": ("A<", "BUG", ">", "type X = ", ";\n"),
             "comments": ("/*", "BUG", "*/", "fn f() {} ", "\n")},
    "scheme": {"lists": ("(f ", "BUG", ")", "", "\n"),
               "quotes": ("'", "BUG", "", "", "\n")},
    "shell": {"groups": ("( ", "BUG", " )", "", "\n"),
              "substitutions": ("$(", "BUG", ")", "echo ", "\n"),
              "blocks": ("{ ", "BUG;", " };", "", "\n")},
    "smtlib": {"terms": ("(not ", "BUG", ")", "(assert ", ")\n"),
               "lets": ("(let ((a b)) ", "BUG", ")", "(assert ", ")\n")},
    "solidity": {"parentheses": ("(", "BUG", ")", "contract A { uint x = ", "; }\n"),
                 "blocks": ("{", "BUG();", "}", "contract A { function f() public ", " }\n")},
    "sql": {"parentheses": ("(", "BUG", ")", "SELECT ", ";\n"),
            "selects": ("SELECT * FROM (", "SELECT BUG", ")", "", ";\n")},
    "systemverilog": {"parentheses": ("(", "BUG", ")", "module a; assign x = ", "; endmodule\n"),
                      "blocks": ("begin ", "BUG;", " end", "module a; initial ", " endmodule\n")},
    "text": {"brackets": ("(", "BUG", ")", "", "\n")},
    "toml": {"arrays": ("[", '"BUG"', "]", "x = ", "\n")},
    "tsx": {"parentheses": ("(", "BUG", ")", "x = ", ";\n"),
            "tags": ("<a>", "BUG", "</a>", "x = ", ";\n")},
    "typescript": {"parentheses": ("(", "BUG", ")", "x = ", ";\n"),
                   "types": ("A<", "BUG", ">", "type X = ", ";\n")},
    "url": {"path": ("/a", "/BUG", "", "http://a", "\n")},
    "vhdl": {"parentheses": ("(", "BUG", ")", "package a is constant x : t := ", "; end;\n")},
    "wasm-text": {"blocks": ("(block ", "(nop)", ")", "(module (func $BUG ", "))\n")},
    "wgsl": {"parentheses": ("(", "BUG", ")", "const x = ", ";\n"),
             "blocks": ("{", "BUG();", "}", "fn f() ", "\n")},
    "xml": {"tags": ("<a>", "BUG", "</a>", "", "\n")},
    "yaml": {"flows": ("[", "BUG", "]", "", "\n")},
}


def text_of(case, depth):
    before, core, behind, first, last = case
    return first + before * depth + core + behind * depth + last


def command_of(program, grammar, arguments):
    if arguments.dump:
        return [program, "parse", "-g", grammar, "input"]
    test = "cmp -s @@ original" if arguments.stays else "grep -qE 'BUG|-?bug|77' @@"
    command = [program, "reduce", "--fresh", "-j", "1", "-g", grammar, "-o", "out"]
    if arguments.stays:
        command += ["--max-tests", "30", "--copy", "original"]
    return command + ["-c", test, "input"]


HEAD = """# Nested {depth:,} deep

Things nested inside each other, the failure in the innermost one, reduced by `auto` with one job: the most
memory, which is to stay below {times} times the input and {plus} MB, and the seconds of processor time. Where
"too ambiguous" stands, the parser says so after a bounded time, and the input is reduced as text. Written by

    tests/check_depth.py build/grabr --all --depth {plain} --table tests/depth.md

| grammar | what is nested | kB | MB | at most | seconds | result, bytes | tests | |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |
"""


def write_table(path, depth, rows):
    head = HEAD.format(depth=depth, plain=depth, times=MEMORY_TIMES, plus=MEMORY_PLUS // 1_000_000)
    path.write_text(head + "".join("| " + " | ".join(row) + " |\n" for row in rows))


def run(command, folder, text, dump):
    """Returns exit status, peak memory in bytes, processor seconds, and the output."""
    (folder / "input").write_text(text)
    (folder / "original").write_text(text)

    def limit():
        resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_SPACE, ADDRESS_SPACE))
        resource.setrlimit(resource.RLIMIT_CPU, (100, 100))

    with open(folder / "log", "wb") as log:
        process = subprocess.Popen(command, cwd=folder, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.DEVNULL if dump else log, stderr=log,
                                   preexec_fn=limit)
        _, status, used = os.wait4(process.pid, 0)
    said = (folder / "log").read_text(errors="replace")
    return (os.waitstatus_to_exitcode(status), used.ru_maxrss * 1024,
            used.ru_utime + used.ru_stime, said)


def problem_of(program, folder, grammar, kind, arguments, rows):
    """Returns what is wrong, if anything. Adds a row to the table."""
    text = text_of(CASES[grammar][kind], arguments.depth)
    command = command_of(program, grammar, arguments)
    status, peak, seconds, said = run(command, folder, text, arguments.dump)
    limit = MEMORY_TIMES * len(text) + MEMORY_PLUS
    ambiguous = "too ambiguous" in said  # a clear message
    problems = []
    budget = status == 6 and "used up" in said  # by --max-tests, which is no failure
    if status != 0 and not (arguments.stays and (status == 3 or budget)):
        problems.append(f"status {status}")
    if peak > (MOST_AMBIGUOUS if ambiguous else limit):
        problems.append(f"more than {limit / 1e6:.0f} MB")
    if seconds > SECONDS + SECONDS_PER_LEVEL * arguments.depth:
        problems.append("too long")
    if "not parse" in said and not ambiguous:
        problems.append("not parsed")
    # A long run prints several of these: the last one is the result's.
    counts = re.findall(r"→ (\d+) bytes.*?(\d+) tests?\b", said)
    summary = "{} bytes, {} tests".format(*counts[-1]) if counts else said[-200:].strip()
    if budget:
        summary += ", then the budget"
    print(f"{grammar:16} {kind:14} {len(text) / 1e3:7.0f} kB {peak / 1e6:7.0f} MB {seconds:7.1f} s  "
          f"{summary}  {'; '.join(problems)}", flush=True)
    rows.append([grammar, kind.replace("_", " "), f"{len(text) / 1e3:.0f}", f"{peak / 1e6:.0f}",
                 f"{limit / 1e6:.0f}", f"{seconds:.1f}", *(counts[-1] if counts else ("", "")),
                 "; ".join(problems + ["too ambiguous"] * ambiguous)])
    return [f"{grammar} {kind}: {', '.join(problems)}: {said[-300:]}"] if problems else []


def chosen(arguments):
    every = [(grammar, kind) for grammar, kinds in CASES.items() for kind in kinds]
    if arguments.all and not arguments.cases:
        return every
    wanted = arguments.cases or FEW
    return [(g, k) for g, k in every if g in wanted or f"{g}:{k}" in wanted]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("cases", nargs="*")
    parser.add_argument("--depth", type=int, default=20_000)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--stays", action="store_true")
    parser.add_argument("--dump", action="store_true")
    parser.add_argument("--table", type=pathlib.Path)
    arguments = parser.parse_intermixed_args()
    program = str(pathlib.Path(arguments.program).resolve())
    problems, rows = [], []
    with tempfile.TemporaryDirectory(prefix="grabr-depth-") as folder:
        for grammar, kind in chosen(arguments):
            problems += problem_of(program, pathlib.Path(folder), grammar, kind, arguments, rows)
    if arguments.table:
        write_table(arguments.table, arguments.depth, rows)
    print("\n".join(problems))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
