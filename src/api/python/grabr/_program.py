"""Finds the program: installed with this module, or on the PATH."""

from __future__ import annotations

import pathlib
import sysconfig


def program() -> str:
    beside = pathlib.Path(sysconfig.get_path("scripts"), "grabr")
    return str(beside) if beside.exists() else "grabr"
