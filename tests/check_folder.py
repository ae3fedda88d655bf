#!/usr/bin/env python3
"""Reduces a C project of sixteen files in which a compiler crash depends on a line behind three
includes, and kills the run repeatedly.

    check_folder.py GRABR

What is in the output is a folder that fails, whenever a kill comes; started again with the same call
until it ends, the run comes to the folder that an undisturbed one comes to, and leaves nothing
behind. Exit status 77: no gcc 12.
"""

import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import time

MODULES = 6
KILLS = 6

TEST = """#!/bin/sh
# All remaining files are compiled; the failure is gcc's internal error. After a given number of
# runs one waits for the kill that follows.
echo >>"$COUNT"
[ "$(wc -l <"$COUNT")" -le "$(cat "$(dirname "$COUNT")/most")" ] || exec sleep 1000
for file in $(find . -name '*.c'); do
  "$GCC" -g -c -Iinclude -w "$file" -o "$TMPDIR/out.o" 2>>"$TMPDIR/log"
done
grep -q 'internal compiler error: in gen_typedef_die' "$TMPDIR/log"
"""


def make_project(root, crash):
    for folder in ("src", "include/app/deep", "doc"):
        (root / folder).mkdir(parents=True)
    for i in range(MODULES):
        (root / f"include/module{i}.h").write_text(
            f"#ifndef MODULE{i}\n#define MODULE{i}\nint value{i}(int);\n#endif\n")
        (root / f"src/module{i}.c").write_text(
            f'#include "module{i}.h"\n#include "module{(i + 1) % MODULES}.h"\n'
            f"static int kept{i} = {i};\n"
            f"int value{i}(int a) {{ return a > {i} ? kept{i} : value{(i + 1) % MODULES}(a + 1); }}\n")
    (root / "include/app.h").write_text('#ifndef APP\n#define APP\n#include "app/types.h"\n#endif\n')
    (root / "include/app/types.h").write_text('#include "deep/word.h"\ntypedef struct { int a; } pair;\n')
    (root / "include/app/deep/word.h").write_text("struct unused { char c; };\n" + crash)
    (root / "src/main.c").write_text('#include "app.h"\n#include "module0.h"\nint main(void) { return value0(3); }\n')


def contents(folder):
    return {str(path.relative_to(folder)): path.read_bytes()
            for path in sorted(folder.rglob("*")) if path.is_file()}


class Place:
    def __init__(self, top, name, grabr, gcc, crash):
        self.folder = top / name
        self.folder.mkdir()
        make_project(self.folder / "app", crash)
        self.count = self.folder / "count"
        script = self.folder / "t.sh"
        script.write_text(TEST)
        script.chmod(0o755)
        (self.folder / "tmp").mkdir()
        self.environment = dict(os.environ, COUNT=str(self.count), GCC=gcc, TMPDIR=str(self.folder / "tmp"))
        self.words = [grabr, "-q", "-j2", "./t.sh", "app"]

    def start(self, most=1000000):
        self.count.write_text("")
        (self.folder / "most").write_text(str(most))
        return subprocess.Popen(self.words, cwd=self.folder, env=self.environment, start_new_session=True)

    def result(self):
        return contents(self.folder / "app.reduced")

    def fails(self):
        (self.folder / "most").write_text("1000000")
        with tempfile.TemporaryDirectory() as scratch:
            return subprocess.run([self.folder / "t.sh"], cwd=self.folder / "app.reduced",
                                  env=dict(self.environment, TMPDIR=scratch)).returncode == 0


def expect(condition, words):
    if not condition:
        sys.exit(f"check_folder: {words}")


def main():
    grabr = str(pathlib.Path(sys.argv[1]).resolve())
    gcc = shutil.which("gcc-12") or ""
    if not gcc:
        print("gcc-12 is not there")
        return 77
    crash = (pathlib.Path(__file__).parent.parent / "examples/gcc-ice/input.c").read_text()
    with tempfile.TemporaryDirectory() as top:
        top = pathlib.Path(top)
        quiet = Place(top, "quiet", grabr, gcc, crash)
        expect(quiet.start().wait() == 0, "the run fails")
        runs = quiet.count.read_text().count("\n")
        result = quiet.result()
        size = sum(len(text) for text in result.values())
        print(f"{len(contents(quiet.folder / 'app'))} → {len(result)} files, {size} bytes, {runs} runs")
        expect(len(result) == 1 and size < 100, f"the result is larger than it should be: {result}")

        disturbed = Place(top, "disturbed", grabr, gcc, crash)
        chance = random.Random(1)
        killed = 0
        while True:
            after = chance.randrange(3, max(runs // 3, 4)) if killed < KILLS else runs * 10
            process = disturbed.start(after)
            while process.poll() is None and disturbed.count.read_text().count("\n") < after:
                time.sleep(0.002)
            if process.poll() is not None:
                break
            os.killpg(process.pid, 9)
            process.wait()
            killed += 1
            if (disturbed.folder / "app.reduced").exists():
                expect(disturbed.fails(), f"after kill {killed}, the output does not fail")
        expect(process.returncode == 0, "a run after kills fails")
        expect(killed > 1, f"only {killed} kills")
        expect(disturbed.result() == result, "kills have changed the result")
        left = os.listdir(disturbed.folder / "tmp")
        expect(not left, f"left over: {left}")
        print(f"{killed} kills: the same result")
    return 0


if __name__ == "__main__":
    sys.exit(main())
