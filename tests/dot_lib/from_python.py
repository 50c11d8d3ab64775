"""from_python.py LIBRARY: calls dotproduct of the shared library from Python. Exit code as a chapter
program's: 0 right, 1 wrong, 77 no CUDA device here."""
import ctypes
import math
import sys

SUCCESS, INVALID_VALUE, NO_DEVICE, INSUFFICIENT_DRIVER = 0, 1, 100, 35

library = ctypes.CDLL(sys.argv[1])
pointer = ctypes.POINTER(ctypes.c_float)
library.dotproduct.argtypes = [pointer, pointer, pointer, ctypes.c_size_t, pointer]
library.dotproduct.restype = ctypes.c_int
failures = 0


def expect(condition, what):
    global failures
    if not condition:
        print("not true:", what)
        failures += 1


for n in (1, 255, 256, 257, 33792, 100003):
    a = (ctypes.c_float * n)(*range(n))
    b = (ctypes.c_float * n)(*range(0, 2 * n, 2))
    result, milliseconds = ctypes.c_float(-1), ctypes.c_float(-1)
    error = library.dotproduct(result, a, b, n, milliseconds)
    if error in (NO_DEVICE, INSUFFICIENT_DRIVER):
        print("no CUDA device here")
        sys.exit(77)
    exact = (n - 1) * n * (2 * n - 1) // 3
    mu = (n / 65536 + 11) * 2**-24
    expect(error == SUCCESS, f"n = {n}: error {error}")
    expect(abs(result.value - exact) <= exact * mu / (1 - mu), f"n = {n}: {result.value}, {exact}")
    expect(milliseconds.value >= 0, f"n = {n}: {milliseconds.value} ms")

result, milliseconds = ctypes.c_float(-1), ctypes.c_float(-1)
expect(library.dotproduct(result, None, b, n, milliseconds) == INVALID_VALUE, "a is NULL")
expect(library.dotproduct(result, a, None, n, milliseconds) == INVALID_VALUE, "b is NULL")
expect(library.dotproduct(None, a, b, n, milliseconds) == INVALID_VALUE, "result is NULL")
expect(library.dotproduct(result, a, b, 2**64 - 1, milliseconds) == INVALID_VALUE, "too many")
# More than any memory holds, and Python is still there afterwards.
expect(library.dotproduct(result, a, b, 2**52, milliseconds) == 2, "out of memory")
expect(result.value == -1 and milliseconds.value == -1, "results are left alone")
expect(library.dotproduct(result, None, None, 0, None) == SUCCESS, "no elements")
expect(result.value == 0, "no elements: 0")
b[7] = math.nan
expect(library.dotproduct(result, a, b, n, None) == SUCCESS and math.isnan(result.value), "NaN")
print("FAILED" if failures else "PASSED: the library does from Python what it promises to C")
sys.exit(1 if failures else 0)
