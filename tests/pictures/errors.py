"""errors.py RIPPLE RIPPLE_GPU STILL ANIMATION: what cannot be done is refused before any work: with
the right exit code, with a message that says what and why, and leaving every file as it was."""
import os
import re
import sys

from check import FORMATS, expect, finish, folder, run

ripple, ripple_gpu, still, animation = sys.argv[1:]
first = FORMATS[0]
accepted = r"; accepted: .*\.ppm$"


def files(folder):
    """Every file below a folder with all that could change."""
    found = {}
    for parent, folders, names in os.walk(folder):
        for name in folders + names:
            path = os.path.join(parent, name)
            status = os.lstat(path)
            content = b""
            if os.path.isfile(path) and not os.path.islink(path):
                with open(path, "rb") as stream:
                    content = stream.read()
            found[path] = (status.st_mode, status.st_ino, content)
    return found


def refused(here, code, messages, program, *arguments, env=None, **more):
    before = files(here)
    result = run(program, *arguments, cwd=here, env=env, **more)
    expect(result.code == code, f"{result.command}: exit code {result.code} instead of {code}\n"
                                f"{result.err[-2000:]}")
    for message in messages:
        expect(re.search(message, result.err, re.MULTILINE),
               f"{result.command}: no message like {message}, but {result.err[-2000:]}")
    expect("PASSED" not in result.out and "wrote" not in result.out,
           f"{result.command}: claims {result.out}")
    changed = files(here).items() ^ before.items()
    expect(not changed, f"{result.command}: changed {sorted({path for path, _ in changed})}")


with folder() as here:
    kept = f"kept.{first}"
    for name in kept, "kept.gif", "kept":
        with open(os.path.join(here, name), "wb") as stream:
            stream.write(b"as it was")
    for name in "folder", f"folder.{first}":
        os.mkdir(os.path.join(here, name))

    # The name of the file. Each program reports by the same code, so most rows need one only.
    long_name = f"{'n' * 260}.{first}"
    long_path = f"{'d/' * 2500}x.{first}"
    rows = [
        ("x.gif", [r"unknown extension '\.gif'", accepted]),
        ("kept.gif", [r"unknown extension '\.gif'", accepted]),
        ("x", ["unknown extension ''", accepted]),
        ("kept", ["unknown extension ''", accepted]),
        ("folder", ["unknown extension ''", accepted]),
        ("fol.ppm/x", ["unknown extension ''", accepted]),
        ("", ["unknown extension ''", accepted]),
        (f"x.{first}x", [rf"unknown extension '\.{first}x'", accepted]),
        (f".{first}", ["no name before the extension"]),
        (f"folder/.{first}", ["no name before the extension"]),
        (f"missing/x.{first}", ["No such file or directory"]),
        (f"folder.{first}", ["Is a directory"]),
        (f"{kept}/x.{first}", ["Not a directory"]),
        (f"/proc/x.{first}", ["No such file|Permission denied|not permitted"]),
        (long_name, ["File name too long"]),
    ]
    for path, messages in rows:
        refused(here, 2, [re.escape(f"--out '{path}'")] + messages, still, "--out", path)
    refused(here, 2, ["--out 'd/d/", "the path is too long"], still, "--out", long_path)
    for program in ripple, ripple_gpu:
        for path, messages in rows[0], rows[10], rows[14]:
            refused(here, 2, [re.escape(f"--out '{path}'")] + messages, program, "--size", 9,
                    "--out", path)
    for path, messages in rows[0], rows[10]:
        refused(here, 2, [re.escape(f"BOOK_OUT '{path}'")] + messages, animation,
                env={"BOOK_OUT": path})

    # Numbers. What is refused does not touch the file that is there.
    number = "is not accepted; a whole number from"
    for option, value in (("size", "99999999999"), ("frames", "0"), ("frames", "-3"),
                          ("frames", "many"), ("frames", "1000001"), ("tick", "-1"),
                          ("tick", "soon"), ("tick", "2000000001")):
        refused(here, 2, [f"option --{option}: '{value}' {number} [01] to [0-9]+ is"], ripple,
                "--out", kept, f"--{option}={value}")
    for variable, value in (("BOOK_FRAMES", "0"), ("BOOK_FRAMES", "abc"), ("BOOK_FRAMES", "7x"),
                            ("BOOK_FRAMES", " "), ("BOOK_TICK", "-1"),
                            ("BOOK_TICK", "99999999999999999999")):
        refused(here, 2, [f"variable {variable}: '{value}' {number} [01] to [0-9]+ is"], animation,
                env={variable: value, "BOOK_OUT": kept})

    # Too large.
    for program in ripple, ripple_gpu:
        refused(here, 1, ["out of host memory: a picture of 1000000 x 1000000 pixels takes"],
                program, "--size", 1000000, "--out", "x.ppm")
    if "webp" in FORMATS:
        refused(here, 2, [r"--out 'x\.webp': 16384 x 1 pixels are too many", "up to 16383 x 16383"],
                still, "--width", 16384, "--height", 1, "--out", "x.webp")
        refused(here, 2, ["1 x 16384 pixels are too many"],
                still, "--width", 1, "--height", 16384, "--out", "x.webp")


def as_nobody():
    if os.geteuid() == 0:  # to whom nothing is forbidden
        os.setgroups([])
        os.setgid(65534)
        os.setuid(65534)


# No permission. The program itself may lie where nobody may go.
with folder() as here:
    os.chmod(here, 0o755)
    for name in f"kept.{first}", f"kept-0000.{first}":
        with open(os.path.join(here, name), "wb") as stream:
            stream.write(b"as it was")
        os.chmod(os.path.join(here, name), 0o444)
    os.mkdir(os.path.join(here, "open"))
    os.chmod(os.path.join(here, "open"), 0o777)
    os.rename(os.path.join(here, f"kept.{first}"), os.path.join(here, "open", f"kept.{first}"))
    try:
        run(still, "--help", preexec_fn=as_nobody)
    except PermissionError:
        print("not tried: a folder and a file without permission, as nobody cannot run this")
    else:
        denied = ["Permission denied"]
        refused(here, 2, denied, still, "--out", f"new.{first}", preexec_fn=as_nobody)
        refused(here, 2, denied, still, "--out", f"open/kept.{first}", preexec_fn=as_nobody)
        refused(here, 2, denied + ["still: without --out 'still"], still, preexec_fn=as_nobody)

finish()
