// The compiler: one for all workbenches of a page, in a worker of its own. So it stays when a program is stopped.
import { reactive } from 'vue'
import { Engine, engineFile } from './engine.mjs'

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

/** Whether it comes just now. */
export const isLoading = () => loading.total > 0 && loading.loaded < loading.total

/** Whether it is there, or comes. */
export const isHere = () => loading.total > 0

/** Its bytes, if the browser does not have it yet; otherwise 0. */
export async function sizeIfAbsent() {
    const kept = await globalThis.caches?.match(engineFile('compiler/llvm.wasm.packed'), { ignoreSearch: true }).catch(() => null)
    const answer = !kept && (await fetch(engineFile('compiler/package.json')).catch(() => null))
    if (!answer?.ok) return 0
    return Object.values((await answer.json()).parts).reduce((sum, bytes) => sum + bytes, 0)
}

// It takes much memory, which a tab out of sight gives back; what is kept in the browser is loaded again.
const OUT_OF_SIGHT = 60000 // milliseconds
let leaving
document.addEventListener('visibilitychange', () => {
    clearTimeout(leaving)
    if (document.hidden) leaving = setTimeout(() => asked.length || giveUp(null), OUT_OF_SIGHT)
})

/** Loads it, before it is needed, unless the reader wants to save data. */
export function prefetch() {
    if (!loading.total && !navigator.connection?.saveData) worker.send({ type: 'load' })
}

/** { diagnostics, wasm }: wasm is null if `main`, one of `files`, does not compile. task: the one to which it is an answer, to be graded. */
export function compile(files, main, how, task) {
    return new Promise((resolve, reject) => {
        asked.push({ resolve, reject })
        worker.send({ type: 'compile', files, main, how, task: task && { name: task.name, text: task.task, allowed: task.allowed } })
    })
}

/** Ends what it does for whoever has asked; it has to be loaded again, from what the browser has kept. */
export function stopCompiling() {
    if (asked.length) giveUp(null)
}
