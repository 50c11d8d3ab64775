"""settings.py RIPPLE STILL ANIMATION: options, environment and which of them wins; default
names."""
import os
import sys

from check import (FORMATS, animation, expect, expect_picture, finish, folder, listing, pattern,
                   run_well)

ripple, still, listing_program = sys.argv[1:]
first = FORMATS[0]


def expect_files(result, here, names):
    expect(listing(here) == names, f"{result.command}: wrote {listing(here)} instead of {names}")


# BOOK_OUT is obeyed, --out wins over it, and an empty variable is none.
with folder() as here:
    result = run_well(still, cwd=here, env={"BOOK_OUT": f"environment.{first}"})
    expect_files(result, here, [f"environment.{first}"])
with folder() as here:
    result = run_well(still, "--out", f"option.{first}", cwd=here,
                      env={"BOOK_OUT": f"environment.{first}"})
    expect_files(result, here, [f"option.{first}"])
    expect_picture(os.path.join(here, f"option.{first}"), 61, 47, pattern(61, 47))
with folder() as here:
    result = run_well(ripple, "--size", 9, "--frames", 2, "--out", "x.ppm", cwd=here,
                      env={"BOOK_OUT": "", "BOOK_FRAMES": "", "BOOK_TICK": ""})
    expect_files(result, here, ["x-0000.ppm", "x-0001.ppm"])

# A run that is only to be checked leaves what is there.
with folder() as here:
    with open(os.path.join(here, "x.ppm"), "w") as stream:
        stream.write("before")
    result = run_well(still, "--out", "x.ppm", cwd=here, env={"BOOK_WRITES": "no"})
    with open(os.path.join(here, "x.ppm")) as stream:
        expect(stream.read() == "before", f"{result.command}: wrote x.ppm")
    result = run_well(ripple, "--size", 9, "--frames", 2, "--out", "y.ppm", cwd=here,
                      env={"BOOK_WRITES": "no"})
    expect_files(result, here, ["x.ppm"])

# BOOK_FRAMES and BOOK_TICK give the number of frames and the tick; options go before them.
with folder() as here:
    environment = {"BOOK_FRAMES": "3", "BOOK_TICK": "50"}
    run_well(ripple, "--size", 9, "--out", "a.ppm", cwd=here, env=environment)
    run_well(ripple, "--size", 9, "--out", "b.ppm", "--frames", 2, cwd=here, env=environment)
    run_well(ripple, "--size", 9, "--out", "c.ppm", "--tick", 51, cwd=here, env=environment)
    run_well(ripple, "--size", 9, "--out", "d.ppm", "--frames", 2, "--tick", 51, cwd=here)
    count = {name: len([x for x in listing(here) if x.startswith(name)]) for name in "abcd"}
    expect(count == {"a": 3, "b": 2, "c": 3, "d": 2}, f"files of each run: {count}")

    def frame(name):
        with open(os.path.join(here, name + ".ppm"), "rb") as stream:
            return stream.read()

    expect(frame("a-0000") == frame("b-0000"), "BOOK_TICK and --frames together: other pixels")
    expect(frame("a-0000") != frame("a-0001"), "the animation stands still")
    expect(frame("a-0001") == frame("c-0000"), "--tick 51 with BOOK_TICK=50: not the frame of 51")
    expect(frame("c-0000") == frame("d-0000"), "--tick 51 with and without BOOK_TICK differ")

# Without a display and without a name: the program's, in the working directory.
for display in {}, {"DISPLAY": ""}:
    with folder() as here:
        name = "still.png" if "png" in FORMATS else "still.ppm"
        result = run_well(still, cwd=here, env=display)
        expect(result.out.startswith(f"wrote {name}\n"), f"{result.command}: printed {result.out}")
        expect_files(result, here, [name])
        expect_picture(os.path.join(here, name), 61, 47, pattern(61, 47))
    with folder() as here:
        result = run_well(listing_program, cwd=here, env=display)
        if "webp" in FORMATS:
            expect_files(result, here, ["animation.webp"])
            expect(result.out.startswith("wrote animation.webp\n"), f"printed {result.out}")
            frames, _, _ = animation(os.path.join(here, "animation.webp"))
            expect(len(frames) == 44, f"animation.webp: {len(frames)} frames instead of 44")
        else:
            extension = "png" if "png" in FORMATS else "ppm"
            expect_files(result, here, [f"animation-{i:04}.{extension}" for i in range(44)])

finish()
