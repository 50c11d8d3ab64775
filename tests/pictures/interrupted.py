"""interrupted.py STILL TROUBLE: a program that is interrupted leaves no half-written picture and no
temporary file."""
import os
import signal
import subprocess
import sys

from PIL import Image

from check import environment, expect, finish, folder, listing, skip, wait_until

still, trouble = sys.argv[1:]
SIGNALS = signal.SIGINT, signal.SIGTERM, signal.SIGHUP


def start(program, *arguments, cwd):
    # Who runs this test in the background may have SIGINT ignored, and children inherit that.
    def defaults():
        for number in SIGNALS:
            signal.signal(number, signal.SIG_DFL)
    return subprocess.Popen([program, *map(str, arguments)], cwd=cwd, env=environment(),
                            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                            stderr=subprocess.DEVNULL, preexec_fn=defaults)


def unfinished(here):
    return [name for name in listing(here) if name.startswith(".")]


def stop_while_writing(process, here, pause):
    """Stops the process (SIGSTOP) at a moment when there is an unfinished file: looks for one every
    `pause` seconds."""
    def caught():
        if process.poll() is not None:
            return "ended"
        if unfinished(here):
            process.send_signal(signal.SIGSTOP)
            os.waitid(os.P_PID, process.pid, os.WSTOPPED | os.WEXITED | os.WNOWAIT)
            if unfinished(here):
                return "stopped"
            process.send_signal(signal.SIGCONT)
        return None
    return wait_until(caught, pause=pause) == "stopped"


def stopped_while_writing(begin, here, pause=0.002):
    """Starts a process by begin() and stops it at such a moment: another one, if the first has written its
    picture before anybody looked."""
    for _ in range(5):
        process = begin()
        if stop_while_writing(process, here, pause):
            return process
        process.kill()
        process.communicate()
        for name in listing(here):
            os.remove(os.path.join(here, name))
    expect(False, "no unfinished file was seen")
    finish()


def expect_interrupted(process, number, what):
    process.send_signal(number)
    process.send_signal(signal.SIGCONT)
    code = process.wait(timeout=60)
    if code == 77:
        skip("cannot run here")
    expect(code == -number, f"{what}: ended with {code} instead of by signal {number}")


def expect_whole(here, what):
    expect(unfinished(here) == [], f"{what}: left {unfinished(here)}")
    for name in set(listing(here)) - set(unfinished(here)):
        with Image.open(os.path.join(here, name)) as image:
            try:
                image.load()
            except OSError as error:
                expect(False, f"{what}: {name} is not whole: {error}")


# Where there is no device a program ends by itself, perhaps before the signal.
with folder() as here:
    if start(still, "--width", 1, "--height", 1, "--out", "x.ppm", cwd=here).wait() == 77:
        skip("cannot run here")

for number in SIGNALS:
    what = number.name

    # While one large picture is written. Now and then one thread takes the signal while another gives the file,
    # which is whole, its name.
    for _ in range(5):
        with folder() as here:
            process = stopped_while_writing(
                lambda: start(still, "--width", 2000, "--height", 2000, "--out", "x.ppm", cwd=here), here)
            expect_interrupted(process, number, f"{what} in a large picture")
            expect_whole(here, f"{what} in a large picture")
            left = listing(here)
        if left == []:
            break
    expect(left == [], f"{what} in a large picture: left {left}, each time")

    # Amid numbered frames: what is there is whole.
    with folder() as here:
        process = start(trouble, "--size", 300, "--frames", 100000, "--out", "x.ppm", cwd=here)
        wait_until(lambda: "x-00005.ppm" in listing(here) or process.poll() is not None)
        expect(stop_while_writing(process, here, pause=0), "no unfinished file was seen")
        expect_interrupted(process, number, f"{what} amid frames")
        expect(len(listing(here)) >= 5, f"{what} amid frames: left only {listing(here)}")
        expect_whole(here, f"{what} amid frames")

# Who ignores SIGHUP (nohup) goes on ignoring it while a file is being written.
with folder() as here:
    process = stopped_while_writing(lambda: subprocess.Popen(
        [still, "--width", "2000", "--height", "2000", "--out", "x.ppm"], cwd=here,
        env=environment(), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
        preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN)), here)
    process.send_signal(signal.SIGHUP)
    process.send_signal(signal.SIGCONT)
    _, errors = process.communicate(timeout=60)
    expect(process.returncode == 0, f"ignored SIGHUP: ended with {process.returncode}: {errors}")
    expect(listing(here) == ["x.ppm"], f"ignored SIGHUP: left {listing(here)}")

finish()
