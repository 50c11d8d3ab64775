"""heat.py HEAT: where the mouse was drawn over the plate it is hot, and what is compared with the CPU
is right after that, too."""
import sys

from windows import Shown, expect
from check import finish, wait_until

# One frame for ever, that of time 0: nothing spreads, and the heaters have not begun.
SIZE, COLD, HOT = 64, bytes((0, 0, 4)), bytes((252, 255, 164))
shown = Shown(sys.argv[1], "--size", SIZE, "--frames", 1, "--tick", 0)
shown.expect_shows(SIZE, SIZE, COLD * SIZE * SIZE)
x0, y0, x1, y1 = 40, 12, 8, 20
shown.drag(x0, y0, x1, y1)
expected = b""
for y in range(SIZE):
    for x in range(SIZE):
        dx, dy = x1 - x0, y1 - y0
        along = min(max(((x - x0) * dx + (y - y0) * dy) / (dx * dx + dy * dy), 0), 1)
        beside = (x - x0 - along * dx) ** 2 + (y - y0 - along * dy) ** 2
        expected += HOT if beside <= (SIZE / 40) ** 2 else COLD
shown.expect_shows(SIZE, SIZE, expected, " after the mouse was drawn over it")
shown.key("Escape")
code, out, err = shown.end()
expect(code == 0 and "PASSED: " in out, f"{shown.what}: exit code {code}, {out}{err}")

# A plate that warms up, and is drawn on meanwhile.
shown = Shown(sys.argv[1], "--size", SIZE, "--steps", 3)
for _ in range(3):
    before = shown.look()
    shown.drag(5, 5, 60, 60)
    expect(wait_until(lambda: shown.look() not in (None, before)), f"{shown.what}: stands still")
shown.close_button()
code, out, err = shown.end()
expect(code == 0 and "PASSED: " in out, f"{shown.what}: exit code {code}, {out}{err}")
finish()
