"""ripple.py RIPPLE RIPPLE_GPU: both write the same bytes, and their frames are the formula's."""
import math
import os
import sys

from PIL import Image

from check import expect, finish, folder, listing, run_well


def grey(x, y, size, tick):
    d = math.hypot(x - size // 2, y - size // 2)
    return int(128 + 127 * math.cos(d / 10 - tick / 7) / (d / 10 + 1))


for size, tick in (120, 0), (97, 12345), (1, 7):
    with folder() as here:
        for number, program in enumerate(sys.argv[1:]):
            run_well(program, "--size", size, "--frames", 3, "--tick", tick,
                     "--out", f"{number}.ppm", cwd=here)
        expect(len(listing(here)) == 6, f"--size {size}: wrote {listing(here)}")
        for frame in range(3):
            path = os.path.join(here, f"0-{frame:04}.ppm")
            with open(path, "rb") as one, \
                    open(os.path.join(here, f"1-{frame:04}.ppm"), "rb") as other:
                expect(one.read() == other.read(),
                       f"ripple and ripple_gpu differ, --size {size} --tick {tick}, frame {frame}")
            with Image.open(path) as image:
                expect(image.size == (size, size), f"{path}: {image.size}")
                pixels = image.tobytes()
            expected = [grey(x, y, size, tick + frame)
                        for y in reversed(range(size)) for x in range(size)]
            # The sums in float come out to another whole number now and then.
            wrong = sum(1 for i, value in enumerate(expected)
                        if any(abs(channel - value) > 1 for channel in pixels[3 * i:3 * i + 3]))
            expect(wrong == 0 and len(pixels) == 3 * len(expected),
                   f"--size {size}, tick {tick + frame}: {wrong} pixels are more than a grey level "
                   f"off the formula")

finish()
