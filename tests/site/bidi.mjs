// Firefox as it comes, driven by the protocol that it speaks itself (WebDriver BiDi): commands and their answers, by
// number, over a WebSocket.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { installed, packages } from './cases.mjs'

const profile = mkdtempSync(path.join(tmpdir(), 'firefox-'))
// As in browser.mjs: to optimise the compiler would take longer than it saves.
writeFileSync(path.join(profile, 'user.js'), 'user_pref("javascript.options.wasm_optimizingjit", false);\n')
const firefox = spawn(installed('Firefox here (package firefox-esr)', 'firefox-esr', 'firefox'),
    ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0', 'about:blank'], { stdio: ['ignore', 'ignore', 'pipe'] })
process.on('exit', () => {
    firefox.kill('SIGKILL')
    rmSync(profile, { recursive: true, force: true, maxRetries: 10 })
})
const listening = await new Promise((resolve, reject) => {
    let said = ''
    firefox.stderr.on('data', (data) => {
        const [, found] = (said += data).match(/WebDriver BiDi listening on (ws:\S+)/) ?? []
        if (found) resolve(found)
    })
    firefox.once('exit', (code) => reject(new Error(`Firefox ended with exit code ${code}: ${said}`)))
})

const socket = new (packages('ws'))(`${listening}/session`)
await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
const waiting = new Map()
export const requests = []
socket.on('message', (data) => {
    const { type, id, result, message, params } = JSON.parse(data)
    if (type === 'event') return requests.push(params.request.url)
    const { resolve, reject } = waiting.get(id)
    waiting.delete(id)
    if (type === 'success') resolve(result)
    else reject(new Error(message))
})
let number = 0
export function send(method, params = {}) {
    return new Promise((resolve, reject) => {
        waiting.set(++number, { resolve, reject })
        socket.send(JSON.stringify({ id: number, method, params }))
    })
}

await send('session.new', { capabilities: {} })
export const [{ context }] = (await send('browsingContext.getTree')).contexts
await send('session.subscribe', { events: ['network.beforeRequestSent'], contexts: [context] })
await send('browsingContext.setViewport', { context, viewport: { width: 1440, height: 900 } })

export const open = async (url) => {
    await send('browsingContext.navigate', { context, url: 'about:blank', wait: 'complete' })
    await send('browsingContext.navigate', { context, url, wait: 'complete' })
}

export async function evaluate(expression) {
    const { type, result, exceptionDetails } =
        await send('script.evaluate', { expression, target: { context }, awaitPromise: true })
    if (type === 'exception') throw new Error(exceptionDetails.text)
    return result.value
}

/** Waits until an expression is true, or says what the page shows instead. */
export async function until(expression, seconds = 60) {
    for (const end = Date.now() + 1000 * seconds; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 100)))
        if (await evaluate(`Boolean(${expression})`).catch(() => false)) return
    throw new Error(`not in ${seconds} s: ${expression}; the page shows: ${await evaluate('document.body.innerText.slice(0, 2000)')}`)
}

/** Keys, one after the other; those of `held` are down meanwhile. */
export const type = (keys, held = []) => send('input.performActions', {
    context,
    actions: [{
        type: 'key', id: 'keyboard', actions: [
            ...held.map((value) => ({ type: 'keyDown', value })),
            ...[...keys].flatMap((value) => [{ type: 'keyDown', value }, { type: 'keyUp', value }]),
            ...held.map((value) => ({ type: 'keyUp', value }))]
    }]
})
