"""`python3 -m grabr`: the program, which is installed with this module or found by PATH."""

import os
import pathlib
import sys
import sysconfig


def main() -> None:
    beside = pathlib.Path(sysconfig.get_path("scripts"), "grabr")
    program = str(beside) if beside.exists() else "grabr"
    try:
        os.execvp(program, ["grabr", *sys.argv[1:]])
    except FileNotFoundError:
        sys.exit("grabr: the program is not installed: this is its Python module only")


if __name__ == "__main__":
    main()
