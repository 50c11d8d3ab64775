// The state of a recording at any moment. A moment is a number of events: at moment 17 events 0 to 16 have happened.
import { ARRIVE, AT, ATOMIC, BEGIN, BLOCK_BARRIER, EXIT, READ, WRITE } from './trace.mjs'
import { WARP } from './recording.mjs'

// What a thread is doing.
export const NOT_BEGUN = 0
export const AT_A_LINE = 1
export const AT_A_BARRIER = 2
export const IN_A_WARP_OPERATION = 3
export const NOT_IN_THE_BRANCH = 4
export const HAS_LEFT = 5

/** { doing, line }, an entry a thread of the block; and { standing }: of each line how many threads are there. */
export function threadsAt(recording, block, moment) {
    const { size, first } = recording.blocks[block]
    const { kind, barrier } = recording.events
    const state = {
        doing: new Uint8Array(size), line: new Int32Array(size).fill(-1), last: new Int32Array(size).fill(-1),
        standing: new Uint32Array(recording.lines.length)
    }
    for (let i = 0; i < size; i++) {
        const event = (state.last[i] = recording.ofThread.last(first + i, moment))
        if (event < 0) continue
        state.line[i] = kind[event] === BEGIN ? -1 : recording.lineOf(event)
        state.doing[i] = kind[event] === EXIT ? HAS_LEFT : kind[event] !== ARRIVE ? AT_A_LINE
            : barrier[event] === BLOCK_BARRIER ? AT_A_BARRIER : IN_A_WARP_OPERATION
        if (state.doing[i] !== HAS_LEFT && state.line[i] >= 0) state.standing[state.line[i]]++
    }
    for (let lane = 0; lane < size; lane += WARP) markAbsent(recording, first, moment, state, lane, Math.min(size, lane + WARP))
    return state
}

/**
 * A warp is where the thread of it is that has moved last, of those at a line. Which of the others do not come there, or not as often, before
 * the next barrier: a GPU, which takes the warp there as one, has them wait meanwhile, in whatever order they ran here.
 */
function markAbsent(recording, first, moment, { doing, line, last }, from, to) {
    let front = -1
    for (let i = from; i < to; i++) if (doing[i] === AT_A_LINE && line[i] >= 0 && (front < 0 || last[i] > last[front])) front = i
    if (front < 0) return
    const { leaves, arrivals, visits } = recording
    const lines = recording.lines.length
    const passed = leaves.count(first + front, 0, moment) // barriers
    const since = passed ? leaves.events[leaves.starts[first + front] + passed - 1] : 0
    const times = visits.count((first + front) * lines + line[front], since, moment)
    for (let i = from; i < to; i++) {
        if (doing[i] !== AT_A_LINE && doing[i] !== NOT_BEGUN) continue
        const thread = first + i
        if (leaves.size(thread) < passed) continue
        const begin = passed ? leaves.events[leaves.starts[thread] + passed - 1] : 0
        const end = arrivals.size(thread) > passed ? arrivals.events[arrivals.starts[thread] + passed] : recording.n
        if (visits.count(thread * lines + line[front], begin, end) < times) doing[i] = NOT_IN_THE_BRANCH
    }
}

// ---------------------------------------------------------------- memory

const bits = new DataView(new ArrayBuffer(16))

/** The bytes that an access has read or written, at most 16; of an atomic operation the new ones, or the old ones. */
export function bytesOf({ kind, value, bytes }, event, old = false) {
    const columns = kind[event] === ATOMIC && old ? [2, 3] : [0, 1, 2, 3]
    columns.forEach((column, i) => bits.setUint32(4 * i, value[column][event], true))
    return new Uint8Array(bits.buffer.slice(0, bytes[event]))
}

/** Copies what an access has of a word to `target`, where `missing` says so. How many bytes are missing then. */
function take(recording, event, offset, target, missing) {
    const from = bytesOf(recording.events, event)
    const shift = offset - recording.events.offset[event]
    let left = 0
    for (let i = 0; i < target.length; i++) {
        if (missing[i] && i + shift >= 0 && i + shift < from.length) {
            target[i] = from[i + shift]
            missing[i] = 0
        }
        left += missing[i]
    }
    return left
}

/**
 * A word at a moment: its bytes; whether all of them were ever written; the event that wrote it last, or -1; `elsewhere`:
 * a read has since found another value, which somebody has written who was not recorded; how many reads since.
 */
export function wordAt(recording, word, moment) {
    const { size, first, initial, written } = recording.variableOf(word)
    const offset = recording.offsetOf(word)
    const value = new Uint8Array(size)
    const missing = new Uint8Array(size).fill(1)
    const writer = recording.writes.last(word, moment)
    const reader = recording.touches.last(word, moment)
    const reads = recording.touches.count(word, writer + 1, moment)
    let left = size
    for (let event = writer; event >= 0 && left; event = recording.writes.last(word, event)) left = take(recording, event, offset, value, missing)
    const start = (word - first) * size
    for (let i = 0; i < size && left; i++) {
        if (!missing[i] || !initial || (written && !((written[(start + i) >> 3] >> ((start + i) & 7)) & 1))) continue
        value[i] = initial[start + i]
        missing[i] = 0
        left--
    }
    let elsewhere = false
    if (reads) {
        const found = value.slice()
        const unread = new Uint8Array(size).fill(1)
        take(recording, reader, offset, found, unread)
        elsewhere = found.some((byte, i) => byte !== value[i] && !missing[i])
        if (elsewhere) value.set(found)
    }
    return { value, written: !left, writer: elsewhere ? -1 : writer, reads, elsewhere }
}

// ---------------------------------------------------------------- steps

/** The nearest moment behind (direction 1) or before (-1) this one at which an event of the group has just happened. */
function beside(group, key, moment, direction, after = 1) {
    const event = direction > 0 ? group.first(key, moment + 1 - after) : group.last(key, moment - after)
    return event < 0 ? -1 : event + after
}

/** The same in the events of one thread, of which only some kinds count. */
function besideInThread(recording, thread, moment, direction, wanted) {
    const { ofThread } = recording
    for (let now = moment; (now = beside(ofThread, thread, now, direction)) >= 0; ) if (wanted(recording.events.kind[now - 1])) return now
    return -1
}

const isAccess = (kind) => kind >= READ && kind <= ATOMIC
const isLine = (kind) => kind === AT

/**
 * The moment that a step leads to, or -1. `what`: 'event', 'access', 'line', 'barrier', 'write' or 'touch' (of `word`), or
 * 'visit' (of `line`). Where a thread is chosen, its own steps count, except at barriers and words, which are not its own.
 */
export function stepFrom(recording, moment, direction, what, { block, thread = -1, word = -1, line = -1 }) {
    const lines = recording.lines.length
    switch (what) {
    case 'event': return thread < 0 ? beside(recording.ofBlock, block, moment, direction) : beside(recording.ofThread, thread, moment, direction)
    case 'access':
        return thread < 0 ? beside(recording.accesses, block, moment, direction) : besideInThread(recording, thread, moment, direction, isAccess)
    case 'line':
        return thread < 0 ? beside(recording.steps, block, moment, direction) : besideInThread(recording, thread, moment, direction, isLine)
    case 'barrier': return beside(recording.barriers, block, moment, direction, 0)
    case 'write': return word < 0 ? -1 : beside(recording.writes, word, moment, direction)
    case 'touch': return word < 0 ? -1 : beside(recording.touches, word, moment, direction)
    case 'visit':
        return line < 0 ? -1 : thread < 0 ? beside(recording.visitsOfBlock, block * lines + line, moment, direction)
            : beside(recording.visits, thread * lines + line, moment, direction)
    default: throw new Error(`no step is called ${what}`)
    }
}

/** Both orders of a finding's two accesses of the same word, and what each leads to. */
export function bothOrders(recording, [one, other]) {
    const { kind } = recording.events
    const places = [one, other].map((event) => recording.touched(event))
    if (places.some((place) => !place)) return null
    const word = Math.max(places[0].first, places[1].first)
    if (places.some(({ first, count }) => word < first || word >= first + count)) return null
    const [early, late] = one < other ? [one, other] : [other, one]
    const before = wordAt(recording, word, early)
    const wordIn = (event) => {
        const { size } = recording.variableOf(word)
        const value = before.value.slice(0, size)
        take(recording, event, recording.offsetOf(word), value, new Uint8Array(size).fill(1))
        return value
    }
    const writes = (event) => kind[event] === WRITE || kind[event] === ATOMIC
    const order = (events) => {
        let now = before
        return events.map((event) => {
            if (writes(event)) now = { value: wordIn(event), written: true }
            return { event, writes: writes(event), ...now }
        })
    }
    return { word, orders: [order([early, late]), order([late, early])] }
}
