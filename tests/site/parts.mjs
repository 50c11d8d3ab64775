// The parts of the site that need no browser: exercises, commands, shared texts, the checker's words, the server.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { PAGES, address, chapters, firstWords, program, programsOn } from '../../site/generator/book.mjs'
import { addressOf, commandLine, commandsIn, parseCommand, readFragment } from '../../site/generator/commands.mjs'
import { finish } from '../../site/generator/finish.mjs'
import { HEAD, READERS } from '../../site/measure.mjs'
import { marksIn, marksOf } from '../../site/.vitepress/theme/marks.mjs'
import { Lines } from '../../site/.vitepress/theme/lines.mjs'
import { Whole } from '../../site/.vitepress/theme/whole.mjs'
import { Console } from '../../site/engine/console.js'
import { drawChart, isChart } from '../../site/.vitepress/theme/chart.mjs'
import { apply, fileOf } from '../../site/.vitepress/theme/patch.mjs'
import { pack, unpack } from '../../site/.vitepress/theme/share.mjs'
import { Versions, YOURS } from '../../site/.vitepress/theme/versions.mjs'

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')
const site = path.join(process.argv[2], 'site')

// Every exercise can be made, what it changes is what the page shows, and it can be taken back.
let exercises = 0
for (const { path: name } of chapters().flatMap(({ programs }) => programs)) {
    const about = program(name)
    const files = { ...about.headers, [`${name}.cu`]: about.source }
    for (const { title, steps, diff } of about.exercises) {
        exercises++
        assert(title && steps.length, `${name} has an exercise without title or command`)
        const before = files[fileOf(diff)]
        assert(before, `the page of ${name} does not have ${fileOf(diff)}`)
        const after = apply(diff, before)
        assert(after && after !== before, `${name}: ${title}`)
        assert.equal(apply(diff, after, true), before)
        assert.equal(apply(diff, before, true), null, `${name}: what was not made was taken back`)
        for (const { command } of steps)
            assert(parseCommand(command) || command.startsWith('./book profile '), `the page cannot do: ${command}`)
    }
    assert.deepEqual(JSON.parse(readFileSync(`${site}/workbench/${name}.json`, 'utf8')), about)
}
assert(exercises > 30, `only ${exercises} exercises`)

// Each program is told of on one page of its chapter.
for (const chapter of chapters()) {
    const told = chapter.pages.flatMap(({ file }) => programsOn(file, chapter))
    assert.deepEqual(told.map(({ name }) => name).sort(), chapter.programs.map(({ name }) => name).sort(), chapter.folder)
}

// Every program runs in the page, or the page says why not.
for (const { path: name, apart } of chapters().flatMap(({ programs }) => programs))
    assert.equal(existsSync(`${site}/programs/${name}.wasm`), apart === null, `${name} neither runs in the page nor is said not to`)

// What others show of a link: each page has words of its own for it, and a picture that is there.
const previews = new Set()
const shared = ['index', 'own', 'suite', ...chapters().flatMap(({ pages, programs }) =>
    [...pages.map(({ file }) => PAGES[file].replace(/\.md$/, '')), ...programs.map(({ path: name }) => name)])]
for (const name of shared) {
    const html = readFileSync(`${site}/${name}.html`, 'utf8')
    const said = (property) => html.match(new RegExp(`<meta (?:property|name)="${property}" content="([^"]+)">`))?.[1]
    for (const property of ['description', 'og:title', 'og:description', 'og:type', 'twitter:card']) assert(said(property), `${name} has no ${property}`)
    assert.equal(said('og:description'), said('description'), name)
    assert(existsSync(path.join(site, path.dirname(name), said('og:image'))), `${name}: there is no ${said('og:image')}`)
    previews.add(said('description'))
}
assert.equal(previews.size, shared.length, 'two pages have the same description')
assert.equal(firstWords('ch5_vector_add/README.md'),
    'This chapter goes with section 5.2 of CUDA by Example, on threads. Before it comes chapter 4, blocks.')

// Two builds of the same are alike. They were not while pages came into the index of the search as they were read; by
// luck these were in order even so.
assert.equal((await import('../../site/.vitepress/config.mjs')).default.buildConcurrency, 1)
const search = readFileSync(`${site}/assets/chunks/${readdirSync(`${site}/assets/chunks`).find((file) => file.startsWith('@localSearchIndex'))}`, 'utf8')
const sources = new Map(Object.keys(PAGES).map((file) => [address(file), file]))
const order = [...new Set(Array.from(search.matchAll(/__siteBase\+"([^"#]+)#/g), ([, page]) => sources.get(page) ?? page.replace(/html$/, 'md')))]
assert(order.length > chapters().length, `only ${order}`)
assert.deepEqual(order, [...order].sort())

// The table of what is loaded has the rows that are measured.
const measured = readFileSync(path.join(ROOT, 'site/README.md'), 'utf8').split(`| ${HEAD.join(' | ')} |\n`)[1].split('\n\n')[0]
assert.deepEqual(measured.split('\n').slice(1).map((row) => row.split(' | ')[0].slice(2)), READERS.map(([what]) => what))
assert(!/\| +\|/.test(measured), measured)

// Where it is known where the site will be, previews have the whole address of their picture; all else stays relative.
{
    const made = path.join(process.argv[2], 'site_finished')
    mkdirSync(`${made}/pages/a`, { recursive: true })
    writeFileSync(`${made}/pages/a/b.html`, '<head></head><meta property="og:image" content="/__BASE__/c.png"><img src="/__BASE__/c.png">')
    for (const [where, start] of [[undefined, '../'], ['https://book.example/cuda/', 'https://book.example/cuda/']]) {
        finish(`${made}/pages`, `${made}/site`, where)
        const html = readFileSync(`${made}/site/a/b.html`, 'utf8')
        assert(html.includes(`content="${start}c.png"`) && html.includes('src="../c.png"'), html)
    }
    rmSync(made, { recursive: true })
}

// A change is found where lines were put in above it, and is not made where its own lines are others.
const diff = '--- a/f\n+++ b/f\n@@ -1,3 +1,2 @@\n one\n-two\n three\n'
assert.equal(apply(diff, 'zero\none\ntwo\nthree\n'), 'zero\none\nthree\n')
assert.equal(apply(diff, 'one\nzwei\nthree\n'), null)
// Where its lines stand twice, it is made where it says, or not at all.
const further = diff.replace('-1,3 +1,2', '-4,3 +4,2')
assert.equal(apply(further, 'one\ntwo\nthree\none\ntwo\nthree\n'), 'one\ntwo\nthree\none\nthree\n')
assert.equal(apply(further, '0\none\ntwo\nthree\none\ntwo\nthree\n'), null)

// Commands: only what a page can do.
assert.deepEqual(commandsIn('$ ./book run ch5_dot/dot --n 5\nPASSED\n$ ls\n').map(({ how, program, args }) => [how, program, args]),
    [['run', 'ch5_dot/dot', ['--n', '5']]])
assert.deepEqual(parseCommand('BOOK_FRAMES=3 ./book check ch5_ripple/ripple').env, { BOOK_FRAMES: '3' })
for (const other of ['./book test', './book run mine.cu', './book run ch5_dot/dot > file', 'rm -r /', ''])
    assert.equal(parseCommand(other), null, other)
const seen = parseCommand('./book see --order warps --block 1,0,0 ch5_dot/dot --n 5')
assert.deepEqual([seen.program, seen.args, seen.env], ['ch5_dot/dot', ['--n', '5'], { CUDA_RECORDER_ORDER: 'warps', CUDA_RECORDER_BLOCKS: '1,0,0' }])
for (const line of [seen.text, 'BOOK_FRAMES=3 ./book check ch5_ripple/ripple', './book run ch5_dot/dot']) assert.equal(commandLine(parseCommand(line)), line)
assert.equal(parseCommand('./book see --order'), null)

// What stands behind the # of an address: a moment of what a command shows, a line, a text with a moment.
const { command, moment } = readFragment(new URL(addressOf(seen, 't=17&finding=1'), 'http://site/').hash)
assert.deepEqual([command, moment], [seen, 't=17&finding=1'])
assert.deepEqual(readFragment('#L12'), { line: 12, text: '', command: null, moment: '' })
assert.deepEqual(readFragment('#text=ab-_&run=.%2Fbook%20see%20mine.cu&t=3', 'mine.cu'),
    { line: NaN, text: 'ab-_', command: parseCommand('./book see mine.cu', 'mine.cu'), moment: 't=3' })

// Versions of a text: each stays until it is thrown away, and none is written over by another tab.
{
    const kept = new Map()
    const store = {
        full: false,
        get length() { return kept.size },
        key: (i) => [...kept.keys()][i],
        getItem: (key) => kept.get(key) ?? null,
        setItem(key, value) {
            if (this.full) throw new Error('QuotaExceededError')
            kept.set(key, value)
        },
        removeItem: (key) => kept.delete(key)
    }
    const text = (of) => ({ name: YOURS, files: { 'a.cu': of }, base: {} })
    const here = new Versions('a.cu', store), there = new Versions('a.cu', store), other = new Versions('a.cu2', store)
    assert.deepEqual(here.read(YOURS).files, {})
    here.read(YOURS), there.read(YOURS)
    assert.equal(here.write(YOURS, text('mine')), null)
    assert.equal(there.changedBy({ key: 'book:draft:a.cu' }), YOURS)
    assert.equal(there.write(YOURS, text('theirs')), 'elsewhere')
    assert.equal(here.read(YOURS).files['a.cu'], 'mine')
    const { id, name } = there.add({ ...text('theirs'), name: 'shared' })
    assert.equal(there.add({ ...text('more'), name: 'shared' }).name, 'shared (2)')
    assert.equal(name, 'shared')
    assert.deepEqual(here.list().map((one) => one.name).sort(), ['shared', 'shared (2)', YOURS])
    assert.deepEqual(other.list().map((one) => one.name), [YOURS])
    assert.equal(here.read(id).files['a.cu'], 'theirs')
    assert.equal(here.changedBy({ key: `book:draft:a.cu:${id}` }), null)
    store.full = true
    assert.equal(here.write(id, text('too much')), 'full')
    store.full = false
    here.throwAway(id)
    assert(!here.keeps(id))
    assert.equal(here.write(YOURS, { ...text(''), files: {} }), null)
    assert(!here.keeps(YOURS), 'the book\'s text was kept as one\'s own')
    kept.set('book:draft:a.cu', '{"a.cu":"as it was kept once"}')
    assert.equal(here.read(YOURS).files['a.cu'], 'as it was kept once')
    kept.set('book:draft:a.cu', '{nothing')
    assert.deepEqual(here.read(YOURS).files, {})
    assert.equal(new Versions('a.cu', null).write(YOURS, text('x')), 'full')
    assert.deepEqual(new Versions('a.cu', null).read(YOURS).files, {})
}

// A shared text comes back as it was; a damaged link is noticed.
const text = { files: { 'mine.cu': 'int main() {} // \u00e9 \u{1f600}\n'.repeat(300) }, args: ['--n', '5'] }
const word = await pack(text)
assert.match(word, /^[\w-]+$/)
assert.deepEqual(await unpack(word), text)
assert.equal(await unpack(word.slice(0, -20) + 'AAAA'), null)
assert.equal(await unpack('%%%'), null)

// Both lines of a race, with who, what and what is missing.
const printed = `CUDA checker: error: race on shared memory in kernel draw
    ch5/x.cu:19: thread (0,8,0) of block (0,0,0) writes 4 bytes: byte 32 of tile
    ch5/x.cu:27: thread (15,7,0) of block (0,0,0) reads 4 bytes there, before it in this run
    missing: __syncthreads() between the two
    262144 times so far
PASSED: x
`
const marks = marksIn(printed)
assert.deepEqual(marks.map(({ file, line, severity }) => [file, line, severity]), [['ch5/x.cu', 19, 'error'], ['ch5/x.cu', 27, 'error']])
assert.match(marks[1].text, /^race on shared memory in kernel draw\nthread \(15,7,0\).*\nmissing: __syncthreads\(\)/)
assert.deepEqual(marksIn('PASSED: all\n'), [])
assert.deepEqual(marksIn('CUDA emulator: error: mine.cu:4: host code divided an integer by zero\n    Check says more\n'),
    [{ file: 'mine.cu', line: 4, severity: 'error', text: 'host code divided an integer by zero' }])

// The engine tells of the same in a message, {type: 'findings', list}: the checker's report for tools. What a
// comment in the text has kept from being told is in it too.
const [said] = printed.match(/race on[^]*in this run\n.*/)
const told = { kind: 'race', severity: 'error', count: 262144, text: said, first: { place: 'ch5/x.cu:19' } }
assert.deepEqual(marksOf([told, { ...told, ignored: true }]), marks)
assert.deepEqual(marksOf([{ kind: 'leak', severity: 'warning', count: 1, text: 'of no line' }]), [])

// A chart is drawn from what gnuplot would have read: places, numbers, words.
const script = `set terminal svg size 800,490 enhanced font 'sans-serif,13' background rgb 'white'
set linetype 2 linecolor rgb '#d55e00'
set multiplot
set label 'It''s <1 & 2>' at screen 0.02000, screen 0.95918 noenhanced font ',16'
set lmargin at screen 0.10000
set rmargin at screen 0.60000
set bmargin at screen 0.20000
set tmargin at screen 0.80000
set xrange [1:100]
set yrange [0:10]
set logscale x
set xtics enhanced ('1' 1e0, '10^{1}' 1e1, '100' 1e2)
set ytics 5
set arrow from 100,10 to screen 0.62000, screen 0.80000 nohead linetype 2 linewidth 0.5
$line0 << END
1 0
10 5
100 10
END
plot $line0 with linespoints linetype 2 linewidth 2 dashtype 1 pointtype 7 pointsize 0.7
`
assert(isChart(new TextEncoder().encode(script)) && !isChart(new TextEncoder().encode('<svg></svg>')))
const chart = drawChart(script)
for (const part of ['width="800" height="490"', '>It\'s &lt;1 &amp; 2&gt;</text>', '<polyline points="80,392 280,245 480,98"',
    'stroke="#d55e00"', '10<tspan dy="-5" font-size="9.75">1</tspan>', '>5</text>', '<line x1="480" y1="98" x2="496" y2="98"'])
    assert(chart.includes(part), `${part} is not in ${chart}`)
assert.equal(chart.match(/<circle /g).length, 3)

// Lines of output, however they arrive; of a long output the beginning and the end, in no time.
const lines = new Lines()
for (const part of ['a', 'b\nc\n', '\n', 'd']) lines.text(part, 'plain')
lines.text('e', 'error-stream')
lines.line('end', 'note')
lines.text('f', 'plain')
assert.deepEqual(lines.kept.map(({ text, kind }) => text + ' ' + kind[0]), ['ab p', 'c p', ' p', 'd p', 'e e', 'end n', 'f p'])
assert.equal(lines.left, 0)
const long = new Lines()
const begun = Date.now()
for (let i = 0; i < 300000; i++) long.text(`line ${i}\n`, 'plain')
assert(Date.now() - begun < 10000)
const texts = long.kept.map(({ text }) => text)
assert.equal(texts[0], 'line 0')
assert.equal(texts.at(-1), 'line 299999')
assert.equal(texts.length + long.left, 300000)

const skipped = new Lines()
for (let i = 0; i < 3; i++) skipped.text(`line ${i}\n`, 'plain')
skipped.skip(1000)
skipped.text('the end', 'plain')
assert.deepEqual([skipped.kept.length, skipped.left, skipped.leftAfter, skipped.kept.at(-1).text], [4, 1000, 3, 'the end'])

// What a program prints reaches the page in few messages however much it is, at once where it is little; none is lost,
// and the two streams stay in order.
{
    let time = 0
    const got = []
    const printed = new Console((message) => got.push(message), () => time)
    const bytes = (text) => new TextEncoder().encode(text)
    printed.write(1, bytes('a number, '))
    printed.write(1, bytes('\u00e9').subarray(0, 1))
    printed.write(2, bytes('wrong\n'))
    printed.write(1, bytes('\u00e9\n').subarray(1))
    assert.deepEqual(got, [{ stream: 1, text: 'a number, ' }, { stream: 2, text: 'wrong\n' }, { stream: 1, text: '\u00e9\n' }])
    const all = new Whole()
    let expected = ''
    got.length = 0
    for (let i = 0; i < 1000000; i++) {
        const line = `line ${i} \u00e9\n`
        expected += line
        printed.write(i % 1000 === 7 ? 2 : 1, bytes(line))
        time += 0.001 // a million lines in a second
    }
    assert(got.length < 10000, `${got.length} messages`)
    assert(got.at(-1).text.length > 0 && Math.max(...got.map(({ text }) => text?.length ?? 0)) < 70000)
    time += 100
    printed.beat() // it prints no more, and goes on
    const last = got.at(-1).text
    assert(last.endsWith('line 999999 \u00e9\n'), last.slice(-40))
    for (const { text, bytes } of got) all.add(text ?? bytes)
    assert.equal(await all.blob().text(), expected)
    const ends = got.reduce((sum, { text, left }) => sum + (left ?? text.split('\n').length - 1), 0)
    assert.equal(ends, 1000000)
    for (let i = 0; i < 20; i++) all.add(new Uint8Array(4000000))
    assert(all.cut && (await all.blob()).size < 70e6)
}

// The server: types, folders, nothing from outside, and the next port where one is taken.
function serve(...more) {
    const child = spawn(process.execPath, [path.join(ROOT, 'site/generator/serve.mjs'), site, ...more])
    return new Promise((resolve) => {
        let said = ''
        child.stdout.on('data', (data) => resolve({ address: data.toString().trim(), child }))
        child.stderr.on('data', (data) => (said += data))
        child.on('exit', (code) => resolve({ code, said }))
    })
}
const first = await serve()
const second = await serve()
try {
    assert.match(first.address, /^http:\/\/127\.0\.0\.1:80\d\d\/$/)
    assert.notEqual(first.address, second.address)
    const port = new URL(first.address).port
    assert.deepEqual(await serve(port), { code: 1, said: `book: the site cannot be shown on port ${port}: something else uses that port\n` })
    const page = await fetch(`${first.address}ch5_dot/`)
    assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8')
    assert.equal((await fetch(`${first.address}ch5_dot`, { redirect: 'manual' })).headers.get('location'), '/ch5_dot/')
    assert.equal((await fetch(`${first.address}offline.js`)).headers.get('content-type'), 'text/javascript')
    const missing = await fetch(`${first.address}ch5_dot/nothing/at/all`)
    assert.deepEqual([missing.status, missing.headers.get('content-type')], [404, 'text/html; charset=utf-8'])
    assert.equal(await missing.text(), readFileSync(`${site}/404.html`, 'utf8'))
    for (const bad of ['nothing.html', '%2e%2e/%2e%2e/README.md', '..%2f..%2fREADME.md', '%ff'])
        assert([400, 404].includes((await fetch(first.address + bad)).status), bad)
} finally {
    first.child.kill()
    second.child.kill()
}
console.log(`${exercises} exercises can be made and taken back`)
