// Traces to try the viewer with: kernels of the chapters, run here by a small machine that writes down what they do.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from '../site/cases.mjs'

// ---------------------------------------------------------------- the format

const utf8 = new TextEncoder()

/** A trace of { header, events }: an event is a list of numbers or bigints, as the format has them. */
export function encode(header, events) {
    let bytes = new Uint8Array(1 << 16)
    let length = 0
    const put = (value) => {
        if (length + 10 > bytes.length) {
            const larger = new Uint8Array(2 * bytes.length)
            larger.set(bytes)
            bytes = larger
        }
        if (typeof value === 'bigint' && value < 2n ** 31n) value = Number(value)
        if (typeof value === 'bigint') {
            for (; value > 127n; value >>= 7n) bytes[length++] = Number(value & 127n) | 128
            bytes[length++] = Number(value)
        } else {
            for (; value > 127; value = Math.floor(value / 128)) bytes[length++] = (value % 128) | 128
            bytes[length++] = value
        }
    }
    for (const event of events) event.forEach(put)
    const head = utf8.encode(`CUDA trace 1\n${JSON.stringify({ ...header, events: events.length, encoding: 'varint' })}\n`)
    const all = new Uint8Array(head.length + length)
    all.set(head)
    all.set(bytes.subarray(0, length), head.length)
    return all
}

// ---------------------------------------------------------------- the machine

const WARP = 32
const SIZES = { f32: 4, i32: 4, u8: 1, f64: 8 }
const view = new DataView(new ArrayBuffer(16))
const SET = { f32: 'setFloat32', i32: 'setInt32', u8: 'setUint8', f64: 'setFloat64' }
const base64 = (bytes) => Buffer.from(bytes).toString('base64')

/** The unsigned number that has the bits of a value. */
function bitsOf(format, value) {
    view.setBigUint64(0, 0n, true)
    view[SET[format]](0, value, true)
    return view.getBigUint64(0, true)
}

/** A launch of one recorded block. Kernels are generators, which yield where another thread may go on. */
export class Machine {
    constructor(file, kernel, block, { grid = [1, 1, 1], order = 'emulator', program = file.replace('.cu', '') } = {}) {
        const text = readFileSync(path.join(ROOT, file), 'utf8')
        Object.assign(this, { lines: text.split('\n'), kernel, order, threads: block[0] * block[1] * block[2], block, events: [], memory: [], findings: [] })
        this.header = {
            program, arguments: [], order, launches: [{ kernel, number: 1, grid, block, recorded: [[0, 0, 0]] }],
            files: [{ name: file, text }], places: [], variables: [], findings: this.findings, left_out: 0, left_out_why: ''
        }
    }

    /** A variable of memory; `initial`: its values at the launch, or null where nobody has written any. */
    variable(name, space, format, type, shape, initial = null, at = 1) {
        const size = SIZES[format]
        const count = shape.reduce((a, b) => a * b, 1)
        const bytes = new Uint8Array(count * size)
        initial?.forEach((value, i) => new DataView(bytes.buffer)[SET[format]](i * size, value, true))
        this.header.variables.push({
            name, space, type, format, size, shape, bytes: bytes.length, place: null, launch: 0, block: space === 'shared' ? 0 : null,
            first: 0, window: bytes.length, initial: initial && base64(bytes), written: null
        })
        this.memory.push(initial ? [...initial] : new Array(count).fill(undefined))
        return this.memory.length - 1
    }

    /** The place of the first line that has this text, at or behind line `from`. */
    place(text, from = 1) {
        const line = this.lines.findIndex((one, i) => i >= from - 1 && one.includes(text)) + 1
        if (!line) throw new Error(`no line has ${text}`)
        const { places } = this.header
        const known = places.findIndex((one) => one.line === line)
        return known >= 0 ? known : places.push({ file: 0, line, function: this.kernel }) - 1
    }

    /** What a thread can do. */
    thread(number) {
        const { events, memory, header } = this
        const access = (kind, place, variable, element, ...values) => {
            const { format, size } = header.variables[variable]
            return events.push([kind, number, place, variable, element * size, size, ...values.map((value) => bitsOf(format, value ?? 0))]) - 1
        }
        return {
            number, lane: number % WARP, index: [number % this.block[0], Math.floor(number / this.block[0])],
            at: (place) => events.push([1, number, place]) - 1,
            read: (place, variable, element) => {
                this.latest = access(2, place, variable, element, memory[variable][element])
                return memory[variable][element] ?? 0
            },
            write: (place, variable, element, value) => {
                memory[variable][element] = value
                this.latest = access(3, place, variable, element, value)
            },
            atomic: (place, variable, element, change) => {
                const old = memory[variable][element]
                memory[variable][element] = change(old)
                this.latest = access(4, place, variable, element, old, memory[variable][element])
            }
        }
    }

    /** Runs kernel(thread): yields 'step' behind each statement, { barrier, warp } where it waits; from `place` it leaves. */
    run(kernel, leaves) {
        const threads = Array.from({ length: this.threads }, (_, i) => ({ i, code: kernel(this.thread(i)), state: 'new' }))
        const meets = (one, other) => other.waits && other.waits.warp === one.waits.warp && (!one.waits.warp || one.i >> 5 === other.i >> 5)
        const go = (one) => {
            if (one.state === 'new') this.events.push([0, one.i, 0])
            if (one.waits) this.events.push([6, one.i, one.waits.place, one.waits.warp ? 1 : 0])
            one.waits = null
            one.state = 'runs'
            const { value, done } = one.code.next()
            if (done) {
                one.state = 'left'
                this.events.push([7, one.i, leaves])
            } else if (value !== 'step') {
                one.waits = value
                one.state = 'waits'
                this.events.push([5, one.i, value.place, value.warp ? 1 : 0])
            }
        }
        for (let moved = true; moved; ) {
            moved = false
            const ready = threads.filter(({ state }) => state === 'new' || state === 'runs')
            for (const one of this.order === 'reversed' ? ready.reverse() : ready) {
                moved = true
                do go(one)
                while (this.order !== 'warps' && one.state === 'runs')
            }
            if (moved) continue
            const waiting = threads.filter(({ state }) => state === 'waits')
            for (const one of waiting) {
                const together = waiting.filter((other) => meets(one, other))
                const wanted = threads.filter((other) => other.state !== 'left' && (!one.waits?.warp || other.i >> 5 === one.i >> 5))
                if (one.waits && together.length === wanted.length) {
                    for (const other of together) go(other)
                    moved = true
                }
            }
        }
        return this
    }

    finding(kind, words, text, events) {
        this.findings.push({ kind, words, text, events })
    }

    bytes() {
        return encode(this.header, this.events)
    }
}

// ---------------------------------------------------------------- the kernels

/** The tree of the dot product: 256 threads, and cache[] in shared memory. */
export function dot(order = 'emulator', n = 700) {
    const m = new Machine('ch5_dot/dot.cu', 'dot', [256, 1, 1], { order, program: 'ch5_dot/dot' })
    m.header.arguments = ['--n', String(n)]
    const cache = m.variable('cache', 'shared', 'f32', 'float', [256])
    const a = m.variable('a', 'global', 'f32', 'float', [n], Array.from({ length: n }, (_, i) => i))
    const b = m.variable('b', 'global', 'f32', 'float', [n], Array.from({ length: n }, (_, i) => 2 * i))
    const c = m.variable('c', 'global', 'f32', 'float', [1])
    const [tid, temp, loop, sum, next, store, barrier, tree, branch, add, barrier2, last, result] = ['long long tid = threadIdx', 'float temp = 0', 'while (tid < n)',
        'temp += a', 'tid += ', 'cache[cacheIndex] = temp', '__syncthreads(); // nobody', 'for (int i = blockDim', 'if (cacheIndex < i)', 'cache[cacheIndex] += cache',
        '        __syncthreads();', 'if (cacheIndex == 0)', 'c[blockIdx.x] = cache'].map((text) => m.place(text))
    m.run(function* (t) {
        const at = function* (place) { t.at(place); yield 'step' }
        const i = t.number
        yield* at(tid)
        let own = 0
        yield* at(temp)
        yield* at(loop)
        for (let e = i; e < n; e += 256) {
            t.at(sum)
            own = Math.fround(own + Math.fround(t.read(sum, a, e) * t.read(sum, b, e)))
            yield 'step'
            yield* at(next)
            yield* at(loop)
        }
        t.at(store)
        t.write(store, cache, i, own)
        yield 'step'
        t.at(barrier)
        yield { place: barrier }
        for (let half = 128; half; half >>= 1) {
            yield* at(tree)
            yield* at(branch)
            if (i < half) {
                t.at(add)
                const other = t.read(add, cache, i + half)
                t.write(add, cache, i, Math.fround(t.read(add, cache, i) + other))
                yield 'step'
            }
            t.at(barrier2)
            yield { place: barrier2 }
        }
        yield* at(tree)
        yield* at(last)
        if (i === 0) {
            t.at(result)
            t.write(result, c, 0, t.read(result, cache, 0))
        }
    }, result)
    return m
}

/** The bitmap without its barrier: 16 x 16 threads write tile[][], and read what others write. */
export function race(order = 'emulator') {
    const m = new Machine('ch5_shared_bitmap/shared_bitmap_nosync.cu', 'draw', [16, 16, 1], { order, program: 'ch5_shared_bitmap/shared_bitmap_nosync' })
    const tile = m.variable('tile', 'shared', 'f32', 'float', [16, 16])
    const ptr = m.variable('ptr', 'global', 'u8', 'unsigned char', [16 * 16 * 4])
    const [x, fill, test, offset, green] = ['int x = threadIdx', 'tile[threadIdx.x]', 'if (x < size', 'size_t offset', 'ptr[offset * 4 + 1]'].map((text) => m.place(text))
    const written = []
    const read = []
    m.run(function* (t) {
        const [i, j] = t.index
        t.at(x)
        yield 'step'
        t.at(fill)
        const value = Math.fround((255 * (Math.sin((i * 2 * Math.PI) / 128) + 1) * (Math.sin((j * 2 * Math.PI) / 128) + 1)) / 4)
        t.write(fill, tile, i * 16 + j, value)
        written[i * 16 + j] = m.latest
        yield 'step'
        t.at(test)
        yield 'step'
        t.at(offset)
        yield 'step'
        t.at(green)
        const other = (15 - i) * 16 + 15 - j
        t.write(green, ptr, 4 * t.number + 1, Math.floor(t.read(green, tile, other)))
        read[other] = m.latest - 1
        yield 'step'
    }, green)
    const word = 15 * 16 + 7
    m.finding('race', 'race on shared memory in kernel draw', 'CUDA checker: error: race on shared memory in kernel draw\n    missing: __syncthreads() between the two', [written[word], read[word]])
    return m
}

/** A barrier in a branch: half of the threads leave, and the others wait. */
export function missingBarrier() {
    const m = new Machine('ch5_dot/dot_bad_barrier.cu', 'dot_bad_barrier', [64, 1, 1], { program: 'ch5_dot/dot_bad_barrier' })
    const cache = m.variable('cache', 'shared', 'f32', 'float', [64])
    const from = m.lines.findIndex((line) => line.includes('void dot_bad_barrier(')) + 1
    const [store, barrier, loop, branch, add, inside, last] = ['cache[cacheIndex] = own', '__syncthreads();', 'for (int i', 'if (cacheIndex < i', 'cache[cacheIndex] += ', '__syncthreads(); // wrong', 'if (cacheIndex == 0)']
        .map((text) => m.place(text, from))
    const events = []
    m.run(function* (t) {
        t.at(store)
        t.write(store, cache, t.number, t.number)
        t.at(barrier)
        yield { place: barrier }
        t.at(loop)
        t.at(branch)
        yield 'step'
        if (t.number < 32) {
            t.at(add)
            t.write(add, cache, t.number, t.read(add, cache, t.number) + t.read(add, cache, t.number + 32))
            events[0] ??= t.at(inside)
            yield { place: inside }
        }
        const at = t.at(last)
        if (t.number >= 32) events[1] ??= at
    }, last)
    m.finding('barrier', 'a barrier in kernel dot_bad_barrier that not all threads of the block reach', 'CUDA checker: error: not all threads reach it', events)
    return m
}

/** x = x + 1 in steps: all of a warp read before any of them writes. */
export function lostUpdate() {
    const m = new Machine('ch9_atomics/race.cu', 'add_one', [16, 1, 1], { order: 'warps', program: 'ch9_atomics/race' })
    const x = m.variable('x', 'global', 'i32', 'int', [1], [0])
    const place = m.place('*x = *x + 1')
    const events = []
    m.run(function* (t) {
        t.at(place)
        yield 'step'
        const read = t.read(place, x, 0)
        if (t.number === 1) events[1] = m.latest
        yield 'step'
        t.write(place, x, 0, read + 1)
        if (t.number === 0) events[0] = m.latest
        yield 'step'
    }, place)
    m.finding('race', 'race on global memory in kernel add_one', 'CUDA checker: error: race on global memory', events)
    return m
}

/** A loop that each lane leaves at another time, in step. */
export function divergentLoop() {
    const m = new Machine('ch5_dot/divergence.cu', 'neighbours', [32, 1, 1], { order: 'warps', program: 'ch5_dot/divergence' })
    const out = m.variable('out', 'global', 'i32', 'unsigned', [32])
    const [odd, shift, multiply] = ['if (odd)', 'x = shift', 'x = multiply'].map((text) => m.place(text))
    m.run(function* (t) {
        t.at(odd)
        yield 'step'
        if (t.number % 2) {
            for (let round = 0; round <= t.number >> 2; round++) {
                t.at(shift)
                yield 'step'
            }
            t.write(shift, out, t.number, t.number + 1)
        } else {
            yield 'step'
            t.at(multiply)
            t.write(multiply, out, t.number, 3 * t.number)
        }
    }, multiply)
    return m
}

/** The tree without its first statement: words of cache[] are read that nobody has written. */
export function unwritten() {
    const m = new Machine('ch5_dot/dot.cu', 'dot', [32, 1, 1], { program: 'ch5_dot/dot' })
    const cache = m.variable('cache', 'shared', 'f32', 'float', [64])
    const [store, add] = ['cache[cacheIndex] = temp', 'cache[cacheIndex] += cache'].map((text) => m.place(text))
    let event
    m.run(function* (t) {
        t.at(store)
        t.write(store, cache, t.number, t.number / 2)
        yield 'step'
        t.at(add)
        t.read(add, cache, t.number + 32)
        event ??= m.latest
        yield 'step'
    }, add)
    m.finding('unwritten', 'read of shared memory that nobody has written, in kernel dot', 'CUDA checker: error: uninitialized', [event])
    return m
}

/** 1024 threads and a million events. */
export function large() {
    const m = new Machine('ch5_dot/dot.cu', 'dot', [1024, 1, 1], { order: 'warps', program: 'ch5_dot/dot' })
    const cache = m.variable('cache', 'shared', 'f32', 'float', [1024])
    const [loop, sum, barrier] = ['while (tid < n)', 'temp += a', '__syncthreads(); // nobody'].map((text) => m.place(text))
    m.run(function* (t) {
        for (let round = 0; round < 122; round++) {
            t.at(loop)
            yield 'step'
            t.at(sum)
            t.write(sum, cache, t.number, Math.fround(t.read(sum, cache, (t.number + round) % 1024) + t.number))
            yield 'step'
            t.at(sum)
            t.read(sum, cache, t.number)
            if (round % 8 === 7) yield { place: barrier }
            else yield 'step'
            t.at(loop)
            yield 'step'
        }
    }, barrier)
    return m
}

export const TRACES = { dot: () => dot(), warps: () => dot('warps'), race: () => race(), barrier: missingBarrier, lost: lostUpdate, loop: divergentLoop, unwritten, large }
