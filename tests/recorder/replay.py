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


def mistakes(trace, events, known):
    """Fills `known` with the numbers of the accesses that were compared."""
    memory = [memory_of(v) for v in trace.variables]
    threads = {}  # whether it runs; None: it has left
    stopped = any(f["kind"] == "stopped" for f in trace.header["findings"])
    arrived, passed = set(), set()  # at the barrier, and behind it
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
        if e.kind == "leave" and e.variable == 0 and e.thread not in passed:  # the first one
            missing = [t for t, runs in threads.items() if runs and t not in arrived]
            if missing and not stopped:
                yield f"passes a barrier, and thread {missing[0]} has not come: " + trace.words(e)
            passed, arrived = arrived, set()
        if e.kind == "leave" and e.variable == 0:
            passed.discard(e.thread)
        if e.kind not in ("read", "write", "atomic") or e.variable == len(memory) - 1:
            continue
        here = memory[e.variable]
        window = trace.variables[e.variable]
        for i in range(e.bytes):
            at = e.offset + i
            found = (e.value if e.kind == "read" else e.old or 0) >> 8 * i & 255
            if e.kind != "write" and at in here:
                known.append(e.number)
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
    events, known = list(trace.events), []
    if len(sys.argv) > 2:
        list(mistakes(trace, events, known))
        e = events[known[len(known) // 2] if known else 0]
        events[e.number] = (e._replace(value=e.value ^ 1) if e.kind == "read" else
                            e._replace(old=e.old ^ 1) if e.kind == "atomic" else e._replace(kind="exit"))
    wrong = list(mistakes(trace, events, known))
    for text in wrong[:10]:
        print(text)
    print(f"{len(events)} events, {len(wrong)} of them wrong")
    return 1 if wrong else 0


sys.exit(main())
