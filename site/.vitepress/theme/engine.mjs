// A worker of the engine: each workbench has one in which its program runs, and ends it to stop the program.
import { withBase } from 'vitepress'

const absolute = (file) => new URL(withBase(file), location.href).href

export const engineFile = (file) => absolute(`/engine/${file}`)
export const programFile = (program, ending) => absolute(`/programs/${program}.${ending}`)

export class Engine {
    #worker = null
    #heard

    /** heard: called with each message of the worker. */
    constructor(heard) {
        this.#heard = heard
    }

    send(message) {
        if (!this.#worker) {
            this.#worker = new Worker(engineFile('worker.js'), { type: 'module' })
            const worker = this.#worker
            worker.onmessage = ({ data }) => worker === this.#worker && this.#heard(data)
            worker.onerror = (event) => {
                event.preventDefault()
                if (worker !== this.#worker) return
                this.stop()
                const text = event.message || 'what runs programs could not be loaded: is there a connection?'
                this.#heard({ type: 'fault', text })
            }
        }
        this.#worker.postMessage(message)
    }

    /** Ends at once whatever the worker does. */
    stop() {
        this.#worker?.terminate()
        this.#worker = null
    }
}
