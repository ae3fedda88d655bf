#!/bin/sh
# Runs what stands in the document as shell: does it divide by zero?
sed -n '/^```sh$/,/^```$/{/^```/!p}' "$1" | timeout 5 dash 2>&1 | grep -q 'division by zero'
