#!/usr/bin/env python3
"""Checks `grabr check` on difficult inputs of ten million bytes: each must end with an answer,
within generous limits on memory and time.

    check_large_inputs.py PROGRAM [CASE...]
"""

import json
import pathlib
import random
import resource
import subprocess
import sys
import tempfile
import time

SIZE = 10_000_000
MEMORY = 6 << 30  # bytes of address space
TIMEOUT_S = 300
ACCEPTED, REJECTED = 0, 1

# Only skipped tokens, so that only the lexer works. On "aaaa…" the longer ones never end.
WORST_TOKENS = json.dumps({
    "start": "s", "rules": {"s": "X?"}, "tokens": {"X": "x"},
    "skip": {"ONE": "a", "RUN": "a*b", "PAIRS": "(aa)*c", "FAR": "a[^x]*y"},
})


def filled(text):
    """The text repeated up to SIZE bytes."""
    return (text * (SIZE // len(text) + 1))[:SIZE]


def one_line_json():
    element = b'{"name": "value \\u00e9", "list": [1, -2.5e3, true, null, {}]}, '
    return b"[" + element * (SIZE // len(element)) + b"0]\n"


# Name: grammar, text, allowed statuses, a word that the message must contain.
CASES = {
    "brackets": ("json", lambda: filled(b"["), {REJECTED}, "input:1:10000001: error"),
    "braces_c": ("c", lambda: b"int f() " + filled(b"{"), {REJECTED}, "input:1:10000009: error"),
    "nested": ("json", lambda: b"[" * (SIZE // 2) + b"]" * (SIZE // 2), {ACCEPTED}, ""),
    "one_line_json": ("json", one_line_json, {ACCEPTED}, ""),
    "open_comment": ("c", lambda: filled(b"/* x "), {REJECTED}, "input:1:1: error"),
    "open_comments_late": ("c", lambda: b"int x;\n" + filled(b"/*a*b"), {REJECTED},
                           "input:2:1: error"),
    "open_string": ("c", lambda: b'char *s = "' + filled(b"a"), {REJECTED}, "input:1:11: error"),
    "open_string_json": ("json", lambda: b'["' + filled(b"a\\\\"), {REJECTED}, "input:1:2: error"),
    "quotes": ("json", lambda: filled(b'"'), {REJECTED}, "error"),
    "longest_match": ("worst.json", lambda: filled(b"a"), {ACCEPTED}, ""),
    "longest_match_late": ("worst.json", lambda: filled(b"a")[:-1] + b"z", {REJECTED}, "error"),
    "random_bytes_c": ("c", lambda: random.Random(20261121).randbytes(SIZE), {REJECTED}, "error"),
    "random_bytes_json": ("json", lambda: random.Random(20261121).randbytes(SIZE), {REJECTED},
                          "error"),
    "random_bytes_lines": ("lines", lambda: random.Random(20261121).randbytes(SIZE), {ACCEPTED},
                           ""),
    "zeros": ("c", lambda: bytes(SIZE), {REJECTED}, "error"),
    "open_parentheses": ("expr", lambda: filled(b"("), {REJECTED}, "error"),
}


def limit_memory():
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def problem_of(program, folder, name):
    grammar, make, statuses, word = CASES[name]
    (folder / "input").write_bytes(make())
    command = [program, "check", "-g", grammar, "input"]
    started = time.monotonic()
    try:
        done = subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True,
                              timeout=TIMEOUT_S, check=False, preexec_fn=limit_memory)
    except subprocess.TimeoutExpired:
        return f"{name}: no answer after {TIMEOUT_S} s"
    message = done.stderr.decode(errors="replace")
    print(f"{name}: status {done.returncode}, {time.monotonic() - started:.1f} s, "
          f"{message.splitlines()[0][:100] if message else 'no message'}", flush=True)
    if done.returncode not in statuses:
        return f"{name}: status {done.returncode}: {message[:500]}"
    if word not in message:
        return f"{name}: the message does not say {word!r}: {message[:500]}"
    if len(message) > 5000:
        return f"{name}: a message of {len(message)} bytes"
    return ""


def main(arguments):
    if not arguments:
        print(__doc__, file=sys.stderr)
        return 2
    program = str(pathlib.Path(arguments[0]).resolve())
    with tempfile.TemporaryDirectory(prefix="grabr-large-") as folder:
        folder = pathlib.Path(folder)
        (folder / "worst.json").write_text(WORST_TOKENS)
        problems = [problem_of(program, folder, name) for name in arguments[1:] or CASES]
    problems = [problem for problem in problems if problem]
    print("\n".join(problems))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
