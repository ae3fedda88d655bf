#!/bin/sh
# Fails (status 0) if jq and Python both accept the document but read different values.
set -e
jq -cS . "$1" >by_jq 2>/dev/null
python3 canonical.py "$1" >by_python 2>/dev/null
! cmp -s by_jq by_python
