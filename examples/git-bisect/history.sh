#!/bin/sh
# A small tool with a history: makes the repository `tool`, in which the fifth of eight commits adds
# a bug.
set -e
git init -q -b main tool
cd tool
git config user.name Example
git config user.email example@example.org
commit() {
  git add .
  GIT_AUTHOR_DATE="2024-01-0$1T12:00:00Z" GIT_COMMITTER_DATE="2024-01-0$1T12:00:00Z" git commit -q -m "$2"
}
cat >total.py <<'END'
"""Prints the sum of all numbers of a JSON file."""
import json, sys

def total(value):
    if isinstance(value, (int, float)):
        return value
    return 0

print(total(json.load(open(sys.argv[1]))))
END
commit 1 "Add numbers"
sed -i 's/^    return 0$/    if isinstance(value, list):\n        return sum(total(one) for one in value)\n    return 0/' total.py
commit 2 "Look into lists"
sed -i 's/^    return 0$/    if isinstance(value, dict):\n        return sum(total(one) for one in value.values())\n    return 0/' total.py
commit 3 "Look into objects"
echo "total.py FILE prints a sum." >README
commit 4 "Say what it does"
sed -i 's/^    return 0$/    return value.count("-") * 0/' total.py
commit 5 "Prepare for numbers in strings"
echo "Numbers in strings are not counted yet." >>README
commit 6 "Say what it does not"
sed -i 's/import json, sys/import json\nimport sys/' total.py
commit 7 "One import a line"
echo "Licence: MIT" >>README
commit 8 "Name the licence"
