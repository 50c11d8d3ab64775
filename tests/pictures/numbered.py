"""numbered.py ANIMATION ANIMATION_GPU TROUBLE: animations as a file for each frame."""
import os
import sys

from check import FORMATS, expect, expect_picture, finish, folder, listing, pattern, run_well

animation, animation_gpu, trouble = sys.argv[1:]

for program in animation, animation_gpu:
    for extension in [name for name in FORMATS if name != "webp"]:
        with folder() as here:
            result = run_well(program, cwd=here, env={
                "BOOK_OUT": f"a.b.{extension}", "BOOK_FRAMES": "12", "BOOK_TICK": "3"})
            names = [f"a.b-{i:04}.{extension}" for i in range(12)]
            expect(result.out == f"wrote {names[0]} ... {names[-1]}\ncleaned up\n",
                   f"{result.command}: printed {result.out}")
            expect(listing(here) == names, f"{result.command}: wrote {listing(here)}")
            for i, name in enumerate(names):
                expect_picture(os.path.join(here, name), 61, 47, pattern(61, 47, 3 + i))

# One frame has no number.
with folder() as here:
    run_well(animation, cwd=here, env={"BOOK_OUT": "one.ppm", "BOOK_FRAMES": "1"})
    expect(listing(here) == ["one.ppm"], f"one frame: wrote {listing(here)}")

# Names sort as the frames do: more of them have more digits.
with folder(many_files=True) as here:
    run_well(trouble, "--size", 1, "--frames", 10001, "--out", "x.ppm", cwd=here)
    names = listing(here)
    expect(names == [f"x-{i:05}.ppm" for i in range(10001)],
           f"10001 frames: {len(names)} files, from {names[:1]} to {names[-1:]}")
    expect_picture(os.path.join(here, names[-1]), 1, 1, pattern(1, 1, 10000))

finish()
