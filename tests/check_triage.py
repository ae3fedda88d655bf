#!/usr/bin/env python3
"""Checks `grabr triage` with real programs: planted faults are told apart, with and without messages; files
that cannot be sorted get their words; messages about the input part no bugs; killed in the middle, it comes
to the same; scripts of bugs need no grabr.
And what is shared of a reduction: unpacked elsewhere, its script sees the failure.

    check_triage.py GRABR [--files N] [--killed-files N] [--kills N] [--table] [--all]

--all: JSON and SQL each with a tool that says what is wrong and one that is silent; else one of each.
"""

import argparse
import collections
import json
import os
import pathlib
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "support"))
import planted  # noqa: E402
from checks import Failed, expect  # noqa: E402

NEW = 10
MOST_TIMES = 8  # as many tests as the longest reduction, for sixty files
WORKERS = 2
RUN_AGAIN = WORKERS + 2  # runs that a kill may cost: those under way, and the best and the input of a reduction that goes on
PYTHON = [sys.executable, "-ISE"]


class Place:
    def __init__(self, top, name, grabr):
        self.folder = top / name
        self.folder.mkdir()
        self.grabr = grabr
        self.log = self.folder / "runs.noted"  # the test may not contain this name
        temporary = self.folder / "tmp"
        temporary.mkdir()
        self.environment = {**os.environ, "TMPDIR": str(temporary), "XDG_STATE_HOME": str(temporary),
                            "PLANTED_LOG": str(self.log)}

    def start(self, *words):
        return subprocess.Popen([self.grabr, "triage", *map(str, words)], cwd=self.folder, env=self.environment,
                                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True)

    def run(self, *words, status=NEW):
        process = self.start(*words)
        out = process.communicate(timeout=600)[0].decode(errors="replace")
        expect(process.returncode == status, f"status {process.returncode}, not {status}: {out[-1500:]}")
        return out

    def result(self, name="crashes"):
        return json.loads((self.folder / (name + ".bugs") / "triage.json").read_text())

    def texts(self):
        return collections.Counter(self.log.read_text().split())

    def runs(self):
        return self.log.read_text().count("\n") if self.log.exists() else 0

    def tool(self, kind, silent):
        path = self.folder / "tool.py"
        path.write_text(planted.tool_text(kind, silent))
        return [*PYTHON, path, "@@"]


def plain(triage):
    """The data without times and values that depend on earlier calls."""
    for bug in triage["bugs"]:
        bug.pop("first_seen")
        bug.pop("new")
    return triage


def check_planted(top, grabr, files, table, whole):
    for kind in ("json", "sql"):
        for silent in (False, True) if whole else (kind == "json",):
            name = f"{kind}-{'silent' if silent else 'told'}"
            place = Place(top, name, grabr)
            faults = planted.write_files(place.folder / "crashes", kind, files)
            out = place.run("-j", 2, "crashes", "--", *place.tool(kind, silent))
            triage = place.result()
            precision, recall = planted.pairs_right(triage["bugs"], faults)
            tests = triage["tests"]
            one = max(bug["tests"] for bug in triage["bugs"])
            by = {}
            for bug in triage["bugs"]:
                for member in bug["members"]:
                    by[member["by"]] = by.get(member["by"], 0) + 1
            words = (f"{name}: {len(triage['bugs'])} bugs in {files} files, precision {precision:.3f}, recall {recall:.3f}; {tests['all']} tests "
                     f"({tests['reductions']} + {tests['further_reductions']} of reductions), one reduction {one}: {tests['all'] / one:.1f} times; {by}")
            print(words)
            if table:
                for bug in triage["bugs"]:
                    print("  ", bug["name"], bug["tests"], repr(bug["text"][:100]))
            expect(len(triage["bugs"]) == 3 and precision == recall == 1, words + "\n" + out)
            expect(tests["all"] <= MOST_TIMES * one or files < 60, words)
            looked = tests["all"] - tests["reductions"] - tests["further_reductions"]
            expect(looked <= 2 * files + 2 * len(triage["bugs"]), f"{looked} tests to sort {files} files")
            expect(tests["further_reductions"] <= tests["reductions"] + 3 * one, "further reductions take too many tests")
            for bug in triage["bugs"]:
                at = place.folder / "crashes.bugs" / bug["name"]
                script = subprocess.run([at / "test.sh", at / f"smallest.{kind}"], env={"PATH": "/usr/bin:/bin"})
                expect(script.returncode == 0, f"{at}/test.sh ends with {script.returncode}")
                expect((at / "why.html").exists() and (at / "members.txt").read_text(), "something is missing in " + str(at))


def check_words(top, grabr):
    place = Place(top, "words", grabr)
    crashes = place.folder / "crashes"
    crashes.mkdir()
    (crashes / "id:000000,sig:06").write_text("boom and more\n")
    (crashes / "id:000001,sig:06").write_text("boom, too\n")
    (crashes / "README.txt").write_text("boom: not an input\n")
    (crashes / "good").write_text("nothing\n")
    (crashes / "empty").touch()
    (crashes / "sometimes").write_text("dice\n")
    (crashes / "lucky").write_text("lucky\n")  # fails as the others do, once
    (crashes / "twice").write_text("boom dice\nmore of it\n")  # the same, with what the bug needs in it
    os.mkfifo(crashes / "pipe")
    socket.socket(socket.AF_UNIX).bind(str(crashes / "socket"))
    (crashes / "removed").write_text("nothing\n")  # before it is read
    (crashes / "vanishes").write_text("boom, and gone when it is looked at again\n")
    (crashes / "hang").write_text("sleep\n")
    (crashes / "folder").mkdir()
    with open(crashes / "large", "wb") as large:
        large.truncate(100 << 20)
    (crashes / "gone").symlink_to("nowhere")
    tool = place.folder / "tool.sh"
    tool.write_text(f"""#!/bin/sh
once() {{ mkdir "{place.folder}/seen-$1" 2>/dev/null; }}
if grep -q sleep "$1"; then exec sleep 60; fi
if grep -q 'and more' "$1"; then rm -f "{crashes}/removed"; fi
if [ "$(cat "$1")" = boom ]; then rm -f "{crashes}/vanishes"; fi
if grep -q '^dice' "$1" && once dice; then exit 1; fi
if grep -q dice "$1"; then grep -q boom "$1" && once boom || exit 0; fi
if grep -q boom "$1" || {{ grep -q lucky "$1" && once lucky; }}; then echo "error: boom" >&2; kill -ABRT $$; fi
exit 0
""")
    tool.chmod(0o755)
    out = place.run("-j", 2, "--timeout", 1, "crashes", "--", "./tool.sh", "@@")
    counts = place.result()["counts"]
    expect(counts == {"fails": 2, "passes": 1, "sometimes": 3, "hangs": 1, "empty": 1, "unreadable": 5, "too-large": 1, "folder": 1}, f"{counts}\n{out}")
    for words in ("1 bug in 15 files", "1 file does not fail", "3 fail sometimes", "5 cannot be read", "1-SIGABRT"):
        expect(words in out, f"{words!r} is not said: {out}")
    expect((place.folder / "crashes.bugs" / "1-SIGABRT" / "smallest").read_text() == "boom", "the smallest is not boom")
    # Repeating the call runs no tests; a new file is sorted with a few tests.
    out = place.run("--timeout", 1, "crashes", "--", "./tool.sh", "@@", status=0)
    (crashes / "new").write_text("some boom that is new\n")
    before = place.result()["tests"]["all"]
    out = place.run("--timeout", 1, "crashes", "--", "./tool.sh", "@@", status=0)
    triage = place.result()
    expect(triage["tests"]["all"] - before <= 4, f"a new file takes {triage['tests']['all'] - before} tests")
    expect(len(triage["bugs"]) == 1 and len(triage["bugs"][0]["members"]) == 3, out)


def check_diagnostics(top, grabr):
    """What a program says of an input before it is killed by a fault does not part one bug; what it says before it aborts does."""
    for signal_name, bugs in (("SEGV", 1), ("ABRT", 3)):
        place = Place(top, f"diagnostics-{signal_name}", grabr)
        (place.folder / "crashes").mkdir()
        for word in ("alpha", "beta", "gamma"):
            (place.folder / "crashes" / word).write_text(f"boom {word}\n")
        (place.folder / "tool.sh").write_text(f"""#!/bin/sh
for word in alpha beta gamma; do grep -q $word "$1" && echo "error: nobody knows $word" >&2; done
grep -q boom "$1" && kill -{signal_name} $$
exit 0
""")
        (place.folder / "tool.sh").chmod(0o755)
        out = place.run("crashes", "--", "./tool.sh", "@@")
        found = place.result()["bugs"]
        expect(len(found) == bugs and all(bug["name"].endswith("SIG" + signal_name) for bug in found), out)
        expect(bugs > 1 or (len(found[0]["members"]), found[0]["text"].strip()) == (3, "boom"), found)


# A test of each kind: (words before and after the input, what of the input is left when it is shared without names).
# The script ./crashes has a word of it.
SHARED = [
    (["./test.sh"], [], "nothing"),
    (["-c", "grep -q while @@ && grep -q employee_id @@"], [], "employee"),
    (["-c", "grep -q while salary.c"], [], "nothing"),
    (["--copy", "named.sh", "-t", "./named.sh"], [], "salary"),  # it wants the name
    (["-t", "python3 {here}/sub/check.py --word while"], [], "nothing"),
    (["--copy", "data", "-c", "grep -q -f data/words @@"], [], "nothing"),
    ([], ["--", "./crashes", "@@"], "salary"),
    (["--exit", "3"], ["--", "./crashes", "3"], "salary"),
    (["--same-crash"], ["--", "./crashes", "frames"], "salary"),
    (["--stderr", "bad: [a-z]*_salary"], ["--", "./crashes", "says"], "salary"),
    (["--differs", "cat @@"], ["--", "sed", "s/while/x/", "@@"], "nothing"),
    (["-c", ". \"$GRABR_DIR\"/test.sh"], [], None),  # files that exist only there
]
SECRET = """/* of Acme */
static const char *customer = "Jane Doe";
int compute_salary(int employee_id) { return employee_id * 12345; }
int main(void) { int rest = compute_salary(777); while (rest > 0) rest--; return 0; }
"""
SHARED_FILES = {
    "test.sh": '#!/bin/sh\ngrep -q while "$1"\n',
    "named.sh": "#!/bin/sh\ngrep -q while salary.c\n",
    "sub/check.py": "import sys\nsys.exit(sys.argv[2] not in open(sys.argv[-1]).read())\n",
    "data/words": "while\n",
    "crashes": """#!/bin/sh
for last; do :; done
grep -q while "$last" || exit 0
case $1 in
  3) exit 3 ;;
  frames) printf '==1==ERROR: AddressSanitizer: SEGV on 0x1\\n    #0 0x1 in parse_%s /t/a.c:1\\n' loop >&2; exit 1 ;;
  says) grep -o '[a-z]*_salary' "$last" | sed 's/^/bad: /;q' >&2; exit 1 ;;
esac
kill -SEGV $$
"""}


def check_share(top, grabr):
    place = Place(top, "share", grabr)
    for name, text in SHARED_FILES.items():
        path = place.folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
        path.chmod(0o755)
    (place.folder / "salary.c").write_text(SECRET)

    def run(*words, status=0):
        done = subprocess.run([grabr, *words], cwd=place.folder, env=place.environment, stdin=subprocess.DEVNULL, capture_output=True, text=True)
        expect(done.returncode == status, f"{words}: {done.returncode}: {done.stderr[-1500:]}")
        return done.stderr

    for number, (before, after, left) in enumerate(SHARED):
        output = f"r{number}.c"
        run("-q", "--strategy", "hddr", "-o", output, *(word.replace("{here}", str(place.folder)) for word in before), "salary.c", *after)
        run("share", "-q", "-o", f"plain{number}.tar.gz", output)
        said = run("share", "--anonymise", "-o", f"other{number}.tgz", output)
        if left is not None:
            expect(f"words of the original that remain: {left}\n" in said, f"{before} {after}: {said}")
        other = "salary.c" if "./named.sh" in before else "input.c"
        for archive, name, whole in ((f"plain{number}.tar.gz", "salary.c", True), (f"other{number}.tgz", other, False)):
            at = place.folder / "elsewhere" / archive
            shutil.unpack_archive(place.folder / archive, at, "gztar")
            folder, = at.iterdir()
            there = {str(path.relative_to(folder)) for path in folder.rglob("*")}
            expect({"README.md", "test.sh", f"smallest/{name}"} <= there and ("why.html" in there) == whole, there)
            told = (folder / "README.md").read_text() + (folder / "test.sh").read_text()
            expect((name in told) and ("salary.c" in told) == (name == "salary.c"), f"{archive}: {told}")
            script_env = {"PATH": "/usr/bin:/bin", "GRABR_DIR": str(place.folder)}
            script = subprocess.run(["sh", "test.sh", f"smallest/{name}"], cwd=folder, env=script_env)
            expect(script.returncode == 0, f"{archive}: {before} {after}: test.sh ends with {script.returncode}")
            (folder / "fine").write_text("int fine;\n")
            expect(subprocess.run(["sh", "test.sh", "fine"], cwd=folder, env=script_env).returncode != 0,
                   f"{archive}: test.sh sees a failure everywhere")
    expect("customer" not in (folder / "README.md").read_text(), "a name of the original is told")
    # A bug by its folder.
    (place.folder / "bugs").mkdir()
    (place.folder / "bugs" / "one.c").write_text(SECRET)
    run("triage", "-q", "bugs", "--", "./crashes", "@@", status=NEW)
    run("share", "bugs.bugs/1-SIGSEGV/")
    shutil.unpack_archive(place.folder / "1-SIGSEGV.tar.gz", place.folder / "bug", "gztar")
    at = place.folder / "bug" / "1-SIGSEGV"
    expect(subprocess.run(["sh", "test.sh", "smallest/input.c"], cwd=at, env={"PATH": "/usr/bin:/bin"}).returncode == 0, "the shared bug does not fail")
    expect((at / "why.html").exists() and "while" in (at / "smallest" / "input.c").read_text(), "something is missing in the shared bug")
    run("verify", "bugs.bugs/1-SIGSEGV")
    run("share", "bugs.bugs/nosuch", status=2)
    (place.folder / "test.sh").write_text("#!/bin/sh\nfalse\n")
    run("share", "r0.c", status=7)
    run("share", "--changed-test", "r0.c", status=3)
    run("share", "-o", "x.rar", "r1.c", status=2)
    run("share", "nosuch.c", status=2)


def check_every_bug(top, grabr):
    """Other failures found on the way are reported, and become bugs."""
    place = Place(top, "every", grabr)
    (place.folder / "tool.sh").write_text("""#!/bin/sh
report() { printf '==1==ERROR: AddressSanitizer: SEGV on 0x1\\n    #0 0x1 in %s /t/a.c:1\\n' $1 >&2; exit 1; }
grep -q BUG "$1" && report f
grep -q ccc "$1" && report g
exit 0
""")
    (place.folder / "tool.sh").chmod(0o755)
    (place.folder / "in.txt").write_text("a\nccc and more\nb\nBUG\nd\n")
    for words, told in ((["--same-crash"], "; --every-bug reduces them, too"), (["--every-bug"], "1 bug in 1 file")):
        done = subprocess.run([grabr, "--fresh", "--style", "keep", *words, "-o", "out.txt", "in.txt", "--", "./tool.sh", "@@"], cwd=place.folder,
                              env=place.environment, stdin=subprocess.DEVNULL, capture_output=True, text=True)
        expect(done.returncode == 0 and "1 other failure seen: `g` instead of `f`" in done.stderr and told in done.stderr, done.stderr)
    bug, = place.result("out.txt")["bugs"]
    expect((bug["text"].strip(), (place.folder / "out.txt").read_text().strip()) == ("ccc", "BUG"), bug)
    # Other signals, without a report: no file shows the second one.
    (place.folder / "tool.sh").write_text('#!/bin/sh\ngrep -q BUG "$1" && kill -SEGV $$\ngrep -q ccc "$1" && kill -ABRT $$\nexit 0\n')
    (place.folder / "crashes").mkdir()
    (place.folder / "in.txt").rename(place.folder / "crashes" / "in.txt")
    both = [("1-SIGSEGV", "BUG", ["reduced"]), ("2-SIGABRT", "ccc", ["on-the-way"])]

    def bugs_in(name):
        return [(bug["name"], bug["text"].strip(), [member["by"] for member in bug["members"]]) for bug in place.result(name)["bugs"]]

    call = ["crashes", "--", "./tool.sh", "@@"]
    place.run(*call)
    expect(bugs_in("crashes") == both[:1], bugs_in("crashes"))
    out = place.run("--every-bug", *call)
    expect(bugs_in("crashes") == both and "2 bugs in 1 file; 1 failure seen on the way" in out, out)
    place.run("--every-bug", *call, status=0)
    expect(bugs_in("crashes") == both, bugs_in("crashes"))
    done = subprocess.run([grabr, "fuzz", "-n", "1", "--every-bug", "-o", "found", "--corpus", "crashes/in.txt", "--", "./tool.sh", "@@"], cwd=place.folder,
                          env=place.environment, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    expect(done.returncode == NEW and sorted(bug[:2] for bug in bugs_in("found")) == [("1-SIGABRT", "ccc"), ("2-SIGSEGV", "BUG")], done.stderr)


def check_persons(top, grabr):
    """A user merges two bugs and separates them again."""
    place = Place(top, "persons", grabr)
    for name in ("one", "two"):
        (place.folder / "in").mkdir(exist_ok=True)
        (place.folder / "in" / name).write_text(f"some {name} there\n")
    tool = place.folder / "tool.sh"
    tool.write_text('#!/bin/sh\ngrep -q one "$1" && exit 3\ngrep -q two "$1" && exit 4\nexit 0\n')
    tool.chmod(0o755)
    call = ["in", "--", "./tool.sh", "@@"]
    place.run(*call)
    names = [bug["name"] for bug in place.result("in")["bugs"]]
    expect(names == ["1-exit-3", "2-exit-4"], names)
    place.run("join", "in.bugs/1-exit-3", "in.bugs/2-exit-4", status=0)
    place.run(*call, status=0)
    bugs = place.result("in")["bugs"]
    expect(len(bugs) == 1 and sorted(member["by"] for member in bugs[0]["members"]) == ["person", "reduced"], bugs)
    place.run("split", "in.bugs/1-exit-3", status=0)
    place.run(*call, status=0)
    expect([bug["name"] for bug in place.result("in")["bugs"]] == names, "the bugs are not parted again")
    place.run("split", "in.bugs/1-exit-3", status=2)


def check_kills(top, grabr, files, kills):
    """The same comes of it, and no text runs once more than undisturbed but those under way at a kill."""
    def place_of(name):
        place = Place(top, name, grabr)
        planted.write_files(place.folder / "crashes", "json", files)
        return place, ["-j", WORKERS, "crashes", "--", *place.tool("json", True)]

    whole, call = place_of("undisturbed")
    whole.run(*call)
    wanted, runs = plain(whole.result()), whole.runs()
    place, call = place_of("disturbed")
    dice = random.Random(1)
    killed = 0
    while killed < kills:
        process, until = place.start(*call), place.runs() + dice.randrange(5, max(6, 3 * runs // (2 * kills)))
        while process.poll() is None and place.runs() < until:
            time.sleep(0.002)
        if process.poll() is not None:
            break  # a further call would know the bugs, and ask less
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        killed += 1
    else:
        place.run(*call)
    found = plain(place.result())
    found["command"] = wanted["command"]
    expect(found == wanted, "kills have changed the result")
    before, after = whole.texts(), place.texts()
    again = sum(max(0, count - max(1, before[text])) for text, count in after.items())
    print(f"{files} files, {killed} kills: the same; {place.runs()} runs, {runs} undisturbed; {again} of a text that had run")
    expect(killed > 2, f"only {killed} kills")
    expect(again <= RUN_AGAIN * killed, f"{again} runs of texts that had run, after {killed} kills")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("grabr", type=lambda name: str(pathlib.Path(name).resolve()))
    parser.add_argument("--shim")
    parser.add_argument("--files", type=int, default=15)
    parser.add_argument("--killed-files", type=int, default=60)
    parser.add_argument("--kills", type=int, default=3)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--table", action="store_true")
    parser.add_argument("--only")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as top:
        for name, check in (("words", lambda at: check_words(at, given.grabr)),
                            ("diagnostics", lambda at: check_diagnostics(at, given.grabr)),
                            ("share", lambda at: check_share(at, given.grabr)),
                            ("every-bug", lambda at: check_every_bug(at, given.grabr)),
                            ("persons", lambda at: check_persons(at, given.grabr)),
                            ("kills", lambda at: check_kills(at, given.grabr, given.killed_files, given.kills)),
                            ("planted", lambda at: check_planted(at, given.grabr, given.files, given.table, given.all))):
            if given.only in (None, name):
                check(pathlib.Path(top))
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Failed as failed:
        sys.exit(f"check_triage: {failed}")
