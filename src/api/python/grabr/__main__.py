"""`python3 -m grabr`: the program."""

import os
import sys

from ._program import program


def main() -> None:
    try:
        os.execvp(program(), ["grabr", *sys.argv[1:]])
    except FileNotFoundError:
        sys.exit("grabr: the program is not installed: this is its Python module only")


if __name__ == "__main__":
    main()
