#!/bin/sh
# The same, but a text that is not an arithmetic expression is unresolved (status 125).
grabr check -q -g expr "$1" || exit 125
grep -qz '^[^()]*(.*)' "$1"
