"""backends.py EMULATOR GPU [PROGRAM]: what the chapters' programs draw on the GPU is what they draw on
the emulator. EMULATOR and GPU are the folders with the programs; both draw now, into PPM files.

A line for each picture says how many pixels differ and by how much: by how many of 256 levels, in the
colour that differs most. One level is allowed everywhere: sines, roots and sums of products are not rounded
alike. In ray they decide now and then which of two colours an edge gets: there, one pixel in 1000 may
differ by more. In julia they are doubled again and again near the set: there, 20 in 1000 may.
"""
import glob
import os
import sys

from PIL import Image

from check import MAY_DIFFER, expect, finish, folder, levels, run_well

emulator, gpu = map(os.path.abspath, sys.argv[1:3])
only = sys.argv[3:]

RIPPLES = ["--size 333 --tick 0", "--size 333 --tick 21", "--size 256 --tick 12345",
           "--size 1 --tick 7", "--size 100 --tick 2000000000"]
PICTURES = {
    "ch4_blocks/julia": ["--size 333", "--size 400", "--size 15"],
    "ch5_ripple/ripple": RIPPLES,
    "ch5_ripple/ripple_gpu": RIPPLES,
    "ch5_shared_bitmap/shared_bitmap": ["--size 1024", "--size 333", "--size 17"],
    "ch8_const_texture/heat": ["--size 256 --tick 0", "--size 256 --tick 43",
                               "--size 333 --tick 8 --texture 1d",
                               "--size 333 --tick 8 --texture none"],
    "ch8_const_texture/ray": ["--size 400", "--size 333 --samples 1", "--size 100 --spheres 7"],
}
ANIMATED = "ch5_ripple/ripple", "ch5_ripple/ripple_gpu", "ch8_const_texture/heat"


def draw(programs, program, options, here):
    """The one file that the program writes there."""
    os.mkdir(here)
    frames = ["--frames", 1] if program in ANIMATED else []
    run_well(os.path.join(programs, program), *options.split(), *frames, "--out", "picture.ppm",
             cwd=here)
    files = glob.glob(os.path.join(here, "*"))
    return files[0] if len(files) == 1 else None


print("allowed: one level; in ray one pixel in 1000, in julia 20, by more", flush=True)
for program, rows in PICTURES.items():
    if only and program not in only:
        continue
    name = os.path.basename(program)
    for options in rows:
        with folder() as here:
            ours = draw(emulator, program, options, os.path.join(here, "emulator"))
            theirs = draw(gpu, program, options, os.path.join(here, "gpu"))
            if not expect(ours and theirs, f"{name} {options}: did not write one file"):
                continue
            with Image.open(ours) as one, Image.open(theirs) as other:
                if not expect(one.size == other.size, f"{name} {options}: {one.size} pixels on the "
                                                      f"emulator, {other.size} on the GPU"):
                    continue
                histogram = levels(one, other)
        pixels, most = sum(histogram), max(i for i in range(256) if histogram[i])
        badly = sum(histogram[2:])
        line = f"{name} {options}: {pixels - histogram[0]} of {pixels} pixels differ, by at most {most}"
        if badly:
            line += f", {badly} by more than 1"
        allowed = pixels * MAY_DIFFER.get(program, 0) / 1000
        if expect(badly <= allowed, f"{line}: too many"):
            print(line, flush=True)

finish()
