#!/bin/bash
# Exit 0 if gcc 12 with -g -c still ends in its internal compiler error "in gen_typedef_die".
# The candidate: the path in $1, or else input.c in the current folder.
candidate=${1:-input.c}
[ -f "$candidate" ] || exit 2
compiler=$(command -v gcc-12 || command -v gcc) || exit 125

export LC_ALL=C
ulimit -c 0 -t 20 -f 100000 -v 4000000
temporary=$(mktemp -d) || exit 125
trap 'rm -rf "$temporary"' EXIT
export TMPDIR=$temporary

timeout -k 2 20 "$compiler" -x c -g -c "$candidate" -o "$temporary/out.o" >"$temporary/log" 2>&1
grep -q 'internal compiler error: in gen_typedef_die' "$temporary/log"
