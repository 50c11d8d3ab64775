// Chromium, and what a reader does in it. See cases.mjs.
import { installed, packages } from './cases.mjs'

export const browser = await packages('playwright-core').chromium.launch({
    executablePath: installed('Chromium here (package chromium)', 'chromium', 'chromium-browser', 'google-chrome'),
    // In a container there is no sandbox for root, and little of shared memory.
    args: ['--no-sandbox', '--disable-dev-shm-usage']
})

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
