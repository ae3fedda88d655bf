#!/bin/sh
# For `git bisect run`: 0 is good and 1 is bad, the opposite of grabr's convention. Commits that
# cannot be tested are skipped.
python3 -m py_compile total.py || exit 125
! GRABR_DIR=.. ../test.sh ../order.reduced.json
