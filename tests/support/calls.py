"""Calls of grabr, one of each command that runs tests: what they need, the words, what they come to.
What is there is small, and each call takes a second or so."""

import gzip
import json
import subprocess

from checks import expect, tail

JOBS = 2
SLEEP = ["--sleep-ms", "3"]
SMALL = '{"a": [1, {"k": [2, {"m": 3}]}], "b": [4, 5], "c": {"d": "x"}}\n'
LARGER = '{"a": [1, {"k": [2, {"m": 3}, [], 7]}], "b": [4, 5, {"e": null}], "c": {"d": ["x", 9]}}\n'


def test_script(world, place, name, conditions):
    return world.script(place / name, f'#!/bin/sh\nexec {world.shim} {" ".join(SLEEP)} '
                        f'{" ".join(conditions)} "$1"\n')


def without_times(value):
    """The JSON without fields that differ between runs."""
    if isinstance(value, dict):
        return {name: without_times(item) for name, item in value.items()
                if name not in ("seconds", "known", "executed", "wall_s", "shared", "guessed")}
    return [without_times(item) for item in value] if isinstance(value, list) else value


class Command:
    """How a command is called in a folder, and its results."""
    runs_of_a_test = 1  # how often the shim runs for each test
    status = 0
    forgetful = False  # whether it has no journal: no answers are known from before
    # Conditions that the result must satisfy whenever a run ends, as a list of (file, conditions);
    # if empty, a file that exists must be complete.
    holds = ()

    def prepare(self, world, place):
        raise NotImplementedError

    def words(self, world, place):
        raise NotImplementedError

    def outcome(self, place, done):
        raise NotImplementedError

    def left_beside(self, place):
        """Files in the folder that a call should have removed."""
        return sorted(str(path.relative_to(place)) for path in place.rglob(".grabr-*.tmp"))


class Reduce(Command):
    holds = (("result.json", ("json=k", "json=m")),)

    def prepare(self, world, place):
        (place / "input.json").write_text(SMALL)

    def words(self, world, place):
        return ["-q", "-j", JOBS, "-i", "input.json", "-o", "result.json", "--", world.shim, *SLEEP,
                "json=k", "json=m"]

    def outcome(self, place, done):
        return (place / "result.json").read_bytes()


class InPlace(Reduce):
    holds = (("input.json", ("json=k", "json=m")),)

    def words(self, world, place):
        return ["-q", "-I", "-j", JOBS, "-i", "input.json", "--", world.shim, *SLEEP, "json=k",
                "json=m"]

    def outcome(self, place, done):
        """A later start begins with a smaller text, and may lead elsewhere: the result must fail."""
        expect((place / "input.json.orig").read_text() == SMALL, "the original is lost")
        return "json" if b'"k"' in (place / "input.json").read_bytes() else "lost"


class Option(Reduce):
    """A reduction with further options."""

    def __init__(self, *options):
        self.options = options

    def words(self, world, place):
        return [*self.options, *super().words(world, place)]


class Encode(Reduce):
    """Reduces a text with a test on bytes."""
    holds = ()

    def prepare(self, world, place):
        super().prepare(world, place)
        subprocess.run(["gzip", "-n", "input.json"], cwd=place, check=True)
        world.script(place / "test.sh", f'#!/bin/sh\ngzip -dc "$1" >"$TMPDIR/text" || exit 1\n'
                     f'exec {world.shim} {" ".join(SLEEP)} json=k json=m "$TMPDIR/text"\n')

    def words(self, world, place):
        return ["-q", "-j", JOBS, "--decode", "gzip -dc @@", "--encode", "gzip -nc @@", "-o",
                "result.json.gz", "./test.sh", "input.json.gz"]

    def outcome(self, place, done):
        return gzip.decompress((place / "result.json.gz").read_bytes())


class Folder(Command):
    runs_of_a_test = 2

    def prepare(self, world, place):
        for name, text in (("app/one/a.json", SMALL), ("app/b.json", LARGER), ("app/notes", "notes\n")):
            (place / name).parent.mkdir(parents=True, exist_ok=True)
            (place / name).write_text(text)
        world.script(place / "test.sh", f"#!/bin/sh\n{world.shim} {' '.join(SLEEP)} json=m one/a.json && "
                     f"exec {world.shim} json=e b.json\nexit 1\n")

    def words(self, world, place):
        return ["-q", "-j", JOBS, "./test.sh", "app"]

    def outcome(self, place, done):
        result = place / "app.reduced"
        return {str(file.relative_to(result)): file.read_bytes()
                for file in sorted(result.rglob("*")) if file.is_file()}


class Minimize(Reduce):
    def words(self, world, place):
        return ["--minimize", "wc -l @@", *super().words(world, place)]


class Inputs(Command):
    runs_of_a_test = 2

    def prepare(self, world, place):
        (place / "a.json").write_text(SMALL)
        (place / "b.json").write_text('{"k": [1, [2]], "z": {"y": 0}}\n')
        world.script(place / "test.sh", f"#!/bin/sh\n{world.shim} {' '.join(SLEEP)} json=m a.json && "
                     f"exec {world.shim} json=y b.json\nexit 1\n")

    def words(self, world, place):
        return ["-q", "-j", JOBS, "-o", "out/", "./test.sh", "a.json", "b.json"]

    def outcome(self, place, done):
        return [(place / "out" / name).read_bytes() for name in ("a.json", "b.json")]


class Fuzz(Command):
    status = 10
    runs_of_a_test = 2

    def prepare(self, world, place):
        world.script(place / "test.sh", f"#!/bin/sh\n{world.shim} --sleep-ms 2 count=2,1 \"$1\" && "
                     "{ echo 'error: two ones' >&2; exit 3; }\n"
                     f"{world.shim} has=false \"$1\" && exit 4\nexit 0\n")

    def words(self, world, place):
        return ["fuzz", "-q", "-g", "json", "-n", "60", "-j", JOBS, "-o", "found", "--exit", "3",
                "--exit", "4", "--", "./test.sh", "@@"]

    def outcome(self, place, done):
        found = {}
        for file in sorted((place / "found").rglob("*")):
            name = file.relative_to(place / "found")
            if file.is_file() and name.parts[0] != ".grabr":
                found[str(name)] = file.read_bytes()
        expect(len(found) >= 3, f"the findings are {sorted(found)}")
        return found


class Diff(Command):
    def prepare(self, world, place):
        lines = [f"line {number}\n" for number in range(16)]
        (place / "good.txt").write_text("".join(lines))
        bad = [line if number % 3 else f"other {number}\n" for number, line in enumerate(lines)]
        (place / "bad.txt").write_text("".join(bad))
        test_script(world, place, "test.sh", ["'has=other 6'", "'has=other 12'"])

    def words(self, world, place):
        return ["diff", "-q", "-j", JOBS, "-o", "fails.txt", "--passing", "passes.txt", "./test.sh",
                "bad.txt", "good.txt"]

    def outcome(self, place, done):
        return done.out, (place / "fails.txt").read_bytes(), (place / "passes.txt").read_bytes()


class Bench(Command):
    def prepare(self, world, place):
        for name, text, key in (("one", SMALL, "m"), ("two", LARGER, "e")):
            (place / "cases" / name).mkdir(parents=True)
            (place / "cases" / name / "input.json").write_text(text)
            test_script(world, place / "cases" / name, "interesting.sh", [f"json={key}"])

    def words(self, world, place):
        return ["bench", "-q", "-j", JOBS, "--strategies", "auto,hdd", "-o", "records.jsonl",
                "cases"]

    def outcome(self, place, done):
        records = [json.loads(line) for line in (place / "records.jsonl").read_text().splitlines()]
        for record in records:
            record.pop("test_sha256")  # the test's hash, which depends on its folder
        return sorted(json.dumps(without_times(record), sort_keys=True) for record in records)

    def left_beside(self, place):
        return super().left_beside(place) + [path.name for path in place.glob("*.answers")]


class Compare(Reduce):
    def words(self, world, place):
        return ["compare", "-q", "-j", JOBS, "--json", "--strategies", "ddmin-2000:tokens,hdd,auto",
                "-i", "input.json", "--", world.shim, *SLEEP, "json=k", "json=m"]

    def outcome(self, place, done):
        return without_times(json.loads(done.out))


class Verify(Reduce):
    forgetful = True

    def prepare(self, world, place):
        super().prepare(world, place)
        done = world.run("--report", "report.json", *super().words(world, place), folder=place)
        expect(done.status == 0, f"the reduction: exit status {done.status}:{tail(done.err)}")

    def words(self, world, place):
        return ["verify", "-q", "report.json"]

    def outcome(self, place, done):
        return (place / "result.json").read_bytes()


class Explain(Reduce):
    holds = ()

    def words(self, world, place):
        return ["explain", "-q", "-j", JOBS, "--samples", "4", "--together", "12", "--json", "-",
                "-i", "input.json", "--", world.shim, *SLEEP, "json=k", "json=m"]

    def outcome(self, place, done):
        return json.loads(done.out)


class Init(Command):
    """Stores nothing on the way to a recipe, which is written at the end."""
    forgetful = True

    def prepare(self, world, place):
        (place / "input.json").write_text(SMALL)
        world.script(place / "command.sh", f"#!/bin/sh\n{world.shim} {' '.join(SLEEP)} json=k \"$1\" || exit 0\n"
                     "echo \"tool: tool.c:5: read_key: Assertion \`key' failed.\" >&2\nkill -ABRT $$\n")

    def words(self, world, place):
        return ["init", "-q", "--force", "input.json", "--", "./command.sh", "@@"]

    def outcome(self, place, done):
        return json.loads((place / ".grabr.json").read_text())


COMMANDS = {"reduce": Reduce(), "text": Option("--strategy", "dd-min", "--unit", "chars"),
            "style": Option("--style", "compact", "--report", "report.json"),
            "in_place": InPlace(), "encode": Encode(), "minimize": Minimize(), "inputs": Inputs(),
            "folder": Folder(), "fuzz": Fuzz(), "diff": Diff(), "bench": Bench(),
            "compare": Compare(), "verify": Verify(), "explain": Explain(),
            "init": Init()}


def write_table(path, what, columns, rows):
    """Puts the columns of one check into the table of commands in a Markdown file, beside those of
    others; `rows`: command → values."""
    values = {}
    before, _, rest = path.read_text().partition(TABLE_BEGINS)
    old, _, after = rest.lstrip("\n").partition("\n\n")
    lines = [[cell.strip() for cell in line.strip("|").split("|")] for line in old.strip().splitlines()]
    header = lines[0][1:] if lines else []
    for cells in lines[2:]:
        values[cells[0]] = dict(zip(header, cells[1:]))
    names = [name for name in header if not name.startswith(what)] + [f"{what}: {name}" for name in columns]
    for command, row in rows.items():
        values.setdefault(command, {}).update({f"{what}: {name}": str(value)
                                               for name, value in zip(columns, row)})
    table = [["command", *names], ["---"] * (len(names) + 1)]
    table += [[command, *(row.get(name, "") for name in names)] for command, row in values.items()]
    text = "".join("| " + " | ".join(row) + " |\n" for row in table)
    path.write_text(before + TABLE_BEGINS + "\n\n" + text + "\n" + after.lstrip("\n"))


TABLE_BEGINS = "<!-- by command -->"
