"""animations.py ANIMATION ANIMATION_GPU: animations in one file: frames, pixels, pace, loop."""
import os
import sys

from PIL import Image

from check import (animation, difference, expect, expect_picture, finish, folder, listing, need,
                   pattern, run_well)

need("webp")
WIDTH, HEIGHT = 61, 47

for program in sys.argv[1:]:
    for count, tick in (44, 0), (2, 0), (7, 12345), (100, 2000000000):
        with folder() as here:
            env = {"BOOK_OUT": "all.webp", "BOOK_FRAMES": str(count), "BOOK_TICK": str(tick)}
            if count == 44:
                del env["BOOK_FRAMES"]  # which is the default
            result = run_well(program, cwd=here, env=env)
            expect(result.out == "wrote all.webp\ncleaned up\n",
                   f"{result.command}: printed {result.out}")
            expect(listing(here) == ["all.webp"], f"{result.command}: left {listing(here)}")
            path = os.path.join(here, "all.webp")
            frames, width, height = animation(path)
            expect((width, height) == (WIDTH, HEIGHT), f"{result.command}: {width} x {height}")
            expect(len(frames) == count,
                   f"{result.command}: {len(frames)} frames instead of {count}")
            for i, (pixels, milliseconds) in enumerate(frames):
                wrong = difference(pixels, pattern(WIDTH, HEIGHT, tick + i), WIDTH)
                expect(wrong is None, f"{result.command}: frame {i}: {wrong}")
                expect(milliseconds in (16, 17),
                       f"{result.command}: frame {i} lasts {milliseconds} ms")
            total = sum(milliseconds for _, milliseconds in frames)
            expect(total == count * 1000 // 60,
                   f"{result.command}: {count} frames last {total} ms; 60 a second are expected")
            with Image.open(path) as image:
                expect(image.info.get("loop") == 0,
                       f"{result.command}: loops {image.info.get('loop')} times, not for ever")

    # An animation of one frame is a picture.
    with folder() as here:
        run_well(program, cwd=here,
                 env={"BOOK_OUT": "one.webp", "BOOK_FRAMES": "1", "BOOK_TICK": "5"})
        expect_picture(os.path.join(here, "one.webp"), WIDTH, HEIGHT, pattern(WIDTH, HEIGHT, 5))

finish()
