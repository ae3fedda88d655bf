#!/bin/sh
# The same, but what is no arithmetic expression tells nothing (status 125).
grabr check -q -g expr "$1" || exit 125
grep -qz '^[^()]*(.*)' "$1"
