#!/bin/sh
# Runs the shell code of the document: does it divide by zero?
sed -n '/^```sh$/,/^```$/{/^```/!p}' "$1" | timeout 5 dash 2>&1 | grep -q 'division by zero'
