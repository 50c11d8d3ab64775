#!/usr/bin/env python3
"""from_readme.py CHAPTER/README.md NOTEBOOK.ipynb: the page of a chapter as a notebook.

Commands that the page shows become cells that run them, without what they print: it comes when they are run. Behind
the first command of a program stands its source, in a cell that can be changed. All else is text."""
import json
import os
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
COMMAND = re.compile(r"^\$ \./book ((?:run|check|profile|see)\b.*)$")


def markdown(lines, page, to):
    """A cell of text. Links lead from the notebook to where they lead from the page."""
    def moved(link):
        target, mark, anchor = link[1].partition("#")
        if not target or "://" in target:
            return link[0]
        return f"]({os.path.relpath(page.parent / target, to.parent)}{mark}{anchor})"
    text = re.sub(r"\]\(([^)\s]+)\)", moved, "\n".join(lines).strip("\n"))
    return [{"cell_type": "markdown", "metadata": {}, "source": text}] if text else []


def code(text, may_fail=False):
    metadata = {"tags": ["raises-exception"]} if may_fail else {}
    return {"cell_type": "code", "metadata": metadata, "source": text, "outputs": [], "execution_count": None}


def source_of(program):
    """A cell with a program of the chapters, to be changed; none for a file that is no program of theirs."""
    file = ROOT / f"{program}.cu"
    return [code(f"%%cu run {program}.cu\n{file.read_text().rstrip()}", True)] if file.is_file() else []


def cells_of(page, to):
    """The page as cells."""
    cells, text, shown = [], [], set()
    lines = iter(page.read_text().splitlines())
    for line in lines:
        if not line.startswith("```"):
            text.append(line)
            continue
        block = [line]
        for line in lines:
            block.append(line)
            if line == "```":
                break
        commands = [m[1] for m in map(COMMAND.match, block) if m]
        if not commands:
            text += block
            continue
        cells += markdown(text, page, to)
        text = []
        for command in commands:
            # What fails in the page fails here.
            cells.append(code(f"%cu {command}", command.startswith("check") or not any("PASSED" in b for b in block)))
            program = next((w for w in command.split() if "/" in w), None)
            if program not in shown:
                shown.add(program)
                cells += source_of(program)
    return cells + markdown(text, page, to)


def notebook(page, to):
    cells = [code(f"import sys\nsys.path.insert(0, {os.path.relpath(ROOT / 'notebook', to.parent)!r})\n%load_ext cu_magic")]
    cells += cells_of(page, to)
    for i, cell in enumerate(cells):
        cell["id"] = f"cell-{i}"
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    return {"nbformat": 4, "nbformat_minor": 5, "metadata": {"kernelspec": kernel}, "cells": cells}


def main(arguments):
    if len(arguments) != 2 or not Path(arguments[0]).is_file():
        sys.exit(f"usage: from_readme.py CHAPTER/README.md NOTEBOOK.ipynb\n"
                 f"{arguments[0] + ' is no file' if arguments else 'two arguments are needed'}")
    page, to = (Path(a).resolve() for a in arguments)
    to.parent.mkdir(parents=True, exist_ok=True)
    to.write_text(json.dumps(notebook(page, to), ensure_ascii=False, indent=1) + "\n")


main(sys.argv[1:])
