// node bench/page_speed.mjs BUILD: how fast kernels are in a page: emulator_speed in Chromium, compiled as the site compiles
// programs, with threads as lanes and one by one, beside its loops by the same compiler with -O3. Prints a table.
//
// Both take turns, and of each row the shortest time counts: what others do on the machine disturbs them alike.
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Build, here, prepare, program } from '../site/engine/build.js'
import { installed, packages, serve } from '../tests/site/cases.mjs'

const TURNS = 3
// A row of emulator_speed: its name; milliseconds of the kernel, of a plain loop and of one by a good programmer.
const ROW = /^(\S.{21}) +([\d.]+) +\S+ +\S+ +([\d.]+) +\S+$/gm

if (process.argv.length !== 3) {
    console.error('usage: node bench/page_speed.mjs BUILD')
    process.exit(2)
}
const folder = path.join(process.argv[2], 'page_speed')
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
cpSync(here, path.join(folder, 'engine'), { recursive: true })
writeFileSync(path.join(folder, 'index.html'), '<!doctype html>\n')

const build = new Build(path.join(process.argv[2], 'site_engine'))
await prepare(build, ['run'])
const ways = { 'one by one': true, lanes: false }
for (const [way, oneByOne] of Object.entries(ways)) {
    const wasm = await program(build, {
        name: 'bench/emulator_speed', oneByOne, ofExtra: ['-O3', '-fopenmp-simd'],
        extra: ['serial_loops.c', 'openmp_loops.c', 'opencl_peer.cpp'].map((file) => `bench/${file}`)
    })
    if (wasm === null) process.exit(1)
    writeFileSync(path.join(folder, `${way}.wasm`), wasm)
}
await build.end()

/** What a program prints in the page's worker. */
const run = (page, wasm, args) => page.evaluate(({ wasm, args }) => new Promise((resolve, reject) => {
    const worker = new Worker('engine/worker.js', { type: 'module' })
    let printed = ''
    worker.onmessage = ({ data: { type, text, code } }) => {
        if (type === 'output') printed += text
        if (type === 'exit' || type === 'fault') {
            worker.terminate()
            code === 0 ? resolve(printed) : reject(new Error(printed + (text ?? '')))
        }
    }
    worker.postMessage({ type: 'run', wasm, args })
}), { wasm, args })

const { address, stop } = await serve(folder)
const browser = await packages('playwright-core').chromium.launch({
    executablePath: installed('Chromium here (package chromium)', 'chromium', 'chromium-browser', 'google-chrome'),
    // The last are pages of its own, which it loads for each window, and which work meanwhile.
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup']
})
const page = await browser.newPage()
// As another site's page could not share its process, it has a clock of 5 microseconds; of 100 otherwise.
await page.route('**', async (route) => {
    const response = await route.fetch()
    const isolated = { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' }
    await route.fulfill({ response, headers: { ...response.headers(), ...isolated } })
})
await page.goto(address)
const rows = new Map()
for (let turn = 0; turn < TURNS; turn++)
    for (const way of Object.keys(ways))
        for (const [, name, kernel, loop] of (await run(page, `../${way}.wasm`, ['--rounds', '5'])).matchAll(ROW)) {
            const row = rows.get(name) ?? { loop: Infinity }
            rows.set(name, row)
            row[way] = Math.min(row[way] ?? Infinity, kernel)
            row.loop = Math.min(row.loop, loop)
        }
console.log(`Chromium ${browser.version()}, milliseconds; in brackets divided by the loop's\n`)
console.log('| kernel | one by one | lanes | loop |\n| --- | --- | --- | --- |')
for (const [name, row] of rows) {
    const cells = Object.keys(ways).map((way) => `${row[way].toPrecision(3)} (${(row[way] / row.loop).toPrecision(2)})`)
    console.log(`| ${[name.trim(), ...cells, row.loop.toPrecision(3)].join(' | ')} |`)
}
await browser.close()
stop()
