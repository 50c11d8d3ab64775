"""%%cu: CUDA C in a notebook, on a GPU or on the CPU emulator. README.md beside this file says how to use it."""
import base64
import html
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import tempfile
import warnings
from pathlib import Path

from IPython.core.magic import Magics, line_cell_magic, magics_class
from IPython.display import HTML, display

CELLS = "cells"  # the folder that cells are written into: a notebook's own, so that no file of the reader's is lost
COMMANDS_FOR_CELLS = ("run", "check", "profile", "see")
PICTURES = {".png": "image/png", ".webp": "image/webp"}
MOST_BYTES = 20 << 20  # of a picture or a page that goes into the notebook


class CudaCellFailed(Exception):
    """The program or the command has ended badly; what it said stands above. A notebook stops there."""

    def _render_traceback_(self):
        return [f"CudaCellFailed: {self}"]


def find_book():
    """The command `book`: of the checkout that CUDA_BOOK names, or that this file lies in, or the working directory."""
    named = os.environ.get("CUDA_BOOK")
    for folder in [Path(named)] if named else [*Path(__file__).resolve().parents, Path.cwd(), *Path.cwd().parents]:
        if (folder / "book").is_file() and (folder / "book.d").is_dir():
            return folder / "book"
    raise CudaCellFailed(
        f"CUDA_BOOK is '{named}', which is no checkout of CUDA by chapters" if named
        else "there is no checkout of CUDA by chapters around this file or the working directory; set CUDA_BOOK to one")


def split_line(words):
    """(command, book's options, FILE.cu or None, the program's options). The file's name divides the options."""
    command = words.pop(0) if words and not words[0].startswith("-") and not words[0].endswith(".cu") else "run"
    if command not in COMMANDS_FOR_CELLS:
        raise CudaCellFailed(f"a cell takes {', '.join(COMMANDS_FOR_CELLS)}, not '{command}'")
    for i, word in enumerate(words):
        if word.endswith(".cu"):
            return command, words[:i], word, words[i + 1:]
    return command, words, None, []


def write_cell(name, text, book):
    """Writes the text of a cell, and returns its path. A cell of a chapter has the chapter's headers beside it."""
    name = Path(name or "cell.cu")
    if name.is_absolute() or ".." in name.parts:
        raise CudaCellFailed(f"a cell is named NAME.cu or FOLDER/NAME.cu, not '{name}': it is written into {CELLS}/")
    path = Path(CELLS) / name
    path.parent.mkdir(parents=True, exist_ok=True)
    if name.parent.name:
        chapter = book.parent / name.parent
        for header in [*chapter.glob("*.h"), *{h.parent for h in chapter.glob("*/*.h")}]:
            link = path.parent / header.name
            if not link.exists():
                link.symlink_to(header)
    text = "\n" + text  # the line of %%cu: lines have the numbers that they have in the cell
    if not path.is_file() or path.read_text() != text:  # what has not changed is not built again
        path.write_text(text)
    return str(path)


def run(arguments, stdout_apart=False, unsaid=None):
    """Runs a command and shows what it says as it says it, but for lines with the text `unsaid`. Returns (exit code, what
    it said, its stdout if apart)."""
    environment = dict(os.environ, PYTHONUNBUFFERED="1")
    environment.pop("DISPLAY", None)  # no windows: pictures are files, and files are shown here
    environment.pop("WAYLAND_DISPLAY", None)
    with tempfile.TemporaryFile() as apart:
        process = subprocess.Popen(
            arguments, env=environment, stdin=subprocess.DEVNULL, start_new_session=True, errors="replace", text=True,
            **(dict(stdout=apart, stderr=subprocess.PIPE) if stdout_apart
               else dict(stdout=subprocess.PIPE, stderr=subprocess.STDOUT)))
        said = []
        try:
            for line in process.stderr if stdout_apart else process.stdout:
                said.append(line)
                if unsaid is None or unsaid not in line:
                    sys.stdout.write(line)
                    sys.stdout.flush()
            code = process.wait()
        except KeyboardInterrupt:
            os.killpg(process.pid, signal.SIGTERM)
            process.wait()
            raise
        apart.seek(0)
        return code, "".join(said), apart.read().decode(errors="replace")


def show_pictures(said):
    """The files that a program says it has written, if they are pictures."""
    for name in re.findall(r"^wrote (\S+\.(?:png|webp))\b", said, re.MULTILINE):
        path = Path(name)
        if path.is_file() and path.stat().st_size <= MOST_BYTES:
            data = base64.b64encode(path.read_bytes()).decode()
            display(HTML(f'<img alt="{html.escape(name)}" src="data:{PICTURES[path.suffix]};base64,{data}">'))


def source_line(file, line, folders):
    for folder in folders:
        try:
            return (folder / file).read_text(errors="replace").splitlines()[line - 1].strip()
        except (OSError, IndexError):
            pass
    return ""


def profile_table(kernels, folders):
    """What `./book profile --report json` has found, as a table: a row for each line and kind of access."""
    rows = []
    for kernel in kernels:
        grid, block = (",".join(map(str, kernel[k])) for k in ("grid", "block"))
        title = f"{kernel['kernel']}<<<({grid}),({block})>>>, {kernel['launches']} launch{'es' * (kernel['launches'] != 1)}"
        rows.append(f'<tr><th colspan="7" style="text-align:left">{html.escape(title)}</th></tr>')
        for row in kernel["lines"]:
            unit = next((u for u in ("L2 Theoretical Sectors Global", "L1 Wavefronts Shared") if u in row), None)
            moved, ideal = (row[unit], row[unit + " Ideal"]) if unit else ("", "")
            what = {"L2 Theoretical Sectors Global": "sectors", "L1 Wavefronts Shared": "wavefronts"}.get(unit, "")
            style = ' style="font-weight:bold"' if unit and moved > ideal else ""
            rows.append(
                f"<tr{style}><td>{html.escape(str(row['file']))}:{row['line']}</td>"
                f'<td style="text-align:left"><code>{html.escape(source_line(row["file"], row["line"], folders))}</code></td>'
                f"<td>{row['memory']} {row['access']}</td><td>{row['Requests']}</td>"
                f"<td>{row['Avg. Threads Executed']}</td><td>{moved} {what}</td><td>{ideal}</td></tr>")
    head = "".join(f"<th>{h}</th>" for h in ("line", "", "memory", "requests", "threads of 32", "moved", "ideal"))
    return f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>"


@magics_class
class CudaMagics(Magics):
    @line_cell_magic
    def cu(self, line, cell=None):
        """%%cu [run|check|profile|see] [book's options] [NAME.cu] [the program's options], and the program below.
        %cu COMMAND ...: any command of ./book, as in a shell."""
        book = find_book()
        words = shlex.split(line)
        if cell is None:
            if not words:
                raise CudaCellFailed("%cu takes a command of ./book, such as: %cu run ch5_dot/dot --n 33")
            command, own, rest = words[0], [], words[1:]
        else:
            command, own, name, options = split_line(words)
            path = write_cell(name, cell, book)
            rest = [path, *options]
        arguments = [str(book), command, *own, *rest]
        asked = own if cell is not None else rest
        if command == "profile" and not any(w.startswith(("--report", "--compare", "--chart", "--help", "-h")) for w in asked):
            arguments[2:2] = ["--report", "json"]
            code, _, report = run(arguments, stdout_apart=True)
            kernels = json.loads(report) if report.strip() else []
            if kernels:
                display(HTML(profile_table(kernels, [Path.cwd(), book.parent])))
        elif command == "see" and not any(w.startswith(("--out", "--help", "-h")) for w in asked):
            with tempfile.TemporaryDirectory() as folder:
                page = Path(folder) / "see.html"
                arguments[2:2] = ["--out", str(page)]
                code, *_ = run(arguments, unsaid=str(page))
                if page.is_file() and page.stat().st_size > MOST_BYTES:
                    print(f"the page is too large for a notebook; in a shell: ./book see {' '.join(rest)}")
                elif page.is_file():
                    with warnings.catch_warnings():  # IPython would have a frame of a file that stays
                        warnings.simplefilter("ignore")
                        frame = HTML(f'<iframe style="width:100%;height:760px;border:1px solid #8884" '
                                     f'srcdoc="{html.escape(page.read_text(), quote=True)}"></iframe>')
                    display(frame)
        else:
            code, said, _ = run(arguments)
            show_pictures(said)
        if code != 0:
            raise CudaCellFailed(f"exit code {code}")


def load_ipython_extension(ipython):
    ipython.register_magics(CudaMagics)
