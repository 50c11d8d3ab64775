"""What the tests of pictures share: running programs, decoding files, comparing pixels.

CMake says in the environment which formats the programs were built with, FORMATS="png webp ppm".
"""
import os
import subprocess
import sys
import tempfile
import time
from collections import namedtuple

from PIL import Image, ImageChops

FORMATS = os.environ.get("FORMATS", "png webp ppm").split()

# Of 1000 pixels, so many may differ by more than one level from those that are drawn where products are
# rounded otherwise.
MAY_DIFFER = {"ch8_const_texture/ray": 1, "ch4_blocks/julia": 20}

problems = []


def problem(text):
    print(text if len(text) < 1500 else f"{text[:750]} ... {text[-750:]}", flush=True)
    problems.append(text)


def expect(ok, text):
    if not ok:
        problem(text)
    return ok


def finish():
    sys.exit(1 if problems else 0)


def skip(why):
    print(why)
    sys.exit(77)


def need(*formats):
    for name in formats:
        if name not in FORMATS:
            skip(f"the programs are built without .{name}")


def folder(many_files=False):
    """A folder of its own for each test: they run side by side. Many files go to memory if they
    can: a disk takes seconds for ten thousand."""
    memory = "/dev/shm"
    quick = many_files and os.access(memory, os.W_OK)
    return tempfile.TemporaryDirectory(prefix="pictures-", dir=memory if quick else None)


# ---- programs

def environment(**changes):
    """The caller's, but without what decides where pictures go; then the changes."""
    env = {k: v for k, v in os.environ.items() if k != "DISPLAY" and not k.startswith("BOOK_")}
    env.update(changes)
    return env


Result = namedtuple("Result", "code out err command")


def run(program, *arguments, cwd=None, env=None, **more):
    """Runs it without a display, unless env says otherwise. Skips the test if there is no GPU."""
    command = [program, *map(str, arguments)]
    done = subprocess.run(command, cwd=cwd, env=environment(**(env or {})), text=True,
                          errors="replace", stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, timeout=240, **more)
    shown = " ".join([f"{k}={v}" for k, v in (env or {}).items()] +
                     [os.path.basename(program), *map(str, arguments)])
    if done.returncode == 77:
        skip(f"{shown}: cannot run here: {done.stderr}")
    return Result(done.returncode, done.stdout, done.stderr, shown[:300])


def run_well(program, *arguments, **more):
    """The same; exit code 0 and silence on stderr are expected."""
    result = run(program, *arguments, **more)
    expect(result.code == 0 and result.err == "",
           f"{result.command}: exit code {result.code}, stderr: {result.err[-3000:]}")
    return result


# ---- pixels: RGB bytes, the top row first, as files have them

def pattern(width, height, tick=0):
    """The picture that pattern.h draws, whose row 0 is the lowest."""
    def blue(x, y):
        return (37 + x // 256 + 16 * (y // 256) + 3 * tick) % 256

    return b"".join(bytes((255 - 3 * x % 256, 5 * y % 256, blue(x, y)))
                    for y in reversed(range(height)) for x in range(width))


def difference(actual, expected, width):
    """The first pixel that differs, in words; None if there is none."""
    if actual == expected:
        return None
    if len(actual) != len(expected):
        return f"{len(actual) // 3} pixels instead of {len(expected) // 3}"
    wrong = [i for i in range(0, len(expected), 3) if actual[i:i + 3] != expected[i:i + 3]]
    i = wrong[0]
    return (f"{len(wrong)} of {len(expected) // 3} pixels are wrong; the first, "
            f"x {i // 3 % width}, row {i // 3 // width} from the top, is "
            f"{tuple(actual[i:i + 3])} instead of {tuple(expected[i:i + 3])}")


def levels(one, other):
    """How many pixels of two images differ by 0, 1, 2, ... 255 levels in the colour that differs most."""
    red, green, blue = ImageChops.difference(one.convert("RGB"), other.convert("RGB")).split()
    return ImageChops.lighter(ImageChops.lighter(red, green), blue).histogram()


def expect_picture(path, width, height, expected):
    """A file with one picture, exactly so, of the format that its name says, without alpha."""
    name = os.path.basename(path)
    if not expect(os.path.exists(path), f"{name} was not written"):
        return
    with Image.open(path) as image:
        extension = name.rsplit(".", 1)[1].lower()
        expect(image.format == {"png": "PNG", "ppm": "PPM", "webp": "WEBP"}[extension],
               f"{name} is a {image.format} file")
        expect(image.mode == "RGB", f"{name}: mode {image.mode}; alpha shows")
        expect(getattr(image, "n_frames", 1) == 1, f"{name}: more than one frame")
        if expect(image.size == (width, height),
                  f"{name}: {image.size} instead of {(width, height)}"):
            wrong = difference(image.convert("RGB").tobytes(), expected, width)
            expect(wrong is None, f"{name}: {wrong}")


def animation(path):
    """The frames of a file: [(RGB bytes, milliseconds)], width, height."""
    with Image.open(path) as image:
        frames = []
        for i in range(getattr(image, "n_frames", 1)):
            image.seek(i)
            image.load()
            frames.append((image.convert("RGB").tobytes(), image.info.get("duration", 0)))
        return frames, image.size[0], image.size[1]


def listing(path):
    """The names in a folder, hidden ones too."""
    return sorted(os.listdir(path))


def wait_until(condition, seconds=60, pause=0.01):
    """Polls; returns the first true value, or None when the time is over. Where something is wrong
    already it is no use to wait for long."""
    end = time.monotonic() + (2 if problems else seconds)
    while True:
        value = condition()
        if value or time.monotonic() > end:
            return value or None
        time.sleep(pause)
