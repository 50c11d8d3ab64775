"""golden.py ROOT PROGRAMS: the pictures that the READMEs show are what the programs draw.

A picture ![...](docs/NAME.EXT) has a line in a code block of README.md or of a page of a chapter,

    [NAME=VALUE ...] ./book run [--backend NAME] CHAPTER/PROGRAM [OPTION ...] --out docs/NAME.EXT

which is run here, as PROGRAMS/CHAPTER/PROGRAM, and its file compared with the one in docs. Of a chart
it is --chart docs/NAME.svg, and what is compared is its words, its lines and its bars; if it shows what
a GPU measured (--backend gpu), it is not drawn again. The charts of bench/ are what ./book bench --draw
makes of the figures there.
"""
import glob
import os
import re
import shlex
import shutil
import sys

from PIL import Image

from check import MAY_DIFFER, expect, finish, folder, levels, need, problem, run

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
    # These are no program's: charts of measurements, what is drawn by hand, and pages of ./book see.
    pictures = {path for path in pictures if os.path.dirname(path) not in ("bench", "docs/figures")}
    lines = "".join(blocks).replace("\\\n", " ").splitlines()
    return pictures, [shlex.split(line.removeprefix("$ ")) for line in lines
                      if "./book run" in line and "docs/" in line]


class Command:
    """A command as its environment, program, arguments (FILE in the place of the file), and file."""

    def __init__(self, words):
        self.words = words
        at = words.index("./book")
        self.env = dict(word.split("=", 1) for word in words[:at])
        words = words[at + 2:]
        self.backend = None
        while words[0].startswith("--"):
            name, equals, value = words[0].partition("=")
            self.backend = value if equals else words[1]
            words = words[1 if equals else 2:]
        self.program, self.arguments = words[0], words[1:]
        self.is_chart = "--chart" in words
        if "BOOK_OUT" in self.env:
            self.file = self.env.pop("BOOK_OUT")
            self.arguments += ["--out", "FILE"]
        else:
            at = self.arguments.index("--chart" if self.is_chart else "--out") + 1
            self.file, self.arguments[at] = self.arguments[at], "FILE"

    def run(self, file):
        arguments = [file if word == "FILE" else word for word in self.arguments]
        return run(os.path.join(programs, self.program), *arguments, env=self.env)


def chart(path):
    """What a chart says, and the points of its lines and bars."""
    with open(path) as stream:
        text = stream.read()
    words = re.findall(r"<text[^>]*>(.*?)</text>", text, re.DOTALL)
    words = [" ".join(re.sub(r"<[^>]*>", "", word).split()) for word in words]
    lines = re.findall(r"<path\b[^>]*\bd='([^']*)'|<polygon\b[^>]*\bpoints *= *'([^']*)'", text)
    lines = [path or polygon for path, polygon in lines]
    lines = [[float(x) for x in re.findall(r"[-+]?[0-9.]+", line)] for line in lines]
    return words, [line for line in lines if len(line) > 4]


def compare_charts(actual, expected, name):
    """Another version of gnuplot may round otherwise: lines agree to a pixel."""
    (words, lines), (words_there, lines_there) = chart(actual), chart(expected)
    expect(words == words_there, f"{name}: it says {words_there}; the program draws {words}")
    expect(len(lines) > 0 and len(lines) == len(lines_there) and
           all(len(a) == len(b) and all(abs(x - y) <= 1 for x, y in zip(a, b))
               for a, b in zip(lines, lines_there)),
           f"{name}: the lines and bars are not those that the program draws")


def compare(actual, expected, name, program):
    """One level of difference is another C library's cosf, if it is in few pixels; more is a processor
    without fused multiply-adds, or with them."""
    may_differ = MAY_DIFFER.get(program, 0) / 1000
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
            histogram = levels(a, b)
            differ, badly = sum(histogram[1:]), sum(histogram[2:])
            pixels = a.size[0] * a.size[1]
            expect(badly <= may_differ * pixels and differ <= (0.001 + may_differ) * pixels,
                   f"{name}: in frame {frame}, {differ} pixels are not what the program draws, "
                   f"{badly} of them by more than one level")


shown, commands = set(), []
for readme in [os.path.join(root, "README.md")] + sorted(glob.glob(f"{root}/ch*/*.md")):
    pictures, lines = read(readme)
    shown |= pictures
    commands += lines
there = {f"docs/{name}" for name in os.listdir(os.path.join(root, "docs"))
         if name.endswith((".png", ".svg", ".webp"))}

made = set()
for command in map(Command, commands):
    name = command.file
    made.add(name)
    if command.is_chart:
        if command.backend == "gpu" or shutil.which("gnuplot") is None:
            continue
    else:
        need(name.rsplit(".", 1)[1])
    if not expect(name in there, f"{name} is not there; {shlex.join(command.words)} makes it"):
        continue
    with folder() as here:
        file = os.path.join(here, os.path.basename(name))
        result = command.run(file)
        if expect(result.code == 0,
                  f"{shlex.join(command.words)}: exit code {result.code}, {result.err}"):
            there_is = os.path.join(root, name)
            if command.is_chart:
                compare_charts(file, there_is, name)
            else:
                compare(file, there_is, name, command.program)

if shutil.which("gnuplot") is not None:
    with folder() as here:
        for part in "book", "book.d/", "common/", "bench/":
            copy = shutil.copytree if part.endswith("/") else shutil.copy
            copy(os.path.join(root, part), os.path.join(here, part))
        charts = glob.glob("bench/*.svg", root_dir=root)
        for name in charts:
            os.remove(os.path.join(here, name))
        result = run(os.path.join(here, "book"), "bench", "--draw")
        expect(result.code == 0, f"./book bench --draw: exit code {result.code}, {result.err}")
        drawn = glob.glob("bench/*.svg", root_dir=here)
        expect(sorted(drawn) == sorted(charts), f"./book bench --draw draws {sorted(drawn)}")
        for name in set(drawn) & set(charts):
            compare_charts(os.path.join(here, name), os.path.join(root, name), name)

for name in sorted(shown - there):
    problem(f"{name} is shown, but is not there")
for name in sorted(there - shown):
    problem(f"{name} is there, but no README shows it")
for name in sorted((shown | there) - made):
    problem(f"{name}: no README has the command that makes it, ./book run ... --out {name}, "
            f"or --chart {name}")
print(f"{len(made)} pictures")
expect(made, "no README has a command that makes a picture")
finish()
