#!/bin/sh
# The failure is a warning: some file divides by zero. The test runs in the candidate folder.
for file in $(find . -name '*.c'); do
  gcc -c -Iinclude "$file" -o "$TMPDIR/out.o" 2>>"$TMPDIR/log" || exit 1
done
grep -q 'division by zero' "$TMPDIR/log"
