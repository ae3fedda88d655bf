#!/bin/sh
# A parser with a mistake: it does not know where an object may end.
tr -d ' \n' <"$1" | grep -q '\[[^]]*}' && { echo "parse: unexpected token }" >&2; exit 1; }
exit 0
