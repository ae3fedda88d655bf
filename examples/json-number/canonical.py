"""Prints a JSON file in one line, keys sorted, as `jq -cS` does; numbers as they are."""
import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    value = json.load(file, parse_float=lambda text: float(text) if float(text) % 1 else int(float(text)))
print(json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False))
