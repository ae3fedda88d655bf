#!/bin/sh
# Interesting: with -ffast-math the program prints something else.
gcc -w "$1" -o plain && gcc -w -O2 -ffast-math "$1" -o fast || exit 1
timeout 5 ./plain >plain.out && timeout 5 ./fast >fast.out || exit 1
! cmp -s plain.out fast.out
