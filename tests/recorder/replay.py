#!/usr/bin/env python3
"""replay.py TRACE [SABOTAGE]: whether the events of a trace fit together. Every read, and every atomic operation, must
find what was written last, or what was there before; a thread begins, does something and leaves; nobody passes a barrier
before all have come. With SABOTAGE a number of the trace is made wrong first: it must be found."""
import base64
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../docs"))
from trace import Trace  # noqa: E402


def memory_of(variable):
    """Bytes by their offsets; those that nothing has written are not there."""
    if variable["initial"] is None:
        return {}
    initial = base64.b64decode(variable["initial"])
    bits = base64.b64decode(variable["written"]) if variable["written"] else None
    return {variable["first"] + i: byte for i, byte in enumerate(initial)
            if bits is None or bits[i // 8] >> i % 8 & 1}


def mistakes(trace, events):
    memory = [memory_of(v) for v in trace.variables]
    threads = {}  # begun: False while waiting for the block
    stopped = any(f["kind"] == "stopped" for f in trace.header["findings"])
    arrived = set()
    if len(events) != trace.header["events"]:
        yield f"{trace.header['events']} events are announced, and there are {len(events)}"
    for e in events:
        if (e.kind == "begin") != (e.thread not in threads):
            yield "begins twice, or never: " + trace.words(e)
        if e.kind == "begin":
            threads[e.thread] = True
        if threads.get(e.thread) is None and e.kind != "begin":
            yield "after its exit: " + trace.words(e)
        if e.kind == "exit":
            threads[e.thread] = None
        if e.kind == "arrive" and e.variable == 0:
            arrived.add(e.thread)
        if e.kind == "leave" and e.variable == 0:
            waiting = [t for t, runs in threads.items() if runs and t not in arrived]
            if e.thread in arrived and waiting and not stopped and e.thread not in passed:
                yield f"passes a barrier, and thread {waiting[0]} has not come: " + trace.words(e)
            if e.thread not in passed:
                passed, arrived = set(arrived), set()
            passed.discard(e.thread)
        elif e.kind == "arrive":
            passed = locals().get("passed", set())
        if e.kind not in ("read", "write", "atomic") or e.variable == len(memory) - 1:
            continue
        here = memory[e.variable]
        window = trace.variables[e.variable]
        for i in range(e.bytes):
            at = e.offset + i
            found = (e.value if e.kind == "read" else e.old or 0) >> 8 * i & 255
            if e.kind != "write" and here.get(at, found) != found:
                yield f"finds {found} where {here[at]} was: " + trace.words(e)
                break
            if e.kind != "read":
                here[at] = e.value >> 8 * i & 255
            elif window["first"] <= at < window["first"] + window["window"] and at not in here:
                if not any(f["kind"] == "unwritten" for f in trace.header["findings"]):
                    yield "reads what nothing has written, and no finding says so: " + trace.words(e)
                    break


def main():
    trace = Trace(sys.argv[1])
    events = list(trace.events)
    if len(sys.argv) > 2:
        reads = [e.number for e in events if e.kind in ("read", "atomic") and e.variable < len(trace.variables) - 1]
        number = reads[len(reads) // 2]
        e = events[number]
        events[number] = e._replace(value=e.value ^ 1) if e.kind == "read" else e._replace(old=e.old ^ 1)
    wrong = list(mistakes(trace, events))
    for text in wrong[:10]:
        print(text)
    print(f"{len(events)} events, {len(wrong)} of them wrong")
    return 1 if wrong else 0


sys.exit(main())
