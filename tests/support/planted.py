"""Files for `grabr triage` that fail for planted faults, and the tool that has the faults."""

import json
import random
import sys

# Appends each run to the file that PLANTED_LOG names. A JSON reader with three bugs. The tool ends
# at the first one that it meets: with a different message for each, or (silent) with exit status 3
# and no message.
JSON_TOOL = r'''
import hashlib, json, os, sys
LOG = os.environ.get("PLANTED_LOG")
with open(sys.argv[1], "rb") as file: text = file.read().decode("utf-8", "replace")
if LOG:
    with open(LOG, "a") as log: log.write(hashlib.md5(text.encode()).hexdigest() + "\n")
def end(message):
    if not SILENT: print("fatal error: " + message, file=sys.stderr)
    sys.exit(3)
try: value = json.loads(text)
except ValueError: sys.exit(1)
def look(one, depth):
    if isinstance(one, dict):
        if isinstance(one.get("retries"), int) and one["retries"] < 0: end("negative number of retries")
        for part in one.values(): look(part, 0)
    elif isinstance(one, list):
        if depth == 4: end("lists are too deep")
        for part in one: look(part, depth + 1)
    elif isinstance(one, str) and "%n" in one: end("bad format")
look(value, 0)
'''

# The same for SQL, by words.
SQL_TOOL = r'''
import hashlib, os, re, sys
LOG = os.environ.get("PLANTED_LOG")
with open(sys.argv[1], "rb") as file: text = file.read().decode("utf-8", "replace")
if LOG:
    with open(LOG, "a") as log: log.write(hashlib.md5(text.encode()).hexdigest() + "\n")
def end(message):
    if not SILENT: print("internal error: " + message, file=sys.stderr)
    sys.exit(3)
for statement in text.upper().split(";"):
    if re.search(r"GROUP\s+BY\s+[0-9]", statement): end("position of a group")
    if re.search(r"LIKE\s+'[^']*%_%", statement): end("pattern")
    if statement.count("SELECT") > 2: end("depth of selects")
'''

FAULTS = ("a", "b", "c")
WORDS = ["alpha", "beta", "count", "delta", "items", "label", "mode", "name", "offset", "size", "state", "total", "user", "value"]


def tool_text(kind, silent):
    body = JSON_TOOL if kind == "json" else SQL_TOOL
    return f"SILENT = {silent}\n" + body


def json_value(dice, depth):
    kind = dice.random()
    if depth == 0 or kind < 0.45:
        return dice.choice([dice.randrange(1000), dice.choice(WORDS) + " " + dice.choice(WORDS), True, None, round(dice.random() * 100, 2)])
    if kind < 0.65:
        return [json_value(dice, 0) for _ in range(dice.randrange(4))]
    return {word: json_value(dice, depth - 1) for word in dice.sample(WORDS, dice.randrange(1, 5))}


def put_inside(dice, value, part):
    """A new key of an object somewhere in the value."""
    objects, todo = [], [value]
    while todo:
        one = todo.pop()
        if isinstance(one, dict):
            objects.append(one)
            todo.extend(one.values())
        elif isinstance(one, list):
            todo.extend(one)
    key, inside = part
    where = dice.choice(objects)
    pairs = list(where.items())
    pairs.insert(dice.randrange(len(pairs) + 1), (key, inside))
    where.clear()
    where.update(pairs)


def json_text(dice, fault):
    value = {word: json_value(dice, 3) for word in dice.sample(WORDS, 6)}
    word = dice.choice(WORDS)
    deep = dice.randrange(1000)
    for _ in range(5):
        deep = [deep, dice.randrange(9)] if dice.random() < 0.5 else [deep]
    put_inside(dice, value, {"a": ("retries", -dice.randrange(1, 90)), "b": ("x" + word, deep),
                             "c": ("y" + word, f"{word} %n {dice.choice(WORDS)}")}[fault])
    return json.dumps(value, indent=dice.choice([None, 1]))


def sql_text(dice, fault):
    lines = []
    for _ in range(dice.randrange(4, 9)):
        table, column, other = dice.sample(WORDS, 3)
        lines.append(dice.choice([f"CREATE TABLE {table} ({column} INTEGER, {other} TEXT);",
                                  f"INSERT INTO {table} ({column}) VALUES ({dice.randrange(99)}), ({dice.randrange(99)});",
                                  f"SELECT {column}, {other} FROM {table} WHERE {column} > {dice.randrange(99)} ORDER BY {other};",
                                  f"SELECT count(*) FROM {table} WHERE {other} IN (SELECT {column} FROM {table});"]))
    table, column, other = dice.sample(WORDS, 3)
    lines.insert(dice.randrange(len(lines) + 1), {
        "a": f"SELECT {column} FROM {table} GROUP BY {dice.randrange(1, 9)};",
        "b": f"SELECT {column} FROM (SELECT {column} FROM (SELECT {column}, {other} FROM {table}) AS {other}) AS {table};",
        "c": f"SELECT {other} FROM {table} WHERE {column} LIKE '{table}%_%';"}[fault])
    return "\n".join(lines) + "\n"


def write_files(folder, kind, count, seed=1):
    """Makes the files; the fault of each by its name."""
    dice = random.Random(seed)
    folder.mkdir()
    faults = {}
    for i in range(count):
        fault = FAULTS[i % len(FAULTS)]
        name = f"{i:03}.{kind}"
        (folder / name).write_text((json_text if kind == "json" else sql_text)(dice, fault))
        faults[name] = fault
    return faults


def pairs_right(bugs, faults):
    """The share of pairs assigned to the same bug that do belong together, and of pairs that belong
    together that were assigned to the same bug."""
    said = {}
    for bug in bugs:
        for member in bug["members"]:
            said[member["file"].rsplit("/", 1)[-1]] = bug["number"]
    together = both = truly = 0
    names = sorted(faults)
    for i, a in enumerate(names):
        for b in names[i + 1:]:
            same, true = a in said and said.get(a) == said.get(b), faults[a] == faults[b]
            together += same
            truly += true
            both += same and true
    return both / max(together, 1), both / max(truly, 1)


if __name__ == "__main__":
    sys.exit("this is no program")
