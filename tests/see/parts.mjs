// The viewer without a browser: what it says of any moment is what replaying the events up to there gives.
//
//     node tests/see/parts.mjs VIEWER [REGEX]       the folder of the viewer, or of a broken copy
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { finish, test } from '../site/cases.mjs'
import { TRACES, encode } from './traces.mjs'

const VIEWER = path.resolve(process.argv[2])
const load = (name) => import(path.join(VIEWER, `${name}.mjs`))
const { readTrace, unpackTrace } = await load('trace')
const { Groups } = await load('groups')
const { Recording } = await load('recording')
const moments = await load('moments')
const { shortValue, valueText } = await load('values')
const words = await load('sentences')
const { highlight } = await load('highlight')
const { COLOURS, INK } = await load('colours')

// Drawn by a rule, so that a failure comes again.
let seed = 7
const random = (below) => (seed = (seed * 48271) % 2147483647) % below

const recordings = {}
for (const [name, make] of Object.entries(TRACES)) {
    if (name === 'large') continue
    const machine = make()
    recordings[name] = { machine, recording: new Recording(readTrace(machine.bytes())) }
}
const all = Object.entries(recordings)

// ---------------------------------------------------------------- the format

const EMPTY = {
    program: 'p', arguments: [], order: 'emulator', launches: [{ kernel: 'k', number: 1, grid: [1, 1, 1], block: [2, 1, 1], recorded: [[0, 0, 0]] }],
    files: [{ name: 'p.cu', text: 'one\ntwo\n' }], places: [{ file: 0, line: 1, function: 'k' }], findings: [], left_out: 0, left_out_why: '',
    variables: [
        { name: 'v', space: 'shared', type: 'double', format: 'f64', size: 8, shape: [4], bytes: 32, place: null, launch: 0, block: null, first: 0, window: 32, initial: null, written: null },
        { name: '', space: 'local', type: 'bytes', format: 'bytes', size: 1, shape: [1], bytes: 1, place: null, launch: 0, block: null, first: 0, window: 1, initial: null, written: null }]
}
const made = (...events) => new Recording(readTrace(encode(EMPTY, events)))

await test('numbers of all sizes are read as they were written', () => {
    for (const value of [0n, 127n, 128n, 2n ** 28n - 1n, 2n ** 28n, 2n ** 31n, 2n ** 32n - 1n, 2n ** 32n, 2n ** 35n + 5n, 2n ** 63n, 2n ** 64n - 1n]) {
        const { events } = readTrace(encode(EMPTY, [[0, 1, 0], [3, 1, 0, 0, 8, 8, value], [3, 1, 0, 0, 0, 16, 5, value], [4, 1, 0, 0, 0, 8, value, 6]]))
        const whole = (event, low) => BigInt(events.value[low][event]) + (BigInt(events.value[low + 1][event]) << 32n)
        assert.deepEqual([whole(1, 0), whole(2, 0), whole(2, 2), whole(3, 2), whole(3, 0)], [value, 5n, value, value, 6n], String(value))
        assert.deepEqual([...events.offset], [0, 8, 0, 0])
    }
})

await test('a kind that may be skipped is skipped, and another is refused', () => {
    const recording = made([0, 0, 0], [9 + 16, 0, 3, 1000, 2, 3], [1, 0, 0], [7, 0, 0])
    assert.deepEqual(moments.threadsAt(recording, 0, 3).doing[0], moments.AT_A_LINE)
    assert.throws(() => made([9, 0, 3]), /kind 9/)
})

await test('what is no trace, or not all of one, is refused with a reason', () => {
    const bytes = recordings.lost.machine.bytes()
    assert.throws(() => readTrace(new TextEncoder().encode('CUDA trace 2\n{}\n')), /no trace of version 1/)
    assert.throws(() => readTrace(new Uint8Array()), /no trace of version 1/)
    assert.throws(() => readTrace(bytes.subarray(0, 40)), /within its header/)
    assert.throws(() => readTrace(bytes.subarray(0, bytes.length - 3)), /within an event|has \d+ events/)
    assert.throws(() => made([0, 2, 0]), /no recorded block has/)
})

await test('gzip and base64 are taken off', async () => {
    const bytes = recordings.lost.machine.bytes()
    const text = execFileSync('sh', ['-c', 'gzip -9n | base64'], { input: bytes }).toString()
    assert.deepEqual(await unpackTrace(text.replace(/\s/g, '')), bytes)
})

await test('values are shown as their type has them', () => {
    const bytes = (bits, size) => Uint8Array.from({ length: size }, (_, i) => Number((BigInt(bits) >> BigInt(8 * i)) & 255n))
    for (const [format, bits, size, text] of [['f32', 0x3dcccccd, 4, '0.1'], ['f32', 0x80000000, 4, '-0'], ['f32', 0x7fc00000, 4, 'nan'], ['f32', 0xff800000, 4, '-inf'],
        ['f16', 0x3c01, 2, '1.0009765625'], ['f16', 0x0001, 2, String(2 ** -24)], ['f64', 0x3fb999999999999an, 8, '0.1'], ['i32', 0xffffffff, 4, '-1'], ['u32', 0xffffffff, 4, '4294967295'],
        ['i8', 0x80, 1, '-128'], ['u16', 65535, 2, '65535'], ['i64', 2n ** 63n, 8, String(-(2n ** 63n))], ['x16', 0xab, 2, '0x00ab'], ['bytes', 0x1234, 2, '0x1234'], ['f32', 1, 2, '0x0001']])
        assert.equal(valueText(format, bytes(bits, size)), text, format)
    assert.deepEqual([['142.4615', 3], ['3153920', 5], ['-0.123456', 6], ['12', 2], ['-1.2345678e-30', 8], ['0x00ff00ff', 4]].map((one) => shortValue(...one)),
        ['142', '3.2e6', '-0.123', '12', '-1.2e-30', '0x0…'])
})

await test('words have the names of the source', () => {
    const name = (recording, variable, word) => recording.wordName(recording.variables.find((one) => one.name === variable).first + word)
    assert.equal(name(recordings.race.recording, 'tile', 37), 'tile[2][5]')
    assert.equal(name(recordings.dot.recording, 'cache', 37), 'cache[37]')
    assert.equal(name(recordings.lost.recording, 'x', 0), 'x')
})

await test('parts of the source have their colours, and all of it is there', () => {
    const text = 'int a = 0x1f; // no "string"\n/* one\n  two */ __syncthreads(); "a // b"\n#include <x>\n'
    const lines = highlight(text)
    assert.equal(lines.map((parts) => parts.map((part) => part.text).join('')).join('\n'), text)
    const kinds = (line) => lines[line].filter(({ kind }) => kind).map(({ text: part, kind }) => `${kind}:${part}`)
    assert.deepEqual(kinds(0), ['keyword:int', 'number:0x1f', 'comment:// no "string"'])
    assert.deepEqual([kinds(1), kinds(2), kinds(3)], [['comment:/* one'], ['comment:  two */', 'builtin:__syncthreads', 'string:"a // b"'], ['macro:#include <x>']])
})

await test('neighbouring lines have colours that everybody tells apart, under text that can be read', () => {
    // What is left of red, green and blue for eyes without one kind of cones (Machado, Oliveira and Fernandes 2009).
    const eyes = [[1, 0, 0, 0, 1, 0, 0, 0, 1], [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
        [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881], [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039]]
    const linear = (colour) => [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255).map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
    const luminance = (colour) => linear(colour).reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0)
    const lab = (colour, eye) => {
        const [r, g, b] = [0, 1, 2].map((row) => Math.min(1, Math.max(0, linear(colour).reduce((sum, v, i) => sum + v * eye[3 * row + i], 0))))
        const [x, y, z] = [(0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505, 0.2126 * r + 0.7152 * g + 0.0722 * b, (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089].map(Math.cbrt)
        return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
    }
    COLOURS.forEach((colour, i) => {
        const next = COLOURS[(i + 1) % COLOURS.length]
        for (const eye of eyes) {
            const [one, other] = [lab(colour, eye), lab(next, eye)]
            assert(Math.hypot(...one.map((v, at) => v - other[at])) > 25, `${colour} and ${next} are alike`) // 2 is just seen
        }
        assert((luminance(colour) + 0.05) / (luminance(INK) + 0.05) > 4.5, `${colour} is too dark`)
    })
})

// ---------------------------------------------------------------- any moment

/** What replaying the events gives, event by event: the plain way, which the viewer does not go. */
class Replay {
    constructor({ header }, recording) {
        this.lineOfPlace = header.places.map(({ line }) => recording.lines.findIndex((one) => one.line === line))
        this.doing = new Array(recording.threads).fill(moments.NOT_BEGUN)
        this.line = new Array(recording.threads).fill(-1)
        this.memory = header.variables.map(({ size, window, initial }) => {
            const bytes = initial && Buffer.from(initial, 'base64')
            return Array.from({ length: window / size }, (_, i) => ({ value: bytes ? [...bytes.subarray(i * size, (i + 1) * size)] : null, writer: -1, reads: 0 }))
        })
        Object.assign(this, { header, recording })
    }

    apply(event, i) {
        const [kind, thread, place, variable, offset, bytes, first, second] = event
        if (kind) this.line[thread] = this.lineOfPlace[place]
        this.doing[thread] = kind === 5 ? (variable ? moments.IN_A_WARP_OPERATION : moments.AT_A_BARRIER) : kind === 7 ? moments.HAS_LEFT : moments.AT_A_LINE
        if (kind < 2 || kind > 4) return
        const word = this.memory[variable][offset / this.header.variables[variable].size]
        if (kind === 2) return word.reads++
        Object.assign(word, { writer: i, reads: 0, value: Array.from({ length: bytes }, (_, at) => Number((BigInt(kind === 4 ? second : first) >> BigInt(8 * at)) & 255n)) })
    }
}

function compare(name, recording, replay, moment) {
    const { doing, line, standing } = moments.threadsAt(recording, 0, moment)
    const counts = new Array(recording.lines.length).fill(0)
    replay.doing.forEach((what, i) => {
        const where = `${name}, moment ${moment}, thread ${i}`
        assert.equal(line[i], replay.line[i], where)
        if (doing[i] !== moments.NOT_IN_THE_BRANCH) assert.equal(doing[i], what, where)
        else assert([moments.NOT_BEGUN, moments.AT_A_LINE].includes(what), where)
        if (what !== moments.HAS_LEFT && line[i] >= 0) counts[line[i]]++
    })
    assert.deepEqual([...standing], counts)
    recording.variables.forEach(({ first }, variable) => replay.memory[variable].forEach(({ value, writer, reads }, i) => {
        const word = moments.wordAt(recording, first + i, moment)
        assert.deepEqual([word.written, word.writer, word.reads, word.elsewhere], [value !== null, writer, reads, false], `${name}, moment ${moment}, ${recording.wordName(first + i)}`)
        if (value) assert.deepEqual([...word.value], value)
    }))
}

for (const [name, { machine, recording }] of all)
    await test(`${name}: threads and memory at random moments are those of a replay`, () => {
        const wanted = new Set([0, machine.events.length, ...Array.from({ length: 40 }, () => random(machine.events.length))])
        const replay = new Replay(machine, recording)
        for (let moment = 0; moment <= machine.events.length; moment++) {
            if (wanted.has(moment)) compare(name, recording, replay, moment)
            if (moment < machine.events.length) replay.apply(machine.events[moment], moment)
        }
    })

await test('an access of several words, of a part of one, and what others have written', () => {
    // v[1] and v[2] are written as one, then a byte of v[1]; v[0] is read, and somebody else had written 3 there.
    const recording = made([0, 0, 0], [3, 0, 0, 0, 8, 16, 0x1111n, 0x2222n], [3, 0, 0, 0, 9, 1, 0xff], [2, 0, 0, 0, 0, 8, 3])
    const value = (word, moment) => {
        const { value: bytes, ...rest } = moments.wordAt(recording, word, moment)
        return [Number(new DataView(bytes.buffer).getBigUint64(0, true)), rest.written, rest.writer, rest.elsewhere]
    }
    assert.deepEqual([value(1, 1)[1], value(1, 2), value(2, 2), value(1, 3)], [false, [0x1111, true, 1, false], [0x2222, true, 1, false], [0xff11, true, 2, false]])
    assert.deepEqual(value(0, 3)[1], false)
    assert.deepEqual([...recording.touches.around(1, 4, 9, 9)], [1, 2])
})

await test('bytes that were written before the launch are known one by one', () => {
    const recording = new Recording(readTrace(encode({ ...EMPTY, variables: [{ ...EMPTY.variables[0], initial: Buffer.alloc(32, 5).toString('base64'),
        written: Buffer.from([0xff, 0x7f, 0, 0]).toString('base64') }] }, [[0, 0, 0]])))
    assert.deepEqual([0, 1, 2].map((word) => moments.wordAt(recording, word, 1).written), [true, false, false])
})

// ---------------------------------------------------------------- steps

const KINDS = { event: () => true, access: (kind) => kind >= 2 && kind <= 4, line: (kind) => kind === 1 }

for (const [name, { recording }] of all)
    await test(`${name}: n steps forwards and n back lead to the same moment`, () => {
        for (let round = 0; round < 60; round++) {
            const what = ['event', 'access', 'line', 'barrier', 'write', 'touch', 'visit'][random(7)]
            const chosen = { block: 0, thread: random(2) ? random(recording.threads) : -1, word: random(recording.words), line: random(recording.lines.length) }
            const way = [moments.stepFrom(recording, random(recording.n), 1, what, chosen)]
            for (let n = 1 + random(50); n && way.at(-1) >= 0; n--) {
                const next = moments.stepFrom(recording, way.at(-1), 1, what, chosen)
                if (next < 0) break
                assert(next > way.at(-1), `${what} leads from ${way.at(-1)} to ${next}`)
                const { kind, thread } = recording.events
                if (KINDS[what]) assert(KINDS[what](kind[next - 1]) && (chosen.thread < 0 || thread[next - 1] === chosen.thread), `${what} ends behind an event of kind ${kind[next - 1]}`)
                if (what === 'visit') assert.equal(recording.lineOf(next - 1), chosen.line)
                if (what === 'write') assert(kind[next - 1] > 2 && recording.touched(next - 1).first === chosen.word)
                way.push(next)
            }
            while (way.length > 1) {
                const from = way.pop()
                assert.equal(moments.stepFrom(recording, from, -1, what, chosen), way.at(-1), `${what} back from ${from}`)
            }
        }
    })

await test('at each barrier of the tree all threads have come', () => {
    const { recording } = recordings.dot
    const seen = []
    for (let moment = 0; (moment = moments.stepFrom(recording, moment, 1, 'barrier', { block: 0 })) >= 0; )
        seen.push(moments.threadsAt(recording, 0, moment).doing.filter((what) => what === moments.AT_A_BARRIER).length)
    assert.deepEqual(seen, new Array(9).fill(256))
})

await test('a step by line takes a warp that goes in step as one', () => {
    const { recording } = recordings.warps
    let moment = 0
    const begun = []
    for (let i = 0; i < 8; i++) {
        moment = moments.stepFrom(recording, moment, 1, 'line', { block: 0, thread: -1 })
        begun.push(moments.threadsAt(recording, 0, moment).doing.filter((what) => what === moments.AT_A_LINE).length)
    }
    assert.deepEqual(begun, [32, 64, 96, 128, 160, 192, 224, 256])
})

// ---------------------------------------------------------------- what is understood from it

await test('a lane that does not come into the branch, or has ended its loop, is not where its warp is', () => {
    const { recording } = recordings.loop
    const [, shift, multiply] = [0, 1, 2]
    const absentAt = (event) => [...moments.threadsAt(recording, 0, event + 1).doing].flatMap((what, i) => what === moments.NOT_IN_THE_BRANCH ? [i] : [])
    const odd = Array.from({ length: 16 }, (_, i) => 2 * i + 1)
    const even = odd.map((i) => i - 1)
    assert.deepEqual(absentAt(recording.visits.first(0 * recording.lines.length + multiply, 0)), odd)
    assert.deepEqual(absentAt(recording.visits.first(1 * recording.lines.length + shift, 0)), even)
    const tree = recordings.warps.recording
    const add = tree.lines.findIndex(({ line }) => tree.files[0].text.split('\n')[line - 1].includes('cache[cacheIndex] += '))
    const last = tree.visits.last(0 * tree.lines.length + add, tree.n) // thread 0 alone
    const { doing } = moments.threadsAt(tree, 0, last + 1)
    assert.deepEqual([...doing.subarray(0, 32)].filter((what) => what === moments.NOT_IN_THE_BRANCH).length, 31)
    // Of 700 elements threads 0 to 187 have three, and the others two: they sit out the third round.
    const sum = tree.lines.findIndex(({ line }) => tree.files[0].text.split('\n')[line - 1].includes('temp += '))
    const third = tree.visits.events[tree.visits.starts[187 * tree.lines.length + sum] + 2]
    const warp = moments.threadsAt(tree, 0, third + 1).doing.subarray(160, 192)
    assert.deepEqual([...warp].map((what) => what === moments.NOT_IN_THE_BRANCH), Array.from({ length: 32 }, (_, lane) => lane > 27))
})

await test('a race has two orders, and each its own result', () => {
    const { recording } = recordings.race
    const { word, orders: [run, other] } = moments.bothOrders(recording, recording.findings[0].events)
    assert.equal(recording.wordName(word), 'tile[15][7]')
    assert.deepEqual([run, other].map((order) => order.map(({ writes, written }) => [writes, written])), [[[true, true], [false, true]], [[false, false], [true, true]]])
    const lost = recordings.lost.recording
    const found = moments.bothOrders(lost, lost.findings[0].events)
    assert.deepEqual(found.orders.map((order) => order.map(({ writes, value }) => `${writes ? 'writes' : 'reads'} ${value[0]}`)), [['reads 0', 'writes 1'], ['writes 1', 'reads 1']])
})

await test('moments are sentences', () => {
    const { recording } = recordings.dot
    const moment = moments.stepFrom(recording, 0, 1, 'barrier', { block: 0 })
    assert.equal(words.momentInWords(recording, 0, moment, moments.threadsAt(recording, 0, moment)),
        'Thread (255,0,0) waits at the barrier of line 34. Of 256 threads, 256 at line 34; 256 of them wait at a barrier.')
    assert.equal(words.wordInWords(recording, 0, 0), 'cache[0]: nobody has written it.')
    assert.match(words.wordInWords(recording, 0, recording.n), /^cache\[0\] is \d+: thread \(0,0,0\) wrote it at line 38, read once since\.$/)
    assert.match(words.happening(recordings.unwritten.recording, recordings.unwritten.recording.findings[0].events[0]), /which nobody has written/)
})

await test('several launches and blocks keep their threads and words apart', () => {
    const header = { ...EMPTY, launches: [{ ...EMPTY.launches[0], recorded: [[0, 0, 0], [3, 0, 0]] }, { ...EMPTY.launches[0], number: 4 }],
        variables: [EMPTY.variables[0], { ...EMPTY.variables[0], name: 'g', space: 'global', launch: 1 }] }
    const recording = new Recording(readTrace(encode(header, [[0, 0, 0], [3, 0, 0, 0, 0, 8, 1], [0, 3, 0], [3, 3, 0, 0, 0, 8, 2], [7, 0, 0], [0, 0, 1], [3, 0, 0, 1, 0, 8, 3]])))
    assert.deepEqual(recording.blocks.map((_, block) => words.blockName(recording, block)), ['k, block (0,0,0), launch 1', 'k, block (3,0,0), launch 1', 'k, block (0,0,0), launch 4'])
    const seen = recording.blocks.map((_, block) => recording.variablesOf(block).map(({ name, first }) => `${name} ${moments.wordAt(recording, first, recording.n).value[0]}`))
    assert.deepEqual(seen, [['v 1'], ['v 2'], ['g 3']])
    assert.deepEqual([...recording.events.thread], [0, 0, 3, 3, 0, 4, 4])
    assert.deepEqual([3, 4].map((thread) => words.threadOfAny(recording, thread)), ['thread (1,0,0) of block (3,0,0)', 'thread (0,0,0) of block (0,0,0)'])
})

await test('a million events: a moment costs no more than some ten looks for each thread', () => {
    const recording = new Recording(readTrace(TRACES.large().bytes()))
    assert(recording.n > 900000 && recording.threads === 1024)
    for (let i = 0; i < 50; i++) {
        const before = Groups.probes
        const moment = random(recording.n)
        const to = moments.stepFrom(recording, moment, random(2) ? 1 : -1, ['access', 'line', 'barrier', 'event'][random(4)], { block: 0, thread: random(2) ? random(1024) : -1 })
        assert(Groups.probes - before < 2000, `a step took ${Groups.probes - before} looks`)
        moments.threadsAt(recording, 0, Math.max(0, to))
        for (let word = 0; word < 600; word++) moments.wordAt(recording, word, Math.max(0, to))
        assert(Groups.probes - before < 1024 * 64 + 600 * 80, `moment ${moment} took ${Groups.probes - before} looks`)
    }
})

// ---------------------------------------------------------------- the page

await test('the page is whole: one place for the trace, no address of another host, no name twice', () => {
    const page = execFileSync('sh', [path.join(VIEWER, 'page.sh')], { maxBuffer: 1e8 }).toString()
    assert.equal(page.split('\n').filter((line) => line === '<script type="application/octet-stream;base64" id="trace"></script>').length, 1)
    assert.equal(page.split('\n').filter((line) => line === '<title>see</title>').length, 1)
    assert.deepEqual(page.match(/(https?:)?\/\/\w+\.\w+/g), null)
    assert.deepEqual(page.match(/^(import|export) .*/m), null)
    const script = page.match(/<script type="module">\n([^]*?)<\/script>/)[1]
    execFileSync(process.execPath, ['--check', '--input-type=module', '-'], { input: script, stdio: ['pipe', 'ignore', 'inherit'] })
    for (const name of readdirSync(VIEWER).filter((one) => one.endsWith('.mjs')))
        assert(script.includes(readFileSync(path.join(VIEWER, name), 'utf8').split('\n')[0]), `${name} is not in the page`)
    assert.throws(() => execFileSync('sh', [path.join(VIEWER, 'page.sh'), 'p', '/nowhere/p.trace'], { stdio: 'ignore' }), 'a trace that is not there')
})

finish()
