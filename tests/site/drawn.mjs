// What stands beside a profiled line, and how a request is drawn: no browser needed.
import assert from 'node:assert/strict'
import { drawn, figuresOf, rowsOf, sentencesOf } from '../../site/.vitepress/theme/profile.mjs'


const offsets = (step) => Array.from({ length: 32 }, (_, lane) => lane * step)
const request = (step, bytes = 4) => ({ block: [0, 0, 0], warp: 1, bytes, offsets: offsets(step) })
const sectors = 'L2 Theoretical Sectors Global', waves = 'L1 Wavefronts Shared'
const launch = {
    lines: [
        { file: 'a.cu', line: 3, memory: 'global', access: 'load', Requests: 2, 'Avg. Threads Executed': 32, [sectors]: 8, [`${sectors} Ideal`]: 8, worst_request: request(4) },
        { file: 'a.cu', line: 3, memory: 'global', access: 'store', Requests: 2, 'Avg. Threads Executed': 32, [sectors]: 64, [`${sectors} Ideal`]: 8, worst_request: request(32) },
        { file: 'a.h', line: 2, memory: 'shared', access: 'load', Requests: 2, 'Avg. Threads Executed': 32, [waves]: 4, [`${waves} Ideal`]: 2, worst_request: request(8) },
        { file: 'a.cu', line: 4, memory: 'local', access: 'load', Requests: 2, 'Avg. Threads Executed': 32 }],
    branches: [{ file: 'a.cu', line: 2, what: 'if', 'Branch Passes': 4, 'Divergent Branches': 1, 'Avg. Threads Executed': 16 }], meetings: [],
    operations: [{ file: 'a.cu', line: 4, what: 'float add', Operations: 64 }],
    sentences: ['a.cu:3: 32 sectors a request, 4 would do: why']
}
const rows = rowsOf(launch)
assert.deepEqual(rows.map(({ file, line, what }) => `${file}:${line} ${what}`),
    ['a.cu:2 if', 'a.cu:3 global load', 'a.cu:3 global store', 'a.cu:4 local load', 'a.cu:4 float add', 'a.h:2 shared load'])
assert.equal(rows[4].requests, 64)
assert.deepEqual(figuresOf(rows, 'a.cu').map(({ line, text, cost }) => [line, text, cost]), [[3, '32/4', 1]])
assert.deepEqual(figuresOf(rows, 'a.h').map(({ line, text }) => [line, text]), [[2, '2/1']])
assert.deepEqual(sentencesOf(launch), [{ file: 'a.cu', line: 3, text: '32 sectors a request, 4 would do: why' }])
// Threads side by side fill four sectors; 32 bytes apart each has one of its own.
const [, load, store, , , shared] = rows
assert.deepEqual([drawn(load).rows, drawn(store).rows.length], [['0', '32', '64', '96'], 32])
assert.deepEqual(drawn(load).cells[9], { row: 1, column: 4, width: 4, lanes: [9] })
assert.match(drawn(store).text, /^A store of warp 1 in block \(0,0,0\): 32 threads ask for 4 bytes each, which lie in 32 sectors/)
// Every second word: two lanes meet at each even bank.
assert.deepEqual([drawn(shared).rows.length, new Set(drawn(shared).cells.map(({ column }) => column)).size], [2, 16])
// 16 bytes each come by quarters of a warp; one address for all is one word; a lane that takes no part is not drawn.
assert.equal(drawn({ ...shared, request: request(16, 16) }).rows.length, 4)
assert.deepEqual(drawn({ ...shared, request: request(0) }).cells.map(({ lanes }) => lanes.length), [32])
assert.equal(drawn({ ...load, request: { ...request(4), offsets: [null, ...offsets(4).slice(1)] } }).cells.length, 31)
// An access that crosses sectors is in both.
assert.deepEqual(drawn({ ...load, request: { ...request(4, 8), offsets: [28, ...Array(31).fill(null)] } }).cells.map(({ row, width }) => [row, width]), [[0, 4], [1, 4]])
