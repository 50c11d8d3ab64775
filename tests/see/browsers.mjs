// Chromium or Firefox, as a reader has them: addresses, keys, a mouse.
import { installed, packages } from '../site/cases.mjs'

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

async function chromium() {
    const browser = await packages('playwright-core').chromium.launch({
        executablePath: installed('Chromium here (package chromium)', 'chromium', 'chromium-browser', 'google-chrome'),
        args: ['--no-sandbox', '--disable-dev-shm-usage']
    })
    const requests = []
    const errors = []
    let page
    return {
        name: 'chromium', requests, errors,
        async open(url, { width = 1440, height = 900, ...options } = {}) {
            await page?.context().close()
            page = await (await browser.newContext({ viewport: { width, height }, ...options })).newPage()
            page.on('request', (request) => requests.push(request.url()))
            page.on('pageerror', (error) => errors.push(error.message))
            await page.goto(url)
        },
        evaluate: (expression) => page.evaluate(expression),
        press: (key, shift = false) => page.keyboard.press(shift ? `Shift+${key}` : key),
        click: (x, y) => page.mouse.click(x, y),
        async drag(from, to, steps) {
            await page.mouse.move(...from)
            await page.mouse.down()
            await page.mouse.move(...to, { steps })
            await page.mouse.up()
        },
        page: () => page
    }
}

const KEYS = { ArrowLeft: '\ue012', ArrowUp: '\ue013', ArrowRight: '\ue014', ArrowDown: '\ue015', Home: '\ue011', End: '\ue010', Escape: '\ue00c', Enter: '\ue007', Tab: '\ue004' }
const SHIFT = '\ue008'

async function firefox() {
    const { context, evaluate, open, requests, send, type } = await import('../site/bidi.mjs')
    const pointer = (...actions) => send('input.performActions', { context, actions: [{ type: 'pointer', id: 'mouse', actions }] })
    const move = (x, y) => ({ type: 'pointerMove', x: Math.round(x), y: Math.round(y) })
    const down = { type: 'pointerDown', button: 0 }
    const up = { type: 'pointerUp', button: 0 }
    return {
        name: 'firefox', requests, errors: [],
        async open(url, { width = 1440, height = 900 } = {}) {
            await send('browsingContext.setViewport', { context, viewport: { width, height } })
            await open(url)
        },
        evaluate,
        press: (key, shift = false) => type([KEYS[key] ?? (shift ? key.toUpperCase() : key)], shift ? [SHIFT] : []),
        click: (x, y) => pointer(move(x, y), down, up),
        drag: (from, to, steps) => pointer(move(...from), down,
            ...Array.from({ length: steps }, (_, i) => move(from[0] + ((to[0] - from[0]) * (i + 1)) / steps, from[1] + ((to[1] - from[1]) * (i + 1)) / steps)), up)
    }
}

/** { open, evaluate, press, click, drag, until, requests, errors }: what a reader does, in the browser of that name. */
export async function launch(name) {
    const browser = await { chromium, firefox }[name]()
    browser.until = async (expression, seconds = 30) => {
        for (const end = Date.now() + 1000 * seconds; Date.now() < end; await pause(50))
            if (await browser.evaluate(`Boolean(${expression})`).catch(() => false)) return
        throw new Error(`not in ${seconds} s: ${expression}`)
    }
    return browser
}
