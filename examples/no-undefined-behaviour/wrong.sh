#!/bin/sh
# Interesting: a compiler that mistakes > for >= gives a program that prints another checksum.
gcc -w "$1" -o plain && sed 's/ > / >= /g' "$1" >wrong.c && gcc -w -O2 wrong.c -o wrong || exit 1
timeout 5 ./plain >plain.out && timeout 5 ./wrong >wrong.out || exit 1
grep -q checksum plain.out && grep -q checksum wrong.out && ! cmp -s plain.out wrong.out
