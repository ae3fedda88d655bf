"""reduce.py GRAMMAR FILE: the smallest Python expression that still raises what the file's raises."""
import ctypes
import sys

lib = ctypes.CDLL("libgrabr.so")
Test = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_char_p, ctypes.c_size_t, ctypes.c_void_p)
for name in ("grabr_grammar_load", "grabr_reduce"):
    getattr(lib, name).restype = ctypes.c_void_p
lib.grabr_result_text.restype = lib.grabr_error_shown.restype = ctypes.c_char_p


def error_of(text):
    try:
        eval(text, {})
    except Exception as error:
        return repr(error)


def reduce(text, grammar_name, is_interesting):
    error = ctypes.c_void_p()
    grammar = lib.grabr_grammar_load(grammar_name.encode(), ctypes.byref(error))
    if error:
        sys.exit(lib.grabr_error_shown(error).decode())
    test = Test(lambda candidate, size, user: is_interesting(candidate.decode()))
    result = ctypes.c_void_p(lib.grabr_reduce(text.encode(), ctypes.c_size_t(len(text.encode())),
                                              ctypes.c_void_p(grammar), test, None, None, None))
    return lib.grabr_result_text(result, None).decode()


source = open(sys.argv[2], encoding="utf-8").read()
print(reduce(source, sys.argv[1], lambda text: error_of(text) == error_of(source)))
