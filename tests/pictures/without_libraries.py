"""without_libraries.py STILL ANIMATION ANIMATION_GPU: as built without libpng, libwebp and
OpenGL."""
import os
import sys

from check import expect, expect_picture, finish, folder, listing, pattern, run, run_well

still, *animations = sys.argv[1:]

with folder() as here:
    result = run_well(still, cwd=here)
    expect(result.out.startswith("wrote still.ppm\n"), f"printed {result.out}")
    expect(listing(here) == ["still.ppm"], f"still: wrote {listing(here)}")
    expect_picture(os.path.join(here, "still.ppm"), 61, 47, pattern(61, 47))

for program in animations:
    name = os.path.basename(program)
    with folder() as here:
        run_well(program, cwd=here)
        expect(listing(here) == [f"{name}-{i:04}.ppm" for i in range(44)],
               f"{name}: wrote {listing(here)}")
        expect_picture(os.path.join(here, f"{name}-0043.ppm"), 61, 47, pattern(61, 47, 43))

with folder() as here:
    for extension in ".png", ".webp", ".PNG":
        result = run(still, "--out", f"x{extension}", cwd=here)
        expect(result.code == 2 and result.err ==
               f"still: --out 'x{extension}': this program was built without '{extension}'; "
               "accepted: .ppm\n", f"--out x{extension}: exit code {result.code}, {result.err}")
    result = run(still, "--out", "x.gif", cwd=here)
    expect(result.code == 2 and result.err.endswith("unknown extension '.gif'; accepted: .ppm\n"),
           f"--out x.gif: exit code {result.code}, {result.err}")
    expect(listing(here) == [], f"refused, and left {listing(here)}")

# A display is of no use to it.
for program in still, *animations:
    name = os.path.basename(program)
    with folder() as here:
        result = run(program, cwd=here, env={"DISPLAY": ":0", "BOOK_FRAMES": "1"})
        expect(result.code == 0 and result.err ==
               f"{name}: no window (built without OpenGL and freeglut): writing a file\n",
               f"with a display: exit code {result.code}, {result.err}")
        expect(listing(here) == [f"{name}.ppm"], f"with a display: wrote {listing(here)}")

finish()
