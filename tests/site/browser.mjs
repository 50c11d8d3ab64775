// What the tests of the site share: a server for it, a Chromium, and cases that are counted.
//
//     node tests/site/NAME.mjs BUILD [REGEX]
//
// runs its cases, or those whose names match; prints what failed and exits with 1 if anything did, or with 77 where there is no Chromium.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')
export const packages = createRequire(path.join(ROOT, 'site/package.json'))
const { chromium } = packages('playwright-core')

const found = ['chromium', 'chromium-browser', 'google-chrome'].flatMap((name) =>
    process.env.PATH.split(':').map((folder) => path.join(folder, name)))
const executablePath = found.find(existsSync)
if (!executablePath) {
    console.log('no Chromium here (package chromium)')
    process.exit(77)
}

/** Serves a folder on 127.0.0.1; { address, stop }. */
export function serve(folder) {
    return new Promise((resolve, reject) => {
        const server = spawn(process.execPath, [path.join(ROOT, 'site/generator/serve.mjs'), folder, '0'])
        server.stdout.once('data', (line) => resolve({ address: line.toString().trim(), stop: () => server.kill() }))
        server.once('exit', (code) => reject(new Error(`the server ended with exit code ${code}`)))
    })
}

export const browser = await chromium.launch({
    executablePath,
    // In a container there is no sandbox for root, and little of shared memory.
    args: ['--no-sandbox', '--disable-dev-shm-usage']
})

const only = new RegExp(process.argv[3] ?? '')
let failures = 0
let count = 0

/** A case: fails when `check` throws. */
export async function test(name, check) {
    if (!only.test(name)) return
    count++
    const begun = Date.now()
    try {
        await check()
        console.log(`ok      ${name} (${Date.now() - begun} ms)`)
    } catch (error) {
        failures++
        console.log(`FAILED  ${name}: ${error.message}`)
    }
}

export function expect(condition, message) {
    if (!condition) throw new Error(message)
}

/** A page of its own, as a new reader has it, that writes down what it asks other hosts for, and its errors. */
export async function newPage(options = {}) {
    const context = await browser.newContext(options)
    const page = await context.newPage()
    page.setDefaultTimeout(60000)
    page.foreign = []
    page.errors = []
    context.on('request', (request) => {
        const { protocol, hostname } = new URL(request.url())
        if (/^https?:$/.test(protocol) && hostname !== '127.0.0.1') page.foreign.push(request.url())
    })
    page.on('pageerror', (error) => page.errors.push(error.message))
    return page
}

/** Waits until the program of a workbench has ended; its verdict. */
export async function ended(page, timeout = 120000) {
    const verdict = page.locator('.verdict:not(:has-text("…"))')
    await verdict.waitFor({ timeout })
    return verdict.innerText()
}

/** What it has printed. */
export const printed = (page) => page.locator('.console').innerText()

/** Begins to run a program with these options, by the address that a shown command leads to. */
export async function begin(page, address, command) {
    const program = command.match(/ch\w+\/\w+/)[0]
    await page.goto('about:blank')
    await page.goto(`${address}${program}.html#run=${encodeURIComponent(command)}`)
}

export async function finish() {
    await browser.close()
    console.log(`${count - failures} of ${count} cases are right`)
    process.exit(failures || !count ? 1 : 0)
}
