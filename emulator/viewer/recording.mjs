// What a trace tells of: the blocks that were recorded, their threads, the lines of their code, the words of their
// memory, and which events belong to each of them.
import { ARRIVE, AT, ATOMIC, BEGIN, BLOCK_BARRIER, EXIT, LEAVE, READ, WRITE } from './trace.mjs'
import { Groups } from './groups.mjs'

export const WARP = 32

export class Recording {
    constructor({ header, events }) {
        Object.assign(this, { header, events, n: events.n, files: header.files, findings: header.findings })
        this.readBlocks()
        this.readLines()
        this.readVariables()
        this.findWords()
        this.group()
    }

    // ---- blocks and threads

    readBlocks() {
        this.blocks = []
        this.threads = 0
        const firsts = [] // of each launch: the number of its first thread
        this.header.launches.forEach((launch, number) => {
            firsts.push(this.threads)
            const size = launch.block[0] * launch.block[1] * launch.block[2]
            launch.recorded.forEach((index, place) => {
                this.blocks.push({ launch: number, place, index, size, first: this.threads, warps: Math.ceil(size / WARP), kernel: launch.kernel, of: launch })
                this.threads += size
            })
        })
        this.blockOf = new Uint16Array(this.threads)
        this.warpOf = new Uint32Array(this.threads)
        this.warps = 0
        this.blocks.forEach((block, number) => {
            block.firstWarp = this.warps
            for (let i = 0; i < block.size; i++) {
                this.blockOf[block.first + i] = number
                this.warpOf[block.first + i] = this.warps + Math.floor(i / WARP)
            }
            this.warps += block.warps
        })

        // The events number threads within a launch; from here on each has a number of its own.
        const { kind, thread, place } = this.events
        const launchOf = new Map()
        for (let i = 0; i < this.n; i++) {
            if (kind[i] > EXIT) continue
            if (kind[i] === BEGIN) launchOf.set(thread[i], place[i])
            thread[i] += firsts[launchOf.get(thread[i]) ?? 0] ?? 0
            if (thread[i] >= this.threads) throw new Error(`event ${i} is of a thread that no recorded block has`)
        }
    }

    /** [x, y, z] of a thread in its block. */
    threadIndex(thread) {
        const block = this.blocks[this.blockOf[thread]]
        const [x, y] = block.of.block
        const number = thread - block.first
        return [number % x, Math.floor(number / x) % y, Math.floor(number / x / y)]
    }

    // ---- lines

    readLines() {
        const { kind, place } = this.events
        const used = new Uint8Array(this.header.places.length) // some are those of variables, where no thread comes
        for (let i = 0; i < this.n; i++) if (kind[i] !== BEGIN && kind[i] <= EXIT) used[place[i]] = 1
        const known = new Map()
        const sorted = this.header.places.filter((_, i) => used[i]).map(({ file, line, function: name }) => ({ file, line, name }))
            .sort((a, b) => a.file - b.file || a.line - b.line)
        this.lines = []
        for (const line of sorted) {
            const key = `${line.file}:${line.line}`
            if (known.has(key)) continue
            known.set(key, this.lines.length)
            this.lines.push(line)
        }
        const lineOfPlace = this.header.places.map(({ file, line }) => known.get(`${file}:${line}`))
        this.lineOf = (event) => lineOfPlace[this.events.place[event]] ?? -1
    }

    // ---- memory

    readVariables() {
        this.variables = []
        this.words = 0
        const { launches, variables } = this.header
        // Of a variable that is each block's own there is one for each recorded block.
        this.byBlock = variables.map((variable) => {
            if (variable.space === 'local') return () => null
            const launch = variable.launch ?? null
            if (variable.space !== 'shared' || variable.block !== null || launch === null) {
                const made = this.makeVariable(variable, launch, variable.space === 'shared' ? variable.block : null)
                return () => made
            }
            const made = launches[launch].recorded.map((_, block) => this.makeVariable(variable, launch, block))
            return (block) => made[block]
        })
        this.variableOfWord = new Uint16Array(this.words)
        this.variables.forEach(({ first, words }, number) => this.variableOfWord.fill(number, first, first + words))
    }

    makeVariable(variable, launch, block) {
        const { name, space, type, window, first: start, shape, place } = variable
        let { format, size } = variable
        const raw = format === 'bytes'
        if (raw) { // a struct, say: shown by 4 bytes, or by single ones
            size = size % 4 === 0 && start % 4 === 0 ? 4 : 1
            format = `x${8 * size}`
        }
        const decode = (text) => text && Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
        const made = {
            name, space, type, format, size, raw, launch, block, start, place, shape: shape?.length ? shape : [1], bytes: variable.bytes,
            first: this.words, words: Math.floor(window / size), initial: decode(variable.initial), written: decode(variable.written)
        }
        this.words += made.words
        this.variables.push(made)
        return made
    }

    /** Finds the words that each event touches, of those that are shown: the first, and how many. */
    findWords() {
        const { kind, variable, offset, bytes, thread } = this.events
        this.firstWord = new Uint32Array(this.n)
        this.wordCount = new Uint8Array(this.n)
        for (let i = 0; i < this.n; i++) {
            if (kind[i] < READ || kind[i] > ATOMIC) continue
            const found = this.byBlock[variable[i]]?.(this.blocks[this.blockOf[thread[i]]].place)
            if (!found) continue
            const from = Math.max(0, Math.floor((offset[i] - found.start) / found.size))
            const to = Math.min(found.words, Math.ceil((offset[i] + bytes[i] - found.start) / found.size))
            if (from >= to) continue
            this.firstWord[i] = found.first + from
            this.wordCount[i] = to - from
        }
    }

    /** The words that an event touches: { first, count }; null where it touches none that is shown. */
    touched(event) {
        return this.wordCount[event] ? { first: this.firstWord[event], count: this.wordCount[event] } : null
    }

    variableOf(word) {
        return this.variables[this.variableOfWord[word]]
    }

    /** Where in its variable a word begins, in bytes. */
    offsetOf(word) {
        const { first, start, size } = this.variableOf(word)
        return start + (word - first) * size
    }

    /** As the source would name it: cache[5], tile[3][4]. */
    wordName(word) {
        const { name, shape, raw, bytes, size } = this.variableOf(word)
        const offset = this.offsetOf(word)
        if (raw) return bytes === size ? name : `${name}, byte ${offset}`
        let element = offset / size
        if (shape.length === 1) return shape[0] === 1 && bytes === size ? name : `${name}[${element}]`
        const indices = []
        for (let i = shape.length - 1; i > 0; i--) {
            indices.unshift(`[${element % shape[i]}]`)
            element = Math.floor(element / shape[i])
        }
        return `${name}[${element}]${indices.join('')}`
    }

    /** The variables that a block can reach. */
    variablesOf(block) {
        const { launch, place } = this.blocks[block]
        return this.variables.filter((one) => one.words && (one.launch === null || one.launch === launch) && (one.block === null || one.block === place))
    }

    // ---- events by what they belong to

    group() {
        const { n, blocks, threads } = this
        const { kind, thread, barrier } = this.events
        const lines = this.lines.length
        const known = (i) => kind[i] <= EXIT
        const isAccess = (i) => kind[i] >= READ && kind[i] <= ATOMIC
        const blockOf = (i) => this.blockOf[thread[i]]
        const at = (key) => (i) => kind[i] === AT && this.lineOf(i) >= 0 ? key(i) * lines + this.lineOf(i) : -1
        const barrierOf = (which) => (i) => kind[i] === which && barrier[i] === BLOCK_BARRIER ? thread[i] : -1

        this.ofThread = new Groups(threads, n, (i) => known(i) ? thread[i] : -1)
        this.ofBlock = new Groups(blocks.length, n, (i) => known(i) ? blockOf(i) : -1)
        this.accesses = new Groups(blocks.length, n, (i) => isAccess(i) ? blockOf(i) : -1)
        this.visits = new Groups(threads * lines, n, at((i) => thread[i]))
        this.visitsOfBlock = new Groups(blocks.length * lines, n, at(blockOf))
        this.arrivals = new Groups(threads, n, barrierOf(ARRIVE))
        this.leaves = new Groups(threads, n, barrierOf(LEAVE))
        const many = [] // the words of one event, when it is wider than a word
        const words = (wanted) => (i) => {
            const count = this.wordCount[i]
            if (!count || !wanted(i)) return -1
            if (count === 1) return this.firstWord[i]
            many.length = 0
            for (let word = 0; word < count; word++) many.push(this.firstWord[i] + word)
            return many
        }
        this.touches = new Groups(this.words, n, words(() => true))
        this.writes = new Groups(this.words, n, words((i) => kind[i] === WRITE || kind[i] === ATOMIC))
        this.steps = new Groups(blocks.length, n, this.endsOfLines())
        this.barriers = this.meetings(BLOCK_BARRIER, blocks.length, (i) => blockOf(i), (key) => key)
        this.warpOperations = this.meetings(1, this.warps, (i) => this.warpOf[thread[i]], (key, i) => blockOf(i))
    }

    /** A step by line ends where the next thread comes to a line, unless it follows its warp to the same one. */
    endsOfLines() {
        const { kind, thread } = this.events
        const last = new Int32Array(this.blocks.length).fill(-1)
        const ends = new Uint8Array(this.n)
        for (let i = 0; i < this.n; i++) {
            if (kind[i] !== AT) continue
            const block = this.blockOf[thread[i]]
            const before = last[block]
            last[block] = i
            if (before >= 0 && (this.warpOf[thread[before]] !== this.warpOf[thread[i]] || this.lineOf(before) !== this.lineOf(i))) ends[before] = 1
        }
        for (const i of last) if (i >= 0) ends[i] = 1
        return (i) => ends[i] ? this.blockOf[thread[i]] : -1
    }

    /** The first to go on from each meeting at a barrier, by blocks: just before it all that take part are there. */
    meetings(barrier, groups, groupOf, blockOf) {
        const { kind, thread } = this.events
        const gone = new Uint32Array(this.threads) // how often this thread has gone on
        const most = new Uint32Array(groups)
        const first = new Uint8Array(this.n)
        for (let i = 0; i < this.n; i++) {
            if (kind[i] !== LEAVE || this.events.barrier[i] !== barrier) continue
            const group = groupOf(i)
            if (++gone[thread[i]] <= most[group]) continue
            most[group] = gone[thread[i]]
            first[i] = 1
        }
        return new Groups(this.blocks.length, this.n, (i) => first[i] ? blockOf(groupOf(i), i) : -1)
    }
}
