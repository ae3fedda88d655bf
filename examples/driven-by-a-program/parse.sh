#!/bin/sh
# A parser with a bug: it rejects an object that ends inside an array.
tr -d ' \n' <"$1" | grep -q '\[[^]]*}' && { echo "parse: unexpected token }" >&2; exit 1; }
exit 0
