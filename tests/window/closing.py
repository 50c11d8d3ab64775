"""closing.py STILL ANIMATION ANIMATION_GPU TROUBLE: size, title and pixels of a window; every way
to close it ends the program well, and nothing else does."""
import os
import pty
import select
import sys
import time

from windows import Shown, expect, tick_of
from check import finish, pattern, wait_until

still, animation, animation_gpu, trouble = sys.argv[1:]
STILL_SAYS = "left with 42\nPASSED: left 1 times\n"

ways = {
    "Escape": lambda shown: shown.key("Escape"),
    "q": lambda shown: shown.key("q"),
    "Q": lambda shown: shown.key("Q"),
    "close button": lambda shown: shown.close_button(),
}

for program, names, says in ((still, ("Escape", "Q", "close button"), STILL_SAYS),
                             (animation, ("q", "close button"), "cleaned up\n"),
                             (animation_gpu, ("Escape", "close button"), "cleaned up\n")):
    for name in names:
        shown = Shown(program, env={"BOOK_FRAMES": "1", "BOOK_TICK": "0"})
        shown.expect_shows(61, 47, pattern(61, 47))
        ways[name](shown)
        shown.expect_end(says)

# On a terminal it says how.
for program, says in ((still, STILL_SAYS), (animation, "cleaned up\n")):
    ours, theirs = pty.openpty()
    shown = Shown(program, stderr=theirs)
    os.close(theirs)
    said = os.read(ours, 1000).decode() if select.select([ours], [], [], 20)[0] else ""
    expect(said == f"{shown.name}: the window is open; to end, press ESC or q in it, or close it\r\n",
           f"{shown.what}: the terminal shows {said!r}")
    os.close(ours)
    shown.key("q")
    shown.expect_end(says, None)

# Other keys and buttons do nothing.
shown = Shown(still)
shown.expect_shows(61, 47, pattern(61, 47))
for key in "a", "w", "X", "space", "Return", "F1", "Left", "Delete":
    shown.key(key)
for button in 1, 2, 3, 4:
    shown.drag(5, 5, 20, 20, button)
shown.expect_shows(61, 47, pattern(61, 47), " after keys that mean nothing")
expect(shown.process.poll() is None, "a key that means nothing ends the program")
shown.key("Escape")
shown.expect_end(STILL_SAYS)


def whole(pixels):
    tick = tick_of(pixels)
    return tick is not None and pixels == pattern(61, 47, tick)


# An animation runs, and from the first on, which may be seen on its way to the screen, what it shows is
# always a whole frame.
for program in animation, animation_gpu:
    shown = Shown(program, env={"BOOK_TICK": "1000"})
    wait_until(lambda: whole(shown.look()), seconds=20)
    ticks, end = set(), time.monotonic() + 20
    while len(ticks) < 10 and time.monotonic() < end:
        pixels = shown.look()
        tick = tick_of(pixels)
        if tick is not None:
            ticks.add(tick)
            if not expect(whole(pixels), f"{shown.what}: no whole frame"):
                break
    expect(len(ticks) >= 10, f"{shown.what}: shows the ticks {sorted(ticks)} modulo 256 only")
    ways["close button"](shown)
    shown.expect_end("cleaned up\n")

# --frames repeats so many.
shown = Shown(animation, env={"BOOK_TICK": "20", "BOOK_FRAMES": "3"})
ticks, end = set(), time.monotonic() + 1
while time.monotonic() < end or (len(ticks) < 3 and time.monotonic() < end + 20):
    ticks |= {tick_of(shown.look())} - {None}
expect(ticks == {20, 21, 22}, f"{shown.what}: shows the ticks {sorted(ticks)}")
ways["q"](shown)
shown.expect_end("cleaned up\n")

# The next frame is due at the very moment when the window goes.
for name in "close button", "Escape":
    for gpu in 0, 1:
        shown = Shown(trouble, "--sleep", 60, "--gpu", gpu)
        time.sleep(0.3)
        ways[name](shown)
        shown.expect_end("cleaned up\n")

finish()
