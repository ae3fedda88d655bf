#!/usr/bin/env python3
"""Runs the steps of the GitHub Action like a runner: each `run` in bash, with the values of its
expressions.

    check_action.py GRABR ACTION

ACTION is action.yml. Exit status 77: python3-yaml is not installed.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

try:
    import yaml
except ImportError:
    print("left out: there is no module yaml")
    sys.exit(77)

# Versions of actions/upload-artifact since 4.4.
UPLOAD = re.compile(r"^actions/upload-artifact@v([4-9]|\d\d)$")
UPLOAD_INPUTS = {"name", "path", "if-no-files-found", "retention-days", "compression-level", "overwrite",
                 "include-hidden-files"}


# The keys that GitHub's schema of composite actions allows.
KEYS = {"": {"name", "author", "description", "inputs", "outputs", "runs", "branding"},
        "input": {"description", "required", "default", "deprecationMessage"}, "output": {"description", "value"},
        "runs": {"using", "steps"},
        "step": {"name", "id", "if", "env", "run", "shell", "working-directory", "uses", "with", "continue-on-error"}}


def check_keys(action):
    """Nothing is misspelt: what GitHub does not know it refuses, or leaves out in silence."""
    parts = [("", action), ("runs", action["runs"])]
    parts += [("input", about) for about in action["inputs"].values()]
    parts += [("output", about) for about in action["outputs"].values()]
    parts += [("step", step) for step in action["runs"]["steps"]]
    for kind, part in parts:
        assert set(part) <= KEYS[kind], (kind, set(part) - KEYS[kind])
        assert kind != "step" or ("run" in part) != ("uses" in part), part
    ids = {step["id"] for step in action["runs"]["steps"] if "id" in step}
    for name in re.findall(r"steps\.([\w-]+)\.outputs", str(action)):
        assert name in ids, f"no step is called {name}"
    for name in re.findall(r"inputs\.([\w-]+)", str(action)):
        assert name in action["inputs"], f"no input is called {name}"


def filled(text, values):
    """A text without expressions. KeyError: one names what is not there."""
    return re.sub(r"\$\{\{ *([\w.-]+) *\}\}", lambda found: values[found[1]], text)


def uploaded(step, values):
    """What the upload step would keep: paths in the artifact. What it would not take is an AssertionError."""
    assert UPLOAD.match(step["uses"]), step["uses"]
    given = {name: filled(text, values) for name, text in step["with"].items()}
    assert set(given) <= UPLOAD_INPUTS, set(given) - UPLOAD_INPUTS
    assert given["name"] and not re.search(r'["<>|*?:\\/\r\n]', given["name"]), given["name"]
    path = pathlib.Path(given["path"].strip())
    assert path.is_absolute() and path.is_dir() and not re.search(r"[*?\[\]!\n]", str(path)), path
    assert given["if-no-files-found"] == "error", given
    return sorted(str(file.relative_to(path)) for file in path.rglob("*")
                  if file.is_file() and not any(part.startswith(".") for part in file.relative_to(path).parts))


def run_action(action, program, place, given):
    """What the steps leave, or the status of the one that failed and what it printed."""
    values = {"runner.temp": str(place / "temp")}
    unknown = set(given) - set(action["inputs"])
    assert not unknown, unknown
    for name, about in action["inputs"].items():
        assert name in given or "default" in about or about.get("required"), name
        values[f"inputs.{name}"] = given.get(name, about.get("default", ""))
    kept = []
    (place / "temp").mkdir(exist_ok=True)
    for step in action["runs"]["steps"]:
        if "uses" in step:
            kept += uploaded(step, values)
            continue
        assert step["shell"] == "bash", step
        assert "${{" not in step["run"], "an expression in a script is code for whoever names the input"
        output, summary = place / "output", place / "summary"
        output.write_text("")
        environment = dict(os.environ, RUNNER_TEMP=values["runner.temp"], GITHUB_OUTPUT=str(output),
                           GITHUB_STEP_SUMMARY=str(summary))
        environment.update({name: filled(text, values) for name, text in step.get("env", {}).items()})
        done = subprocess.run(["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]], cwd=place,
                              env=environment, capture_output=True, text=True)
        if done.returncode != 0:
            return done.returncode, done.stdout + done.stderr, kept
        for line in output.read_text().splitlines():
            name, _, value = line.partition("=")
            values[f"steps.{step.get('id')}.outputs.{name}"] = value
    outputs = {name: filled(about["value"], values) for name, about in action["outputs"].items()}
    return 0, outputs, kept


def main():
    program, file = (str(pathlib.Path(word).resolve()) for word in sys.argv[1:])
    action = yaml.safe_load(pathlib.Path(file).read_text())
    assert action["runs"]["using"] == "composite"
    check_keys(action)
    test = 'grep -q "bug" "$1"'
    with tempfile.TemporaryDirectory() as name:
        place = pathlib.Path(name)
        place.joinpath("in.json").write_text('["bug", 1]')
        status, outputs, kept = run_action(action, program, place, {"input": "in.json", "test": test, "grabr": program})
        assert status == 0 and kept == ["in.json", "report.html", "report.json"], (status, outputs, kept)
        place.joinpath(".an [1] input.json").write_text('{"a": [1, {"bug": [2, 3]}], "b": true}')
        status, outputs, kept = run_action(action, program, place, {
            "input": ".an [1] input.json", "test": test, "grabr": program, "options": "-j 2 --without 'layout'"})
        assert status == 0, outputs
        assert outputs["bytes"] == "5" and outputs["finished"] == "true", outputs
        assert pathlib.Path(outputs["reduced"]).read_text() == '"bug"'
        assert '    "bug"' in place.joinpath("summary").read_text()
        assert "<html" in pathlib.Path(outputs["reduced"]).with_name("report.html").read_text()[:200]
        assert kept == ["an [1] input.json", "report.html", "report.json"], kept
    for given, status, words in (({"test": "false"}, 3, "does not fail"), ({"test": test, "max-time": "soon"}, 2, "2"),
                                ({"test": test, "input": ""}, 2, "2"), ({"test": ""}, 2, "2"),
                                ({"test": test, "input": "nosuch.json"}, 2, "2")):
        with tempfile.TemporaryDirectory() as name:
            place = pathlib.Path(name)
            place.joinpath("in.json").write_text('["bug"]')
            result = run_action(action, program, place, {"input": "in.json", "grabr": program, **given})
            assert result[0] == status and "::error" in result[1] and words in result[1], result
    with tempfile.TemporaryDirectory() as name:
        place = pathlib.Path(name)
        place.joinpath("in.json").write_text('["bug", 1, [2, 3], {"a": "b"}]')
        status, outputs, _ = run_action(action, program, place, {
            "input": "in.json", "grabr": program, "test": test, "options": "--max-tests 1 --no-preflight"})
        assert status == 0 and outputs["finished"] == "false", (status, outputs)
    print("the steps do what they say")


if __name__ == "__main__":
    main()
