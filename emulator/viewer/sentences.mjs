// What happens, in words: the sentences of the page, which a screen reader reads aloud.
import { ARRIVE, AT, ATOMIC, BEGIN, BLOCK_BARRIER, EXIT, LEAVE, READ, WRITE } from './trace.mjs'
import { valueText } from './values.mjs'
import { AT_A_BARRIER, HAS_LEFT, IN_A_WARP_OPERATION, NOT_BEGUN, NOT_IN_THE_BRANCH, bytesOf, wordAt } from './moments.mjs'

export const number = (n) => String(n).replace(/\B(?=(\d{3})+$)/g, '\u202f')
export const index = (list) => `(${list.join(',')})`
const plural = (n, one, many = `${one}s`) => `${number(n)} ${n === 1 ? one : many}`

export const threadName = (recording, thread) => `thread ${index(recording.threadIndex(thread))}`
/** The same where threads of other blocks may be meant, too. */
export function threadOfAny(recording, thread) {
    const of = recording.blocks.length > 1 ? ` of block ${index(recording.blocks[recording.blockOf[thread]].index)}` : ''
    return threadName(recording, thread) + of
}
export const lineNumber = (recording, line) => recording.lines[line]?.line ?? '?'

export function blockName(recording, block) {
    const { kernel, index: at, of } = recording.blocks[block]
    return `${kernel}, block ${index(at)}${recording.header.launches.length > 1 ? `, launch ${of.number}` : ''}`
}

/** The values that an access has read or written; of an atomic operation the old ones, if asked for. */
export function accessValue(recording, event, old = false) {
    const { variable, bytes, offset } = recording.events
    const touched = recording.touched(event)
    const all = bytesOf(recording.events, event, old)
    const { format = 'bytes', size = bytes[event] } = touched ? recording.variableOf(touched.first) : recording.header.variables[variable[event]] ?? {}
    if (touched && (offset[event] - recording.offsetOf(touched.first)) % size) return valueText('bytes', all)
    const parts = []
    for (let at = 0; at < all.length; at += size) parts.push(valueText(format, all.subarray(at, at + size)))
    return parts.length > 1 ? `{${parts.join(', ')}}` : parts[0]
}

/** The word or words that an access touches, by name. */
export function accessName(recording, event) {
    const touched = recording.touched(event)
    const { name, space } = recording.header.variables[recording.events.variable[event]] ?? {}
    if (!touched) return name ? `${name}, byte ${recording.events.offset[event]}` : space === 'local' ? 'memory of its own' : 'unknown memory'
    const first = recording.wordName(touched.first)
    return touched.count > 1 ? `${first} and the ${plural(touched.count - 1, 'word')} behind it` : first
}

/** Does an access touch a word that has bytes that nobody has written before? */
function unwrittenAt(recording, event) {
    const { first, count } = recording.touched(event) ?? { first: 0, count: 0 }
    for (let word = first; word < first + count; word++) if (!wordAt(recording, word, event).written) return true
    return false
}

/** What a thread does in an event, without its name: "writes 150 to cache[5]". */
export function deed(recording, event) {
    const { kind, barrier } = recording.events
    const line = lineNumber(recording, recording.lineOf(event))
    const meeting = barrier[event] === BLOCK_BARRIER ? 'the barrier' : barrier[event] === 1 ? 'the warp operation' : 'a barrier'
    switch (kind[event]) {
    case BEGIN: return 'begins'
    case AT: return `comes to line ${line}`
    case READ:
        return unwrittenAt(recording, event) ? `reads ${accessName(recording, event)}, which nobody has written`
            : `reads ${accessName(recording, event)}: ${accessValue(recording, event)}`
    case WRITE: return `writes ${accessValue(recording, event)} to ${accessName(recording, event)}`
    case ATOMIC:
        return `changes ${accessName(recording, event)} from ${accessValue(recording, event, true)} to ${accessValue(recording, event)} in one step`
    case ARRIVE: return `waits at ${meeting} of line ${line}`
    case LEAVE: return `goes on from ${meeting} of line ${line}`
    case EXIT: return 'leaves the kernel'
    default: return 'does something that this viewer does not know'
    }
}

const where = (recording, event) => recording.events.kind[event] >= READ && recording.events.kind[event] <= ATOMIC
    ? ` (line ${lineNumber(recording, recording.lineOf(event))})` : ''

export const happening = (recording, event) => `${threadName(recording, recording.events.thread[event])} ${deed(recording, event)}${where(recording, event)}`

/** A moment in a sentence or three: what has just happened, and where the threads of the block are. */
export function momentInWords(recording, block, moment, { doing, standing }) {
    const before = moment ? `${happening(recording, moment - 1)}.` : 'Nothing has happened yet.'
    const counts = [0, 0, 0, 0, 0, 0]
    for (const one of doing) counts[one]++
    const busiest = [...standing.keys()].filter((line) => standing[line]).sort((a, b) => standing[b] - standing[a])
    const some = busiest.slice(0, 3).map((line) => `${number(standing[line])} at line ${lineNumber(recording, line)}`)
    const rest = busiest.slice(3).reduce((sum, line) => sum + standing[line], 0)
    if (rest) some.push(`${number(rest)} at other lines`)
    const parts = [
        some.join(', '),
        counts[AT_A_BARRIER] && `${number(counts[AT_A_BARRIER])} of them ${counts[AT_A_BARRIER] === 1 ? 'waits' : 'wait'} at a barrier`,
        counts[IN_A_WARP_OPERATION] && `${number(counts[IN_A_WARP_OPERATION])} in a warp operation`,
        counts[NOT_IN_THE_BRANCH] && `${number(counts[NOT_IN_THE_BRANCH])} not where their warp is`,
        counts[NOT_BEGUN] && `${number(counts[NOT_BEGUN])} not begun`,
        counts[HAS_LEFT] && `${number(counts[HAS_LEFT])} ${counts[HAS_LEFT] === 1 ? 'has' : 'have'} left`
    ].filter(Boolean)
    const happened = moment && recording.blockOf[recording.events.thread[moment - 1]] !== block ? `In another block: ${before}` : before
    return `${happened[0].toUpperCase()}${happened.slice(1)} Of ${plural(doing.length, 'thread')}, ${parts.join('; ')}.`
}

const DOING = ['has not begun', 'is at', 'waits at the barrier of', 'is in the warp operation of', 'sits idle: its warp is where it does not come', 'has left the kernel']

export function threadInWords(recording, thread, { doing, line }) {
    const i = thread - recording.blocks[recording.blockOf[thread]].first
    const at = doing[i] === NOT_BEGUN || doing[i] === HAS_LEFT ? '' : doing[i] === NOT_IN_THE_BRANCH ? `, itself at line ${lineNumber(recording, line[i])}`
        : line[i] < 0 ? ' its beginning' : ` line ${lineNumber(recording, line[i])}`
    return `${DOING[doing[i]]}${line[i] < 0 && doing[i] === NOT_IN_THE_BRANCH ? '' : at}`
}

export function wordInWords(recording, word, moment) {
    const { value, written, writer, reads, elsewhere } = wordAt(recording, word, moment)
    const { format } = recording.variableOf(word)
    if (!written) return `${recording.wordName(word)}: nobody has written it${reads ? `, and it was read ${reads === 1 ? 'once' : `${number(reads)} times`}` : ''}.`
    const by = elsewhere ? 'somebody who was not recorded wrote it' : writer < 0 ? 'it was there at the launch'
        : `${threadOfAny(recording, recording.events.thread[writer])} wrote it at line ${lineNumber(recording, recording.lineOf(writer))}`
    return `${recording.wordName(word)} is ${valueText(format, value)}: ${by}, ${reads ? `read ${reads === 1 ? 'once' : `${number(reads)} times`} since` : 'not read since'}.`
}

const ORDERS = {
    emulator: 'the emulator’s own: each thread runs until it waits',
    warps: 'by warps in step, as a GPU may take them',
    reversed: 'reversed: the last thread first'
}

/** The order of the threads, as the trace names it. */
export const orderInWords = (order) => `${ORDERS[order] ?? (/^seed/.test(order) ? `drawn by lot (${order})` : order)}. One of many: a GPU promises none.`
