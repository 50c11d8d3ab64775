#!/bin/sh
# python.sh SCRIPT [ARGUMENT...]: runs a Python script. The first Python on PATH may be one without
# the modules that the tests import (pyenv); the system's has Debian's packages.
modules='import importlib.util as u; exit(not (u.find_spec("PIL") and u.find_spec("Xlib")))'
for python in python3 /usr/bin/python3; do
    if "$python" -c "$modules" 2>/dev/null; then
        # -B: no __pycache__ among the sources.
        exec "$python" -B "$@"
    fi
done
echo "no Python here that has PIL and Xlib (packages python3, python3-pil, python3-xlib)"
exit 77
