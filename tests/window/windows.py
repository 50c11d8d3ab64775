"""What the tests of windows share: a program with its window, a hand and an eye. Run by
with_display.sh: the X display is this test's alone, and no window manager runs on it."""
import os
import re
import signal
import subprocess
import sys
import time

from PIL import Image
from Xlib import X, XK, display, error, protocol
from Xlib.ext import xtest

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "pictures"))
from check import difference, environment, expect, problem, wait_until  # noqa: E402

screen = display.Display()
root = screen.screen().root


class Shown:
    """A program that is running, and its window once it is there: shown.window, else None."""

    def __init__(self, program, *arguments, env=None, cwd=None, stderr=subprocess.PIPE):
        self.name = os.path.basename(program)
        self.what = " ".join([f"{k}={v}" for k, v in (env or {}).items()] +
                             [self.name, *map(str, arguments)])
        changes = {"DISPLAY": os.environ["DISPLAY"]}
        changes.update(env or {})
        self.process = subprocess.Popen(
            [program, *map(str, arguments)], env=environment(**changes), cwd=cwd, text=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=stderr)
        self.find()

    def find(self):
        """Waits for a window of the program's name."""
        def found():
            for window in root.query_tree().children:
                try:
                    if (window.get_wm_name() == self.name
                            and window.get_attributes().map_state == X.IsViewable):
                        return window
                except error.XError:  # it has gone meanwhile
                    pass
            return "ended" if self.process.poll() is not None else None

        self.window = wait_until(found)
        if self.window in (None, "ended"):
            self.window = None
            self.process.kill()
            out, err = self.process.communicate()
            problem(f"{self.what}: no window; exit code {self.process.returncode}, {out}{err}")
            sys.exit(1)
        # Wholly onto the screen, as only that can be read back. A window manager would place it.
        self.window.configure(x=7, y=5)
        self.window.change_attributes(event_mask=X.StructureNotifyMask)
        screen.sync()
        while screen.pending_events():  # of the window before, which may have had the same number
            screen.next_event()

    def find_next(self):
        """Waits until the window has gone, then for the next one."""
        def gone():
            while screen.pending_events():
                event = screen.next_event()
                if event.type == X.DestroyNotify and event.window.id == self.window.id:
                    return True
            return False

        expect(wait_until(gone), f"{self.what}: the window stays")
        self.find()

    # ---- the eye

    def size(self):
        try:
            geometry = self.window.get_geometry()
        except error.XError:
            return 0, 0
        return geometry.width, geometry.height

    def look(self):
        """What the window shows: RGB bytes, the top row first. None while it cannot be seen."""
        width, height = self.size()
        try:
            data = self.window.get_image(0, 0, width, height, X.ZPixmap, 0xffffffff).data
        except error.XError:  # it has gone, or got another size in between
            return None
        return Image.frombytes("RGB", (width, height), data, "raw", "BGRX").tobytes()

    def expect_shows(self, width, height, expected, what=""):
        """Waits until the window has this size and exactly these pixels."""
        if not wait_until(lambda: self.size() == (width, height) and self.look() == expected,
                          seconds=20):
            size, pixels = self.size(), self.look() or b""
            problem(f"{self.what}{what}: " + (
                difference(pixels, expected, width) if size == (width, height)
                else f"the window has {size} pixels instead of {(width, height)}"))

    # ---- the hand

    def point(self, x, y):
        """Moves the pointer to a pixel of the window, or outside."""
        place = self.window.translate_coords(root, 0, 0)
        root.warp_pointer(x - place.x, y - place.y)
        screen.sync()

    def key(self, name):
        """Presses a key and lets go: 'Escape', 'q', 'Q', 'F1'..."""
        self.point(1, 1)
        code = screen.keysym_to_keycode(XK.string_to_keysym(name))
        shift = screen.keysym_to_keycode(XK.XK_Shift_L)
        capital = len(name) == 1 and name.isupper()
        for event, number in ([(X.KeyPress, shift)] * capital +
                              [(X.KeyPress, code), (X.KeyRelease, code)] +
                              [(X.KeyRelease, shift)] * capital):
            xtest.fake_input(screen, event, number)
        screen.sync()

    def drag(self, x0, y0, x1, y1, button=1):
        self.point(x0, y0)
        xtest.fake_input(screen, X.ButtonPress, button)
        screen.sync()
        self.point(x1, y1)
        xtest.fake_input(screen, X.ButtonRelease, button)
        screen.sync()

    def close_button(self):
        """What a window manager sends when its close button is pressed."""
        event = protocol.event.ClientMessage(
            window=self.window, client_type=screen.intern_atom("WM_PROTOCOLS"),
            data=(32, [screen.intern_atom("WM_DELETE_WINDOW"), X.CurrentTime, 0, 0, 0]))
        self.window.send_event(event)
        screen.sync()

    def resize(self, width, height):
        self.window.configure(width=width, height=height)
        screen.sync()

    # ---- the end

    def end(self):
        """Exit code, stdout, stderr of a program that should be ending."""
        try:
            out, err = self.process.communicate(timeout=60)
        except subprocess.TimeoutExpired:
            self.process.send_signal(signal.SIGABRT)
            out, err = self.process.communicate()
            problem(f"{self.what}: does not end")
        return self.process.returncode, out, err and without_driver_leaks(err)

    def expect_end(self, out, err=""):
        """It ends well, having printed exactly this."""
        code, got_out, got_err = self.end()
        expect(code == 0, f"{self.what}: exit code {code}")
        expect(got_out == out, f"{self.what}: printed {got_out!r} instead of {out!r}")
        expect(got_err == err, f"{self.what}: stderr: {got_err!r} instead of {err!r}")


def without_driver_leaks(text):
    """What a program wrote to stderr, without LeakSanitizer's report if none of it is the program's.
    The driver is unloaded when the report is made; what it lost is in <unknown module> then, which
    no suppression can name."""
    report = re.search(r"\n=+\n==\d+==ERROR: LeakSanitizer:.*\nSUMMARY: [^\n]*\n", text, re.DOTALL)
    if report is None:
        return text
    # The frames but for the first, which is the sanitizer's malloc.
    callers = re.findall(r"^ +#[1-9]\d* .*$", report.group(), re.MULTILINE)
    if all(re.search(r"\((<unknown module>|/(usr/)?lib[^ ]*\+0x[0-9a-f]+)\)", frame)
           for frame in callers):
        return text[:report.start()] + text[report.end():]
    return text


def processor_seconds(process):
    """What the process has used so far, all its threads together."""
    with open(f"/proc/{process.pid}/stat") as stream:
        fields = stream.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def watch(shown, seconds):
    """Looks away for so long; returns the seconds that passed and those that the program used."""
    begun, used = time.monotonic(), processor_seconds(shown.process)
    time.sleep(seconds)
    return time.monotonic() - begun, processor_seconds(shown.process) - used


def tick_of(pixels):
    """The tick of pattern.h's picture, modulo 256, from its first pixel: blue is 37 + 3 * tick.
    None while nothing is drawn yet."""
    if not pixels or pixels[:3] == b"\0\0\0":
        return None
    return (pixels[2] - 37) * 171 % 256
