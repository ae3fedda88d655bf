#!/usr/bin/env python3
"""Rejects an #include in the wrong direction between the layers and subfolders of src/, cyclic
includes, two types of the same name, names of options below the command line, and file names in
messages without escaping.

    check_layers.py FOLDER       checks FOLDER/src
    check_layers.py --self-test  checks that each rule can fail

A folder of src/ is a layer. A file may include its own layer and the layers that its row of ALLOWED
names; src/main.cc may include all. A subfolder of a layer is called a room. It may include the
rooms before it (ROOMS) and the files of the layer outside of rooms, which may include all rooms of
the layer; other layers may only include the headers in DOORS. A header and its .cc are one unit;
units may not include each other in a cycle. Large libraries are allowed only in certain files
(library_problem), and the JSON library may only be used for writing (READS_JSON). Two headers that
define types of the same name give a program with undefined behaviour, which no compiler reports. In
a message a file's name goes through shown_name (text/escape.h). Below cli the program's options
stand in texts as "{key}" (text/setting.h), and each key is one of its options.
"""

import pathlib
import re
import sys
import tempfile

ORDER = ["text", "grammar", "tree", "parse", "import", "generate", "oracle", "reduce", "bench", "report",
         "catalogue", "run", "api", "cli"]
ALLOWED = {layer: set(ORDER[:place]) for place, layer in enumerate(ORDER)}
ALLOWED["oracle"] = {"text"}  # running a test needs no grammar and no tree
ALLOWED["api"] -= {"bench"}
ALLOWED["cli"] -= {"api"}  # the program does not use the library: both use the engine
ALLOWED["catalogue"] = {"text", "grammar", "import", "tree", "parse", "report"}

ROOMS = {
    "grammar": ["model", "lex", "analyse", "load"],
    "import": ["model", "read", "write", "rewrite"],
    "parse": ["tokens", "lr", "diagnose", "earley", "fast", "ambiguity", "repair", "content"],
    "oracle": ["test", "condition", "process", "answers"],
    "reduce": ["core", "minimizer", "text", "style", "pass", "certify", "literature", "diff",
               "explain"],
    "report": ["form", "trace", "saved", "tables", "export", "page"],
    "run": ["config", "files", "job", "check", "several", "fuzz", "triage"],
    "cli": ["line", "show", "options", "command"],
}
# Headers that other layers may include.
DOORS = {
    "grammar/model": ["grammar", "content", "print", "line_ends", "hidden_lists", "terminal_set",
                      "char_class", "escapes", "problems"],
    "grammar/lex": ["lexer", "indentation", "scan_table", "opener", "regex", "nfa", "dfa"],
    "grammar/analyse": ["analysis", "cheapest", "digraph"],
    "grammar/load": ["load", "json_reader"],
    "import/model": ["imported"],
    "import/read": [],
    "import/rewrite": [],
    "import/write": [],
    "parse/lr": [],
    "parse/tokens": ["tokenize"],
    "parse/earley": [],
    "parse/diagnose": [],
    "parse/fast": ["derivation"],
    "parse/ambiguity": ["ambiguity", "conflicts", "grammar_counts", "chart_dump"],
    "parse/repair": ["partial"],
    "parse/content": ["found_contents"],
    "oracle/test": ["arguments", "conversion", "listing", "program", "test_files", "write_file"],
    "oracle/condition": ["conditions", "condition_kinds", "condition_options", "execution",
                         "failure_signature", "failure_kinds",
                         "output_pattern"],
    "oracle/process": ["process_oracle", "process_oracle_options", "test_json", "work_folder", "cores",
                       "spawn"],
    "oracle/answers": ["judge", "journal", "identity", "ordered_tests",
                       "preflight", "rates", "rate_oracle"],
    "reduce/core": ["session", "protection"],
    "reduce/minimizer": [],
    "reduce/text": [],
    "reduce/style": ["style"],
    "reduce/pass": [],
    "reduce/certify": ["certificate"],
    "reduce/literature": [],
    "reduce/diff": ["dd", "changes", "tree_changes"],
    "reduce/explain": ["explainer"],
    "report/form": ["json_text", "measure", "text_table"],
    "report/trace": ["event_log", "history", "kept_files", "recorder", "tallies", "trace"],
    "report/saved": ["neighbours", "report", "saved_report"],
    "report/tables": ["batch_comparison", "batch_records", "bench_reports", "comparison",
                      "explanation_text", "grammar_statistics", "verdict"],
    "report/export": ["export_grammar"],
    "report/page": ["page"],
    "run/config": ["config", "find_protection", "fuzz_config", "triage_config", "command_words", "quantity_words", "listener",
                   "archive_tool", "ready_conditions"],
    "run/files": ["converter", "file_form", "kept_test", "output_places",
                  "run_status", "save_best", "trusted_files"],
    "run/job": [],
    "run/check": ["crash_taken", "hung_tests", "rate_search", "rejections"],
    "run/several": ["folder", "round_robin"],
    "run/fuzz": ["fuzzing"],
    "run/triage": ["decisions", "triaging"],
    "cli/line": [],
    "cli/show": [],
    "cli/options": [],
    "cli/command": [],
}

TYPE = re.compile(r"^(?:class|struct|enum class|enum) (\w+)\b(?!::)[^;]*?\{|^namespace ([\w:]+) \{",
                  re.MULTILINE)
# A string literal, after constructs that may contain quotation marks.
STRING = re.compile(r"""//[^\n]*|'(?:[^'\\\n]|\\.)+'|(R"(\w*)\((?:.|\n)*?\)\2"|"(?:[^"\\\n]|\\.)*")""")
OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]*")
KEY = re.compile(r"\{([a-z]+(?:-[a-z]+)*)\}")
# Command lines of grabr and other programs, which are written and parsed as such.
COMMAND_LINES = ["bench/child_reduction.cc", "oracle/test/script_words.cc",
                 "run/config/ready_conditions.cc"]
OTHERS_OPTIONS = ["`cmake --install`", "crash --functions ", " --parts ",
                  '"--posix"', "wasm2wat --generate-names"]
# The library that writes JSON does not read it: text/json.h does, with limits and positions.
READS_JSON = re.compile(r"\w::(?:parse|sax_parse|accept|from_\w+)\s*\(|\"_json\b")
INCLUDE = re.compile(r'^[ \t]*#\s*include\s*(?:"([^"]+)"|<([^>]+)>)', re.MULTILINE)


def library_problem(path, name):
    """Why the file at `path` (relative to src/) may not include <name>, or None."""
    if (name.startswith("boost/graph/")
            and path.as_posix() not in ("grammar/analyse/analysis.cc", "grammar/analyse/digraph.cc")):
        return "Boost.Graph belongs in grammar/analyse/{analysis,digraph}.cc alone"
    if name.startswith("CLI/") and path.parts[0] != "cli":
        return "only the command line knows CLI11"
    if name == "iostream" and path.parts[0] != "cli":
        return "only the command line prints; others have a listener"
    if (name.startswith("nlohmann/") and path.suffix != ".cc"
            and name != "nlohmann/json_fwd.hpp"):
        return "nlohmann/json is too heavy for a header; include it in the .cc"
    return None


def layer_problem(path, name):
    """Why the file at `path` may not include "name" of our own, or None."""
    layer = name.split("/")[0]
    if "/" not in name or layer not in ORDER:
        return f'not of the form "layer/file.h" with a layer of: {" ".join(ORDER)}'
    if len(path.parts) == 1:
        return None
    own = path.parts[0]
    if layer != own and layer not in ALLOWED[own]:
        allowed = " ".join([own] + [l for l in ORDER if l in ALLOWED[own]])
        return f"{own} may include only: {allowed}"
    return None


def room_of(parts):
    """(layer, room) of a path's parts; the room is None for files outside of rooms."""
    return parts[0], parts[1] if len(parts) > 2 else None


def room_problem(path, name):
    """Why the file at `path` may not include "name", whose layer it may include, or None."""
    if len(path.parts) == 1:
        return None
    own_layer, own_room = room_of(path.parts)
    layer, room = room_of(name.split("/"))
    if room is None:
        return None
    rooms = ROOMS.get(layer, [])
    if room not in rooms:
        return f"{room} is not a room of {layer}"
    if own_layer != layer:
        doors = DOORS[f"{layer}/{room}"]
        if pathlib.Path(name).stem not in doors:
            return f"behind the door of {layer}/{room}: {' '.join(doors) or 'for its layer only'}"
    elif own_room is not None and rooms.index(room) > rooms.index(own_room):
        return f"{own_room} may include only: {' '.join(rooms[:rooms.index(own_room) + 1])}"
    return None


def place_problem(path):
    if len(path.parts) == 1 and path.name != "main.cc":
        return "only main.cc stands outside the layers"
    if len(path.parts) > 1 and path.parts[0] not in ORDER:
        return f"{path.parts[0]} is not a layer"
    if len(path.parts) > 2 and path.parts[1] not in ROOMS.get(path.parts[0], []):
        return f"{path.parts[1]} is not a room of {path.parts[0]}"
    if len(path.parts) > 3:
        return "a room has no rooms"
    return None


def problems_of_file(source, path):
    wrong_place = place_problem(path)
    if wrong_place:
        return [f"src/{path}: {wrong_place}"]
    problems = []
    text = (source / path).read_text(encoding="utf-8")
    writes_json = "#include <nlohmann/" in text
    for number, line in enumerate(text.splitlines(), start=1):
        if writes_json and READS_JSON.search(line):
            problems.append(f"src/{path}:{number}: {line.strip()}: JSON is read by text/json.h")
        match = INCLUDE.match(line)
        if not match:
            continue
        own, library = match.groups()
        name = own or library
        problem = library_problem(path, name)
        if problem is None and own and not own.startswith(("boost/", "nlohmann/")):
            problem = layer_problem(path, own) or room_problem(path, own)
        if problem is None and library and library.split("/")[0] in ORDER and "/" in library:
            problem = "our own headers are included in quotes"
        if problem:
            problems.append(f"src/{path}:{number}: {line.strip()}: {problem}")
    return problems


def name_problems(root):
    """Types that two headers define in the same namespace; types of tests count, because they are
    linked with ours."""
    places = {}
    for path in sorted(p for folder in ("src", "tests") for p in (root / folder).rglob("*.h")):
        inside = ""
        for name, namespace in TYPE.findall(path.read_text(encoding="utf-8")):
            inside = namespace or inside
            if name:
                places.setdefault((inside, name), []).append(path.relative_to(root))
    return [f"{paths[1]}: {name} is defined in {paths[0]}, too"
            for (_, name), paths in sorted(places.items()) if len(paths) > 1]


def strings_of(source, path):
    """(line, string) for each string literal as written; adjacent literals are joined."""
    text = (source / path).read_text(encoding="utf-8")
    return [(text.count("\n", 0, match.start()) + 1, match[1])
            for match in STRING.finditer(text) if match[1]]


def option_problems(source, files):
    """Options that are named below the command line, and setting keys that are not options."""
    problems = []
    known = {option[2:] for path in files if path.parts[0] == "cli"
             for _, text in strings_of(source, path) for option in OPTION.findall(text)}
    conditions = source / "oracle/condition/all_conditions.def"  # each row declares an option
    if conditions.exists():
        known.update(re.findall(r'\.name = "([a-z-]+)"', conditions.read_text(encoding="utf-8")))
    for path in files + sorted(p.relative_to(source) for p in source.rglob("*.def")):
        if path.parts[0] in ("cli", "main.cc") or path.as_posix() in COMMAND_LINES:
            continue
        content = (source / path).read_text(encoding="utf-8")
        has_keys = path.suffix == ".def" or '#include "text/setting.h"' in content
        for line, text in strings_of(source, path):
            own = text
            for other in OTHERS_OPTIONS:
                own = own.replace(other, "")
            problems += [f'src/{path}:{line}: {option}: say it as spelled("{{{option[2:]}}}")'
                         for option in OPTION.findall(own)]
            problems += [f"src/{path}:{line}: {{{key}}}: there is no option of this name"
                         for key in KEY.findall(text) if has_keys and key not in known]
    return problems


FILE_NAME = re.compile(r'"[^"\n]* [^"\n]*"\s*\+\s*[\w.>()*\[\]-]*?(?:\.|->)string\(\)'
                       r'|(?:\.|->)string\(\)\s*\+\s*"[^"\n]* ')


def file_name_problems(source, path):
    """File names that are inserted into messages unescaped: a line end in the name would break the
    message."""
    text = (source / path).read_text(encoding="utf-8")
    return [f"src/{path}:{text.count(chr(10), 0, match.start()) + 1}: say the name by shown_name()"
            for match in FILE_NAME.finditer(text) if "shell_" not in match[0]]


def circle_problems(source, files):
    """Units that include each other, directly or indirectly; one cycle is shown."""
    includes = {}
    for path in files:
        unit = path.with_suffix("").as_posix()
        found = INCLUDE.finditer((source / path).read_text(encoding="utf-8"))
        includes.setdefault(unit, set()).update(
            match[1].rsplit(".", 1)[0] for match in found if match[1])
    for unit, others in includes.items():
        others &= includes.keys() - {unit}
    while done := {unit for unit, others in includes.items() if not others}:
        includes = {unit: others - done for unit, others in includes.items() if unit not in done}
    if not includes:
        return []
    way = [min(includes)]
    while (following := min(includes[way[-1]])) not in way:
        way.append(following)
    circle = way[way.index(following):] + [following]
    return [f"src: these include each other: {', '.join(circle)}"]


def problems_of_tree(root):
    source = pathlib.Path(root) / "src"
    files = sorted(p.relative_to(source) for p in source.rglob("*") if p.suffix in (".h", ".cc"))
    if not files:
        return [f"{source}: no source file here"]
    problems = [problem for path in files for problem in problems_of_file(source, path)]
    problems += [problem for path in files for problem in file_name_problems(source, path)]
    return (problems + circle_problems(source, files) + option_problems(source, files)
            + name_problems(pathlib.Path(root)))


# (file under src/, its one line, accepted?)
SELF_TEST = [
    ("text/a.h", '#include "text/b.h"', True),
    ("tree/a.cc", '#include "grammar/b.h"', True),
    ("reduce/a.cc", '#include "oracle/b.h"', True),
    ("cli/a.cc", '#include "report/b.h"', True),
    ("main.cc", '#include "cli/b.h"', True),
    ("text/a.h", "#include <vector>", True),
    ("grammar/analyse/analysis.cc", "#include <boost/graph/adjacency_list.hpp>", True),
    ("report/a.cc", "#include <nlohmann/json.hpp>", True),
    ("text/a.h", '// #include "cli/b.h" would be wrong', True),
    ("text/a.h", '#include "grammar/b.h"', False),
    ("grammar/a.cc", '#include "tree/b.h"', False),
    ("tree/a.cc", '  #  include "parse/b.h"', False),
    ("oracle/a.cc", '#include "tree/b.h"', False),
    ("oracle/a.h", '#include "grammar/b.h"', False),
    ("parse/a.cc", '#include "oracle/b.h"', False),
    ("reduce/a.cc", '#include "cli/b.h"', False),
    ("bench/a.cc", '#include "report/b.h"', False),
    ("text/a.cc", '#include "b.h"', False),
    ("text/a.cc", '#include "../cli/b.h"', False),
    ("text/a.cc", "#include <cli/b.h>", False),
    ("extra/a.cc", "", False),
    ("other.cc", "", False),
    ("grammar/load/load.cc", "#include <boost/graph/adjacency_list.hpp>", False),
    ("grammar/load/load.cc", '#include "boost/graph/adjacency_list.hpp"', False),
    ("grammar/load/load.h", "#include <nlohmann/json.hpp>", False),
    ("report/a.h", "#include <nlohmann/json_fwd.hpp>", True),
    ("report/a.h", "#include <nlohmann/json.hpp>", False),
    ("report/a.cc", "#include <nlohmann/json.hpp>\nauto a = Json::parse(text);", False),
    ("report/a.cc", "#include <nlohmann/json.hpp>\nbool a = nlohmann::json::sax_parse (b, c);", False),
    ("report/a.cc", "#include <nlohmann/json.hpp>\nauto a = parser.parse(text);", True),
    ("run/a.cc", '#include "catalogue/b.h"', True),
    ("run/a.cc", '#include "cli/b.h"', False),
    ("cli/a.cc", "#include <CLI/CLI.hpp>", True),
    ("run/a.cc", "#include <CLI/CLI.hpp>", False),
    ("cli/a.cc", "#include <iostream>", True),
    ("run/a.cc", "#include <iostream>", False),
    ("parse/fast/a.h", '#include "parse/lr/b.h"', True),
    ("parse/fast/a.h", '#include "parse/b.h"', True),
    ("parse/a.h", '#include "parse/repair/b.h"', True),
    ("cli/a.h", '#include "parse/repair/partial.h"', True),
    ("parse/lr/a.h", '#include "parse/fast/b.h"', False),
    ("cli/a.h", '#include "parse/repair/repair.h"', False),
    ("cli/a.h", '#include "parse/attic/a.h"', False),
    ("parse/attic/a.h", "", False),
    ("parse/lr/deeper/a.h", "", False),
    ("cli/a.cc", 'const char* a = "--timeout";', True),
    ("run/a.cc", 'const char* a = "give it --timeout";', False),
    ("run/a.cc", '// not "--timeout"', True),
    ("run/a.cc", 'const char* a = "see `grabr strategies`";', True),
    ("run/a.cc", 'const char* a = "{other}";', True),
    ("run/a.cc", 'std::string a = "cannot read " + path.string();', False),
    ("run/a.cc", 'std::string a = "cannot read " + run->output.string();', False),
    ("run/a.cc", 'std::string a = path.string() +\n  " is empty";', False),
    ("run/a.cc", 'std::string a = "cannot read " + shown_name(path);', True),
    ("run/a.cc", 'std::string a = path.string() + ".orig";', True),
    ("run/a.cc", 'std::string a = "cp " + shell_word(path.string()) + " x";', True),
    ("run/a.cc", '#include "text/setting.h"\nconst char* a = "{gone}";', False),
]


def self_test():
    failures = []
    for name, line, accepted in SELF_TEST:
        with tempfile.TemporaryDirectory() as root:
            path = pathlib.Path(root, "src", name)
            path.parent.mkdir(parents=True)
            path.write_text(line + "\n", encoding="utf-8")
            if (not problems_of_tree(root)) != accepted:
                wanted = "accepted" if accepted else "refused"
                failures.append(f"self-test: {name}: {line}: should be {wanted}")
    with tempfile.TemporaryDirectory() as root:
        for layer in ("text", "tree"):
            path = pathlib.Path(root, "src", layer, "a.h")
            path.parent.mkdir(parents=True)
            path.write_text("class Other;\nstruct Twice : Other {\n};\n", encoding="utf-8")
        if len(problems_of_tree(root)) != 1:
            failures.append("self-test: two types of one name should be refused, declarations not")
        apart = "namespace apart {\nclass Other;\nstruct Twice : Other {\n};\n}\n"
        path.write_text(apart, encoding="utf-8")
        if problems_of_tree(root):
            failures.append("self-test: types of one name in two namespaces should be accepted")
    with tempfile.TemporaryDirectory() as root:
        (pathlib.Path(root) / "src" / "text").mkdir(parents=True)
        for name, other in (("a.h", "b.h"), ("b.h", "c.h"), ("c.cc", "a.h")):
            path = pathlib.Path(root, "src", "text", name)
            path.write_text(f'#include "text/{other}"\n', encoding="utf-8")
        if len(problems_of_tree(root)) != 1:
            failures.append("self-test: units that include each other should be refused")
    with tempfile.TemporaryDirectory() as root:
        if not problems_of_tree(root):
            failures.append("self-test: a tree without sources should be refused")
    return failures


def main(arguments):
    if len(arguments) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    problems = self_test() if arguments[0] == "--self-test" else problems_of_tree(arguments[0])
    for problem in problems:
        print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
