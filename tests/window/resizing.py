"""resizing.py STILL ANIMATION: what a window shows that is larger or smaller than the picture, and
where the mouse is then."""
import sys

from PIL import Image

from windows import Shown, expect, problem, root, wait_until
from check import finish, folder, pattern, run_well

still, animation = sys.argv[1:]
WIDTH, HEIGHT = 61, 47


def enlarged(pixels, width, height, window_width, window_height):
    """Each pixel a square as large as fits; in the middle; black around."""
    scale = min(window_width // width, window_height // height)
    picture = Image.frombytes("RGB", (width, height), pixels)
    picture = picture.resize((width * scale, height * scale), Image.Resampling.NEAREST)
    image = Image.new("RGB", (window_width, window_height))
    left, bottom = (window_width - picture.width) // 2, (window_height - picture.height) // 2
    image.paste(picture, (left, window_height - picture.height - bottom))
    return image.tobytes()


def expect_nearly(shown, expected, most, what=""):
    """Waits until the pixels are off by less than so many levels on average."""
    def off():
        pixels = shown.look() or b""
        if len(pixels) != len(expected):
            return 256
        return sum(abs(a - b) for a, b in zip(pixels, expected)) / len(expected)

    if not wait_until(lambda: off() < most, seconds=20):
        problem(f"{shown.what}{what}: {off():.1f} levels off on average")


shown = Shown(still)
shown.expect_shows(WIDTH, HEIGHT, pattern(WIDTH, HEIGHT))
for width, height in ((2 * WIDTH + 10, 3 * HEIGHT + 7), (5 * WIDTH, 2 * HEIGHT), (WIDTH + 1, 400),
                      (4 * WIDTH - 1, 4 * HEIGHT - 1), (WIDTH, HEIGHT)):
    shown.resize(width, height)
    expected = enlarged(pattern(WIDTH, HEIGHT), WIDTH, HEIGHT, width, height)
    shown.expect_shows(width, height, expected, f" in a window of {width} x {height}")

# Smaller: the whole picture still, and its proportions, with black where those leave room.
smooth = Image.frombytes("RGB", (WIDTH, HEIGHT), pattern(WIDTH, HEIGHT))
for width, height, room in ((30, 23, None), (61, 20, (26, 20)), (15, 47, (15, 12))):
    inner = room or (width, height)
    expected = Image.new("RGB", (width, height))
    expected.paste(smooth.resize(inner, Image.Resampling.BILINEAR),
                   ((width - inner[0]) // 2, (height - inner[1] + 1) // 2))
    shown.resize(width, height)
    expect_nearly(shown, expected.tobytes(), 8, f" in a window of {width} x {height}")
shown.resize(1, 1)
shown.resize(WIDTH, HEIGHT)
shown.expect_shows(WIDTH, HEIGHT, pattern(WIDTH, HEIGHT), " after 1 x 1")
shown.key("q")
shown.expect_end("left with 42\nPASSED: left 1 times\n")

# Larger than the screen: all of it is on the screen, with its proportions.
screen_size = root.get_geometry().width, root.get_geometry().height
for width, height in (2400, 1000), (300, 2500):
    with folder() as here:
        run_well(still, "--width", width, "--height", height, "--out", "x.ppm", cwd=here)
        with Image.open(f"{here}/x.ppm") as image:
            whole = image.convert("RGB")
    shown = Shown(still, "--width", width, "--height", height)
    window_width, window_height = shown.size()
    expect(window_width <= screen_size[0] and window_height <= screen_size[1]
           and (window_width > 0.8 * screen_size[0] or window_height > 0.8 * screen_size[1]),
           f"{shown.what}: the window has {shown.size()} pixels, the screen {screen_size}")
    expect(abs(window_width / window_height / (width / height) - 1) < 0.02,
           f"{shown.what}: {window_width} x {window_height} are not the picture's proportions")
    small = whole.resize((window_width, window_height), Image.Resampling.BILINEAR).tobytes()
    # Every filter blurs in its own way where the pattern jumps. Upside down it would be 80.
    expect_nearly(shown, small, 20)
    shown.key("q")
    shown.expect_end("left with 42\nPASSED: left 1 times\n")

# A drag is told in pixels of the picture, wherever those are in the window.
shown = Shown(animation, env={"BOOK_FRAMES": "1"})
shown.expect_shows(WIDTH, HEIGHT, pattern(WIDTH, HEIGHT))
drags = []


def drag(start, end, *expected):
    """In pixels of the window."""
    shown.drag(*start, *end)
    drags.append("dragged from {} {} to {} {} of 61\n".format(*expected))


drag((10, 5), (50, 40), 10, 5, 50, 40)
drag((0, 0), (60, 46), 0, 0, 60, 46)
drag((33, 12), (33, 12), 33, 12, 33, 12)
drag((20, 20), (200, 300), 20, 20, 60, 46)  # let go outside
shown.resize(132, 148)  # twice as large, 5 and 27 pixels of black around
shown.expect_shows(132, 148, enlarged(pattern(WIDTH, HEIGHT), WIDTH, HEIGHT, 132, 148))
drag((5 + 2 * 10 + 1, 27 + 2 * 5), (5 + 2 * 50, 27 + 2 * 40 + 1), 10, 5, 50, 40)
drag((5, 27), (5 + 2 * 61 - 1, 27 + 2 * 47 - 1), 0, 0, 60, 46)
drag((2, 3), (131, 147), 0, 0, 60, 46)  # on the black
shown.drag(20, 30, 40, 50, button=3)
shown.drag(20, 30, 40, 50, button=2)
shown.key("Escape")
shown.expect_end("".join(drags) + "cleaned up\n")

finish()
