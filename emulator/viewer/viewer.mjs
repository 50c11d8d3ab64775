// The viewer: every thread of a recorded block, at any moment.
import { readTrace } from './trace.mjs'
import { Groups } from './groups.mjs'
import { Recording } from './recording.mjs'
import { stepFrom, threadsAt } from './moments.mjs'
import { coloursIn } from './colours.mjs'
import { make, say } from './elements.mjs'
import { blockName, momentInWords, number, orderInWords, threadInWords, threadName, wordInWords } from './sentences.mjs'
import { ThreadsPane } from './threads_pane.mjs'
import { SourcePane } from './source_pane.mjs'
import { MemoryPane } from './memory_pane.mjs'
import { TimePane } from './time_pane.mjs'
import { DetailsPane } from './details_pane.mjs'
import { makeHelp } from './help.mjs'

const REST = 250 // ms without a change, after which the address and what is read aloud follow
const PLAYED = 24 // seconds from the begin to the end
const READERS = 64 // at most so many are lit

const NOTHING = { moment: 0, block: 0, thread: -1, word: -1, line: -1, finding: -1, tab: 'thread', side: 'source' }
const IN_A_LINK = ['block', 'thread', 'word', 'line', 'finding']

export class Viewer {
    /**
     * Shows the bytes of a trace in an element. `link`: the text of a moment, as `moved` was given it before;
     * moved(link): the reader is somewhere else, and from now on the page's address is to say so. Without it there is no
     * address to copy. `turns`: whether the reader may choose here between light and dark.
     */
    constructor(host, bytes, { link = '', moved = null, turns = true } = {}) {
        this.recording = new Recording(readTrace(bytes))
        this.moved = moved
        this.turns = turns
        this.work = { probes: 0, cells: 0 } // of the last picture
        Object.assign(this, NOTHING)
        const { recording } = this
        const go = (moment) => this.set({ moment })
        this.threads = new ThreadsPane((thread) => this.set({ thread, tab: 'thread' }), () => this.thread)
        this.source = new SourcePane(recording, (line) => this.set({ line }), (direction) => this.step('visit', direction))
        this.memory = new MemoryPane((word) => this.set({ word, tab: 'word' }), () => this.word)
        this.time = new TimePane(recording, { go, step: (what, direction) => this.step(what, direction), play: () => this.play(), all: () => this.set({ thread: -1 }) })
        this.details = new DetailsPane(recording, { go, show: (finding) => this.showFinding(finding), open: (tab) => this.set({ tab }) })
        const { order, left_out: left, left_out_why: why } = this.recording.header
        this.about = [`Order: ${orderInWords(order)}`, left > 0 && `Left out: ${number(left)} events${why ? `, ${why}` : ''}.`].filter(Boolean)
        this.help = makeHelp(this.about, Boolean(moved))
        this.build(host)
        this.follow(link)
        const repaint = () => {
            this.colours = null
            this.draw()
        }
        const size = new ResizeObserver(() => this.draw())
        const style = new MutationObserver(repaint)
        const dark = matchMedia('(prefers-color-scheme: dark)')
        size.observe(this.root)
        style.observe(document.documentElement, { attributes: true, attributeFilter: ['class', 'style'] })
        dark.addEventListener('change', repaint)
        /** Takes the viewer from the page. */
        this.remove = () => {
            size.disconnect()
            style.disconnect()
            dark.removeEventListener('change', repaint)
            clearTimeout(this.resting)
            this.root.remove()
        }
    }

    build(host) {
        const { recording } = this
        const { program, arguments: given } = recording.header
        const [order, left] = this.about
        this.blockChoice = make('select', { 'aria-label': 'Block', onchange: () => this.set({ block: Number(this.blockChoice.value), thread: -1 }) },
            ...recording.blocks.map((_, block) => make('option', { value: block }, blockName(recording, block))))
        this.sentence = make('p', { class: 'sentence' })
        this.live = make('p', { class: 'unseen', 'aria-live': 'polite' })
        this.sides = [['source', 'Source'], ['memory', 'Memory'], ['details', 'History']].map(([side, title]) =>
            make('button', { type: 'button', 'data-side': side, onclick: () => this.set({ side }) }, title))
        this.copied = make('button', { type: 'button', onclick: () => this.copy() }, 'Copy link')
        const board = make('div', { class: 'board' },
            make('header', { class: 'top' },
                make('h1', {}, program, given.length > 0 && make('small', {}, ` ${given.join(' ')}`)), this.blockChoice,
                recording.findings.length > 0 && make('button', { type: 'button', class: 'alarm', onclick: () => this.nextFinding() },
                    `${number(recording.findings.length)} ${recording.findings.length === 1 ? 'finding' : 'findings'}: show me`),
                make('p', { class: 'order' }, order, left && make('b', {}, ` ${left}`)),
                make('span', { class: 'tools' }, this.moved && this.copied,
                    this.turns && make('button', { type: 'button', title: 'light or dark', onclick: () => this.turn() }, '◐'),
                    make('button', { type: 'button', title: 'signs and keys (?)', onclick: () => this.showHelp() }, 'Help'))),
            this.threads.element,
            make('nav', { class: 'sides', 'aria-label': 'Pane' }, ...this.sides),
            this.source.element, this.memory.element, this.details.element,
            make('div', { class: 'saying' }, this.sentence, this.live), this.time.element)
        this.root = make('div', { class: 'see', tabindex: -1 }, board, this.help)
        this.root.addEventListener('keydown', (event) => this.key(event))
        host.replaceChildren(this.root)
        const { activeElement } = document // a reader who types meanwhile types on
        if (!activeElement?.isContentEditable && !/^(INPUT|TEXTAREA)$/.test(activeElement?.tagName)) this.root.focus({ preventScroll: true })
    }

    // ---- where the reader is

    /** Changes where the reader is, and draws it with the next picture of the screen. */
    set(changes) {
        if ('moment' in changes) changes.moment = Math.min(this.recording.n, Math.max(0, changes.moment))
        Object.assign(this, changes)
        if (changes.word >= 0) this.wanted = changes.word
        if (changes.thread >= 0) this.wantedThread = changes.thread
        this.drawing ??= requestAnimationFrame(() => {
            this.drawing = null
            this.draw()
        })
        clearTimeout(this.resting)
        this.resting = setTimeout(() => this.rest(), REST)
    }

    rest() {
        const { recording, thread, word, moment, block } = this
        const of = thread >= 0 && `${threadName(recording, thread)} ${threadInWords(recording, thread, threadsAt(recording, recording.blockOf[thread], moment))}.`
        say(this.live, [momentInWords(recording, block, moment, threadsAt(recording, block, moment)), of, word >= 0 && wordInWords(recording, word, moment)].filter(Boolean).join(' '))
        this.moved?.(this.link())
    }

    /** The moment and what is chosen, as the fragment of an address. */
    link() {
        return [`t=${this.moment}`, ...IN_A_LINK.filter((name) => this[name] !== NOTHING[name]).map((name) => `${name}=${this[name]}`)].join('&')
    }

    /** Goes where a link says; what it says of something that is not in this trace does not count. */
    follow(link) {
        const { n, blocks, threads, words, lines, findings } = this.recording
        const limits = { t: n + 1, block: blocks.length, thread: threads, word: words, line: lines.length, finding: findings.length }
        const found = { ...NOTHING, side: this.side }
        for (const [, name, digits] of link.matchAll(/(\w+)=(\d+)/g))
            if (Number(digits) < (limits[name] ?? 0)) found[name === 't' ? 'moment' : name] = Number(digits)
        found.tab = found.finding >= 0 ? 'findings' : found.word >= 0 ? 'word' : 'thread'
        this.set(found)
    }

    step(what, direction) {
        const next = stepFrom(this.recording, this.moment, direction, what, this)
        const edge = direction > 0 ? this.recording.n : 0
        if (next >= 0) this.set({ moment: next })
        else if (['event', 'access', 'line', 'barrier'].includes(what)) this.set({ moment: edge })
        else this.remark(`There is no ${what === 'visit' ? 'thread that comes to this line' : 'such access of this word'} ${direction > 0 ? 'after' : 'before'} this moment.`)
    }

    remark(text) {
        say(this.sentence, text)
        say(this.live, text)
    }

    showFinding(finding) {
        const { events } = this.recording.findings[finding]
        const last = Math.max(...events)
        const touched = events.map((event) => this.recording.touched(event)).filter(Boolean)
        this.set({
            finding, tab: 'findings', side: 'details', thread: -1, word: touched.length ? Math.max(...touched.map(({ first }) => first)) : -1,
            ...(events.length && { moment: last + 1, block: this.recording.blockOf[this.recording.events.thread[last]] })
        })
        if (events.length) this.wantedThread = this.recording.events.thread[last]
    }

    nextFinding() {
        const count = this.recording.findings.length
        if (count) this.showFinding((this.finding + 1) % count)
    }

    play() {
        this.playing = !this.playing
        if (!this.playing) return this.set({})
        if (this.moment >= this.recording.n) this.set({ moment: 0 })
        const still = matchMedia('(prefers-reduced-motion: reduce)').matches
        let before = performance.now()
        let at = this.moment
        const tick = (now) => {
            if (!this.playing || !this.root.isConnected) return
            if (!still || now - before > 1000) { // who wants no motion gets a picture a second
                at += (Math.min(1000, now - before) / 1000 / PLAYED) * this.recording.n
                before = now
                if (at >= this.recording.n) this.playing = false
                this.set({ moment: Math.floor(at) })
            }
            requestAnimationFrame(tick)
        }
        requestAnimationFrame(tick)
    }

    key(event) {
        if (event.ctrlKey || event.metaKey || event.altKey || this.help.open || event.target.matches('select')) return
        const direction = event.shiftKey ? -1 : 1
        const steps = { a: 'access', l: 'line', b: 'barrier', w: 'write', r: 'touch', v: 'visit' }
        const onBar = event.target === this.time.bar
        const act = {
            ArrowRight: () => this.step('event', 1), ArrowLeft: () => this.step('event', -1),
            Home: () => this.set({ moment: 0 }), End: () => this.set({ moment: this.recording.n }),
            ' ': () => this.play(), f: () => this.nextFinding(), '?': () => this.showHelp(),
            Escape: () => this.set({ thread: -1, word: -1, line: -1, finding: -1 }),
            1: () => this.threads.canvas.focus(), 2: () => this.focusSide('source', this.source.code),
            3: () => this.focusSide('memory', this.memory.canvas), 4: () => this.focusSide('details', this.details.body), 5: () => this.time.bar.focus()
        }[event.key] ?? (steps[event.key.toLowerCase()] && (() => this.step(steps[event.key.toLowerCase()], direction)))
        if (!act || (onBar && /^(Arrow|Home|End)/.test(event.key)) || (event.key === ' ' && event.target.matches('button'))) return
        event.preventDefault()
        act()
    }

    /** What is focused in it, the button that closes it, stands at its end. */
    showHelp() {
        this.help.showModal()
        this.help.scrollTop = 0
    }

    focusSide(side, element) {
        this.root.dataset.side = side
        element.focus()
        this.set({ side })
    }

    async copy() {
        this.rest()
        const copied = await Promise.resolve(navigator.clipboard?.writeText(location.href).then(() => true)).catch(() => false)
        say(this.copied, copied ? 'Copied' : 'It is in the address bar')
        setTimeout(() => say(this.copied, 'Copy link'), 2000)
    }

    turn() {
        const dark = getComputedStyle(this.root).colorScheme === 'dark' ||
            (getComputedStyle(this.root).colorScheme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
        document.documentElement.style.colorScheme = dark ? 'light' : 'dark'
    }

    // ---- the picture

    /** The events of the finding, which are lit instead of those who wrote and read the word, unless the reader looks at its history. */
    marked() {
        const { events } = (this.tab !== 'word' && this.recording.findings[this.finding]) || { events: [] }
        return [...events].sort((a, b) => a - b)
    }

    /** What is lit: threads and words, each with a colour of the page. */
    lights() {
        const { recording, moment, word, thread } = this
        const marked = this.marked()
        const { thread: threadOf, kind } = recording.events
        const lit = []
        const litWords = []
        const wordsOf = (event, colour, inset) => {
            const touched = kind[event] >= 2 && kind[event] <= 4 && recording.touched(event)
            for (let i = 0; touched && i < touched.count; i++) litWords.push({ word: touched.first + i, colour, inset })
        }
        if (word >= 0 && !marked.length) {
            const writer = recording.writes.last(word, moment)
            const from = recording.touches.find(word, writer + 1)
            const to = recording.touches.find(word, moment)
            for (let i = from; i < Math.min(to, from + READERS); i++) lit.push({ thread: threadOf[recording.touches.events[i]], colour: 'second', mark: 'r' })
            if (writer >= 0) lit.push({ thread: threadOf[writer], colour: 'first', mark: 'w' })
        }
        if (word >= 0) litWords.push({ word, colour: 'text' })
        if (moment) {
            lit.push({ thread: threadOf[moment - 1], colour: 'accent' })
            wordsOf(moment - 1, 'accent')
        }
        if (thread >= 0) lit.push({ thread, colour: 'text' })
        marked.forEach((event, i) => {
            lit.push({ thread: threadOf[event], colour: i ? 'second' : 'first', mark: i < 9 ? String(i + 1) : '+' })
            wordsOf(event, i ? 'second' : 'first', 3 * i)
        })
        return { lit, litWords }
    }

    draw() {
        if (!this.root.isConnected) return
        const { recording, block, moment, thread } = this
        this.colours ??= coloursIn(this.root)
        this.root.dataset.side = this.side
        const marks = this.marked().length
        this.root.classList.toggle('has-word', this.word >= 0 && !marks)
        this.root.classList.toggle('has-one', marks > 0)
        this.root.classList.toggle('has-two', marks > 1)
        const probes = Groups.probes
        const state = threadsAt(recording, block, moment)
        const sentence = momentInWords(recording, block, moment, state)
        const view = {
            recording, block, moment, thread, word: this.word, line: this.line, finding: this.finding, tab: this.tab, playing: this.playing,
            colours: this.colours, state, sentence, threadText: thread >= 0 ? threadName(recording, thread) : '', ...this.lights()
        }
        say(this.sentence, sentence)
        this.blockChoice.value = block
        this.sides.forEach((button) => button.setAttribute('aria-pressed', button.dataset.side === this.side))
        const focused = this.root.contains(document.activeElement)
        let cells = this.threads.draw(view)
        this.source.draw(view)
        cells += this.memory.draw(view)
        if (this.wanted >= 0) this.memory.bringToView(this.wanted)
        if (this.wantedThread >= 0) this.threads.bringToView(this.wantedThread)
        this.wanted = this.wantedThread = -1
        this.details.draw(view)
        this.time.draw(view)
        if (focused && !this.root.contains(document.activeElement)) this.root.focus({ preventScroll: true }) // what had it is gone
        this.work = { probes: Groups.probes - probes, cells }
    }
}
