// What a reader has made of a program's text. It is kept in the browser: "yours", those that came by a link, and those
// that were given a name. Each stays until it is thrown away, and none is written over by another tab.
//
// A version is { name, files, base }: the texts that differ from the book's, by file, and those with which it came.
export const YOURS = 'yours'

export class Versions {
    #key
    #store
    #known = new Map() // what this tab has last seen of each, as it is stored

    /** main: the program's file. store: as localStorage, or null where a browser has none. */
    constructor(main, store) {
        this.#key = `book:draft:${main}`
        this.#store = store
    }

    #keyOf(id) {
        return id === YOURS ? this.#key : `${this.#key}:${id}`
    }
    #raw(id) {
        try {
            return this.#store.getItem(this.#keyOf(id))
        } catch {
            return null
        }
    }

    /** [{ id, name }], yours first, which is always there. */
    list() {
        const ids = []
        try {
            for (let i = 0; i < this.#store.length; i++) {
                const key = this.#store.key(i)
                if (key.startsWith(`${this.#key}:`)) ids.push(key.slice(this.#key.length + 1))
            }
        } catch {
            // Nothing is kept here.
        }
        return [YOURS, ...ids.sort()].map((id) => ({ id, name: parse(this.#raw(id)).name ?? id }))
    }

    /** Whether something is kept. Of yours nothing is, where it is the book's. */
    keeps(id) {
        return this.#raw(id) !== null
    }

    /** A version; where nothing is kept, or it cannot be read, the book's. */
    read(id) {
        const raw = this.#raw(id)
        this.#known.set(id, raw)
        return { files: {}, base: {}, name: id, ...parse(raw) }
    }

    /**
     * Keeps it: null, if that went well; 'elsewhere' if another tab has changed it since it was read here, or 'full'
     * if the browser keeps no more. Then nothing is changed. Yours is not kept where it is the book's.
     */
    write(id, version) {
        if (this.#raw(id) !== (this.#known.get(id) ?? null)) return 'elsewhere'
        const raw = id === YOURS && !Object.keys(version.files).length ? null : JSON.stringify(version)
        if (raw === (this.#known.get(id) ?? null)) return null
        try {
            if (raw === null) this.#store.removeItem(this.#keyOf(id))
            else this.#store.setItem(this.#keyOf(id), raw)
        } catch {
            return 'full'
        }
        this.#known.set(id, raw)
        return null
    }

    /** Keeps a new one, under a name that no other has. Returns { id, name, trouble }, the last as for write. */
    add(version, id = `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 6)}`) {
        const names = new Set(this.list().map(({ name }) => name))
        let name = version.name
        for (let i = 2; names.has(name); i++) name = `${version.name} (${i})`
        this.#known.set(id, this.#raw(id))
        return { id, name, trouble: this.write(id, { ...version, name }) }
    }

    throwAway(id) {
        try {
            this.#store.removeItem(this.#keyOf(id))
        } catch {
            // Nothing was kept.
        }
        this.#known.delete(id)
    }

    /** Which version an event of the storage is about, if another tab has changed it: its id, or null. */
    changedBy({ key }) {
        if (key !== this.#key && !key?.startsWith(`${this.#key}:`)) return null
        const id = key === this.#key ? YOURS : key.slice(this.#key.length + 1)
        return this.#raw(id) === (this.#known.get(id) ?? null) ? null : id
    }
}

function parse(raw) {
    try {
        const value = JSON.parse(raw) ?? {}
        const texts = (files) => Object.fromEntries(Object.entries(files ?? {}).filter(([, text]) => typeof text === 'string'))
        // Yours were the texts alone once.
        return value.files ? { ...value, files: texts(value.files), base: texts(value.base) } : { files: texts(value) }
    } catch {
        return {}
    }
}
