// All that a program has printed, up to a limit, for who wants to have it as a file.
const MOST = 64e6 // bytes
const PIECE = 1 << 20

export class Whole {
    #parts = [] // Blobs, which the browser keeps outside of the page's memory
    #text = '' // not one of them yet
    #size = 0
    /** Whether there was more. */
    cut = false

    /** text: or bytes, a Uint8Array */
    add(text) {
        if (this.cut) return
        this.#size += text.length
        this.cut = this.#size > MOST
        if (typeof text === 'string') this.#text += text
        if (this.#text.length > PIECE || typeof text !== 'string') this.#keep()
        if (typeof text !== 'string') this.#parts.push(new Blob([text]))
    }

    #keep() {
        if (this.#text) this.#parts.push(new Blob([this.#text]))
        this.#text = ''
    }

    get megabytes() {
        return Math.floor(this.#size / 1e6)
    }
    blob() {
        this.#keep()
        return new Blob(this.#parts, { type: 'text/plain' })
    }
}
