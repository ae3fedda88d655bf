#!/usr/bin/python3
"""Checks the recordings of tools/pictures: they have what the terminal had, in its order and colours, they are SVG
and small, and keys get to the command.

    check_pictures.py TOOL"""

import importlib.util
import pathlib
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

# Each screen stays until it is recorded, because a key is typed only then.
COMMAND = r"""printf 'one <&> \033[31;1mred\033[0m\n'; read key; printf '\033[2J\033[Htwo \303\251'
read key; printf '\033[2;5Hgot a key'; read key; seq 60"""
KEYS = ["red:k\\n", "two:k\\n", "got a key:k\\n"]


def expect(condition, words):
    if not condition:
        sys.exit(f"check_pictures: {words}")


def main():
    if importlib.util.find_spec("pyte") is None:
        print("left out: no python3-pyte")
        return 77
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "out.svg"
        done = subprocess.run([sys.executable, sys.argv[1], "--record", out, "--columns", "40", "--rows", "12",
                               *(word for one in KEYS for word in ("--keys", one)), "--", "sh", "-c", COMMAND], capture_output=True, text=True, timeout=300)
        expect(done.returncode == 0, done.stderr)
        svg = out.read_text()
        xml.etree.ElementTree.fromstring(svg)
        expect(len(svg) < 150_000, f"{len(svg)} bytes")
        screens = [re.findall(r"<text[^>]*>([^<]*)</text>", one) for one in svg.split('<g id="')[1:]]
        words = ["|".join(one) for one in screens]
        expect("one &lt;&amp;&gt;|red" in words[0], f"the first screen has {words[0]}")
        expect(re.search(r'fill="#ff7b72" font-weight="bold">red<', svg), "red is not red")
        order = [next((i for i, one in enumerate(words) if part in one), -1) for part in ("one", "two é", "got a key", "60")]
        expect(-1 not in order and order == sorted(order), f"not in order: {order}, {words}")
        expect("60" in words[-1] and "|50|" in "|" + words[-1] + "|" and "|1|" not in "|" + words[-1] + "|", f"at the end: {words[-1]}")
        expect(all(f"@keyframes f{i}" in svg for i in range(len(screens))), "not all screens move")
        expect("http" not in svg.replace("http://www.w3.org/2000/svg", ""), "it asks for something")
    print(f"{len(screens)} screens")
    return 0


if __name__ == "__main__":
    sys.exit(main())
