"""pace.py STILL ANIMATION ANIMATION_GPU: an animation has the pace that it should have, and a
window takes no processor that it does not need."""
import sys
import time

from windows import Shown, expect, screen, tick_of, wait_until, watch
from check import finish, pattern

still, *animations = sys.argv[1:]

for program in animations:
    shown = Shown(program)
    wait_until(lambda: tick_of(shown.look()) is not None)
    time.sleep(0.2)
    first = tick_of(shown.look())
    seconds, used = watch(shown, 1.5)
    # Modulo 256: a window that runs wild would be caught by its use of the processor.
    frames = (tick_of(shown.look()) - first) % 256
    print(f"{shown.what}: {frames / seconds:.1f} frames a second, "
          f"{100 * used / seconds:.0f}% of a processor")
    expect(20 <= frames / seconds <= 63, f"{shown.what}: {frames / seconds:.1f} frames a second")
    expect(used / seconds < 0.6, f"{shown.what}: uses {100 * used / seconds:.0f}% of a processor")

    # A hidden window computes nothing, and goes on when it is seen again.
    before = tick_of(shown.look())
    shown.window.unmap()
    screen.sync()
    time.sleep(0.1)
    seconds, used = watch(shown, 0.9)
    expect(used / seconds < 0.1, f"{shown.what}, hidden: uses {100 * used / seconds:.0f}% of a "
                                 f"processor")
    shown.window.map()
    screen.sync()
    wait_until(lambda: tick_of(shown.look()) is not None)
    tick = tick_of(shown.look())
    expect((tick - before) % 256 < 30,  # 54 would be due
           f"{shown.what}, hidden: went on for {(tick - before) % 256} frames")
    expect(wait_until(lambda: tick_of(shown.look()) not in (None, tick), seconds=10),
           f"{shown.what}: stands still after it was hidden")
    shown.key("q")
    shown.expect_end("cleaned up\n")

shown = Shown(still)
shown.expect_shows(61, 47, pattern(61, 47))
time.sleep(0.2)
seconds, used = watch(shown, 1)
print(f"{shown.what}: {100 * used / seconds:.0f}% of a processor")
expect(used / seconds < 0.1, f"{shown.what}: uses {100 * used / seconds:.0f}% of a processor")
shown.key("q")
shown.expect_end("left with 42\nPASSED: left 1 times\n")

finish()
