#!/bin/sh
# Fails (status 0) when there is a "(" and a ")" somewhere behind the first one.
grep -qz '^[^()]*(.*)' "$1"
