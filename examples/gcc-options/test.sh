#!/bin/bash
# Fails (status 0) when the options in the file make the program print something else than 20.0.
set -eu
read -r -a options <"$1" || true
gcc-12 "${options[@]}" average.c -o average -lm 2>/dev/null
[ "$(./average)" != 20.0 ]
