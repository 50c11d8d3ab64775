// The lines of a program's output. Of a long one the beginning and the end are kept, and a line costs the same
// however many there are.
const FIRST = 500
const LAST = 500

export class Lines {
    #first = []
    #last = []
    #open = null // the kind of the last line, while it has no end yet
    #count = 0
    #most = FIRST // at the beginning

    /** Adds text, whose lines may begin and end anywhere. */
    text(text, kind) {
        const pieces = text.split('\n')
        for (const [i, piece] of pieces.entries()) {
            const end = i === pieces.length - 1
            if (i === 0 && this.#open === kind) this.#extend(piece)
            else if (!end || piece !== '') this.#add(piece, kind)
            this.#open = end && (piece !== '' || (i === 0 && this.#open === kind)) ? kind : null
        }
    }

    /** Leaves out so many lines. */
    skip(count) {
        this.#most = Math.min(this.#most, this.#first.length)
        this.#count += count
        this.#open = null
    }

    /** Adds one whole line. */
    line(text, kind) {
        this.#add(text, kind)
        this.#open = null
    }

    #add(text, kind) {
        const line = { text, kind, key: this.#count++ }
        if (this.#first.length < this.#most) return this.#first.push(line)
        this.#last.push(line)
        if (this.#last.length >= 2 * LAST) this.#last = this.#last.slice(-LAST)
    }

    #extend(text) {
        const list = this.#last.length ? this.#last : this.#first
        const line = list.pop()
        list.push({ ...line, text: line.text + text })
    }

    /** The lines that are kept, and how many are left out after the first ones. */
    get kept() {
        return [...this.#first, ...this.#last.slice(-LAST)]
    }
    get left() {
        return this.#count - this.#first.length - Math.min(this.#last.length, LAST)
    }
    get leftAfter() {
        return this.#first.length
    }
}
