"""several.py SEVERAL: more than one bitmap in a program, and one that is written twice."""
import os
import sys

from check import (FORMATS, animation, expect, expect_picture, finish, folder, listing, pattern,
                   run_well)

several = sys.argv[1]

for extension in FORMATS:
    name = f"x.{extension}"
    with folder() as here:
        result = run_well(several, "pictures", cwd=here, env={"BOOK_OUT": name})
        expect(result.out == f"wrote {name}\nleft first\nwrote {name}\nleft second\n",
               f"{result.command}: printed {result.out}")
        expect_picture(os.path.join(here, name), 20, 70, pattern(20, 70, 2))

        # The last picture is the one that stays.
        result = run_well(several, "again", cwd=here, env={"BOOK_OUT": name})
        expect(result.out == f"wrote {name}\nleft first\nwrote {name}\nleft first\n",
               f"{result.command}: printed {result.out}")
        expect_picture(os.path.join(here, name), 50, 30, pattern(50, 30, 2))

        os.remove(os.path.join(here, name))
        run_well(several, "mixed", cwd=here, env={"BOOK_OUT": name, "BOOK_FRAMES": "3"})
        if extension == "webp":
            expect(listing(here) == [name], f"mixed: wrote {listing(here)}")
            frames, width, height = animation(os.path.join(here, name))
            expect((width, height) == (30, 20) and [pixels for pixels, _ in frames] ==
                   [pattern(30, 20, tick) for tick in range(3)], "mixed: not the second animation")
            continue
        frames = [f"x-{tick:04}.{extension}" for tick in range(3)]
        expect(listing(here) == frames, f"mixed: wrote {listing(here)}")
        for tick, frame in enumerate(frames):
            expect_picture(os.path.join(here, frame), 30, 20, pattern(30, 20, tick))

finish()
