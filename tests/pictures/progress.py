"""progress.py TROUBLE: on a terminal a long rendering says how far it is, and that line goes
again."""
import os
import pty
import re
import subprocess
import sys

from check import environment, expect, finish, folder, run, skip

trouble = sys.argv[1]


def on_terminal(here, *arguments):
    """The exit code, and what the program writes to a terminal."""
    try:
        ours, its = pty.openpty()
    except OSError as error:
        skip(f"no pseudo-terminal to be had here: {error}")
    process = subprocess.Popen([trouble, *map(str, arguments)], cwd=here, env=environment(),
                               stdin=its, stdout=its, stderr=its)
    os.close(its)
    written = b""
    while True:
        try:
            data = os.read(ours, 65536)
        except OSError:  # the other end is closed
            break
        if not data:
            break
        written += data
    os.close(ours)
    code = process.wait(timeout=60)
    if code == 77:
        skip("cannot run here")
    return code, written.decode(errors="replace")


def screen(written):
    """The lines that a reader sees in the end."""
    lines, line, column = [], "", 0
    for token in re.findall(r"\x1b\[K|[\s\S]", written):
        if token == "\x1b[K":
            line = line[:column]
        elif token == "\r":
            column = 0
        elif token == "\n":
            lines.append(line)
            line, column = "", 0
        else:
            line = line[:column].ljust(column) + token + line[column + 1:]
            column += 1
    return lines + [line] if line else lines


with folder() as here:
    out = "--out", "x.ppm"
    name = "frame ([0-9]+) of 60, [0-9]+ s left"

    code, written = on_terminal(here, "--sleep", 20, "--frames", 60, *out)
    frames = [int(x) for x in re.findall(name, written)]
    expect(code == 0, f"exit code {code}")
    expect(frames and frames == sorted(set(frames)) and frames[-1] < 60,
           f"on a terminal: frames shown: {frames}")
    # A line every 0.2 seconds, of a run of at least 1.2: not one for each frame.
    expect(2 <= len(frames) <= 30, f"on a terminal: shown {len(frames)} times")
    seen = screen(written)
    expect(seen == ["wrote x-0000.ppm ... x-0059.ppm", "cleaned up"],
           f"on a terminal there remains: {seen}")

    # What the device takes to start is not the rendering's.
    for start in 0, 500:
        code, written = on_terminal(here, "--start", start, "--frames", 3, *out)
        expect(screen(written) == ["wrote x-0000.ppm ... x-0002.ppm", "cleaned up"]
               and "frame" not in written, f"a short rendering shows: {written}")

    # An error is not written behind it.
    os.mkdir(os.path.join(here, "y-0040.ppm"))
    code, written = on_terminal(here, "--sleep", 20, "--frames", 60, "--out", "y.ppm")
    expect(code == 1 and "frame" in written, f"a folder in the way: {code}, {written}")
    expect(re.fullmatch("trouble: --out 'y.ppm': .*Is a directory", screen(written)[-1]),
           f"a folder in the way: the last line is {screen(written)[-1:]}")
    os.rmdir(os.path.join(here, "y-0040.ppm"))

    result = run(trouble, "--sleep", 20, "--frames", 30, *out, cwd=here)
    expect(result.code == 0 and result.err == "", f"not on a terminal: {result.err}")

finish()
