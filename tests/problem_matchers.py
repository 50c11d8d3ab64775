#!/usr/bin/env python3
"""problem_matchers.py ROOT: what the problem matchers of .vscode/tasks.json make of what ./book says, by the rules of VS Code:
a matcher of several patterns takes lines that follow one another, and goes on with the last one if it loops."""
import json
import re
import sys
from pathlib import Path

ROOT = Path(sys.argv[1])
# What is said, and the problems that it is: (file, line, severity).
SAID = [
    ("""book: building mine.cu
mine.cu:12:43: error: expected ';' before '}' token
   12 | __global__ void k(int*a){ a[threadIdx.x]=1 }
my folder/other.cu:3:1: warning: unused variable
""", [("mine.cu", 12, "error"), ("my folder/other.cu", 3, "warning")]),
    ("""CUDA checker: error: race on global memory in kernel add_one
    ch9_atomics/race.cu:17: thread 1 of block (0,0,0) reads 4 bytes: byte 0 of dev_x, 4 bytes of device memory, allocated at ch9_atomics/race.cu:42
    ch9_atomics/race.cu:19: thread 0 of block (0,0,0) writes 4 bytes there, before it in this run
    missing: a place of its own for each thread
    318 times so far
FAILED: x is 19, not 160
CUDA checker: warning: leak
    mine.cu:4: 4 bytes of device memory
""", [("ch9_atomics/race.cu", 17, "error"), ("ch9_atomics/race.cu", 19, "error"), ("mine.cu", 4, "warning")]),
    ("""add<<<1, 1025>>>: a block of this device holds up to 1024 threads
ch5_vector_add/add_threads.cu:52: launch of kernel add: cudaErrorInvalidValue (invalid argument)
""", [("ch5_vector_add/add_threads.cu", 52, "error")]),
]


def problems(matchers, text):
    lines = text.splitlines()
    found = []
    for matcher in matchers:
        patterns = matcher["pattern"] if isinstance(matcher["pattern"], list) else [matcher["pattern"]]
        i = 0
        while i < len(lines):
            severity, matched = matcher.get("severity"), 0
            for at, pattern in enumerate(patterns):
                while i + matched < len(lines) and (m := re.search(pattern["regexp"], lines[i + matched])):
                    matched += 1
                    severity = m[pattern["severity"]] if "severity" in pattern else severity
                    if "file" in pattern:
                        found.append((m[pattern["file"]], int(m[pattern["line"]]), severity))
                    if not pattern.get("loop"):
                        break
                if not matched > at:
                    break
            i += max(matched, 1)
    return found


text = re.sub(r"^\s*//.*$", "", (ROOT / ".vscode/tasks.json").read_text(), flags=re.MULTILINE)
tasks = json.loads(text)["tasks"]
wrong = 0
for task in tasks:
    for said, expected in SAID:
        found = problems(task["problemMatcher"], said)
        if sorted(found) != sorted(expected):
            print(f"{task['label']}: expected {expected}, and found {found} in\n{said}")
            wrong = 1
print(f"{len(tasks)} tasks")
sys.exit(wrong or len(tasks) < 2)
