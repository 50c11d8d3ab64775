#!/usr/bin/env python3
"""notebook.py ROOT SCRATCH magics|CHAPTER/README.md: runs cells of all kinds, or a page made a notebook, and looks at what
their cells say."""
import os
import re
import subprocess
import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient

ROOT, SCRATCH, WHAT = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]
SCRATCH.mkdir(parents=True, exist_ok=True)
os.environ["CUDA_BOOK"] = str(ROOT)
os.environ["IPYTHONDIR"] = str(SCRATCH / "ipython")


def said(cell):
    """What a cell says, and the kinds of what it shows."""
    text, kinds = "", set()
    for output in cell["outputs"]:
        text += output.get("text", "") + "".join(output.get("data", {}).get("text/html", ""))
        text += output.get("evalue", "")
        kinds |= set(output.get("data", {}))
    return text, kinds


def run(path):
    book = nbformat.read(path, as_version=4)
    NotebookClient(book, timeout=300, kernel_name="python3", allow_errors=True,
                   resources={"metadata": {"path": str(path.parent)}}).execute()
    return book


def chapter(page):
    """What is wrong with the cells of a page: each builds its program, which says something and ends."""
    path = SCRATCH / (page.parent.name + ".ipynb")
    subprocess.run([sys.executable, ROOT / "notebook/from_readme.py", page, path], check=True)
    cells = [c for c in run(path)["cells"] if c["cell_type"] == "code"]
    for cell in cells[1:]:
        text, _ = said(cell)
        said_by_program = re.sub(r"^(book: .*|exit code \d+)\n?", "", text, flags=re.MULTILINE)
        failed = any(o["output_type"] == "error" for o in cell["outputs"])
        if failed and "raises-exception" not in cell["metadata"].get("tags", []) or not said_by_program.strip() \
                or re.search(r"could not be built|Traceback|there is no", text):
            yield f"{cell['source'].splitlines()[0]}\nsays\n{text}"
    if len(cells) < 3:
        yield "it has no commands"


RACE = (ROOT / "ch5_shared_bitmap/shared_bitmap_nosync.cu").read_text()
DOUBLE = """#include <cstdio>
__global__ void twice(int *a) { a[threadIdx.x * 16] *= 2; }
int main() {
    int *a, x = 21;
    cudaMalloc(&a, 4096);
    cudaMemset(a, 0, 4096);
    cudaMemcpy(a, &x, 4, cudaMemcpyHostToDevice);
    twice<<<1, 32>>>(a);
    cudaMemcpy(&x, a, 4, cudaMemcpyDeviceToHost);
    cudaFree(a);
    printf("%d\\n", x);
}
"""
# A cell, and what must stand below it.
MAGICS = [
    ("%load_ext cu_magic", r"^$"),
    ("%%cu\n" + DOUBLE, r"^42$"),
    ("%%cu run --backend emulator twice.cu\n" + DOUBLE, r"^42$"),
    ("%%cu check twice.cu\n" + DOUBLE, r"^CUDA checker: nothing found in 1 launch, 32 threads"),
    ("%%cu profile twice.cu\n" + DOUBLE, r"<table>.*cells/twice.cu:3.*a\[threadIdx.x \* 16\] \*= 2.*32 sectors</td><td>4<"),
    ("%%cu check ch5_shared_bitmap/mine.cu --size 64\n" + RACE,
     r"cells/ch5_shared_bitmap/mine.cu:20: thread.*\n(.*\n)*.*<img alt=.*CudaCellFailed|exit code 98"),
    ("%cu run ch4_blocks/add_vectors --n 4", r"0 \+ 0 = 0\n-1 \+ 1 = 0\n(.*\n)*PASSED"),
    ("%cu run --backend emulator ch4_blocks/julia --size 100 --out julia.png", r'<img alt="julia.png" src="data:image/png;base64,iVBOR'),
    ("%%cu see twice.cu\n" + DOUBLE, r"CUDA recorder: launch 1 of 1(.*\n)*.*<iframe .*srcdoc=(?!(.*\n)*book: wrote)"),
    ("%%cu\nint main() { return 3; }", r"exit code 3$"),
    ("%%cu\nint main() { return x; }", r"cells/cell.cu:2:.*'?x'? .*\n(.*\n)*.*exit code"),
    ("%%cu bench\nint main() {}", r"a cell takes run, check, profile, see, not 'bench'"),
    ("%%cu run ../mine.cu\nint main() {}", r"a cell is named NAME.cu or FOLDER/NAME.cu, not '../mine.cu'"),
    ("%cu", r"%cu takes a command of ./book"),
    ("%cu run nothing", r"there is no program or file 'nothing'"),
]


def magics():
    """What is wrong with what the cells of MAGICS say."""
    book = nbformat.v4.new_notebook(cells=[
        nbformat.v4.new_code_cell(source, metadata={"tags": ["raises-exception"]}) for source, _ in MAGICS])
    book.cells[0].source = f"import sys\nsys.path.insert(0, {str(ROOT / 'notebook')!r})\n" + book.cells[0].source
    path = SCRATCH / "magics.ipynb"
    nbformat.write(book, path)
    for cell, (source, expected) in zip(run(path)["cells"], MAGICS):
        text, _ = said(cell)
        if not re.search(expected, text, re.MULTILINE):
            yield f"{source.splitlines()[0]}\nexpected {expected}, and got:\n{text}"


found = list(magics() if WHAT == "magics" else chapter(ROOT / WHAT))
print("\n".join(found) or "all cells say what they must")
sys.exit(bool(found))
