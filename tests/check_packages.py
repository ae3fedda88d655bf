#!/usr/bin/env python3
"""Makes the packages and checks what is in them: the program works from an empty folder without the
sources, every command has a page of the manual with all of its options, completions complete.

    check_packages.py SOURCES"""

import gzip
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

COMPLETE = """source {completion}
COMP_WORDS=({words}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); _grabr; echo "${{COMPREPLY[*]}}"
"""


def expect(condition, words):
    if not condition:
        sys.exit(f"check_packages: {words}")


def run(*words, folder, environment=None):
    done = subprocess.run(list(map(str, words)), cwd=folder, env=environment, capture_output=True, text=True)
    expect(done.returncode == 0, f"{words}: status {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def check_program(root, folder):
    environment = {"PATH": f"{root}/usr/bin:/usr/bin:/bin", "HOME": str(folder)}
    (folder / "input.json").write_text('{"a": [1, 2, {"bug": [3, 4]}], "b": "text"}\n')
    run("grabr", "-q", "-c", "grep -q bug @@", "input.json", folder=folder, environment=environment)
    result = (folder / "input.reduced.json").read_text()
    expect("bug" in result and len(result) < 12, f"the result is {result!r}")
    expect("json" in run("grabr", "grammars", folder=folder, environment=environment), "no grammars")
    return environment


def check_pages(root, folder, environment):
    text = run("grabr", "help", folder=folder, environment=environment)
    commands = re.findall(r"^  ([a-z]+)  +[A-Z]", text.partition("Commands:")[2].partition("\n\n")[0], re.M)
    expect(len(commands) > 15, f"commands: {commands}")
    for command in commands:
        page = gzip.open(root / f"usr/share/man/man1/grabr-{command}.1.gz", "rt").read().replace("\\-", "-")
        shown = run("grabr", "help", command, folder=folder, environment=environment)
        for option in set(re.findall(r"^  (?:-., )?(--[a-z][-a-z]*)", shown, re.M)):
            expect(option in page, f"grabr-{command}(1) does not have {option}")
    if shutil.which("man"):
        for page in (root / "usr/share/man/man1").glob("*.gz"):
            done = subprocess.run(["man", "--warnings", "-l", page], stdout=subprocess.DEVNULL,
                                  stderr=subprocess.PIPE, text=True, env=dict(os.environ, MANPAGER="cat"))
            expect(not done.stderr, f"{page.name}: {done.stderr}")


def check_completion(root, folder, environment):
    completion = root / "usr/share/bash-completion/completions/grabr"
    for words, wanted in (("grabr hi", "history"), ("grabr --strat", "--strategy"), ("grabr -g verilo", ""),
                          ("grabr -g systemv", "systemverilog"), ("grabr compare --strategie", "--strategies"),
                          ("grabr --strategy auto-f", ""), ("grabr help ver", "verify version")):
        found = run("bash", "-c", COMPLETE.format(completion=completion, words=words), folder=folder,
                    environment=environment).strip()
        expect(found == wanted, f"{words}: {found!r} instead of {wanted!r}")


def main():
    sources = pathlib.Path(sys.argv[1]).resolve()
    run("tools/package", "deb", "tar", folder=sources)
    packages = sources / "build/packages"
    with tempfile.TemporaryDirectory() as top:
        top = pathlib.Path(top)
        root, folder = top / "root", top / "work"
        folder.mkdir()
        deb, = packages.glob("*.deb")
        tar, = packages.glob("*.tar.gz")
        run("dpkg-deb", "-x", deb, root, folder=top)
        environment = check_program(root, folder)
        check_pages(root, folder, environment)
        check_completion(root, folder, environment)
        (top / "plain").mkdir()
        run("tar", "-xzf", tar, "-C", top / "plain", folder=top)
        unpacked, = (top / "plain").iterdir()
        program, = unpacked.rglob("bin/grabr")
        run(program, "grammars", folder=folder, environment={"PATH": "/usr/bin:/bin"})
        if shutil.which("lintian"):
            done = subprocess.run(["lintian", "--allow-root", "--fail-on", "error", deb], capture_output=True, text=True)
            expect(done.returncode == 0, f"lintian: {done.stdout}{done.stderr}")
        print(f"{deb.stat().st_size / 1e6:.1f} MB as .deb, {tar.stat().st_size / 1e6:.1f} MB as .tar.gz")
    return 0


if __name__ == "__main__":
    sys.exit(main())
