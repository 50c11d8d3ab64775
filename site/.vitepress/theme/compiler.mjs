// The compiler: one for all workbenches of a page, in a worker of its own. So it stays when a program is stopped.
import { reactive } from 'vue'
import { Engine } from './engine.mjs'

/** How much of it has been loaded, in bytes; total is 0 until that is known. */
export const loading = reactive({ loaded: 0, total: 0 })

let asked = [] // those who wait, in the order in which they are answered
let diagnostics = []

const worker = new Engine((message) => {
    if (message.type === 'progress') Object.assign(loading, { loaded: message.loaded, total: message.total })
    if (message.type === 'diagnostics') diagnostics = message.list
    if (message.type === 'compiled') {
        asked.shift().resolve({ diagnostics, wasm: message.ok ? message.wasm : null })
        diagnostics = []
    }
    if (message.type === 'fault') giveUp(new Error(message.text))
})

function giveUp(error) {
    worker.stop()
    Object.assign(loading, { loaded: 0, total: 0 })
    for (const { reject } of asked.splice(0)) reject(error)
}

/** Loads it, before it is needed, unless the reader wants to save data. */
export function prefetch() {
    if (!loading.total && !navigator.connection?.saveData) worker.send({ type: 'load' })
}

/** { diagnostics, wasm }: wasm is null if `main`, one of `files`, does not compile. */
export function compile(files, main, check) {
    return new Promise((resolve, reject) => {
        asked.push({ resolve, reject })
        worker.send({ type: 'compile', files, main, check })
    })
}

/** Ends what it does for whoever has asked; it has to be loaded again, from what the browser has kept. */
export function stopCompiling() {
    if (asked.length) giveUp(null)
}
