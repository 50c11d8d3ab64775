// The site in Firefox, in short: a page, a program, a change, a mistake, no connection. See bidi.mjs and cases.mjs.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { context, evaluate, open, requests, send, type, until } from './bidi.mjs'
import { ROOT, expect, finish, serve, test } from './cases.mjs'
import { pack } from '../../site/.vitepress/theme/share.mjs'

// ---- what a reader does

const press = (label) =>
    evaluate(`[...document.querySelectorAll('button')].find((one) => one.textContent.trim() === '${label}').click()`)
const ended = (how, seconds) => until(`document.querySelector('.verdict')?.textContent.endsWith('${how}')`, seconds)

const CONTROL = '\ue009'
const SHIFT = '\ue008'
const HOME = '\ue011'

const { address, stop } = await serve(path.join(process.argv[2], 'site'))

await test('a chapter has its programs beside it', async () => {
    await open(`${address}ch5_dot/`)
    await until(`document.querySelector('.beside .cm-content')?.textContent.includes('// dot_naive:')`)
})

await test('a program runs', async () => {
    await open(`${address}ch5_dot/dot.html#run=${encodeURIComponent('./book run ch5_dot/dot --n 1000')}`)
    await ended('exit code 0')
    await until(`document.querySelector('.console').textContent.includes('PASSED')`)
})

await test('an animation is drawn', async () => {
    await open(`${address}ch5_ripple/ripple.html#run=${encodeURIComponent('./book run ch5_ripple/ripple --size 64')}`)
    await until(`(window.before ??= document.querySelector('.output canvas')?.toDataURL()) !== undefined`)
    await until(`document.querySelector('.output canvas').toDataURL() !== window.before`)
    await press('■ Stop')
    await ended('Stopped')
})

await test('a text that came by a link is changed, compiled and run, and a mistake is marked at its line', async () => {
    const text = '#include <cstdio>\n__global__ void add(int *p) { *p += 2; }\nint main() {\n    int *p, host = 3;\n' +
        '    cudaMalloc(&p, 4);\n    cudaMemcpy(p, &host, 4, cudaMemcpyHostToDevice);\n    add<<<1, 1>>>(p);\n' +
        '    cudaMemcpy(&host, p, 4, cudaMemcpyDeviceToHost);\n    return host;\n}\n'
    await open(`${address}own.html#text=${await pack({ files: { 'mine.cu': text }, args: [] })}`)
    await until(`document.querySelector('.cm-content')?.textContent.includes('*p += 2')`)
    await evaluate(`document.querySelector('.cm-content').focus()`)
    await type(HOME, [CONTROL])
    await type('// changed \ue007')
    await until(`document.querySelector('.cm-line').textContent.startsWith('// changed')`)
    await press('▷ Run')
    await ended('exit code 5', 300)
    await type(HOME, [CONTROL])
    await type('x')
    await press('▷ Run')
    await until(`document.querySelector('.verdict').textContent.startsWith('Does not compile')`, 120)
    await until(`document.querySelector('.cm-line.remarked.error')?.textContent.startsWith('x// changed')`)
})

await test('answers to a task are graded: a right one, and one whose race the result does not show', async () => {
    for (const [name, file, verdict, said] of [['01_double', 'reference', 'Right', 'RIGHT: '], ['05_barrier', 'wrong/as_it_was', 'see below', 'race on shared memory']]) {
        const text = readFileSync(path.join(ROOT, `practice/${name}/${file}.cu`), 'utf8')
        await open(`${address}practice/${name}.html#text=${await pack({ files: { [`${name}.cu`]: text }, args: [] })}`)
        await until(`document.querySelector('.notice')?.textContent.includes('came with the link')`)
        await press('★ Grade')
        await ended(verdict, 300)
        await until(`document.querySelector('.console').textContent.includes('${said}')`)
    }
    await open(`${address}practice/`)
    await until(`document.querySelector('.practised.right') && document.querySelector('main').textContent.includes('1 of ')`)
})

await test('a profile stands beside the lines, and a request is drawn', async () => {
    const text = '#include <cstdio>\n__global__ void every(int *p) { p[threadIdx.x * 8] = 1; }\nint main() {\n    int *p;\n' +
        '    cudaMalloc(&p, 1024);\n    every<<<1, 32>>>(p);\n    return cudaDeviceSynchronize();\n}\n'
    await open(`${address}own.html#text=${await pack({ files: { 'mine.cu': text }, args: [] })}`)
    await until(`document.querySelector('.cm-content')?.textContent.includes('threadIdx.x * 8')`)
    await press('∑ Profile')
    await ended('exit code 0', 300)
    await until(`document.querySelector('.figures-beside .figure')?.textContent === '32/4'`)
    await until(`document.querySelector('.cm-line.remarked.cost')?.textContent.includes('threadIdx.x * 8')`)
    await until(`document.querySelector('.remark.cost').textContent.startsWith('32 sectors a request, 4 would do: neighbouring threads write 32 bytes apart')`)
    await evaluate(`document.querySelector('.profile tbody button').click()`)
    await until(`document.querySelectorAll('.profile svg .asked').length === 32 && document.querySelectorAll('.profile svg .room').length === 32`)
})

await test('every thread is seen, forwards and backwards, and a moment is a link', async () => {
    const says = (text, seconds) => until(`document.querySelector('.see .sentence')?.textContent.includes('${text}')`, seconds)
    const text = readFileSync(path.join(ROOT, 'tests/site/turns.cu'), 'utf8')
    await open(`${address}own.html#text=${await pack({ files: { 'mine.cu': text }, args: [] })}`)
    await until(`document.querySelector('.cm-content')?.textContent.includes('tile[63 - threadIdx.x]')`)
    await press('◉ See')
    await says('Nothing has happened yet. Of 64 threads', 300)
    await type('b')
    await says('64 of them wait at a barrier')
    await type('b')
    await type('b', [SHIFT])
    await says('64 of them wait at a barrier')
    await open(`${address}ch5_dot/`)
    await evaluate(`[...document.querySelectorAll('.vp-doc a')].find((one) => one.textContent === 'dot.html#t=8311').click()`)
    await says('Of 256 threads', 300)
    expect((await evaluate(`document.querySelector('.see .moment').textContent.replace(/[^0-9/]/g, '')`)).startsWith('8311/'), 'another moment is shown')
})

await test('after a green run the checker looks, too', async () => {
    const text = '#include "../common/book.h"\n__global__ void k(int *p) { *p = *p + 1; }\nint main() {\n    int *d;\n' +
        '    HANDLE_ERROR(cudaMalloc(&d, 4));\n    HANDLE_ERROR(cudaMemset(d, 0, 4));\n    k<<<32, 256>>>(d);\n' +
        '    HANDLE_ERROR(cudaDeviceSynchronize());\n    HANDLE_ERROR(cudaFree(d));\n}\n'
    await open(`${address}own.html`)
    await until(`document.querySelector('.cm-content')`)
    await evaluate(`location.hash = 'text=${await pack({ files: { 'mine.cu': text }, args: [] })}'`)
    await until(`document.querySelector('.cm-content').textContent.includes('*p = *p + 1')`)
    await press('▷ Run')
    await until(`document.querySelector('.verdict')?.textContent === 'Right this time, by luck: line 2 · exit code 0'`, 300)
})

await test('a text that came by a link lies beside one\'s own, after a reload, too', async () => {
    const first = (line) => until(`document.querySelector('.cm-line')?.textContent === '${line}'`)
    const write = async (line) => {
        await evaluate(`document.querySelector('.cm-content').focus()`)
        await type(HOME, [CONTROL])
        await type(`${line}\ue007`)
        await first(line)
    }
    await open(`${address}ch5_dot/dot.html`)
    await until(`document.querySelector('.cm-content')`)
    await write('// my draft')
    await evaluate(`location.hash = 'text=${await pack({ files: { 'ch5_dot/dot.cu': '// theirs\nint main() {}\n' }, args: [] })}'`)
    await first('// theirs')
    await write('// and mine')
    await send('browsingContext.reload', { context, wait: 'complete' })
    await first('// and mine')
    await press('yours')
    await first('// my draft')
    const { context: other } = await send('browsingContext.create', { type: 'tab' })
    await send('browsingContext.navigate', { context: other, url: `${address}ch5_dot/dot.html`, wait: 'complete' })
    await write('// in the first tab')
    const seen = async () => (await send('script.evaluate', {
        expression: `document.querySelector('.cm-line')?.textContent`, target: { context: other }, awaitPromise: true
    })).result.value
    const end = Date.now() + 30000
    while ((await seen()) !== '// in the first tab' && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 100))
    expect((await seen()) === '// in the first tab', `the other tab shows ${await seen()}`)
    await send('browsingContext.close', { context: other })
})

await test('what was loaded once is there without a connection', async () => {
    await open(address)
    await until(`navigator.serviceWorker.controller`)
    await evaluate(`(async () => {
        for (const end = Date.now() + 120000; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 200))) {
            const kept = await (await caches.open('cuda-by-chapters')).keys()
            if (kept.some(({ url }) => url.includes('/programs/ch9_atomics/race.wasm'))) return
        }
        throw new Error('not all pages and programs are kept')
    })()`)
    stop()
    await open(`${address}ch9_atomics/race.html#run=${encodeURIComponent('./book run ch9_atomics/race')}`)
    await ended('exit code 0')
})

await test('no page asked another host for anything', async () => {
    const foreign = requests.filter((url) => /^https?:/.test(url) && new URL(url).hostname !== '127.0.0.1')
    expect(requests.length > 10 && !foreign.length, foreign.join(', '))
})

stop()
finish()
