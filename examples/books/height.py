#!/usr/bin/env python3
"""The height of a tree that `grabr parse --print=json` has printed: nodes on the longest way down."""
import json
import sys


def height(node):
    children = node.get("children") or []
    return 1 + max(map(height, children), default=0)


print(height(json.load(sys.stdin)))
