#!/usr/bin/env python3
"""trace.py FILE [FIRST [COUNT]]: prints a trace of `./book see`, or of a page that it wrote.

Without numbers: what was recorded and found. With them: COUNT events from FIRST on, a line each.
The format is described in TRACE.md. In a program of your own: Trace("dot.html").events
"""
import base64
import gzip
import json
import re
import struct
import sys
from collections import namedtuple

KINDS = ["begin", "at", "read", "write", "atomic", "arrive", "leave", "exit"]
FIELDS = [1, 1, 5, 5, 6, 2, 2, 1]  # numbers behind the kind and the thread
MEETINGS = ["a barrier of the block", "an operation of the warp", "others"]
FORMATS = {"f16": "e", "f32": "f", "f64": "d"}
Event = namedtuple("Event", "number kind thread place variable offset bytes old value")


class Trace:
    def __init__(self, name):
        with open(name, "rb") as file:
            data = file.read()
        page = re.search(rb'id="trace">([^<]*)</script>', data)
        if page:
            data = gzip.decompress(base64.b64decode(page[1]))
        magic, header, self.bytes = data.split(b"\n", 2)
        if magic != b"CUDA trace 1":
            raise ValueError(f"{name} is no trace of version 1")
        self.header = json.loads(header)
        self.places, self.variables = self.header["places"], self.header["variables"]

    def numbers(self):
        value = shift = 0
        for byte in self.bytes:
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                yield value
                value = shift = 0

    @property
    def events(self):
        numbers, number = self.numbers(), 0
        for first in numbers:
            kind, thread = first % 16, next(numbers)
            if kind >= len(KINDS):  # of a later version: may be skipped if flag 0 is set
                if not first & 16:
                    raise ValueError(f"event {number} is of the unknown kind {kind}")
                for _ in range(next(numbers)):
                    next(numbers)
                continue
            rest = [next(numbers) for _ in range(FIELDS[kind])]
            if KINDS[kind] in ("read", "write", "atomic") and rest[3] == 16:  # low, high
                rest[4:] = [low | next(numbers) << 64 for low in rest[4:]]
            old = rest.pop(4) if kind == 4 else None
            place, variable, offset, size, value = (rest + [None] * 4)[:5]
            yield Event(number, KINDS[kind], thread, place, variable, offset, size, old, value)
            number += 1

    def typed(self, variable, size, value):  # as the variable's type has it
        form = variable["format"]
        if 8 * size != int("".join(c for c in form if c.isdigit()) or 0) or form[0] == "x":
            return hex(value)
        if form in FORMATS:
            return struct.unpack("<" + FORMATS[form], value.to_bytes(size, "little"))[0]
        return value - (1 << 8 * size) if form[0] == "i" and value >> (8 * size - 1) else value

    def words(self, e):
        text = f"{e.number} thread {e.thread}: {e.kind}"
        if e.kind in ("read", "write", "atomic"):
            v = self.variables[e.variable]
            text += f" {v['name'] or 'memory'}[{e.offset // v['size']}]"
            if e.kind == "atomic":
                text += f" {self.typed(v, e.bytes, e.old)} ->"
            text += f" {self.typed(v, e.bytes, e.value)}"
        elif e.kind in ("arrive", "leave"):
            text += f" {MEETINGS[e.variable]}"
        if e.kind != "begin":
            place = self.places[e.place]
            text += f" ({self.header['files'][place['file']]['name']}:{place['line']})"
        return text


if __name__ == "__main__":
    if not 2 <= len(sys.argv) <= 4 or not all(a.isdigit() for a in sys.argv[2:]):
        sys.exit(__doc__)
    trace = Trace(sys.argv[1])
    if len(sys.argv) == 2:
        for launch in trace.header["launches"]:
            print(f"launch {launch['number']}: {launch['kernel']}, blocks {launch['recorded']}")
        print(f"order {trace.header['order']}, {trace.header['events']} events")
        for finding in trace.header["findings"]:
            print(f"{finding['words']}: events {finding['events']}")
    else:
        first, count = int(sys.argv[2]), int((sys.argv + ["20"])[3])
        for event in (e for e in trace.events if first <= e.number < first + count):
            print(trace.words(event))
