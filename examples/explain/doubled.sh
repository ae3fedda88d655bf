#!/bin/sh
# A program that fails on doubled parentheses.
grep -q "((.*))" "$1"
