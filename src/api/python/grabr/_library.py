"""The shared library, the functions of grabr.h, and errors as exceptions."""

from __future__ import annotations

import ctypes
import os
import pathlib
from typing import Any

_NAME = "libgrabr.so"
_SO_NAME = "libgrabr.so.0"

Pointer = ctypes.c_void_p
Text = ctypes.POINTER(ctypes.c_char)
Size = ctypes.c_size_t
Node = ctypes.c_uint32
NO_NODE = 0xFFFFFFFF

TestFunction = ctypes.CFUNCTYPE(ctypes.c_int, Text, Size, Pointer)
BestFunction = ctypes.CFUNCTYPE(None, Text, Size, Pointer)
TriedFunction = ctypes.CFUNCTYPE(None, ctypes.c_uint64, ctypes.c_int, ctypes.c_int, Text, Size,
                                 ctypes.c_char_p, ctypes.c_char_p, Pointer)
NoteFunction = ctypes.CFUNCTYPE(None, ctypes.c_char_p, Pointer)

# Name -> (what it returns, its parameters without "grabr_error **error").
_PLAIN = {
    "grabr_version": (ctypes.c_char_p, []),
    "grabr_string_free": (None, [Pointer]),
    "grabr_error_get_kind": (ctypes.c_int, [Pointer]),
    "grabr_error_message": (ctypes.c_char_p, [Pointer]),
    "grabr_error_hint": (ctypes.c_char_p, [Pointer]),
    "grabr_error_file": (ctypes.c_char_p, [Pointer]),
    "grabr_error_line": (ctypes.c_uint, [Pointer]),
    "grabr_error_column": (ctypes.c_uint, [Pointer]),
    "grabr_error_shown": (ctypes.c_char_p, [Pointer]),
    "grabr_error_free": (None, [Pointer]),
    "grabr_grammar_free": (None, [Pointer]),
    "grabr_tree_free": (None, [Pointer]),
    "grabr_tree_root": (Node, [Pointer]),
    "grabr_tree_size": (Size, [Pointer]),
    "grabr_tree_kind": (ctypes.c_int, [Pointer, Node]),
    "grabr_tree_symbol": (ctypes.c_char_p, [Pointer, Node]),
    "grabr_tree_child_count": (Size, [Pointer, Node]),
    "grabr_tree_child": (Node, [Pointer, Node, Size]),
    "grabr_tree_parent": (Node, [Pointer, Node]),
    "grabr_tree_span": (None, [Pointer, Node, ctypes.POINTER(Size), ctypes.POINTER(Size)]),
    "grabr_tree_removable": (ctypes.c_int, [Pointer, Node]),
    "grabr_tree_text": (Pointer, [Pointer, Node, ctypes.POINTER(Size)]),
    "grabr_tree_dump": (Pointer, [Pointer, ctypes.c_int]),
    "grabr_generator_free": (None, [Pointer]),
    "grabr_options_new": (Pointer, []),
    "grabr_options_free": (None, [Pointer]),
    "grabr_options_set_strategy": (None, [Pointer, ctypes.c_char_p]),
    "grabr_options_set_minimizer": (None, [Pointer, ctypes.c_char_p]),
    "grabr_options_set_schedule": (None, [Pointer, ctypes.c_char_p]),
    "grabr_options_set_unit": (None, [Pointer, ctypes.c_char_p]),
    "grabr_options_set_threads": (None, [Pointer, ctypes.c_uint]),
    "grabr_options_set_max_tests": (None, [Pointer, ctypes.c_uint64]),
    "grabr_options_set_max_seconds": (None, [Pointer, ctypes.c_double]),
    "grabr_options_set_stop": (None, [Pointer, Pointer]),
    "grabr_options_listen": (None, [Pointer, BestFunction, TriedFunction, NoteFunction, Pointer]),
    "grabr_stop_new": (Pointer, []),
    "grabr_stop_request": (None, [Pointer]),
    "grabr_stop_free": (None, [Pointer]),
    "grabr_command_new": (Pointer, [ctypes.POINTER(ctypes.c_char_p)]),
    "grabr_command_from_shell": (Pointer, [ctypes.c_char_p]),
    "grabr_command_free": (None, [Pointer]),
    "grabr_command_set_input_name": (None, [Pointer, ctypes.c_char_p]),
    "grabr_command_set_timeout": (None, [Pointer, ctypes.c_double]),
    "grabr_command_require_exit": (None, [Pointer, ctypes.c_int]),
    "grabr_command_require_stderr": (None, [Pointer, ctypes.c_char_p]),
    "grabr_command_require_stdout": (None, [Pointer, ctypes.c_char_p]),
    "grabr_result_end": (ctypes.c_int, [Pointer]),
    "grabr_result_reason": (ctypes.c_char_p, [Pointer]),
    "grabr_result_text": (Text, [Pointer, ctypes.POINTER(Size)]),
    "grabr_result_tests": (ctypes.c_uint64, [Pointer]),
    "grabr_result_free": (None, [Pointer]),
}
_FAILING = {
    "grabr_grammar_load": (Pointer, [ctypes.c_char_p]),
    "grabr_grammar_from_text": (Pointer, [ctypes.c_char_p, Size, ctypes.c_char_p]),
    "grabr_grammar_for_input": (Pointer, [ctypes.c_char_p, ctypes.c_char_p, Size]),
    "grabr_parse": (Pointer, [Pointer, ctypes.c_char_p, Size]),
    "grabr_parse_partially": (Pointer, [Pointer, ctypes.c_char_p, Size]),
    "grabr_tree_print_edited": (Pointer, [Pointer, ctypes.POINTER(Node), ctypes.POINTER(Node), Size,
                                          ctypes.POINTER(Size)]),
    "grabr_tree_edited": (Pointer, [Pointer, ctypes.POINTER(Node), ctypes.POINTER(Node), Size]),
    "grabr_generator_new": (Pointer, [Pointer, ctypes.c_uint64, ctypes.c_char_p, ctypes.c_char_p,
                                      ctypes.c_uint32, ctypes.c_uint32, ctypes.c_uint32]),
    "grabr_generator_sentence": (Pointer, [Pointer, ctypes.c_uint64, ctypes.POINTER(Size)]),
    "grabr_reduce": (Pointer, [ctypes.c_char_p, Size, Pointer, TestFunction, Pointer, Pointer]),
    "grabr_reduce_command": (Pointer, [ctypes.c_char_p, Size, Pointer, Pointer, Pointer]),
    "grabr_explain": (Pointer, [ctypes.c_char_p, Size, Pointer, TestFunction, Pointer, ctypes.c_uint64,
                                ctypes.c_uint64, ctypes.c_uint64, Pointer]),
    "grabr_explain_command": (Pointer, [ctypes.c_char_p, Size, Pointer, Pointer, ctypes.c_uint64,
                                        ctypes.c_uint64, ctypes.c_uint64, Pointer]),
}


class Error(Exception):
    """An operation failed. The text of the exception is the message with a hint."""

    def __init__(self, message: str, hint: str = "", file: str = "", line: int = 0, column: int = 0,
                 shown: str = "") -> None:
        super().__init__(message + (f"\nhint: {hint}" if hint else ""))
        self.message = message  #: one line
        self.hint = hint  #: how to fix it; may be empty
        self.file = file  #: empty if the error has no place
        self.line = line  #: from 1; 0 if the error has no place
        self.column = column  #: from 1, in code points
        self.shown = shown  #: all problems, with the lines where they occur


class InternalError(Error):
    """A bug in grabr, lack of memory, or a failed system call."""


class UsageError(Error, ValueError):
    """An invalid argument."""


class GrammarError(Error, ValueError):
    """The grammar has errors, or no grammar has this name."""


class ParseError(Error, ValueError):
    """The text is not a sentence of the grammar."""


class CommandError(Error, RuntimeError):
    """The command that is used as the test cannot be run."""


class NotInteresting(Error, ValueError):
    """The original text is not interesting."""


_KINDS: dict[int, type[Error]] = {1: InternalError, 2: UsageError, 3: GrammarError, 4: ParseError,
                                  5: CommandError}


def _path() -> str:
    named = os.environ.get("GRABR_LIBRARY")
    if named:
        return named
    # In a wheel it is next to this file; in an installation it is in PREFIX/lib, and this file in
    # PREFIX/share/grabr/python.
    folder = pathlib.Path(__file__).resolve().parent
    for path in (folder / _NAME, folder.parents[3] / "lib" / _SO_NAME):
        if path.exists():
            return str(path)
    return _SO_NAME


def _declare(library: Any, names: dict[str, Any], more: list[Any]) -> None:
    for name, (result, parameters) in names.items():
        function = getattr(library, name)
        function.restype = result
        function.argtypes = [*parameters, *more]


#: Calls that return quickly: they keep the interpreter's lock, so that no other thread interferes.
lib: Any = ctypes.PyDLL(_path())
#: Calls that may take long: other threads continue meanwhile.
_released: Any = ctypes.CDLL(_path())
_declare(lib, _PLAIN, [])
_declare(_released, _FAILING, [ctypes.POINTER(Pointer)])
_declare(_released, {"grabr_grammar_accepts": (ctypes.c_int, [Pointer, ctypes.c_char_p, Size])}, [])


def error_of(pointer: Pointer) -> Error:
    """Converts an error to an exception, and frees it."""
    try:
        kind = _KINDS.get(lib.grabr_error_get_kind(pointer), InternalError)
        words = [getattr(lib, f"grabr_error_{name}")(pointer).decode(errors="replace")
                 for name in ("message", "hint", "file", "shown")]
        message, hint, file, shown = words
        return kind(message, hint, file, lib.grabr_error_line(pointer),
                    lib.grabr_error_column(pointer), shown)
    finally:
        lib.grabr_error_free(pointer)


def call(name: str, *arguments: Any) -> Any:
    """Calls a function that can fail, and raises its error."""
    error = Pointer()
    result = getattr(_released, name)(*arguments, ctypes.byref(error))
    if error:
        raise error_of(error)
    return result


def accepts(grammar: Any, text: bytes) -> bool:
    return bool(_released.grabr_grammar_accepts(grammar, text, len(text)))


def taken(pointer: int | None, length: int) -> bytes:
    """Copies the bytes of a string that the caller owns, and frees the string."""
    if not pointer:
        raise MemoryError
    try:
        return ctypes.string_at(pointer, length)
    finally:
        lib.grabr_string_free(pointer)


def encoded(text: str | bytes) -> bytes:
    if isinstance(text, str):
        return text.encode("utf-8", "surrogateescape")
    if isinstance(text, (bytes, bytearray, memoryview)):
        return bytes(text)
    hint = ": read the file that it names" if isinstance(text, os.PathLike) else ""
    raise TypeError(f"a text is str or bytes, not {type(text).__name__}{hint}")


def in_type_of(like: Any, text: bytes) -> Any:
    """Decodes the bytes if `like` is a str."""
    return text.decode("utf-8", "surrogateescape") if isinstance(like, str) else text
