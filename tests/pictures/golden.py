"""golden.py ROOT PROGRAMS: the pictures that the READMEs show are what the programs draw.

A picture ![...](docs/NAME.EXT) has a line in a code block of README.md or of a chapter's README,

    [NAME=VALUE ...] ./book run [--backend NAME] CHAPTER/PROGRAM [OPTION ...] --out docs/NAME.EXT

which is run here, as PROGRAMS/CHAPTER/PROGRAM, and its file compared with the one in docs.
"""
import glob
import os
import re
import shlex
import sys

from PIL import Image, ImageChops

from check import expect, finish, folder, need, problem, run

root, programs = sys.argv[1:]


def read(readme):
    """The pictures that a README shows, and the words of the commands in its code blocks."""
    with open(readme) as stream:
        text = stream.read()
    blocks = re.findall(r"^```[^\n]*\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    prose = re.sub(r"^```[^\n]*\n.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)
    pictures = {os.path.relpath(os.path.join(os.path.dirname(readme), path), root)
                for path in re.findall(r"!\[[^]]*\]\(([^)\s]+)\)", prose)
                if "://" not in path}
    lines = "".join(blocks).replace("\\\n", " ").splitlines()
    return pictures, [shlex.split(line.removeprefix("$ ")) for line in lines
                      if "./book run" in line and "docs/" in line]


def split(words):
    """A command as its environment, program, arguments without --out, and file."""
    at = words.index("./book")
    env = dict(word.split("=", 1) for word in words[:at])
    words = words[at + 2:]
    while words[0].startswith("--"):  # a choice of the backend
        words = words[1 if "=" in words[0] else 2:]
    if "BOOK_OUT" in env:
        return env, words[0], words[1:], env.pop("BOOK_OUT")
    at = words.index("--out")
    return env, words[0], words[1:at] + words[at + 2:], words[at + 1]


def compare(actual, expected, name):
    """One level of difference is another C library's cosf, if it is in few pixels."""
    with Image.open(actual) as a, Image.open(expected) as b:
        count = getattr(a, "n_frames", 1), getattr(b, "n_frames", 1)
        if not expect(count[0] == count[1] and a.size == b.size,
                      f"{name}: {count[1]} frames of {b.size}; the program draws {count[0]} of "
                      f"{a.size}"):
            return
        for frame in range(count[0]):
            a.seek(frame)
            b.seek(frame)
            expect(a.info.get("duration") == b.info.get("duration"),
                   f"{name}: frame {frame} lasts {b.info.get('duration')} ms; the program's "
                   f"{a.info.get('duration')}")
            bands = ImageChops.difference(a.convert("RGB"), b.convert("RGB")).split()
            levels = ImageChops.lighter(ImageChops.lighter(bands[0], bands[1]), bands[2])
            histogram = levels.histogram()
            differ, badly = sum(histogram[1:]), sum(histogram[2:])
            expect(badly == 0 and differ <= 0.001 * a.size[0] * a.size[1],
                   f"{name}: in frame {frame}, {differ} pixels are not what the program draws, "
                   f"{badly} of them by more than one level")


shown, commands = set(), []
for readme in [os.path.join(root, "README.md")] + sorted(glob.glob(f"{root}/ch*/README.md")):
    pictures, lines = read(readme)
    shown |= pictures
    commands += lines
there = {f"docs/{name}" for name in os.listdir(os.path.join(root, "docs"))}

made = set()
for words in commands:
    env, program, arguments, name = split(words)
    made.add(name)
    need(name.rsplit(".", 1)[1])
    if not expect(name in there, f"{name} is not there; {shlex.join(words)} makes it"):
        continue
    with folder() as here:
        result = run(os.path.join(programs, program), *arguments, "--out",
                     os.path.join(here, os.path.basename(name)), env=env)
        if expect(result.code == 0, f"{shlex.join(words)}: exit code {result.code}, {result.err}"):
            compare(os.path.join(here, os.path.basename(name)), os.path.join(root, name), name)

for name in sorted(shown - there):
    problem(f"{name} is shown, but is not there")
for name in sorted(there - shown):
    problem(f"{name} is there, but no README shows it")
for name in sorted((shown | there) - made):
    problem(f"{name}: no README has the command that makes it, ./book run ... --out {name}")
print(f"{len(made)} pictures")
expect(made, "no README has a command that makes a picture")
finish()
