#!/usr/bin/env python3
"""Installs grabr, moves the tree elsewhere, and builds independent projects with it: the examples
of the library, as in their READMEs.

    check_library.py BUILD EXAMPLES [NAME...]

BUILD is a build folder that is up to date. Exit status 77: a program that an example needs is not
there.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

import check_examples

NEEDS = {
    "cmake": ["cmake", "c++"],
    "property-test": ["cmake", "c++"],
    "afl-trimmer": ["pkg-config", "cc"],
    "python": ["python3"],
    "python-module": ["python3"],
    "custom-pass": ["pkg-config", "c++"],
}
# Libraries that the engine uses; clients must not need them.
FOREIGN = re.compile(r"boost|nlohmann|CLI11|/CLI/|re2|xxhash|sha2\.h")


def installed(build, place):
    """An installed tree that was moved, and does not contain its original path."""
    first, then = place / "first", place / "moved" / "tree"
    subprocess.run(["cmake", "--install", build, "--prefix", first], check=True,
                   stdout=subprocess.DEVNULL)
    for name in ("README.md", "LICENSE"):
        assert (first / "share/doc/grabr" / name).stat().st_size > 0, name
    then.parent.mkdir()
    first.rename(then)
    return then


def environment_for(prefix):
    library = next(prefix.rglob("libgrabr.so")).parent
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GRABR_")}
    environment.update(CMAKE_PREFIX_PATH=str(prefix), LD_LIBRARY_PATH=str(library),
                       PKG_CONFIG_PATH=str(library / "pkgconfig"),
                       PYTHONPATH=str(prefix / "share/grabr/python"))
    return environment


def header_problem(prefix):
    """A client's compiler must read only files of the tree and of the compiler itself."""
    for header, language in (("grabr/grabr.hpp", ["c++", "-std=c++20"]), ("grabr/grabr.h", ["c"])):
        command = ["c++", "-x", *language, "-I", prefix / "include", "-M", "-"]
        done = subprocess.run(command, input=f"#include <{header}>\n", text=True, capture_output=True,
                              check=True)
        foreign = FOREIGN.findall(done.stdout)
        if foreign or str(prefix) not in done.stdout:
            return f"<{header}> reads {foreign or 'nothing of the installed tree'}"
    return None


UNSAID = re.compile(r"(//|#|\}|inline namespace|namespace|extern|public:|private:|return|if |throw|:|~|"
                    r"(class|struct) \w+;)|.*(= delete|std::uint8_t \{ .* \};)")


def undocumented(text):
    """Declarations in a header without a comment, each by its first line."""
    missing, words, is_said, is_private = [], "", False, False
    for whole in text.splitlines():
        line = whole.strip()
        is_private = (is_private or line == "private:") and whole != "};"
        if line.startswith(("///", "/**", "*")):
            is_said = True
        elif not line or is_private or not words and UNSAID.match(line):
            is_said = False
        else:
            words += line
            if not re.search(r"([;{}:,]|\w /\*\*<.*)( *(///|/\*\*)<.*)?$", line) or words.count("(") > words.count(")"):
                continue
            if not is_said and not re.search(r"(///|/\*\*)<", words):
                missing.append(words)
            words, is_said = "", False
    return missing


def documentation_problem(prefix):
    """tools/docs checks the same with doxygen, which is not installed everywhere."""
    for name in ("grabr.hpp", "grabr.h"):
        text = (prefix / "include/grabr" / name).read_text()
        missing = undocumented(text)
        if missing or undocumented(re.sub(r"///.*|/\*\*[^/]*\*/", "", text)) == []:
            return f"{name} does not say what these are: {missing[:5]}"
    return None


def symbol_problem(prefix):
    """Symbols of the engine and its libraries must not be exported: they would clash with those of
    a client."""
    library = next(prefix.rglob("libgrabr.so"))
    names = subprocess.run(["nm", "-DC", "--defined-only", library], text=True, capture_output=True,
                           check=True).stdout.splitlines()
    shown = [line.split(" ", 2)[2] for line in names]
    strange = [name for name in shown if re.match(r"(grabr::(?!v1::)|re2::|XXH|CLI::|nlohmann)", name)]
    if strange or not any(name.startswith("grabr::v1::reduce") for name in shown):
        return f"the library shows {strange[:5] or 'nothing'}"
    needed = subprocess.run(["readelf", "-d", library], text=True, capture_output=True, check=True).stdout
    beside = {path.name for path in (library.parent / "grabr").glob("*")}
    for name in re.findall(r"NEEDED.*\[(.*)\]", needed):
        if name not in beside and not re.match(r"lib(stdc\+\+|m|gcc_s|c)\.so|ld-linux", name):
            return f"the library needs {name}, which is not installed with it"
    return None


def main():
    build, root, *names = sys.argv[1:]
    examples = sorted(path for path in pathlib.Path(root).iterdir() if path.is_dir())
    with tempfile.TemporaryDirectory() as place:
        prefix = installed(build, pathlib.Path(place))
        failed, skipped = check_examples.check_all(examples, NEEDS, names, environment_for(prefix))
        for problem in (header_problem(prefix), documentation_problem(prefix), symbol_problem(prefix)):
            if problem:
                print(problem)
                failed += 1
    return 1 if failed else 77 if skipped else 0


if __name__ == "__main__":
    sys.exit(main())
