#!/usr/bin/env python3
"""Checks the condition that `grabr init` chooses on commands that really fail: sanitizer builds,
compilers, interpreters. It is right if, as a script, it accepts the input and a smaller one that
fails in the same way, and rejects one that fails otherwise, one that does not fail and none at all.
Where it cannot tell a failure from another, as nothing that is printed does, init has to say so.

    check_init.py GRABR [NAME...] [--table FILE]

--table writes what was chosen (tests/init.md). A command whose programs are not there is left out;
all of them: exit status 77.
"""

import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

C_HEAD = """#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int counter;
static void* add(void* p) { counter++; return p; }
static void* take(void* p) { counter--; return p; }
static void race(void* (*f)(void*)) {
  pthread_t a, b;
  pthread_create(&a, 0, f, 0), pthread_create(&b, 0, f, 0), pthread_join(a, 0), pthread_join(b, 0);
}
"""
C_MAIN = """
int main(int n, char** a) {
  FILE* f = fopen(a[n - 1], "r");
  char b[999] = {0};
  fread(b, 1, 998, f);
  fclose(f);
  if (strstr(b, "BUG")) first(n);
  if (strstr(b, "OTHER")) second(n);
  return 0;
}
"""
PYTHON = """import sys
%s
text = open(sys.argv[1]).read()
if 'BUG' in text: first()
if 'OTHER' in text: second()
"""
GO = """package main
import ("os"; "strings"; "sync")
var lock sync.Mutex
type T struct{ n *int }
%s
func main() {
  b, _ := os.ReadFile(os.Args[1])
  if strings.Contains(string(b), "BUG") { first(len(b)) }
  if strings.Contains(string(b), "OTHER") { second(len(b)) }
}
"""
JAVA = """import java.nio.file.*;
class A {
  %s
  public static void main(String[] a) throws Exception {
    String s = Files.readString(Path.of(a[0]));
    if (s.contains("BUG")) first(1);
    if (s.contains("OTHER")) second(1);
  }
}
"""
RUST = """%s
fn main() {
    let s = std::fs::read_to_string(std::env::args().nth(1).unwrap()).unwrap_or_default();
    if s.contains("BUG") { first(&s) }
    if s.contains("OTHER") { second(&s) }
}
"""
NODE = """%s
const text = require('fs').readFileSync(process.argv[2], 'utf8');
if (text.includes('BUG')) first();
if (text.includes('OTHER')) second();
"""
READS_REGISTER = """define void @f() {
  %x = call i64 @llvm.read_register.i64(metadata !0)
  ret void
}
declare i64 @llvm.read_register.i64(metadata)
!0 = !{!"nosuch"}
"""


class Case:
    """A failing command; `condition` is a part of the expected condition."""

    def __init__(self, name, needs, condition, run, files=None, build=None, input=None, fails=None,
                 small=None, other=None, fine=None, limit_s=100, weak=False):
        self.name, self.needs, self.condition = name, needs.split(), condition
        self.run, self.files, self.build, self.limit_s = run, files or {}, build, limit_s
        self.weak = weak  # the other failure looks the same
        self.input = input or "input.txt"
        self.fails = fails or "a line\nBUG\nand another\n"
        self.small = small or "BUG"
        self.other = other or "OTHER\n"
        self.fine = fine or "a line\n"


def in_c(name, flags, condition, first, second, compiler="gcc", weak=False):
    functions = (f"__attribute__((noinline)) void first(int n) {{ {first} }}\n"
                 f"__attribute__((noinline)) void second(int n) {{ {second} }}")
    return Case(name, compiler, condition, "./p @@", {"p.c": C_HEAD + functions + C_MAIN},
                f"{compiler} -g -w -pthread -fno-builtin {flags} p.c -o p", weak=weak)


def in_language(name, needs, condition, run, file, text, build=None, weak=False):
    return Case(name, needs, condition, run, {file: text}, build, weak=weak)


CASES = [
    in_c("ASan, use after free", "-fsanitize=address", "--same-crash",
         "char* p = malloc(4); free(p); p[n] = 1;", "char* p = malloc(4); free(p); p[n] = 1;"),
    in_c("ASan of clang, buffer overflow", "-fsanitize=address", "--same-crash",
         "char* p = malloc(4); p[n + 8] = 1;", "char* p = malloc(4); free(p); free(p);", "clang-14"),
    in_c("ASan, stack overflow", "-fsanitize=address -O0", "--same-crash",
         "char b[999]; b[n] = n; first(n + b[n]); b[n]++;",
         "char b[999]; b[n] = n; second(n + b[n]); b[n]++;"),
    in_c("LeakSanitizer", "-fsanitize=address", "--same-crash",
         "char* p = malloc(99); p[0] = n; p = 0;", "char* p = malloc(4); free(p); p[n] = 1;"),
    in_c("UBSan", "-fsanitize=undefined", "runtime error: signed integer overflow",
         "int x = 2147483647; x += n; printf(\"%d\", x);", "printf(\"%d\", n / (n - n));"),
    in_c("TSan", "-fsanitize=thread", "--same-crash", "race(add);", "race(take);"),
    in_c("MSan", "-fsanitize=memory", "--same-crash", "int x[9]; if (x[n]) puts(\"x\");",
         "int x[9]; if (x[n]) puts(\"y\");", "clang-14"),
    in_c("assert", "", "read it", "assert(n < 0 && \"read it\");", "assert(n < 0 && \"something\");"),
    in_c("glibc, double free", "", "free\\(\\): double free",
         "char* p = malloc(9); free(p); free(p);", "char* p = malloc(9); free(p + 4);"),
    in_c("glibc, stack smashing", "-fstack-protector-all", "stack smashing detected",
         "char b[4]; memset(b, 'x', n + 40);", "abort();"),
    in_c("null pointer", "", "--signal SIGSEGV", "*(volatile int*)0 = n;", "*(volatile int*)8 = n;",
         weak=True),
    in_c("division by zero", "", "--signal SIGFPE", "printf(\"%d\", n / (n - n));", "abort();"),
    Case("libFuzzer", "clang-14", "--same-crash", "./p @@",
         {"p.c": "#include <stddef.h>\n#include <string.h>\n"
                 "__attribute__((noinline)) void first(void) { __builtin_trap(); }\n"
                 "__attribute__((noinline)) void second(void) { __builtin_trap(); }\n"
                 "int LLVMFuzzerTestOneInput(const char* d, size_t n) {\n"
                 "  if (memmem(d, n, \"BUG\", 3)) first();\n"
                 "  if (memmem(d, n, \"OTHER\", 5)) second();\n  return 0;\n}\n"},
         "clang-14 -g -w -D_GNU_SOURCE -fsanitize=fuzzer p.c -o p"),
    in_language("an exception of C++", "g++", "std::out_of_range", "./p @@", "p.cc",
                "#include <fstream>\n#include <iterator>\n#include <string>\n#include <vector>\n"
                "int main(int, char** a) {\n  std::ifstream f(a[1]);\n"
                "  std::string s((std::istreambuf_iterator<char>(f)), {});\n"
                "  if (s.find(\"BUG\") != s.npos) std::vector<int>().at(1);\n"
                "  if (s.find(\"OTHER\") != s.npos) throw 3;\n}\n", "g++ p.cc -o p"),
    Case("valgrind", "valgrind gcc", "--same-crash", "valgrind -q --error-exitcode=9 ./p @@",
         {"p.c": C_HEAD + "void first(int n) { char* p = malloc(4); p[n + 9] = 1; }\n"
                          "void second(int n) { char* p = malloc(4); p[n + 9] = 1; }" + C_MAIN},
         "gcc -g -w -O0 p.c -o p -pthread"),
    Case("gcc, internal error", "gcc-12", "internal compiler error: in gen_typedef_die",
         "gcc-12 -g -c @@ -o /dev/null", input="input.c",
         fails="int before;\ntypedef __attribute((mode(SI)))a __attribute((aligned));\nint after;\n",
         small="typedef __attribute((mode(SI)))a __attribute((aligned));\n", other="int f( {\n",
         fine="int x;\n"),
    Case("clang, crash", "clang-14", "--same-crash",
         "clang-14 -fno-crash-diagnostics -c @@ -o /dev/null", input="input.c",
         fails="int before;\n#pragma clang __debug crash\nint after;\n",
         small="#pragma clang __debug crash\n", other="#pragma clang __debug llvm_fatal_error\n",
         fine="int x;\n"),
    Case("clang, error of LLVM", "clang-14", "--same-crash",
         "clang-14 -fno-crash-diagnostics -c @@ -o /dev/null", input="input.c",
         fails="int before;\n#pragma clang __debug llvm_fatal_error\nint after;\n",
         small="#pragma clang __debug llvm_fatal_error\n", other="#pragma clang __debug crash\n",
         fine="int x;\n"),
    Case("llc, error of LLVM", "llc-14", "--same-crash", "llc-14 -mtriple=x86_64 @@ -o /dev/null",
         input="input.ll", fails="define void @g() {\n  ret void\n}\n" + READS_REGISTER,
         small=READS_REGISTER, other="define void @f() {\n  ret i32 1\n}\n",
         fine="define void @f() {\n  ret void\n}\n"),
    Case("rustc, internal error", "rustc", "--same-crash",
         "env RUSTC_BOOTSTRAP=1 rustc -Ztreat-err-as-bug=1 --emit=metadata @@", input="input.rs",
         fails="fn f() {}\nfn main() { let x: u32 = \"a\"; }\n",
         small="fn main() { let x: u32 = \"b\"; }\n", other="fn main() { y }\n", fine="fn main() {}\n"),
    in_language("a panic of Rust", "rustc", "--same-crash", "env RUST_BACKTRACE=1 ./p @@", "p.rs",
                RUST % "#[inline(never)] fn first(s: &str) { let v = [1]; print!(\"{}\", v[s.len()]); }\n"
                "#[inline(never)] fn second(s: &str) { let v = [1]; print!(\"{}\", v[s.len()]); }",
                "rustc -g p.rs"),
    in_language("a panic of Rust without a trace", "rustc", "p\\.rs:[0-9]+:[0-9]+", "./p @@", "p.rs",
                RUST % "fn first(s: &str) { let v = [1]; print!(\"{}\", v[s.len()]); }\n"
                "fn second(_: &str) { None::<u8>.unwrap(); }", "rustc -g p.rs"),
    in_language("a panic of Go", "go", "--same-crash", "./p @@", "p.go",
                GO % "func first(n int) { a := []int{1}; a[n] = 2 }\n"
                "func second(n int) { a := []int{1}; a[n] = 2 }", "go build -o p p.go"),
    in_language("Go, deadlock", "go", "--same-crash", "./p @@", "p.go",
                GO % "func first(n int) { lock.Lock(); lock.Lock() }\n"
                "func second(n int) { panic(\"x\") }", "go build -o p p.go"),
    in_language("Java", "java javac", "--same-crash", "java -cp $PWD A @@", "A.java",
                JAVA % "static int first(Integer n) { return ((String) null).length(); }\n"
                "  static int second(Integer n) { return ((String) null).length(); }", "javac A.java"),
    in_language("Java, one exception in another", "java javac", "--same-crash",
                "java -cp $PWD A @@", "A.java",
                JAVA % """static void in(Runnable r) { try { r.run(); } catch (RuntimeException e) {
    throw new IllegalStateException(e); } }
  static void first(int n) { in(() -> Integer.parseInt("x")); }
  static void second(int n) { in(() -> { int[] a = {}; a[n] = 1; }); }""", "javac A.java"),
    in_language("Java, stack overflow", "java javac", "--same-crash", "java -cp $PWD A @@", "A.java",
                JAVA % "static int first(int n) { return first(n + 1) + 1; }\n"
                "  static int second(int n) { return second(n + 1) + 1; }", "javac A.java"),
    in_language("JavaScript", "node", "--same-crash", "node p.js @@", "p.js",
                NODE % "function first() { null.x; }\nfunction second() { null.x; }"),
    in_language("JavaScript, something thrown", "node", "--trace-uncaught", "node p.js @@", "p.js",
                NODE % "function first() { throw 'text'; }\nfunction second() { process.exit(3); }"),
    in_language("JavaScript, a rejected promise", "node", "the reason \"first\"", "node p.js @@", "p.js",
                NODE % "function first() { Promise.reject('first') }\n"
                "function second() { Promise.reject('second') }"),
    in_language("JavaScript, a text thrown elsewhere", "node", "--trace-uncaught", "node p.js @@",
                "p.js", NODE % "function first() { throw 'first' }\n"
                "function second() { throw 'second' }"),
    in_language("Python", "python3", "--same-crash", "python3 p.py @@", "p.py",
                PYTHON % "def first(): {}['k']\ndef second(): {}['k']"),
    in_language("Python, one exception in another", "python3", "--same-crash", "python3 p.py @@",
                "p.py", PYTHON % "def first():\n  try: {}[1]\n  except KeyError: int('x')\n"
                "def second():\n  try: {}[1]\n  except KeyError: [][1]"),
    in_language("Python, recursion", "python3", "--same-crash", "python3 p.py @@", "p.py",
                PYTHON % "def first(): return half()\ndef half(): return first()\n"
                "def second(): return second()"),
    in_language("Python, an exception of its own", "python3", "--same-crash", "python3 p.py @@",
                "p.py", PYTHON % "class Odd(Exception): pass\ndef first(): raise Odd('x')\n"
                "def second(): raise Odd('x')"),
    in_language("Python, where it crashes", "python3", "--same-crash",
                "python3 -X faulthandler p.py @@", "p.py",
                PYTHON % "import ctypes\ndef first(): ctypes.string_at(0)\n"
                "def second(): ctypes.string_at(0)"),
    in_language("Python, a module that is not there", "python3", "ModuleNotFoundError",
                "python3 p.py @@", "p.py",
                "import sys\ntext = open(sys.argv[1]).read()\nif 'BUG' in text: import first_one\n"
                "if 'OTHER' in text: import second_one\n"),
    Case("Python, an error in the input itself", "python3", "no binding for nonlocal",
         "python3 @@", input="input.py", fails="x = 1\ndef f():\n  nonlocal y\n",
         small="def f():\n  nonlocal y\n", other="def f(:\n", fine="x = 1\n"),
    # Both errors come from the same functions, so only the message distinguishes them.
    in_language("Python, two errors of one function", "python3", "bad number", "python3 p.py @@",
                "p.py", PYTHON % "class Bad(Exception): pass\n"
                "def fail(what): raise Bad(f'bad {what} here: {text[:3]!r}')\n"
                "def check():\n  fail('number' if 'BUG' in text else 'string')\n"
                "first = second = check"),
    in_language("Python, a key of the input", "python3", "--same-crash", "python3 p.py @@", "p.py",
                PYTHON % "def first(): {}[text.split()[-1]]\ndef second(): {}[text.split()[-1]]"),
    in_language("JavaScript, two errors of one function", "node", "bad number", "node p.js @@", "p.js",
                NODE % "function fail(n) { throw new Error('bad ' + n + ' at ' + text.length) }\n"
                "function first() { check() }\nfunction second() { check() }\n"
                "first = second = function check() {"
                " fail(text.includes('BUG') ? 'number' : 'string') }"),
    in_language("Java, two errors of one function", "java javac", "bad number", "java -cp $PWD A @@",
                "A.java", JAVA % "static void check(String s) {\n"
                "    throw new IllegalStateException(\"bad \" + s); }\n"
                "  static void first(int n) { both(\"number\"); }\n"
                "  static void second(int n) { both(\"string\"); }\n"
                "  static void both(String s) { inner(s); }\n"
                "  static void inner(String s) { check(s); }", "javac A.java"),
    in_language("Go, two errors of one function", "go", "bad number", "./p @@", "p.go",
                GO % "func fail(s string) { panic(\"bad \" + s) }\n"
                "func check(s string) { fail(s) }\nfunc both(s string) { check(s) }\n"
                "func first(n int) { both(\"number\") }\nfunc second(n int) { both(\"string\") }",
                "go build -gcflags=-l -o p p.go"),
    in_language("Rust, two errors of one function", "rustc", "bad number", "./p @@", "p.rs",
                RUST % "fn fail(s: &str) { panic!(\"bad {}\", s) }\n"
                "fn first(_: &str) { fail(\"number\") }\nfn second(_: &str) { fail(\"string\") }",
                "rustc -g p.rs"),
    in_language("C++, two errors of one function", "g++", "bad number", "./p @@", "p.cc",
                "#include <fstream>\n#include <iterator>\n#include <stdexcept>\n#include <string>\n"
                "void fail(std::string s) { throw std::runtime_error(\"bad \" + s); }\n"
                "int main(int, char** a) {\n  std::ifstream f(a[1]);\n"
                "  std::string s((std::istreambuf_iterator<char>(f)), {});\n"
                "  if (s.find(\"BUG\") != s.npos) fail(\"number\");\n"
                "  if (s.find(\"OTHER\") != s.npos) fail(\"string\");\n}\n", "g++ p.cc -o p"),
    in_language("Lua, two errors of one function", "luajit", "bad number", "luajit p.lua @@", "p.lua",
                "local function fail(s) error('bad ' .. s) end\n"
                "local t = io.open(arg[1]):read('*a')\n"
                "local s = t:find('BUG') and 'number' or t:find('OTHER') and 'string'\n"
                "if s then fail(s) end\n"),
    # The input is the program, and its functions should be deleted.
    Case("a program of Python", "python3", "invalid literal for int", "python3 @@", input="input.py",
         fails="def parse(a):\n  b, c = a.split('=')\n  return int(c)\n\ndef main(a):\n"
               "  for b in a: parse(b)\nmain(['a=1', 'b='])\n",
         small="int('')\n", other="def parse(a):\n  b, c = a\ndef main(a): parse(a)\nmain('a')\n",
         fine="x = 1\n"),
    Case("a program of JavaScript", "node", "Cannot read properties of undefined", "node @@",
         input="input.js",
         fails="function load(a) { return a.b.c; }\nfunction main() { load({}); }\nmain();\n",
         small="[].y.c\n", other="function load(a) { return a.b(); }\n"
         "function main() { load({}); }\nmain();\n", fine="1\n"),
    Case("a program of Lua", "luajit", "attempt to call", "luajit @@", input="input.lua",
         fails="local function load(a) return a.b() end\nlocal function main() load({}) end\nmain()\n",
         small="local a={}\na.b()\n", other="local function load(a) return a + 1 end\nload({})\n",
         fine="x=1\n"),
    Case("a program of Go", "go", "index out of range", "go run @@", input="input.go",
         fails="package main\nfunc load(a []int) int { return a[3] }\nfunc main() { load([]int{1}) }\n",
         small="package main\nfunc main() { a := []int{}; i := 0; a[i] = 1 }\n",
         other="package main\nfunc load(a map[int]int) { a[3] = 1 }\nfunc main() { load(nil) }\n",
         fine="package main\nfunc main() {}\n"),
    in_language("a shell's unset variable", "bash", "first: unbound variable", "bash p.sh @@", "p.sh",
                "set -u\ncase $(cat $1) in *BUG*) echo $first;; *OTHER*) echo $second;; esac\n"),
    Case("a link error", "gcc", "undefined reference to `first'", "gcc @@ -o p.out",
         input="input.c", fails="int first();\nint x;\nint main() { return first(); }\n",
         small="int first(); int main() { return first(); }",
         other="int second(); int main() { return second(); }", fine="int main() {}\n"),
    in_language("Perl", "perl", "bad thing at", "perl p.pl @@", "p.pl",
                "local $/; open F, $ARGV[0]; $_ = <F> // '';\n"
                "die 'bad thing' if /BUG/; die 'other thing' if /OTHER/;\n"),
    in_language("Lua", "luajit", "--same-crash", "luajit p.lua @@", "p.lua",
                "local function first(x) return x.y.z end\nlocal function second(x) return x.y.z end\n"
                "local t = io.open(arg[1]):read('*a')\n"
                "if t:find('BUG') then print(first({})) end\n"
                "if t:find('OTHER') then print(second({})) end\n"),
    in_language("Tcl", "tclsh", "--same-crash", "tclsh p.tcl @@", "p.tcl",
                "proc first {} { error bad }\nproc second {} { error bad }\n"
                "set t [read [open [lindex $argv 0]]]\n"
                "if {[string match *BUG* $t]} { first }\nif {[string match *OTHER* $t]} { second }\n"),
    in_language("Tcl, two errors of one procedure", "tclsh", "bad number", "tclsh p.tcl @@", "p.tcl",
                "proc fail {s} { error \"bad $s\" }\nset t [read [open [lindex $argv 0]]]\n"
                "if {[string match *BUG* $t]} { fail number }\n"
                "if {[string match *OTHER* $t]} { fail string }\n"),
    in_language("Python, an exception from another", "python3", "bad number", "python3 p.py @@",
                "p.py", PYTHON % "def fail(what):\n  try: raise ValueError('bad ' + what)\n"
                "  except ValueError as e: raise KeyError('no order') from e\n"
                "def first(): fail('number')\ndef second(): fail('string')"),
    in_language("Python, a group of exceptions", "python3", "bad number", "python3 p.py @@",
                "p.py", PYTHON % "def fail(what): raise ExceptionGroup('no order', [ValueError('bad ' + what)])\n"
                "def first(): fail('number')\ndef second(): fail('string')"),
    in_language("JavaScript, an error with a cause", "node", "bad number", "node p.js @@", "p.js",
                NODE % "function fail(s) { throw new Error('no order', {cause: new RangeError('bad ' + s)}) }\n"
                "function first() { fail('number') }\nfunction second() { fail('string') }"),
    in_language("JavaScript, an object thrown", "node", "bad number", "node p.js @@", "p.js",
                NODE % "function fail(s) { throw {code: 3, message: 'bad ' + s} }\n"
                "function first() { fail('number') }\nfunction second() { fail('string') }"),
    in_language("JavaScript, a promise rejected with an object", "node", "#<Object>", "node p.js @@",
                "p.js", NODE % "async function fail(s) { throw {code: 3, message: 'bad ' + s} }\n"
                "function first() { fail('number') }\nfunction second() { fail('string') }", weak=True),
    # An invalid input that is rejected with the same message.
    Case("a parser that rejects valid JSON", "python3 jq", "--and 'jq ", "python3 p.py @@",
         {"p.py": "import json, sys\ntext = open(sys.argv[1]).read()\ntry: value = json.loads(text or '0')\n"
                  "except ValueError: value = [1e9]\nclass ParseError(Exception): pass\n"
                  "if '1e9' in str(value) or 1e9 in value: raise ParseError('wrong number')\n"},
         input="input.json", fails="[1, 2,\n[3],\n1e9, 4]\n", small="[1e9]", other="[1, 2,\n",
         fine="[1]\n"),
    Case("sqlite3, an error message", "sqlite3", "no such function: total_of",
         "sh -c 'sqlite3 :memory: <\"$1\"' sh @@", input="input.sql",
         fails="select 1;\nselect total_of(1);\n", small="select total_of(1);",
         other="select * from t;", fine="select 1;\n"),
    Case("a wrong exit status", "grep", "--exit 42",
         "sh -c 'grep -q BUG \"$1\" && exit 42; grep -q OTHER \"$1\" && exit 1; exit 0' sh @@"),
    Case("a hang", "grep sleep", "--hang 5",
         "sh -c 'grep -q BUG \"$1\" && sleep 1000; grep -q OTHER \"$1\" && exit 1; exit 0' sh @@",
         limit_s=5),
]


def run_in(folder, command, environment):
    return subprocess.run(["bash", "-c", command], cwd=folder, env=environment, text=True,
                          errors="replace", capture_output=True, timeout=600)


def fill(folder, case):
    for name, text in case.files.items():
        (folder / name).write_text(text)
    for name, text in (("fails", case.fails), ("small", case.small), ("other", case.other),
                       ("fine", case.fine), ("nothing", "")):
        (folder / name).mkdir()
        (folder / name / case.input).write_text(text)


def problem_of(folder, case, environment):
    """(the condition chosen, what is wrong with it or None)."""
    fill(folder, case)
    if case.build:
        built = run_in(folder, case.build, environment)
        if built.returncode != 0:
            return "", f"{case.build}: {built.stderr}"
    init = f"grabr init --timeout {case.limit_s} fails/{case.input} -o test.sh -- {case.run}"
    chosen = run_in(folder, init, environment)
    if chosen.returncode != 0:
        return "", f"{init}\nended with {chosen.returncode}\n{chosen.stderr}"
    mark = "grabr: the condition: "
    lines = chosen.stderr.splitlines()
    condition = next(line for line in lines if line.startswith(mark)).removeprefix(mark)
    if case.condition not in condition:
        return condition, f"{condition} is chosen instead of {case.condition}\n{chosen.stderr}"
    if case.weak and "  weak: " not in chosen.stderr:
        return condition, f"{condition}: it does not say that it is weak"
    other = 0 if case.weak else 1
    for name, wanted in (("fails", 0), ("small", 0), ("other", other), ("fine", 1), ("nothing", 1)):
        judged = run_in(folder, f"./test.sh {name}/{case.input}", environment)
        if judged.returncode != wanted:
            return condition, (f"{condition}: ended with {judged.returncode} on '{name}'\n"
                               f"{judged.stderr}{chosen.stderr}")
    return condition, None


def table(rows):
    text = """# What `grabr init` chooses

Commands that really fail, and the condition that is chosen for each. "Right" says that it accepts a
smaller input that fails in the same way, and rejects one that fails otherwise, one that does not fail
and none at all. Written by `tests/check_init.py build/grabr --table tests/init.md`, which has the
programs and the inputs.

| failure | made by | condition chosen | right at once |
|---|---|---|---|
"""
    for case, condition, problem in rows:
        made = "; ".join(part for part in (case.build, case.run) if part)
        right = "no" if problem else "no, and says so" if case.weak else "yes"
        cells = [case.name, f"`{made}`", f"`{condition}`", right]
        text += "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |\n"
    wrong = sum(problem is not None for _, _, problem in rows)
    weak = sum(case.weak and not problem for case, _, problem in rows)
    return text + (f"\n{len(rows) - weak - wrong} of {len(rows)} are right, {weak} accept a failure that "
                   f"looks the same and say so, {wrong} are wrong silently.\n")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("grabr")
    parser.add_argument("names", nargs="*")
    parser.add_argument("--table")
    options = parser.parse_args()
    environment = dict(os.environ, ASAN_OPTIONS="", MSAN_OPTIONS="", TSAN_OPTIONS="", UBSAN_OPTIONS="",
                       RUST_BACKTRACE="0")
    environment["PATH"] = f"{pathlib.Path(options.grabr).resolve().parent}:{environment['PATH']}"
    rows = []
    for case in CASES:
        if options.names and case.name not in options.names:
            continue
        missing = [program for program in case.needs if not shutil.which(program)]
        if missing:
            print(f"{case.name}: left out, {', '.join(missing)} is not there", flush=True)
            continue
        with tempfile.TemporaryDirectory() as place:
            condition, problem = problem_of(pathlib.Path(place), case, environment)
        rows.append((case, condition, problem))
        print(f"{case.name}: {problem or condition}", flush=True)
    if options.table:
        pathlib.Path(options.table).write_text(table(rows))
    wrong = any(problem for _, _, problem in rows)
    sys.exit(1 if wrong else 0 if rows else 77)


if __name__ == "__main__":
    main()
