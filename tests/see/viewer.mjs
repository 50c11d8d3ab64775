// What a reader does in the page of ./book see, by real clicks and keys, from a file and without a network.
//
//     node tests/see/viewer.mjs chromium|firefox [REGEX]
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { ROOT, expect, finish, packages, serve, test } from '../site/cases.mjs'
import { launch } from './browsers.mjs'
import { TRACES } from './traces.mjs'

const browser = await launch(process.argv[2])
const { evaluate, press, until } = browser
const folder = mkdtempSync(path.join(tmpdir(), 'see-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

const pages = {}
/** The address of the page with a trace, made when it is first asked for. */
function page(name) {
    if (pages[name]) return pages[name]
    const machine = TRACES[name]()
    const trace = path.join(folder, `${name}.trace`)
    const file = path.join(folder, `${name}.html`)
    writeFileSync(trace, machine.bytes())
    writeFileSync(file, execFileSync('sh', [path.join(ROOT, 'emulator/viewer/page.sh'), machine.header.program, trace], { maxBuffer: 1e8 }))
    return (pages[name] = pathToFileURL(file).href)
}

async function open(name, { moment = '', ...options } = {}) {
    await browser.open(page(name) + (moment && `#${moment}`), options)
    await until(`document.querySelector('.see .sentence')?.textContent`)
    await drawn()
}

const drawn = () => evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(1))))')
const keys = async (text) => {
    for (const key of text) await press(key.toLowerCase(), key !== key.toLowerCase())
    await drawn()
}
const text = (selector) => evaluate(`document.querySelector('${selector}').textContent`)
const moment = () => evaluate('viewer.moment')
const same = (seen, wanted) => expect(String(seen) === String(wanted), `seen: ${seen}; wanted: ${wanted}`)

/** Clicks into a canvas, at what `box` says is the place of a thread or a word in it; or on an element. */
async function clickBox(pane, method, number) {
    const [x, y] = JSON.parse(await evaluate(`{ const { left, top } = viewer.${pane}.canvas.getBoundingClientRect()
        const { x, y, width, height } = viewer.${pane}.${method}(${number})
        JSON.stringify([left + x + width / 2, top + y + height / 2]) }`))
    await browser.click(x, y)
    await drawn()
}
async function click(selector, number = 0) {
    const [x, y] = JSON.parse(await evaluate(`{ const one = document.querySelectorAll('${selector}')[${number}]
        one.scrollIntoView({ block: 'nearest' })
        const { left, top, width, height } = one.getBoundingClientRect()
        JSON.stringify([left + Math.min(width / 2, 60), top + height / 2]) }`))
    await browser.click(x, y)
    await drawn()
}
const wordOf = (name, element) => evaluate(`viewer.recording.variables.find((one) => one.name === '${name}').first + ${element}`)

/** All that can be seen of the state: what is written, and every pixel of the canvases. */
const picture = async () => {
    await drawn()
    return evaluate(`JSON.stringify([viewer.link(), ...[...document.querySelectorAll('.sentence, .count, .moment, .details .scroller')].map((one) => one.textContent),
        ...[...document.querySelectorAll('canvas')].map((one) => one.toDataURL())])`)
}

await test('the page tells what it shows', async () => {
    await open('dot')
    same(await evaluate('document.title'), 'ch5_dot/dot')
    same(await text('.threads h2'), 'Threads: 256 in 8 warps')
    same(await text('.sentence'), 'Nothing has happened yet. Of 256 threads, 256 not begun.')
    expect((await text('.order')).includes('One of many: a GPU promises none'), await text('.order'))
    expect((await text('.source .code')).includes('__global__ void dot('), 'there is no source')
})

await test('n steps forwards and n back: the same picture, for all kinds of steps', async () => {
    await open('dot', { moment: 't=9000&word=3' })
    for (const [key, n] of [['ArrowRight', 7], ['a', 5], ['l', 6], ['b', 3], ['w', 2], ['r', 3]]) {
        await press(key) // from here on the moment is one of these steps
        const before = await picture()
        for (let i = 0; i < n; i++) await press(key)
        const after = await picture()
        expect(after !== before, `${key} does nothing`)
        for (let i = 0; i < n; i++) await press(key === 'ArrowRight' ? 'ArrowLeft' : key, key !== 'ArrowRight')
        expect((await picture()) === before, `${n} times ${key} and back is a different picture`)
    }
    await press('Home')
    await drawn()
    same(await moment(), 0)
    await press('End')
    await drawn()
    same(await moment(), await evaluate('viewer.recording.n'))
})

await test('at a barrier all wait, and the source and the sentence say so', async () => {
    await open('dot')
    await keys('b')
    same(await text('.sentence'), 'Thread (255,0,0) waits at the barrier of line 34. Of 256 threads, 256 at line 34; 256 of them wait at a barrier.')
    same(await text('.row.busy .count'), 256)
    await until(`document.querySelector('[aria-live]').textContent.includes('256 of them wait')`)
    await click('[data-step=barrier]')
    await click('[data-step="-barrier"]')
    same(await text('.row.busy .n'), 34)
})

await test('a thread is clicked: its way, its reads and writes with values; the steps are its own', async () => {
    await open('dot')
    await keys('b')
    await clickBox('threads', 'boxOf', 37)
    same(await evaluate('viewer.thread'), 37)
    const way = await text('.details .history')
    expect(way.includes('reads a[37]: 37') && way.includes('reads b[37]: 74') && way.includes('to cache[37]') && way.includes('float temp = 0;'), way)
    for (let i = 0; i < 4; i++) {
        await keys('l')
        same(await evaluate('viewer.recording.events.thread[viewer.moment - 1]'), 37)
    }
    expect((await text('.sentence')).startsWith('Thread (37,0,0) comes to line'), await text('.sentence'))
    await press('Escape')
    await drawn()
    same(await evaluate('viewer.thread'), -1)
})

await test('a word is clicked: who wrote it, who has read it; entries lead to their moments', async () => {
    await open('dot')
    await press('End')
    await drawn()
    const word = await wordOf('cache', 3)
    await clickBox('memory', 'boxOf', word)
    same(await evaluate('viewer.word'), word)
    const said = await text('.details .lead')
    expect(/^cache\[3\] is \d+: thread \(3,0,0\) wrote it at line 38/.test(said), said)
    await click('.details .history button')
    same(await text('.details .history .now'), '33thread (3,0,0) writes 664630')
    expect((await text('.sentence')).startsWith('Thread (3,0,0) writes 664630 to cache[3] (line 33).'), await text('.sentence'))
    expect(await evaluate(`document.activeElement.closest('.now')`), 'the entry has lost the focus')
    const first = await moment()
    await keys('w')
    expect((await moment()) > first, 'w does not lead to the next write')
    await keys('W')
    same(await moment(), first)
    await keys('W')
    expect((await text('.sentence')).includes('no such access'), await text('.sentence'))
})

await test('a word that nobody has written is hatched, until it is written', async () => {
    await open('unwritten', { moment: 't=1' })
    const word = await wordOf('cache', 0)
    // A hatched cell has lines through it: along a row of pixels the colour changes again and again, and there is no text.
    const changes = (one) => evaluate(`{ const canvas = viewer.memory.canvas, scale = canvas.width / canvas.clientWidth
        const { x, y, width } = viewer.memory.boxOf(${one})
        const { data } = canvas.getContext('2d').getImageData((x + 2) * scale, (y + 4) * scale, (width - 4) * scale, 1)
        let changes = 0
        for (let i = 4; i < data.length; i += 4) changes += Math.abs(data[i + 3] - data[i - 1]) > 60 || Math.abs(data[i] - data[i - 4]) > 20
        changes }`)
    expect((await changes(word)) > 6, `only ${await changes(word)} changes`)
    await keys('a')
    expect((await changes(word)) === 0, `${await changes(word)} changes in a word that is written`)
    expect((await changes(word + 40)) > 6, 'others are not hatched any more')
    await keys('f')
    expect((await text('.sentence')).includes('reads cache[32], which nobody has written'), await text('.sentence'))
})

await test('run to this line, and back', async () => {
    await open('dot')
    const line = await evaluate(`viewer.source.rows.findIndex(({ at }) => at === 38)`)
    await evaluate(`viewer.source.rows[${line}].row.scrollIntoView({ block: 'center' })`)
    await click('.row.live code', line)
    same(await evaluate('viewer.line'), line)
    await click('.here button', 1)
    expect((await text('.sentence')).startsWith('Thread (0,0,0) comes to line 38.'), await text('.sentence'))
    const first = await moment()
    await keys('v')
    expect((await text('.sentence')).startsWith('Thread (1,0,0) comes to line 38.'), await text('.sentence'))
    await click('.here button', 0)
    same(await moment(), first)
})

await test('a race: both accesses are lit, in both orders', async () => {
    await open('race')
    await click('.alarm')
    same(await evaluate(`JSON.stringify(viewer.lights().lit.filter(({ mark }) => /[12]/.test(mark)).map(({ thread, mark }) => [thread, mark]))`), '[[127,"1"],[128,"2"]]')
    const [run, other] = JSON.parse(await evaluate(`JSON.stringify([...document.querySelectorAll('.orders section')].map((one) => one.textContent))`))
    expect(/In this run.*1thread \(15,7,0\) writes 142\.4615.*2thread \(0,8,0\) reads 142\.4615/.test(run), run)
    expect(/could as well.*2thread \(0,8,0\) reads what nobody has written.*1thread \(15,7,0\) writes 142\.4615/.test(other), other)
    await click('.orders button')
    expect((await text('.sentence')).startsWith('Thread (15,7,0) writes 142.4615 to tile[15][7]'), await text('.sentence'))
})

const legend = () => evaluate(`JSON.stringify([...document.querySelectorAll('.threads .legend li')].filter((one) => one.offsetWidth).map((one) => one.textContent).slice(6))`)

await test('a finding says all openly: its lines in full, and what its marks mean', async () => {
    await open('race')
    same(await legend(), '[]')
    await click('.alarm')
    same(await legend(), '["1the first event of the finding","2the second"]')
    same(await evaluate(`JSON.stringify([...document.querySelectorAll('.quotes li')].map((one) => one.textContent))`), JSON.stringify([
        '119tile[threadIdx.x][threadIdx.y] = 255 * (sinf(x * 2.0f * PI / period) + 1.0f) * (sinf(y * 2.0f * PI / period) + 1.0f) / 4.0f;',
        '227ptr[offset * 4 + 1] = (unsigned char)tile[15 - threadIdx.x][15 - threadIdx.y];']))
    same(await text('.finding pre'), 'missing: __syncthreads() between the two')
    same(await evaluate(`document.querySelectorAll('.finding details').length`), 0)
    same(await evaluate(`viewer.lights().lit.filter(({ mark }) => /[wr]/.test(mark)).length`), 0)
    await click('[data-tab=word]') // of the word that is chosen still
    same(await legend(), '["wwrote the chosen word","rhas read it since"]')
    same(await evaluate(`JSON.stringify(viewer.lights().lit.map(({ mark }) => mark).filter(Boolean))`), '["r","w"]')
    await open('barrier')
    await click('.alarm')
    same(await evaluate(`JSON.stringify([...document.querySelectorAll('.finding.chosen .mark')].map((one) => one.textContent))`), '["1","2","1","2"]')
})

await test('threads have a warp a row, and the source the most room', async () => {
    await open('dot')
    const widths = JSON.parse(await evaluate(`JSON.stringify([...document.querySelectorAll('.threads, .source, .memory')].map((one) => one.clientWidth))`))
    expect(widths[1] > widths[0] && widths[0] > widths[2], `widths: ${widths}`)
    same(await evaluate('JSON.stringify([viewer.threads.lanes, viewer.memory.layout[0].columns])'), '[32,8]')
})

await test('a frame without an address, as in a notebook: steps, and no link', async () => {
    const file = path.join(folder, 'frame.html')
    const inner = readFileSync(new URL(page('lost')), 'utf8')
    writeFileSync(file, `<iframe style="width: 100%; height: 850px" srcdoc="${inner.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"></iframe>`)
    await browser.open(pathToFileURL(file).href)
    const inFrame = (expression) => evaluate(`{ const frame = document.querySelector('iframe').contentWindow; ${expression} }`)
    await until(`document.querySelector('iframe').contentDocument.querySelector('.sentence')?.textContent`)
    await inFrame(`frame.addEventListener('error', ({ message }) => (frame.failed = message)); frame.viewer.step('event', 1)`)
    await new Promise((resolve) => setTimeout(resolve, 600)) // the address follows when the reader rests
    same(await inFrame(`JSON.stringify([frame.viewer.moment, frame.failed ?? '', frame.viewer.root.textContent.includes('Copy link'), frame.viewer.help.textContent.includes('address')])`), '[1,"",false,false]')
})

await test('a lost update: each write over one that its thread has not seen says so', async () => {
    await open('lost', { moment: 't=79&word=0' })
    same(await evaluate(`document.querySelectorAll('.history em').length`), 15)
    expect((await text('.details .lead')).startsWith('x is 1: thread (15,0,0) wrote it'), await text('.details .lead'))
})

await test('a barrier that not all reach: who waits, and who is past it', async () => {
    await open('barrier')
    await keys('f')
    same(await evaluate(`JSON.stringify(viewer.lights().lit.filter(({ mark }) => /[12]/.test(mark)).map(({ thread }) => thread))`), '[0,32]')
    expect((await text('.sentence')).includes('32 of them wait at a barrier'), await text('.sentence'))
})

await test('lanes that are not in the branch are hatched', async () => {
    await open('loop')
    const line = await evaluate(`viewer.source.rows.findIndex(({ at }) => at === 39)`)
    await evaluate(`viewer.set({ line: ${line} })`)
    await keys('v')
    expect((await text('.sentence')).includes('16 not where their warp is'), await text('.sentence'))
})

await test('a link restores the moment and what is chosen', async () => {
    await open('dot', { moment: 't=9000&thread=5&word=3&line=4' })
    const before = await picture()
    await keys('bl')
    await until(`location.hash === '#' + viewer.link()`)
    const link = await evaluate('location.hash.slice(1)')
    const after = await picture()
    expect(before !== after, 'b and l do nothing')
    await open('race')
    await open('dot', { moment: link })
    expect((await picture()) === after, 'the link leads to a different picture')
    await evaluate(`location.hash = 't=9000&thread=5&word=3&line=4'`)
    await until('viewer.moment === 9000')
    expect((await picture()) === before, 'a new fragment leads to a different picture')
    await open('lost', { moment: 't=999999&thread=999&word=-1&finding=7&x=1' })
    same(await evaluate('viewer.link()'), 't=0')
})

await test('the bar is dragged', async () => {
    await open('dot')
    const { left, top, width, height } = JSON.parse(await evaluate(`JSON.stringify(viewer.time.bar.getBoundingClientRect())`))
    const y = top + height / 2
    await browser.drag([left + 12, y], [left + width / 2, y], 20)
    await drawn()
    const middle = (await moment()) / (await evaluate('viewer.recording.n'))
    expect(middle > 0.45 && middle < 0.55, `the middle is ${middle}`)
})

await test('the keyboard alone: threads, words, lines, and the bar', async () => {
    await open('dot', { moment: 't=9000' })
    await keys('1')
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown']) await press(key)
    await drawn()
    same(await evaluate('viewer.thread'), 33)
    expect((await evaluate(`viewer.threads.canvas.getAttribute('aria-label')`)).includes('thread (33,0,0), warp 1, lane 1'), 'the grid does not tell')
    await keys('3')
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown']) await press(key)
    await drawn()
    const name = `cache[${1 + (await evaluate('viewer.memory.layout[0].columns'))}]`
    same(await evaluate('viewer.recording.wordName(viewer.word)'), name)
    expect((await evaluate(`viewer.memory.canvas.getAttribute('aria-label')`)).includes(`${name} is`), 'the grid does not tell')
    await keys('2')
    await evaluate(`document.querySelector('.row.live .n[tabindex="0"]').focus()`)
    for (const key of ['ArrowDown', 'ArrowDown']) await press(key)
    await drawn()
    same(await evaluate('viewer.line'), 2)
    await press('Escape')
    await keys('5')
    await press('ArrowRight')
    await drawn()
    same(await moment(), 9001)
    await press('?')
    await until(`document.querySelector('dialog').open`)
    await press('Escape')
    await until(`!document.querySelector('dialog').open`)
})

await test('it plays, and stops', async () => {
    await open('dot')
    await click('.play')
    await until('viewer.moment > 20')
    await click('.play')
    const at = await moment()
    await drawn()
    same(await moment(), at)
})

await test('a phone: nothing is cut off, one pane at a time', async () => {
    await open('race', { width: 390, height: 844, moment: 't=1000' })
    const outside = () => evaluate(`[...document.querySelectorAll('.see button, .see select, .see canvas, .see .pane')].filter((one) => {
        const { left, right, width, bottom } = one.getBoundingClientRect()
        return width && !one.closest('.scroller') && (left < 0 || right > 390 || bottom > 845) }).map((one) => one.className + one.textContent).join()`)
    same(await outside(), '')
    const shown = () => evaluate(`[...document.querySelectorAll('.source, .memory, .details')].filter((one) => one.offsetWidth).map((one) => one.classList[0]).join()`)
    same(await shown(), 'source')
    await click('.sides button', 1)
    same(await shown(), 'memory')
    await click('.alarm')
    same(await shown(), 'details')
    same(await outside(), '')
})

await test('1024 threads and a million events: a step, a drag and a link cost as little', async () => {
    const url = page('large')
    const begun = Date.now()
    await open('large')
    console.log(`        ${(readFileSync(new URL(url)).length / 1e6).toFixed(1)} MB, opened in ${Date.now() - begun} ms`)
    expect((await evaluate('viewer.recording.n')) > 900000, 'it is not large')
    let most = { probes: 0, cells: 0 }
    const look = async () => {
        await drawn()
        const work = JSON.parse(await evaluate('JSON.stringify(viewer.work)'))
        most = { probes: Math.max(most.probes, work.probes), cells: Math.max(most.cells, work.cells) }
    }
    for (const key of ['b', 'b', 'l', 'a', 'ArrowRight', 'ArrowLeft', 'End', 'B', 'L', 'A']) {
        await press(key.length > 1 ? key : key.toLowerCase(), key.length === 1 && key !== key.toLowerCase())
        await look()
    }
    const { left, top, width } = JSON.parse(await evaluate(`JSON.stringify(viewer.time.bar.getBoundingClientRect())`))
    for (const part of [0.2, 0.9, 0.5]) {
        await browser.click(left + part * width, top + 20)
        await look()
    }
    console.log(`        at most ${most.probes} looks and ${most.cells} cells for a picture`)
    expect(most.probes < 200000 && most.cells < 2500, `a picture took ${most.probes} looks and ${most.cells} cells`)
})

await test('a page without its trace, or with a broken one, says so', async () => {
    const file = path.join(folder, 'broken.html')
    const show = async (html) => {
        writeFileSync(file, html)
        await browser.open(pathToFileURL(file).href)
        await until(`document.querySelector('.failed')`)
        return text('.failed')
    }
    const whole = readFileSync(new URL(page('lost')), 'utf8')
    const found = await show(whole.replace(/(id="trace">)[^<]*/, '$1'))
    expect(found.includes('there is no trace in this page'), found)
    expect((await show(whole.replace(/(id="trace">)[^<]*/, '$1H4sIAAAA'))).startsWith('This page cannot be shown:'), 'half a trace is shown')
})

await test('the same modules in another page, which has its own address and colours', async () => {
    cpSync(path.join(ROOT, 'emulator/viewer'), path.join(folder, 'viewer'), { recursive: true })
    page('dot')
    writeFileSync(path.join(folder, 'other.html'), `<!DOCTYPE html><html lang="en" style="color-scheme: dark"><link rel="stylesheet" href="viewer/style.css"><h1>A chapter</h1>
        <div id="here" style="width: 900px; height: 700px"></div><script type="module">
        import { Viewer } from './viewer/viewer.mjs'
        const bytes = new Uint8Array(await (await fetch('dot.trace')).arrayBuffer())
        window.viewer = new Viewer(document.querySelector('#here'), bytes, { link: 't=9000&word=3', moved: (link) => (window.last = link) })</script></html>`)
    const { address, stop } = await serve(folder)
    await browser.open(`${address}other.html#run=1`)
    await until(`window.last === 't=9000&word=3'`)
    await keys('w')
    await until(`window.last !== 't=9000&word=3' && window.last.endsWith('&word=3')`)
    same(await evaluate('location.hash'), '#run=1')
    same(await evaluate(`getComputedStyle(document.querySelector('.see')).backgroundColor`), 'rgb(18, 20, 25)')
    same(await evaluate(`document.querySelector('.see').clientHeight`), 700)
    stop()
})

if (browser.name === 'chromium') {
    await test('light and dark, by the system and by the button', async () => {
        const paper = () => evaluate(`getComputedStyle(document.querySelector('.see')).backgroundColor`)
        await open('dot', { colorScheme: 'dark' })
        const dark = await paper()
        await click('.tools button', 1)
        const light = await paper()
        expect(dark === 'rgb(18, 20, 25)' && light === 'rgb(243, 241, 236)', `${dark}, ${light}`)
        await click('.tools button', 1)
        same(await paper(), dark)
    })

    await test('who wants no motion gets none but a picture a second', async () => {
        await open('dot', { reducedMotion: 'reduce' })
        await click('.play')
        await evaluate(`window.seen = new Set(); window.watch = setInterval(() => seen.add(viewer.moment), 20); 1`)
        await until('seen.size > 2')
        same(await evaluate('seen.size'), 3)
        expect((await evaluate('Math.max(...seen)')) > 500, 'it hardly moves')
    })

    await test('axe-core finds nothing serious, light or dark, at a desk or on a phone', async () => {
        for (const options of [{}, { colorScheme: 'dark' }, { width: 390, height: 844 }]) {
            await open('race', { moment: 't=1000&thread=3&line=2', ...options })
            await keys('f')
            await evaluate(readFileSync(packages.resolve('axe-core/axe.min.js'), 'utf8') + ';1')
            const found = await evaluate(`axe.run().then(({ violations }) => violations.filter(({ impact }) => /serious|critical/.test(impact))
                .map(({ id, nodes }) => id + ': ' + nodes.map(({ target }) => target).join(' ')).join('; '))`)
            same(found, '')
        }
    })
}

await test('no page has asked for anything, or could; and none has failed', async () => {
    same(browser.requests.filter((url) => !/^(file|data|blob|about):|^http:..127\.0\.0\.1:/.test(url)).join(), '')
    same(browser.errors.join(), '')
    await open('lost')
    same(await evaluate(`new Promise((resolve) => {
        addEventListener('securitypolicyviolation', ({ effectiveDirective }) => resolve(effectiveDirective))
        fetch('http://127.0.0.1:9/').catch(() => {}) })`), 'connect-src')
})

finish()
