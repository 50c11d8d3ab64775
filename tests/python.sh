#!/bin/sh
# python.sh SCRIPT [ARGUMENT...]: runs a Python script by a Python that has the modules it needs.
# The first one on PATH may be without (pyenv); the system's has Debian's packages.
case $1 in
*/window/*) modules='PIL Xlib' packages='python3-pil python3-xlib' ;;
*/problem_matchers.py) modules='json' packages='' ;;
*/notebook.py) modules='nbclient ipykernel' packages='python3-nbclient python3-ipykernel' ;;
*) modules='PIL' packages=python3-pil ;;
esac
question="import importlib.util as u; exit(not all(map(u.find_spec, '$modules'.split())))"
for python in python3 /usr/bin/python3; do
    if "$python" -c "$question" 2>/dev/null; then
        # -B: no __pycache__ among the sources.
        exec "$python" -B "$@"
    fi
done
echo "no Python here that has $modules (packages python3 $packages)"
exit 77
