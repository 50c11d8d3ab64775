"""failing.py TROUBLE: a kernel that goes wrong while the window is open ends the program, with the
kernel's error and no other."""
import re
import sys

from windows import Shown, expect
from check import finish

trouble = sys.argv[1]

for gpu, env in ((0, {}), (1, {}), (1, {"CUDA_EMULATOR_NO_GL_INTEROP": "1"})):
    shown = Shown(trouble, "--gpu", gpu, "--fail-at", 20, env=env)
    code, out, err = shown.end()
    expect(code == 1, f"{shown.what}: exit code {code}")
    errors = re.findall(r"^\S+:\d+: .*", err, re.MULTILINE)
    expect(len(errors) == 1 and
           re.search(r"trouble\.cu:\d+: run of kernel fail: cudaError", errors[0]),
           f"{shown.what}: stderr: {err}")
    expect("cleaned up" not in out, f"{shown.what}: printed {out}")

finish()
