"""stills.py STILL: pictures in files, of every format and of awkward sizes, pixel by pixel."""
import os
import sys

from check import FORMATS, expect, expect_picture, finish, folder, listing, pattern, run_well

still = sys.argv[1]

with folder() as here:
    for extension in FORMATS:
        for width, height in (1, 1), (17, 5), (1, 300), (333, 333):
            name = f"{width}x{height}.{extension}"
            result = run_well(still, "--width", width, "--height", height, "--out", name, cwd=here)
            expect(result.out == f"wrote {name}\nleft with 42\nPASSED: left 1 times\n",
                   f"{result.command}: printed {result.out}")
            expect_picture(os.path.join(here, name), width, height, pattern(width, height))
    expect(len(listing(here)) == 4 * len(FORMATS), f"files beside the pictures: {listing(here)}")

# A name in capitals, with two dots, with an odd letter, in a folder, absolute; through a link.
with folder() as here:
    os.mkdir(os.path.join(here, "fol.der"))
    extension = FORMATS[0]
    for name in (f"LOUD.{extension.upper()}", f"two.dots.{extension}",
                 f"fol.der/ä %s -1.{extension}", os.path.join(here, f"absolute.{extension}")):
        run_well(still, "--out", name, cwd=here)
        expect_picture(os.path.join(here, name), 61, 47, pattern(61, 47))

# A second run takes the place of the first, and of anything else that has the name.
with folder() as here:
    path = os.path.join(here, f"again.{FORMATS[0]}")
    for width, height in (100, 90), (9, 8):
        run_well(still, "--width", width, "--height", height, "--out", path)
        expect_picture(path, width, height, pattern(width, height))
    with open(path, "wb") as stream:
        stream.write(b"x" * 100000)
    run_well(still, "--out", path)
    expect_picture(path, 61, 47, pattern(61, 47))
    expect(listing(here) == [os.path.basename(path)], f"files beside the picture: {listing(here)}")

# Who may read it is for the umask to say.
for mask in 0o022, 0o077, 0o000, 0o027:
    with folder() as here:
        path = os.path.join(here, f"mask.{FORMATS[0]}")
        run_well(still, "--out", path, preexec_fn=lambda: os.umask(mask))
        mode = os.stat(path).st_mode & 0o7777
        expect(mode == 0o666 & ~mask, f"umask {mask:03o}: the permissions are {mode:03o}")

# A pipe is written to, not replaced by a file. Only .ppm needs no going back.
with folder() as here:
    pipe = os.path.join(here, "pipe.ppm")
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    run_well(still, "--width", 10, "--height", 10, "--out", pipe)
    data = os.read(reader, 65536)
    expect(data == b"P6\n10 10\n255\n" + pattern(10, 10), f"the pipe carried {data[:40]}...")
    expect(listing(here) == ["pipe.ppm"], f"files beside the pipe: {listing(here)}")

finish()
