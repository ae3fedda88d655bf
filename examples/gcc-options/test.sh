#!/bin/bash
# Fails (status 0) if, with the options in the file, the program prints something other than 20.0.
set -eu
read -r -a options <"$1" || true
gcc-12 "${options[@]}" average.c -o average -lm 2>/dev/null
[ "$(./average)" != 20.0 ]
