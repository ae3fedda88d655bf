#!/usr/bin/env python3
"""Prints a trace of `grabr --trace FILE` one test a line: its number, the text, what came of it."""
import json
import sys

for line in open(sys.argv[1]):
    test = json.loads(line)
    if test.get("phase") != "preflight" and not test.get("cached"):
        print(f"Test #{test['test']} {test['text']!r} {len(test['text'])} {test['outcome'].upper()}")
