// Chromium, and what a reader does in it. See cases.mjs.
import { expect, installed, packages, test } from './cases.mjs'

// What drops down from the address bar is two pages of their own, which Chromium loads for each new window, shown or
// not. The others are what Playwright leaves out: it would not do so any more beside a list of ours.
const WITHOUT = 'WebUIOmniboxPopup,WebUIOmniboxAimPopup,AcceptCHFrame,AvoidUnnecessaryBeforeUnloadCheckSync,' +
    'DestroyProfileOnBrowserClose,DialMediaRouteProvider,GlobalMediaControls,HttpsUpgrades,LensOverlay,MediaRouter,' +
    'PaintHolding,ThirdPartyStoragePartitioning,Translate,AutoDeElevate,RenderDocument'

export const browser = await packages('playwright-core').chromium.launch({
    executablePath: installed('Chromium here (package chromium)', 'chromium', 'chromium-browser', 'google-chrome'),
    // In a container there is no sandbox for root, and little of shared memory. The compiler has little to do here, and
    // so have the scripts: to optimise them would take longer than it saves. (Node does it, in the test site/engine.)
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--js-flags=--liftoff-only --no-turbofan', `--disable-features=${WITHOUT}`]
})

const wrong = [] // requests to other hosts, and errors, of all pages

/**
 * A page of its own, as a new reader has it. Only where `offline` is true is the site kept for times without a
 * connection: the browser would fetch the whole of it for each new reader.
 */
export async function newPage({ offline = false, ...options } = {}) {
    const context = await browser.newContext({ serviceWorkers: offline ? 'allow' : 'block', ...options })
    const page = await context.newPage()
    page.setDefaultTimeout(60000)
    context.on('request', (request) => {
        const { protocol, hostname } = new URL(request.url())
        if (/^https?:$/.test(protocol) && hostname !== '127.0.0.1') wrong.push(`${page.url()} asks for ${request.url()}`)
    })
    page.on('pageerror', (error) => wrong.push(`${page.url()}: ${error.message}`))
    return page
}

/** The last case: what holds for all pages. */
export const allWell = () => test('no page has asked another host for anything, and none has failed', async () => {
    expect(!wrong.length, wrong.join('; '))
})

/**
 * Presses a link in the text of a page. VitePress looks at the page's outline up to a tenth of a second after the page was
 * scrolled, also if it is not there any more, and fails.
 */
export async function press(link) {
    await link.scrollIntoViewIfNeeded()
    await new Promise((done) => setTimeout(done, 300))
    await link.click()
}

/** Goes to a page of the site as a link does. What is loaded already, the compiler too, stays. */
export async function follow(page, address) {
    await page.evaluate((href) => {
        const link = Object.assign(document.createElement('a'), { href })
        document.body.append(link)
        link.click()
        link.remove()
    }, address)
    await page.waitForURL(address)
}

/** Waits until all pages and programs are kept, the last of which is race.wasm: they come in the background. */
export async function allKept(page) {
    await page.evaluate(async () => {
        await navigator.serviceWorker.ready
        for (const end = Date.now() + 120000; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 100))) {
            const kept = await (await caches.open('cuda-by-chapters')).keys()
            if (kept.some(({ url }) => url.includes('/programs/ch9_atomics/race.wasm'))) return
        }
        throw new Error('not all pages and programs are kept')
    })
}

/** Waits until the program of a workbench has ended; its verdict. */
export async function ended(page, timeout = 120000) {
    const verdict = page.locator('.verdict:not(:has-text("…"))')
    await verdict.waitFor({ timeout })
    return verdict.innerText()
}

/** What it has printed. */
export const printed = (page) => page.locator('.console').innerText()

/** The address that a shown command leads to: there it begins to run. */
export const running = (address, command) => `${address}${command.match(/ch\w+\/\w+/)[0]}.html#run=${encodeURIComponent(command)}`
