#!/bin/sh
# For `git bisect run`: 0 is good and 1 is bad, the other way round than for grabr. What cannot be
# tried at all is skipped.
python3 -m py_compile total.py || exit 125
! GRABR_DIR=.. ../test.sh ../order.reduced.json
