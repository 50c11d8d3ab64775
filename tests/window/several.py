"""several.py SEVERAL: two windows one after another in one program. (A third fails with an X error
on Mesa's software OpenGL: freeglut closes its display while the context is still current.)"""
import sys

from windows import Shown
from check import finish, pattern

several = sys.argv[1]

shown = Shown(several, "pictures")
shown.expect_shows(50, 30, pattern(50, 30, 1))
shown.key("Escape")
shown.find_next()
shown.expect_shows(20, 70, pattern(20, 70, 2))
shown.close_button()
shown.expect_end("left first\nleft second\n")

shown = Shown(several, "again")
shown.expect_shows(50, 30, pattern(50, 30, 1))
shown.close_button()
shown.find_next()
shown.expect_shows(50, 30, pattern(50, 30, 2))
shown.key("q")
shown.expect_end("left first\nleft first\n")

shown = Shown(several, "mixed", env={"BOOK_FRAMES": "1", "BOOK_TICK": "9"})
shown.expect_shows(50, 30, pattern(50, 30, 9))
shown.close_button()
shown.find_next()
shown.expect_shows(30, 20, pattern(30, 20, 9))
shown.key("q")
shown.expect_end("left first\nleft second\n")

finish()
