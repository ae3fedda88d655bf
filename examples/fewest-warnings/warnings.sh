#!/bin/sh
# Counts gcc's warnings and errors.
gcc -Wall -Wextra -c -o /dev/null "$1" 2>&1 | grep -c -e warning: -e error: || true
