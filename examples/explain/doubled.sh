#!/bin/sh
# A program that cannot stand doubled parentheses.
grep -q "((.*))" "$1"
