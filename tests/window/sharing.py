"""sharing.py ANIMATION_GPU RIPPLE_GPU: a GPUAnimBitmap whose buffer CUDA and OpenGL share,
one whose frames pass through the host, and a file all have the same pixels."""
import os
import re
import sys

from PIL import Image

from windows import Shown, expect
from check import finish, folder, pattern, run_well

animation_gpu, ripple_gpu = sys.argv[1:]


def end(shown, env):
    """It ends well, and says so if the frames did not stay on the device."""
    code, out, err = shown.end()
    expect(code == 0, f"{shown.what}: exit code {code}")
    says = (rf"{shown.name}: no CUDA-OpenGL interoperability \(cudaError\w+\): "
            r"frames pass through the host\n") if env else ""
    expect(re.fullmatch(says, err), f"{shown.what}: stderr: {err!r}")
    return out


ways = {}, {"CUDA_EMULATOR_NO_GL_INTEROP": "1"}
for env in ways:
    for tick in 0, 77:
        shown = Shown(animation_gpu, env={"BOOK_FRAMES": "1", "BOOK_TICK": str(tick), **env})
        shown.expect_shows(61, 47, pattern(61, 47, tick))
        shown.drag(3, 4, 5, 6)
        shown.key("q")
        out = end(shown, env)
        expect(out == "dragged from 3 4 to 5 6 of 61\ncleaned up\n",
               f"{shown.what}: printed {out!r}")

# The chapter's program.
arguments = "--size", "150", "--frames", "1", "--tick", "30"
with folder() as here:
    run_well(ripple_gpu, *arguments, "--out", "x.ppm", cwd=here)
    with Image.open(os.path.join(here, "x.ppm")) as image:
        expected = image.tobytes()
for env in ways:
    shown = Shown(ripple_gpu, *arguments, env=env)
    shown.expect_shows(150, 150, expected)
    shown.key("q")
    out = end(shown, env)
    expect(out.startswith("PASSED: "), f"{shown.what}: printed {out!r}")

finish()
