"""backends_differ.py PROGRAMS: backends.py sees what differs. The emulator's programs stand on both
sides; on the one of the GPU they change what they have written. Each picture is drawn once, and kept."""
import os
import re
import subprocess
import sys

from check import environment, expect, finish, folder

programs = sys.argv[1]
script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "backends.py")
BITMAP, RAY = "ch5_shared_bitmap/shared_bitmap", "ch8_const_texture/ray"


def stand_in(path, program, change):
    """A script that draws as the program does, and changes the file `picture` (a bytearray, the pixels
    from `start` on) and its exit code `code` so."""
    os.makedirs(os.path.dirname(path))
    with open(path, "w") as stream:
        stream.write(f"#!{sys.executable}\n"
                     "import os, shutil, subprocess, sys\n"
                     f"kept = os.path.join({kept.name!r}, '_'.join(sys.argv[1:]))\n"
                     "if not os.path.exists(kept):\n"
                     f"    subprocess.check_call([{os.path.join(programs, program)!r}] + sys.argv[1:])\n"
                     "    shutil.copy('picture.ppm', kept)\n"
                     "code = 0\n"
                     "with open(kept, 'rb') as file:\n"
                     "    picture = bytearray(file.read())\n"
                     "start = picture.index(b'\\n255\\n') + 5\n"
                     f"{change}\n"
                     "with open('picture.ppm', 'wb') as file:\n"
                     "    file.write(picture)\n"
                     "sys.exit(code)\n")
    os.chmod(path, 0o755)


def compare(program, change):
    with folder() as here:
        emulator, gpu = os.path.join(here, "emulator"), os.path.join(here, "gpu")
        stand_in(os.path.join(emulator, program), program, "pass")
        stand_in(os.path.join(gpu, program), program, change)
        done = subprocess.run([sys.executable, "-B", script, emulator, gpu, program],
                              env=environment(), text=True, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        return done.returncode, done.stdout


def check(program, change, code, line):
    got, text = compare(program, change)
    expect(got == code and re.search(line, text, re.MULTILINE),
           f"{program}, {change}: exit code {got} instead of {code}, or no line {line}:\n{text}")


kept = folder()
check(BITMAP, "pass", 0, r"^shared_bitmap --size 333: 0 of 110889 pixels differ, by at most 0$")
# By a level, in every pixel; by two, in one.
LEVEL = "picture[start:] = bytes(x ^ 1 for x in picture[start:])"
check(BITMAP, LEVEL, 0, r"^shared_bitmap --size 17: 289 of 289 pixels differ, by at most 1$")
check(BITMAP, "picture[-1] ^= 2", 1,
      r"^shared_bitmap --size 333: 1 of 110889 pixels differ, by at most 2, 1 by more than 1: too many$")
check(BITMAP, "picture = b'P6\\n1 1\\n255\\n' + bytes(3)", 1, r"\(17, 17\) pixels .* \(1, 1\) on the GPU")
check(BITMAP, "code = 1", 1, r"^shared_bitmap --size 17 .*: exit code 1")
check(BITMAP, "print('no GPU', file=sys.stderr); code = 77", 77, "cannot run here: no GPU")
# Of ray's 160 000, 110 889 and 10 000 pixels: ten may differ, eleven not.
check(RAY, "picture[start:start + 30] = bytes(x ^ 64 for x in picture[start:start + 30])", 0,
      r"^ray --size 100 --spheres 7: 10 of 10000 pixels differ, by at most 64, 10 by more than 1$")
check(RAY, "picture[start:start + 33] = bytes(x ^ 64 for x in picture[start:start + 33])", 1,
      r"^ray --size 100 --spheres 7: 11 of 10000 pixels differ, by at most 64, 11 by more than 1: too many$")
finish()
