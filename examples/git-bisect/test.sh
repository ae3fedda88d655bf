#!/bin/sh
# Does the checked-out version of the tool still fail on the candidate with this message?
python3 "${GRABR_DIR:-.}/tool/total.py" "${1:-order.json}" 2>&1 | grep -q "has no attribute 'count'"
