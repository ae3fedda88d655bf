#!/usr/bin/env python3
"""Times lark with a grammar of ours, in either spelling.
    lark_driver.py earley|lalr GRAMMAR.json FILE
"""

import json
import re
import sys
import time

import lark


def rich_grammar(grammar):
    """Rules without lists between separators: only the quotes differ."""
    lines = []
    for name, rule in grammar["rules"].items():
        alternatives = [rule] if isinstance(rule, str) else rule
        lines.append(f"{name}: " + " | ".join(text.replace("'", '"') for text in alternatives))
    for name, pattern in {**grammar["tokens"], **grammar["skip"]}.items():
        lines.append(f"{name}: /{pattern.replace('/', chr(92) + '/')}/")
    return "\n".join(lines + [f"%ignore {name}" for name in grammar["skip"]]), grammar["start"]


def classic_grammar(grammar):
    def symbols(text):
        parts = re.findall(r"<[^<> ]+>|[^<]+|<", text)
        return " ".join(rule_name(part) if part in grammar else json.dumps(part) for part in parts)

    def rule_name(nonterminal):
        return nonterminal[1:-1].replace("-", "_")

    return "\n".join(f"{rule_name(name)}: " + " | ".join(map(symbols, alternatives))
                     for name, alternatives in grammar.items() if name != "ebnf"), "start"


def peak_resident_bytes():
    with open("/proc/self/status") as status:
        return 1024 * int(re.search(r"VmHWM:\s*(\d+)", status.read()).group(1))


def main():
    _, algorithm, grammar_path, path = sys.argv
    with open(grammar_path) as file:
        grammar = json.load(file)
    with open(path) as file:
        text = file.read()
    rules, start = rich_grammar(grammar) if "rules" in grammar else classic_grammar(grammar)
    lexer = "contextual" if algorithm == "lalr" else "basic" if "rules" in grammar else "dynamic"
    parser = lark.Lark(rules, start=start, parser=algorithm, lexer=lexer)
    before = peak_resident_bytes()
    began = time.process_time()
    parser.parse(text)
    seconds = time.process_time() - began
    grown = peak_resident_bytes() - before
    print(json.dumps({"ok": True, "note": "", "seconds": seconds, "bytes": len(text.encode()),
                      "peak_bytes": grown}))


if __name__ == "__main__":
    main()
