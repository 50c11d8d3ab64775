"""fallback.py STILL ANIMATION ANIMATION_GPU: no window where a file was asked for; a file where no
window is to be had."""
import os
import re
import subprocess
import sys

from windows import root, screen, without_driver_leaks
from Xlib import X
from check import animation as frames_of
from check import FORMATS, expect, expect_picture, finish, folder, listing, pattern, run, run_well

still, animation, animation_gpu = sys.argv[1:]
here_display = os.environ["DISPLAY"]

# A file was asked for: no window opens, not even for a moment.
root.change_attributes(event_mask=X.SubstructureNotifyMask)
screen.sync()
for program in still, animation, animation_gpu:
    with folder() as here:
        name = f"x.{FORMATS[0]}"
        env = {"DISPLAY": here_display, "BOOK_OUT": name, "BOOK_FRAMES": "1"}
        run_well(program, cwd=here, env=env)
        expect_picture(os.path.join(here, name), 61, 47, pattern(61, 47))
screen.sync()
created = [screen.next_event() for _ in range(screen.pending_events())]
expect(not created, f"with BOOK_OUT a window was created: {created}")


def expect_file(program, display, why, *arguments):
    """It goes on without a window, says why, and writes what it always writes."""
    name = os.path.basename(program)
    with folder() as here:
        result = run(program, *arguments, cwd=here, env={"DISPLAY": display, "BOOK_FRAMES": "2"})
        expect(result.code == 0, f"{result.command}: exit code {result.code}")
        expect(re.fullmatch(rf"{name}: no window \(.*{why}.*\): writing a file\n",
                            without_driver_leaks(result.err)),
               f"{result.command}: stderr: {result.err}")
        if program == still:
            extension = "png" if "png" in FORMATS else "ppm"
            expect(listing(here) == [f"still.{extension}"], f"{result.command}: {listing(here)}")
            if not arguments:
                expect_picture(os.path.join(here, listing(here)[0]), 61, 47, pattern(61, 47))
        elif "webp" in FORMATS:
            expect(listing(here) == [f"{name}.webp"], f"{result.command}: {listing(here)}")
            frames, _, _ = frames_of(os.path.join(here, listing(here)[0]))
            expect([pixels for pixels, _ in frames] == [pattern(61, 47, 0), pattern(61, 47, 1)],
                   f"{result.command}: other frames")


# A display that is not there, and nonsense.
for program in still, animation, animation_gpu:
    expect_file(program, ":9999", "display.*:9999")
expect_file(still, "nonsense", "display.*nonsense")

# More than OpenGL shows.
expect_file(still, here_display, "OpenGL here shows up to", "--width", 33000, "--height", 1)

# A display without OpenGL.
ours, its = os.pipe()
server = subprocess.Popen(["Xvfb", "-displayfd", str(its), "-extension", "GLX", "-nolisten", "tcp"],
                          pass_fds=[its], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
os.close(its)
try:
    with os.fdopen(ours) as stream:
        number = stream.readline().strip()
    for program in still, animation, animation_gpu:
        expect_file(program, f":{number}", "GLX")
finally:
    server.terminate()
    server.wait()

finish()
