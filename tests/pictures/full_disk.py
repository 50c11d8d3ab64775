"""full_disk.py STILL ANIMATION RIPPLE: a disk that fills up ends the program with an error, and
what could not be written whole is not there at all."""
import os
import re
import resource
import signal
import stat
import subprocess
import sys

from check import FORMATS, environment, expect, finish, folder, listing, run, run_well

still, animation, ripple = sys.argv[1:]


def limit(size):
    """No file gets larger."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


def expect_failure(result, reason):
    expect(result.code == 1, f"{result.command}: exit code {result.code} instead of 1")
    expect(re.search(f"cannot write '.*': {reason}", result.err),
           f"{result.command}: stderr: {result.err}")
    expect("wrote" not in result.out, f"{result.command}: claims {result.out}")


large = "--width", "333", "--height", "333"
for extension in FORMATS:
    with folder() as here:
        name = f"x.{extension}"
        path = os.path.join(here, name)
        run_well(still, *large, "--out", name, cwd=here)
        size = os.stat(path).st_size
        with open(path, "wb") as stream:
            stream.write(b"as it was")
        # At the last byte, in the middle, and before the first.
        for most in size - 1, size // 2, 0:
            result = run(still, *large, "--out", name, cwd=here, preexec_fn=lambda: limit(most))
            expect_failure(result, "File too large")
            expect(listing(here) == [name], f"up to {most} bytes: left {listing(here)}")
            with open(path, "rb") as stream:
                expect(stream.read() == b"as it was",
                       f"up to {most} bytes: {name} is no longer what it was")
        run_well(still, *large, "--out", name, cwd=here, preexec_fn=lambda: limit(size))

if "webp" in FORMATS:
    with folder() as here:
        env = {"BOOK_OUT": "x.webp"}
        run_well(animation, cwd=here, env=env)
        size = os.stat(os.path.join(here, "x.webp")).st_size
        os.remove(os.path.join(here, "x.webp"))
        result = run(animation, cwd=here, env=env, preexec_fn=lambda: limit(size // 2))
        expect_failure(result, "File too large")
        expect(listing(here) == [], f"half an animation: left {listing(here)}")

# In the middle of numbered frames: those that were written whole go too, and nothing else.
if "png" in FORMATS:
    with folder() as here:
        arguments = "--size", "40", "--frames", "20", "--out", "x.png"
        run_well(ripple, *arguments, cwd=here)
        sizes = [os.stat(os.path.join(here, name)).st_size for name in listing(here)]
        largest = sizes.index(max(sizes))
        expect(largest > 0, "the first frame is the largest: choose other arguments for this test")
        for name in listing(here):
            os.remove(os.path.join(here, name))
        with open(os.path.join(here, "x-other.png"), "wb") as stream:
            stream.write(b"as it was")
        result = run(ripple, *arguments, cwd=here, preexec_fn=lambda: limit(max(sizes) - 1))
        expect_failure(result, "File too large")
        expect(listing(here) == ["x-other.png"],
               f"frame {largest} is too large: left {listing(here)}")

# A device is written to, not replaced by a file.
if os.path.exists("/dev/full"):
    device = os.stat("/dev/full").st_mode, os.stat("/dev/full").st_rdev
    with folder() as here:
        for extension in FORMATS:
            name = f"x.{extension}"
            os.symlink("/dev/full", os.path.join(here, name))
            result = run(still, *large, "--out", name, cwd=here)
            expect_failure(result, "No space left on device")
            expect(os.path.islink(os.path.join(here, name)), f"{name} is no longer a link")
        expect(len(listing(here)) == len(FORMATS), f"left {listing(here)}")
        link = os.path.join(here, "y-0003.ppm")
        os.symlink("/dev/full", link)
        before = listing(here)
        expect_failure(run(ripple, "--size", 9, "--frames", 6, "--out", "y.ppm", cwd=here),
                       "No space left on device")
        expect(listing(here) == before, f"a full device amid the frames: left {listing(here)}")
        expect(os.path.islink(link), "y-0003.ppm is no longer a link")
    now = os.stat("/dev/full").st_mode, os.stat("/dev/full").st_rdev
    expect(device == now and stat.S_ISCHR(now[0]), "/dev/full is no longer what it was")

# A disk with room for a few frames, where a name space of our own with such a mount can be had.
script = """
mount -t tmpfs -o size=64k none "$1" || exit 99
cd "$1" || exit 99
shift
"$@"
code=$?
ls -A
exit $code
"""
space = ["unshare", "--mount"] if os.geteuid() == 0 else ["unshare", "--mount", "--map-root-user"]
with folder() as here:
    done = subprocess.run(space + ["sh", "-c", script, "sh", here, ripple, "--size", "90",
                                   "--frames", "20", "--out", "x.ppm"],
                          env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True, timeout=240) if os.path.exists("/usr/bin/unshare") else None
    if done is None or done.returncode == 99 or "unshare: " in done.stderr:
        print("not tried: a small disk, which cannot be mounted here")
    elif done.returncode != 77:
        expect(done.returncode == 1 and "No space left on device" in done.stderr,
               f"a small disk: exit code {done.returncode}, {done.stderr}")
        expect(done.stdout == "", f"a small disk: left {done.stdout}")

finish()
