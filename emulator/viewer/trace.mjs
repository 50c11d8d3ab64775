// A trace, as docs/TRACE.md describes it: a line, a header, and the events, each a row of varints. Events become columns
// of numbers, because a million objects would take a browser ten times the memory.

export const BEGIN = 0
export const AT = 1
export const READ = 2
export const WRITE = 3
export const ATOMIC = 4
export const ARRIVE = 5
export const LEAVE = 6
export const EXIT = 7

export const BLOCK_BARRIER = 0

const MAGIC = 'CUDA trace 1\n'
const MAY_BE_SKIPPED = 1

/** { header, events } of the bytes of a trace. Throws an Error that says what is wrong with them. */
export function readTrace(bytes) {
    const decoder = new TextDecoder()
    const magic = decoder.decode(bytes.subarray(0, MAGIC.length))
    if (magic !== MAGIC)
        throw new Error(`this is no trace of version 1: it begins with ${JSON.stringify(magic)}, not with ${JSON.stringify(MAGIC)}`)
    const end = bytes.indexOf(10, MAGIC.length)
    if (end < 0) throw new Error('the trace ends within its header')
    const header = JSON.parse(decoder.decode(bytes.subarray(MAGIC.length, end)))
    if (header.encoding !== 'varint') throw new Error(`the encoding of the trace is ${header.encoding}; known is varint`)
    return { header, events: readEvents(bytes, end + 1, header) }
}

/**
 * The columns, a number an event: kind, thread, place, variable, offset, bytes; value, of up to 128 bits (value[0..3],
 * 32 bits each, the lowest first). An atomic operation has its old value in the upper two.
 */
function readEvents(bytes, at, header) {
    const n = header.events
    const events = {
        n, kind: new Uint8Array(n), thread: new Uint32Array(n), place: new Uint32Array(n), variable: new Uint32Array(n),
        offset: new Float64Array(n), bytes: new Uint8Array(n), barrier: new Uint8Array(n),
        value: [0, 1, 2, 3].map(() => new Uint32Array(n))
    }
    const { kind, thread, place, variable, offset, barrier, value } = events
    let low = 0
    let high = 0

    /** The next varint, in low and high; most have a byte or two. */
    function next() {
        let byte = bytes[at++]
        low = byte & 127
        high = 0
        for (let shift = 7; byte > 127; shift += 7) {
            if (at >= bytes.length) throw new Error('the trace ends within an event')
            byte = bytes[at++]
            if (shift < 28) low |= (byte & 127) << shift
            else if (shift === 28) {
                low |= (byte & 15) << 28
                high = (byte & 127) >> 4
            } else high |= (byte & 127) << (shift - 32)
        }
        low >>>= 0
        high >>>= 0
        return low
    }

    let i = 0
    while (i < n) {
        if (at >= bytes.length) throw new Error(`the trace has ${i} events, and its header says ${n}`)
        const first = next()
        const what = first & 15
        if (what > EXIT) {
            if (!((first >> 4) & MAY_BE_SKIPPED)) throw new Error(`event ${i} is of kind ${what}, which this viewer does not know`)
            next() // its thread
            for (let left = next(); left > 0; left--) next()
            kind[i] = what
        } else {
            kind[i] = what
            thread[i] = next()
            place[i] = next() // of a beginning: the launch
            if (what === ARRIVE || what === LEAVE) barrier[i] = next()
            else if (what >= READ && what <= ATOMIC) {
                variable[i] = next()
                next()
                offset[i] = low + high * 2 ** 32
                events.bytes[i] = next()
                next()
                value[0][i] = low
                value[1][i] = high
                if (what === ATOMIC) { // the old value came first
                    value[2][i] = low
                    value[3][i] = high
                    next()
                    value[0][i] = low
                    value[1][i] = high
                } else if (events.bytes[i] > 8) {
                    next()
                    value[2][i] = low
                    value[3][i] = high
                }
            }
        }
        i++
    }
    return events
}

/** The bytes that a trace was, before gzip and base64 made text of them. */
export async function unpackTrace(text) {
    const letters = atob(text)
    const bytes = new Uint8Array(letters.length)
    for (let i = 0; i < letters.length; i++) bytes[i] = letters.charCodeAt(i)
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))
    return new Uint8Array(await new Response(stream).arrayBuffer())
}
