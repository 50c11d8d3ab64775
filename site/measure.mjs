// node measure.mjs BUILD: measures what readers of the site in BUILD/site load, and what memory that takes, and puts it
// into the table in README.md. Bytes and no times: those would tell of the machine.
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync, gzipSync } from 'node:zlib'
import { ROOT, installed, packages, serve } from '../tests/site/cases.mjs'
import { chapters } from './generator/book.mjs'

export const HEAD = ['what a reader does', 'files', 'loaded', 'unpacked', 'memory']
const README = path.join(ROOT, 'site/README.md')
const DESK = { width: 1440, height: 900 }
const PHONE = { width: 375, height: 740 }

const size = (folder) => statSync(path.join(ROOT, folder, 'README.md')).size
const longest = chapters().map(({ folder }) => folder).sort((a, b) => size(b) - size(a))[0]

const run = (page) => page.getByRole('button', { name: '▷ Run', exact: true }).click()
const drawn = (page) => page.locator('canvas:visible').first().waitFor()
const editor = (page) => page.locator('.cm-content').waitFor()
async function change(page, times) {
    await editor(page)
    for (let i = 0; i < times; i++) {
        await page.locator('.cm-content').click()
        await page.keyboard.press('Control+Home')
        await page.keyboard.insertText(`// ${i}\n`)
        await run(page)
        await page.locator('.verdict:has-text("exit code 0")').waitFor({ timeout: 300000 })
    }
}

/** What readers do, each of them a new one, who has nothing of the site yet: [what, page, window, how]. */
export const READERS = [
    ['reads the longest chapter, on a phone', `${longest}/`, PHONE],
    ['reads it at a desk, a program beside the text', `${longest}/`, DESK, editor],
    ['opens the front page, and sees a program draw', '', DESK, drawn],
    ['opens `ripple`, and has it draw', 'ch5_ripple/ripple.html', DESK, async (page) => {
        await run(page)
        await drawn(page)
    }],
    ['opens "Your own file"', 'own.html', DESK, editor],
    ['changes a line there, and runs it', 'own.html', DESK, (page) => change(page, 1)],
    ['does so 30 times', 'own.html', DESK, (page) => change(page, 30)]
]

/** The bytes of a file as hosts send it, and as the browser reads it. */
function sizes(file) {
    const bytes = readFileSync(file)
    if (file.endsWith('.packed')) return [bytes.length, gunzipSync(bytes).length]
    return [/\.(html|js|css|json|svg|wasm)$/.test(file) ? gzipSync(bytes).length : bytes.length, bytes.length]
}

/** The memory that the page and its workers have for themselves; the least in a while, as garbage stays for some time. */
async function memory(browser, page) {
    const devtools = await browser.newBrowserCDPSession()
    await devtools.send('Memory.simulatePressureNotification', { level: 'critical' })
    let least = Infinity
    for (let i = 0; i < 15; i++) {
        await page.waitForTimeout(1000)
        const { processInfo } = await devtools.send('SystemInfo.getProcessInfo')
        const own = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) =>
            Array.from(readFileSync(`/proc/${id}/smaps_rollup`, 'utf8').matchAll(/^Private_\w+: +(\d+)/gm), ([, kB]) => 1024 * kB)
                .reduce((sum, bytes) => sum + bytes))
        least = Math.min(least, Math.max(...own)) // the others are in reserve
    }
    return least
}

async function measure([what, name, viewport, how = () => {}], site, address) {
    const browser = await packages('playwright-core').chromium.launch({
        executablePath: installed('Chromium here (package chromium)', 'chromium', 'chromium-browser', 'google-chrome'),
        args: ['--no-sandbox', '--disable-dev-shm-usage']
    })
    const context = await browser.newContext({ viewport, serviceWorkers: 'block' })
    const files = new Set()
    context.on('request', (request) => {
        const url = request.url()
        if (url.startsWith(address)) files.add(new URL(url).pathname.replace(/\/$/, '/index.html'))
    })
    const page = await context.newPage()
    await page.goto(`${address}${name}`, { waitUntil: 'networkidle' })
    await how(page)
    // What comes afterwards belongs to it, the compiler too.
    for (let before = 0; before < files.size || await page.locator('.loading progress').count();) {
        before = files.size
        await page.waitForTimeout(2000)
    }
    const bytes = await memory(browser, page)
    await browser.close()
    const all = [...files].map((file) => sizes(path.join(site, file)))
    const sum = (i) => all.reduce((total, pair) => total + pair[i], 0)
    return [what, files.size, inWords(sum(0)), inWords(sum(1)), inWords(bytes)]
}

const inWords = (bytes) => bytes < 1e6 ? `${Math.round(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(bytes < 1e8 ? 1 : 0)} MB`
const line = (cells) => `| ${cells.join(' | ')} |\n`

if (process.argv[1] === fileURLToPath(import.meta.url)) {
    const site = path.join(process.argv[2], 'site')
    const { address } = await serve(site)
    let table = line(HEAD) + line(HEAD.map(() => '---'))
    for (const reader of READERS) {
        table += line(await measure(reader, site, address))
        console.log(table.trimEnd().split('\n').at(-1))
    }
    const text = readFileSync(README, 'utf8')
    const there = text.indexOf(line(HEAD))
    writeFileSync(README, text.slice(0, there) + table + text.slice(text.indexOf('\n\n', there) + 1))
    process.exit()
}
