#!/usr/bin/env python3
"""Makes the packages and checks what is in them: the program works from an empty folder without the
sources, every command has a page of the manual that says what its help says, completions complete (zsh's
and fish's where these shells are), pip installs the wheel. In an empty Debian: check_clean_packages.py.

    check_packages.py SOURCES"""

import gzip
import json
import os
import pathlib
import pty
import re
import select
import shutil
import subprocess
import sys
import tempfile

COMPLETE = """source {completion}
COMP_WORDS=({words}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); _grabr; echo "${{COMPREPLY[*]}}"
"""
COMPLETIONS = [  # typed words, bash's completions; None: not for fish, which has descriptions
    ("sho", "show"), ("--strat", "--strategy"), ("-g verilo", ""), ("-g solidi", "solidity"),
    ("--grammar yam", "yaml"), ("--strategy pers", "perses"), ("--strategy auto-f", "auto-fast"),
    ("--minimizer wprob", "wprobdd"), ("--without inline", "inline-alike inline-names"),
    ("--explain token-w", "token-windows"), ("--unit tok", "tokens"), ("--style comp", "compact"),
    ("compare --strategie", "--strategies"), ("explain --timeo", "--timeout"), ("compare --strategies auto,pers", "auto,perses"),
    ("generate --strategy cov", "coverage"), ("generate --max-d", "--max-depth"), ("help strateg", "strategies"),
    ("help grammar stat", "stats"), ("grammar conf", "conflicts"), ("grammar stats solidi", "solidity"),
    ("grammar stats --o", "--on"), ("strategies pard", "pardis"), ("doctor --js", "--json"),
]
ZSH = """PS1=; unsetopt prompt_cr prompt_sp; fpath=({place} $fpath); autoload -Uz compinit; compinit -u -D
capture() {{ zle complete-word; print -r -- "RESULT<$BUFFER>"; }}
zle -N capture; bindkey '^T' capture; echo RE""ADY
"""


def expect(condition, words):
    if not condition:
        sys.exit(f"check_packages: {words}")


def run(*words, folder, environment=None):
    done = subprocess.run(list(map(str, words)), cwd=folder, env=environment, capture_output=True, text=True)
    expect(done.returncode == 0, f"{words}: status {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def check_program(root, folder, environment=None):
    environment = environment or {"PATH": f"{root}/usr/bin:/usr/bin:/bin", "HOME": str(folder)}
    (folder / "input.json").write_text('{"a": [1, 2, {"bug": [3, 4]}], "b": "text"}\n')
    run("grabr", "-q", "-c", "grep -q bug @@", "input.json", folder=folder, environment=environment)
    result = (folder / "input.reduced.json").read_text()
    expect("bug" in result and len(result) < 12, f"the result is {result!r}")
    expect("json" in run("grabr", "grammars", folder=folder, environment=environment), "no grammars")
    return environment


def commands_of(text):
    return re.findall(r"^  ([a-z]+)  +[A-Z]", text.partition("\nCommands:")[2].partition("\n\n")[0], re.M)


def check_pages(root, folder, environment):
    """Each command has a page with all its options and their help, word for word, and there is no
    other page."""
    pages = root / "usr/share/man"
    left, known = [[]], set()
    while left:
        words = left.pop()
        name = "-".join(["grabr", *words])
        known.add(f"{name}.1.gz")
        shown = run("grabr", "help", *words, "all", folder=folder, environment=environment)
        page = gzip.open(pages / f"man1/{name}.1.gz", "rt").read()
        plain = re.sub(r"\\fB|\\fR|\\&", "", page.replace("\\(aq", "'").replace("\\(ha", "^")
                       .replace("\\(ti", "~").replace("\\-", "-").replace("\\e", "\\"))
        plain = " ".join(word for word in plain.split() if word not in (".TP", ".PP", ".nf", ".fi", ".SH"))
        for line in shown.splitlines()[1:]:
            for part in re.split(r"  +", line.strip()):
                if not part.endswith(":"):
                    expect(" ".join(part.split()) in plain, f"{name}(1) does not have {part!r}")
        left += [[*words, command] for command in commands_of(shown)]
    expect(len(known) > 20, f"pages: {known}")
    there = {path.name for path in (pages / "man1").iterdir()}
    expect(there == known, f"other pages: {there ^ known}")
    guide = gzip.open(pages / "man5/grabr-grammar.5.gz", "rt").read()
    for part in ('\\(dqstart\\(dq: ', 'Reference: classic', 'extends'):
        expect(part in guide.replace("\\-", "-"), f"grabr-grammar(5) does not have {part!r}")
    if shutil.which("man"):
        for page in pages.glob("man?/*.gz"):
            done = subprocess.run(["man", "--warnings", "-l", page], stdout=subprocess.DEVNULL,
                                  stderr=subprocess.PIPE, text=True, env=dict(os.environ, MANPAGER="cat"))
            expect(not done.stderr, f"{page.name}: {done.stderr}")


class Zsh:
    """A shell on a terminal in which a key shows the completed line."""

    def __init__(self, place, environment):
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            os.execvpe("zsh", ["zsh", "-f", "-i"], {**environment, "TERM": "dumb", "COLUMNS": "300"})
        self.say(ZSH.format(place=place))
        self.read_until(b"READY\r\n")

    def say(self, text):
        os.write(self.terminal, text.encode())

    def read_until(self, end):
        text = b""
        while end not in text:
            expect(select.select([self.terminal], [], [], 60)[0], f"zsh: {text[-300:]!r}")
            text += os.read(self.terminal, 1 << 16)
        return text

    def completed(self, line):
        self.say(line + "\x14")
        text = self.read_until(b">\r\n")
        self.say("\x15")
        return re.findall(rb"RESULT<(.*?)>", text)[-1].decode()

    def close(self):
        os.close(self.terminal)
        os.waitpid(self.process, 0)


def check_completion(root, folder, environment):
    share = root / "usr/share"
    for words, wanted in COMPLETIONS:
        found = run("bash", "-c", COMPLETE.format(completion=share / "bash-completion/completions/grabr",
                    words="grabr " + words), folder=folder, environment=environment).strip()
        expect(found == wanted, f"bash, {words}: {found!r} instead of {wanted!r}")
    shells = ["bash"]
    alone = [(words, wanted) for words, wanted in COMPLETIONS if wanted and " " not in wanted]
    if shutil.which("fish"):
        shells.append("fish")
        for words, wanted in alone:
            text = f"source {share}/fish/vendor_completions.d/grabr.fish; complete -C'grabr {words}'"
            found = [line.split("\t")[0] for line in run("fish", "-N", "-c", text, folder=folder,
                                                         environment=environment).splitlines()]
            expect(wanted in found, f"fish, {words}: {found}")
    if shutil.which("zsh"):
        shells.append("zsh")
        zsh = Zsh(share / "zsh/vendor-completions", environment)
        for words, wanted in alone:
            found = zsh.completed("grabr " + words)
            expect(found.rstrip().endswith(" " + wanted), f"zsh, {words}: {found!r}")
        zsh.close()
    return shells


def check_recipes(sources, version):
    """The files that build recipes refer to exist."""
    formula = (sources / "tools/package.d/grabr.rb").read_text()
    pattern = re.search(r"CMakeLists.txt.*\[/(.*)/, 1\]", formula)[1]
    found = re.findall(pattern, (sources / "CMakeLists.txt").read_text(), re.M)
    expect(found == [version] and version not in formula, f"grabr.rb: version {found}")
    for name in re.findall(r"-D(GRABR_\w+)=", formula):
        expect(name in (sources / "CMakeLists.txt").read_text() + (sources / "src/api/CMakeLists.txt").read_text(),
               f"grabr.rb: no option {name}")
    if shutil.which("ruby"):
        run("ruby", "-c", sources / "tools/package.d/grabr.rb", folder=sources)
    steps = re.findall(r"^([A-Z]+) (.*)", (sources / "tools/package.d/Containerfile").read_text(), re.M)
    for step, words in steps:
        expect(step in ("FROM", "LABEL", "COPY", "WORKDIR", "ENTRYPOINT", "CMD", "RUN"), f"Containerfile: {step}")
        if step == "COPY":
            file = words.split()[0]
            expect((sources / "build/packages" / file).exists(), f"Containerfile: no {file}")
        if step in ("ENTRYPOINT", "CMD"):
            json.loads(words)
    expect([step for step, _ in steps][0] == "FROM" and ("ENTRYPOINT", '["/usr/bin/grabr"]') in steps, "Containerfile")


def check_static(program, folder):
    """The program alone: without libraries, grammar folder or environment variables."""
    kind = run("file", "-b", program, folder=folder)
    expect("statically linked" in kind and "stripped" in kind and "not stripped" not in kind, kind)
    expect(program.stat().st_size <= 12e6, f"{program.stat().st_size} bytes")
    place = folder / "alone"
    place.mkdir()
    shutil.copy(program, place / "grabr")
    environment = {"PATH": f"{place}:/usr/bin:/bin", "HOME": str(place)}
    check_program(None, place, environment)
    listed = json.loads(run("grabr", "grammars", "--json", folder=place, environment=environment))
    expect(all(one["path"].startswith("/built-in/") for one in listed) and len(listed) > 45, "grammars")


def check_wheel(wheel, sources, folder):
    """pip installs it without network, and the module's check finds the same version as in the
    sources."""
    venv = folder / "venv"
    try:
        run("python3", "-m", "venv", venv, folder=folder)
    except SystemExit as end:
        return f"left out: {str(end)[-100:]}"
    run(venv / "bin/pip", "install", "--no-index", "--no-cache-dir", wheel, folder=folder)
    environment = {"PATH": f"{venv}/bin:/usr/bin:/bin", "HOME": str(folder)}
    module, = venv.glob("lib/python*/site-packages")
    run(venv / "bin/python", "-m", "grabr", "--version", folder=folder, environment=environment)
    said = run(venv / "bin/python", "-c", "import grabr; print(grabr.reduce('[1, {\"bug\": 2}]', "
               "lambda text: 'bug' in text, 'json', jobs=2).text, len(grabr.__all__))",
               folder=folder, environment=environment)
    expect(said.startswith('"bug"'), said)
    for file in (sources / "src/api/python/grabr").iterdir():
        if file.suffix in (".py", ".typed"):
            expect((module / "grabr" / file.name).read_bytes() == file.read_bytes(), f"{file.name} in the wheel")
    return ""


def main():
    sources = pathlib.Path(sys.argv[1]).resolve()
    run("tools/package", "all", folder=sources)
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
        shells = check_completion(root, folder, environment)
        wheel, = packages.glob("*.whl")
        left_out = check_wheel(wheel, sources, folder)
        check_static(packages / "grabr", folder)
        check_recipes(sources, run("grabr", "--version", folder=folder, environment=environment).split()[1])
        (top / "plain").mkdir()
        run("tar", "-xzf", tar, "-C", top / "plain", folder=top)
        unpacked, = (top / "plain").iterdir()
        program, = unpacked.rglob("bin/grabr")
        run(program, "grammars", folder=folder, environment={"PATH": "/usr/bin:/bin"})
        if shutil.which("lintian"):
            done = subprocess.run(["lintian", "--allow-root", "--fail-on", "error", deb], capture_output=True, text=True)
            expect(done.returncode == 0, f"lintian: {done.stdout}{done.stderr}")
        for file in (deb, tar, packages / "grabr", wheel):
            print(f"{file.stat().st_size / 1e6:5.1f} MB  {file.name}")
        print(f"completion: {', '.join(shells)}{left_out and chr(10) + left_out}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
