#!/usr/bin/env python3
"""Checks the Python module: it gives the same results as the program, with any number of jobs;
exceptions of a callable come out of reduce(), including Ctrl-C; a thousand reductions leak no
memory; pytest and Hypothesis work.

    check_python.py GRABR LIBRARY MODULE

LIBRARY is libgrabr.so, MODULE the folder that `import grabr` is to find. Status 77: what is left out
says so, and nothing else was wrong.
"""

import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time

JSON = '{"a": [1, 2, {"bug": [3, 4]}], "b": "text", "ö": [true, {"x": null}]}'
C = "int used(int a) { return a + 1; }\nint main(void) {\n  int i = 0, j;\n  while (i < 3) { i = used(i); }\n  return i;\n}\n"
PYTEST = '''
import pytest
from hypothesis import given, settings
import grabr
from grabr.hypothesis import sentences

@pytest.mark.parametrize("text", ['{"a": [1, {"bug": [3, 4]}]}', '[1, 2, 3, 4]'])
@pytest.mark.grabr_shrink("text", grammar="json")
def test_marked(text, tmp_path):
    assert len(text) > 9
    assert "bug" not in text

def test_fixture(grabr_shrink):
    def check(candidate):
        assert "2" not in candidate
    grabr_shrink(check, "[1,2,3]", "json")

@pytest.mark.parametrize("data", [b"fine"])
@pytest.mark.grabr_shrink("data")
def test_passes(data):
    assert data

JSON = grabr.Grammar("json")

@given(sentences(JSON, max_nonterminals=30))
@settings(max_examples=20, deadline=None, database=None)
def test_sentences(text):
    assert JSON.accepts(text)
'''
CTRL_C = '''
import sys, time, grabr
calls = 0
def slow(text):
    global calls
    calls += 1
    print("asked", flush=True)
    time.sleep(0.05 if calls <= 3 else 2)  # slow enough for Ctrl-C to come before the end
    return "bug" in text
try:
    grabr.reduce("bug" + "x" * 4000, slow, jobs=int(sys.argv[1]))
except KeyboardInterrupt:
    print("interrupted", flush=True)
'''


PATIENCE_S = 120  # for what is nearly immediate on an idle machine


class Wrong(Exception):
    pass


def expect(condition, words):
    if not condition:
        raise Wrong(words)


def expect_raised(kind, call, part=""):
    try:
        call()
    except kind as error:
        expect(part in str(error), f"{kind.__name__}: {error}")
        return error
    raise Wrong(f"no {kind.__name__} was raised")


def check_same_as_program(grabr, program, folder):
    for name, grammar, text, pattern in (("in.json", "json", JSON, "bug"), ("in.c", "c", C, "while"),
                                         ("in.txt", None, "some bug\nin lines\n" * 5, "bug")):
        (folder / name).write_text(text)
        options = ["--unit", "lines"] if grammar is None else ["-g", grammar]
        strategy = "ddmin-2000" if grammar is None else "auto"
        subprocess.run([program, "-q", "--fresh", "--strategy", strategy, *options, "-o", folder / "out",
                        "-c", f"grep -q {pattern} @@", folder / name], check=True, cwd=folder)
        wanted = (folder / "out").read_text()
        told = []
        for jobs in (1, 4):
            bests, tests = [], []
            result = grabr.reduce(text, lambda candidate: pattern in candidate, grammar, jobs=jobs,
                                  strategy=strategy, unit="lines" if grammar is None else "",
                                  on_best=bests.append, on_test=tests.append)
            expect(result.end == "finished" and result.text.strip() == wanted.strip(),
                   f"{name}: {result} instead of {wanted!r}")
            expect(bests[-1] == result.text and tests[-1].number == result.tests, f"{name}: listeners")
            told.append((result, bests, tests))
        expect(told[0] == told[1], f"{name}: with four jobs it goes another way")
    command = grabr.Command("grep -q bug \"$1\"", input_name="in.json")
    result = grabr.reduce(JSON, command, "json", jobs=2)
    expect("bug" in result.text and len(result.text) < 12, f"a command: {result}")
    generated = subprocess.run([program, "generate", "-g", "c", "-n", "20", "--seed", "5", "-0"],
                               capture_output=True, check=True).stdout
    expect([text.encode() for text in grabr.generate("c", 20, seed=5)] == generated.split(b"\0")[:-1],
           "generate() gives other sentences")
    shown = subprocess.run([program, "parse", "-g", "json", folder / "in.json"], capture_output=True,
                           text=True, check=True).stdout
    expect(str(grabr.parse(JSON, "json")) == shown, "parse() shows another tree")


def check_pages(sources, folder):
    """The Python lines in the wheel's page and in the manual."""
    (folder / "tool").write_text("#!/bin/sh\nif grep -q bug; then kill -SEGV $$; fi\n")
    (folder / "tool").chmod(0o755)
    (folder / "input.c").write_text("int bug;\n" + C)
    for page in ("tools/package.d/README.md", "examples/manual/command-line.md"):
        text = re.sub(r"^```\w*$", "", (sources / page).read_text(), flags=re.M)
        begin, = re.finditer(r"^( *)import (?:subprocess\n *import )?grabr$", text, re.M)
        lines = [line for line in text[begin.start():].splitlines()]
        end = next((at for at, line in enumerate(lines) if line and begin[1] and not line.startswith(begin[1])
                    or line.startswith("pytest ")), len(lines))
        code = "\n".join(line.removeprefix(begin[1]) for line in lines[:end])
        given = "text = open('input.c').read()\ndef crashes(candidate): return 'bug' in candidate\n"
        done = subprocess.run([sys.executable, "-c", given + code + "\nprint(len(result.text))"], cwd=folder,
                              text=True, capture_output=True)
        expect(done.returncode == 0 and 0 < int(done.stdout.splitlines()[-1]) < 12, f"{page}: {done.stdout}{done.stderr}")


def check_trees(grabr):
    tree = grabr.parse(JSON, "json")
    expect(tree.text == JSON and tree.root.parent is None, "the text of a tree")
    tokens = [node for node in tree.walk() if node.kind == "token"]
    begin, end = tokens[-2].span
    expect(JSON.encode()[begin:end].decode() == tokens[-2].text, "a span")
    member = next(node for node in tree.find("member") if "bug" in node.text and node.removable)
    shorter = tree.edited({member: None})
    expect(shorter.text == tree.without(member) and grabr.Grammar("json").accepts(shorter.text),
           "a tree without a node")
    expect(member.parent in list(tree.walk()) and all(child.parent == member for child in member.children),
           "parents")
    expect_raised(ValueError, lambda: shorter.without(member), "another tree")
    many = "[" + ",".join("1" * 20000) + "]"
    expect(sum(node.symbol == "NUMBER" for node in grabr.parse(many, "json").walk()) == 20000, "a long list")
    partial = grabr.parse("[1, 2", "json", partial=True)
    expect(partial.text == "[1, 2", "a text that does not parse")
    data = grabr.parse(b"[1]", "json")
    expect(data.root.text == b"[1]", "bytes stay bytes")


def check_explain(grabr, program, folder):
    """The same as `grabr explain`, with any number of jobs."""
    text = '{"bug": [1, 2]}'
    (folder / "e.json").write_text(text)
    done = subprocess.run([program, "explain", "-q", "--json", "-", "-g", "json", "-c", "grep -q '\"bug\":' @@",
                           "e.json"], capture_output=True, text=True, check=True, cwd=folder)
    wanted = json.loads(done.stdout)
    for jobs in (1, 4):
        found = grabr.explain(text, lambda candidate: '"bug":' in candidate, "json", jobs=jobs)
        expect(str(found) == wanted["abstraction"] and found.tests == wanted["tests"], f"explain(): {found}")
        shown = [(part.places[0], part.verdict, part.tried, part.description) for part in found.parts]
        expect(shown == [((part["begin"], part["end"]), part["verdict"], part["tried"], part["description"])
                         for part in wanted["parts"]], f"explain(): other parts: {shown}")
    expect([part.was for part in found.parts if part.matters] == ['"bug"'], f"what matters: {found.parts}")
    like = grabr.Grammar.from_json(found.grammar, str(folder / "like.json")).generate(5)
    expect(all('"bug":' in sentence.replace(" ", "") for sentence in like), "its grammar")
    command = grabr.Command("grep -q bug", input_name="e.json")
    expect(grabr.explain(text.encode(), command, "json", samples=3, together=3).parts[0].was is not None, "a command")
    ended = grabr.explain(text, lambda candidate: "bug" in candidate, "json", max_tests=2)
    expect(ended.tests == 2 and "2 tests" in ended.ended, f"a limit: {ended}")
    expect_raised(grabr.NotInteresting, lambda: grabr.explain(text, lambda _: False, "json"))
    expect_raised(grabr.ParseError, lambda: grabr.explain("[1,", lambda _: True, "json"))
    expect_raised(ZeroDivisionError, lambda: grabr.explain(text, lambda one: one == text or 1 // 0, "json", jobs=2))


def check_triage(grabr, folder):
    """Three kinds of predicates; two bugs in six files."""
    crashes = folder / "crashes"
    crashes.mkdir()
    for number in range(3):
        (crashes / f"one{number}.json").write_text(f'[{number}, {{"one": 1}}]')
        (crashes / f"two{number}.json").write_text(f'[{number}, {{"two": [1]}}]')
    (crashes / "fine.json").write_text("[]")

    def fails(data):
        return "no one" if b"one" in data else "no two" if b"two" in data else False

    for test, bugs, words in ((fails, 2, "no one"), (lambda data: b"one" in data or b"two" in data, 2, "exit-0"),
                              (grabr.Command("grep -q one @@"), 1, "exit-0"),
                              (["sh", "-c", "! grep -q two $0", "@@"], 1, "exit-1")):
        found = grabr.triage(crashes, test, jobs=2, output=folder / f"bugs-{words}-{bugs}")
        shown = [(bug.name, bug.signatures, len(bug.members), bug.smallest.read_bytes()) for bug in found.bugs]
        expect(found.complete and [row[2] for row in shown] == [3] * bugs and words in shown[0][1][0], f"triage(): {shown}")
        expect(all(row[3].strip() in (b'"one"', b'"two"') for row in shown), f"triage(): {shown}")
        expect(found.others.get(str(crashes / "fine.json")) == "passes" and found.bugs[0].new, f"triage(): {found}")
    ended = grabr.triage(crashes.iterdir(), fails, output=folder / "ended", max_tests=9)
    expect(not ended.complete and ended.tests == 9, f"triage(), a limit: {ended}")
    expect_raised(ZeroDivisionError, lambda: grabr.triage(crashes, lambda _: 1 // 0, output=folder / "raised"))
    expect_raised(grabr.UsageError, lambda: grabr.triage(crashes, ["nosuch", "@@"], output=folder / "nosuch"), "nosuch")
    expect_raised(TypeError, lambda: grabr.triage(crashes, "grep one"), "grabr.Command('grep one')?")


def check_errors(grabr):
    error = expect_raised(grabr.ParseError, lambda: grabr.parse("{\n  1}", "json"))
    expect((error.line, error.column) == (2, 3), f"place: {error.line}:{error.column}")
    expect_raised(grabr.GrammarError, lambda: grabr.Grammar("pythn"), "did you mean python?")
    expect_raised(grabr.GrammarError, lambda: grabr.Grammar.from_json('{"start": "a"}'))
    expect_raised(grabr.UsageError, lambda: grabr.reduce("a", bool, strategy="aut"), "did you mean auto?")
    expect_raised(grabr.UsageError, lambda: grabr.generate("json", start="valu"), "did you mean value?")
    expect_raised(ValueError, lambda: grabr.reduce("a", bool, jobs=0))
    expect_raised(grabr.NotInteresting, lambda: grabr.reduce(JSON, lambda text: False, "json"))
    expect_raised(TypeError, lambda: grabr.reduce(JSON, "grep bug", "json"), "grabr.Command('grep bug')?")
    expect_raised(TypeError, lambda: grabr.reduce(pathlib.Path("in.json"), bool), "read the file")
    expect_raised(TypeError, lambda: grabr.parse(4, "json"), "not int")
    expect_raised(TypeError, lambda: grabr.parse("[1]", None), "not NoneType")
    expect_raised(TypeError, lambda: grabr.reduce(JSON, lambda _: subprocess.run(["true"])), "returncode < 0?")

    async def later(text):
        return "bug" in text

    expect_raised(TypeError, lambda: grabr.reduce(JSON, later, "json", jobs=2), "asyncio.run()")
    expect(grabr.parse("[1]", pathlib.Path("json")).text == "[1]", "a path as the grammar")
    odd = grabr.reduce('["\udc80bug", 1]', lambda text: "\udc80bug" in text, "json").text
    expect(odd == '"\udc80bug"', f"bytes that are no UTF-8: {odd!a}")
    expect_raised(grabr.UsageError, lambda: grabr.reduce("a", bool, strategy="aut", jobs=3))

    def breaks(text):
        if len(text) < 25:
            raise KeyError(text)
        return "bug" in text

    first = [expect_raised(KeyError, lambda: grabr.reduce(JSON, breaks, "json", jobs=jobs)).args
             for jobs in (1, 2, 4, 4)]
    expect(len(set(first)) == 1, f"which exception is raised depends on the jobs: {first}")
    for jobs in (1, 3):
        expect_raised(ZeroDivisionError, lambda: grabr.reduce(JSON, lambda text: 1 // 0, "json", jobs=jobs))
        expect_raised(ZeroDivisionError, lambda: grabr.reduce(
            JSON, lambda text: "bug" in text, "json", jobs=jobs, on_best=lambda text: 1 // 0))
    unsure = grabr.reduce(JSON, lambda text: "bug" in text or grabr.UNRESOLVED, "json")
    expect("bug" in unsure.text, "UNRESOLVED")
    bounded = grabr.reduce(JSON, lambda text: "bug" in text, "json", max_tests=3)
    expect(bounded.end == "max_tests" and bounded.tests == 3 and "3 tests" in bounded.reason, f"{bounded}")


def check_threads(grabr):
    change, running, most = threading.Condition(), 0, 0

    def test(text):
        nonlocal running, most
        time.sleep(0.01)  # like a process: faster tests are not run in advance
        with change:
            running += 1
            most = max(most, running)
            change.notify_all()
            if text != JSON:  # the first test runs alone; the others wait until two run
                change.wait_for(lambda: most >= 3, PATIENCE_S)
            running -= 1
        return "bug" in text

    main = threading.get_ident()
    told = []
    grabr.reduce(JSON, test, "json", jobs=3, on_best=lambda text: told.append(threading.get_ident()))
    expect(most == 3, f"{most} calls of the callable at once, not three")
    expect(set(told) <= {main}, "on_best is called elsewhere")
    places = set()
    grabr.reduce(JSON, lambda text: places.add(threading.get_ident()) or "bug" in text, "json")
    expect(places == {main}, "with one job the callable runs in another thread")


def resident_kb():
    for line in pathlib.Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1])
    raise Wrong("no VmRSS")


def check_growth(grabr):
    """After a warm-up, 1,000 reductions may not use as much more memory as leaking each text or
    tree would."""
    grammar = grabr.Grammar("json")
    text = JSON + " " * 20000  # leaking only the text would be 20 MB

    def many(count):
        for number in range(count):
            grabr.reduce(text, lambda candidate: "bug" in candidate, grammar, jobs=1 + number % 2, max_tests=4)
            if number % 10 == 0:
                grabr.parse(text, grammar).without()

    many(100)
    before, threads = resident_kb(), threading.active_count()
    many(1000)
    grown = resident_kb() - before
    expect(grown < 6000, f"1,000 reductions left {grown} kB")
    expect(threading.active_count() == threads, "threads are left")
    return grown


def check_interruption(environment):
    for jobs in ("1", "3"):
        process = subprocess.Popen([sys.executable, "-c", CTRL_C, jobs], env=environment, text=True,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        for _ in range(3):
            process.stdout.readline()
        process.send_signal(signal.SIGINT)
        try:
            out, errors = process.communicate(timeout=PATIENCE_S)
        except subprocess.TimeoutExpired:
            process.kill()
            raise Wrong(f"Ctrl-C does not end it, with {jobs} jobs") from None
        expect(out.endswith("interrupted\n") and not errors and process.returncode == 0,
               f"Ctrl-C with {jobs} jobs: {out[-200:]!r} {errors}")


def check_pytest(environment, folder):
    """Returns whether pytest and Hypothesis are installed."""
    for python in (sys.executable, "/usr/bin/python3"):
        if subprocess.run([python, "-c", "import pytest, hypothesis"], capture_output=True).returncode == 0:
            break
    else:
        return False
    (folder / "test_some.py").write_text(PYTEST)
    done = subprocess.run([python, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "grabr.pytest_plugin",
                           "test_some.py"], cwd=folder, env=environment, text=True, capture_output=True)
    for part in ("2 failed, 3 passed", "smallest text that fails alike", """' {"bug":0}'""", "E           '2'"):
        expect(part in done.stdout, f"pytest does not say {part!r}:\n{done.stdout}{done.stderr}")
    return True


def check_types(environment, folder):
    """Returns whether mypy is installed."""
    if subprocess.run([sys.executable, "-m", "mypy", "--version"], capture_output=True).returncode != 0:
        return False
    (folder / "use.py").write_text("import grabr\nsmall: str = grabr.reduce('x', lambda text: 'x' in text).text\n"
                                   "data: bytes = grabr.parse(b'1', 'json').root.children[0].text\n"
                                   "part: bytes = grabr.explain(b'1', lambda _: True, 'json').parts[0].was\n"
                                   "name: str = grabr.triage('in', lambda data: b'x' in data).bugs[0].members[0].path\n")
    done = subprocess.run([sys.executable, "-m", "mypy", "--strict", "-p", "grabr"],
                          cwd=folder, env={**environment, "MYPYPATH": environment["PYTHONPATH"]},
                          text=True, capture_output=True)
    expect(done.returncode == 0, done.stdout)
    done = subprocess.run([sys.executable, "-m", "mypy", "--strict", "use.py"], cwd=folder,
                          env={**environment, "MYPYPATH": environment["PYTHONPATH"]}, text=True, capture_output=True)
    expect(done.returncode == 0, done.stdout)
    return True


def main():
    program, library, module = (pathlib.Path(word).resolve() for word in sys.argv[1:4])
    os.environ["GRABR_LIBRARY"] = str(library)
    os.environ["PYTHONPATH"] = str(module)
    os.environ["PATH"] = f"{program.parent}:{os.environ['PATH']}"
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
    sys.path.insert(0, str(module))
    sys.dont_write_bytecode = True
    import grabr
    began = time.monotonic()
    try:
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            check_same_as_program(grabr, program, folder)
            check_pages(pathlib.Path(__file__).resolve().parent.parent, folder)
            check_trees(grabr)
            check_explain(grabr, program, folder)
            check_triage(grabr, folder)
            check_errors(grabr)
            check_threads(grabr)
            grown = check_growth(grabr)
            check_interruption(dict(os.environ))
            had_pytest = check_pytest(dict(os.environ), folder)
            had_mypy = check_types(dict(os.environ), folder)
    except Wrong as wrong:
        sys.exit(f"check_python: {wrong}")
    print(f"Python {sys.version.split()[0]}: as the program; 1,000 reductions left {grown} kB; "
          f"{time.monotonic() - began:.0f} s")
    if not had_mypy:
        print("left out: mypy is not installed")
    if not had_pytest:
        print("left out: pytest and Hypothesis are not installed")
        return 77
    return 0


if __name__ == "__main__":
    sys.exit(main())
