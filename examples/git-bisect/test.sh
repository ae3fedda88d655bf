#!/bin/sh
# Does the tool of this checkout still fail on the candidate, in this way?
python3 "${GRABR_DIR:-.}/tool/total.py" "${1:-order.json}" 2>&1 | grep -q "has no attribute 'count'"
