// What is known of what the reader has chosen: the way of a thread, the history of a word, or what the checker has found.
// Each entry leads to its moment.
import { AT, ATOMIC, READ, WRITE } from './trace.mjs'
import { wordAt, bothOrders } from './moments.mjs'
import { colourOf } from './colours.mjs'
import { make } from './elements.mjs'
import { accessValue, deed, lineNumber, number, threadInWords, threadName, threadOfAny, wordInWords } from './sentences.mjs'
import { valueText } from './values.mjs'

const BEFORE = 80 // entries of a list
const AFTER = 60
const FAR = 1024 // accesses of a word
const MANY = 9
const STATEMENT = 4 // lines that are quoted of it

const HINTS = [
    'Drag the bar below, or step: to the next barrier (b), line (l), read or write (a). With Shift, back.',
    'Choose a thread: you will see its way through the source, and what it reads and writes. The steps are its own then.',
    'Choose a word of memory: you will see who wrote it, and who has read it since.'
]

const TABS = [['thread', 'Thread'], ['word', 'Word'], ['findings', 'Findings']]

export class DetailsPane {
    /** go(moment), show(finding), open(tab): what the reader wants. */
    constructor(recording, { go, show, open }) {
        Object.assign(this, { recording, go, show })
        this.tabs = TABS.map(([name, title]) => make('button', { type: 'button', 'data-tab': name, onclick: () => open(name) }, title))
        this.body = make('div', { class: 'scroller', tabindex: 0, role: 'region', 'aria-label': 'History' })
        this.element = make('section', { class: 'details pane', 'aria-label': 'Details' }, make('header', {}, make('span', { class: 'files' }, ...this.tabs)), this.body)
    }

    draw(view) {
        const { tab, thread, word, finding, moment, recording } = view
        const key = [tab, thread, word, finding, view.block, (tab === 'thread' && thread >= 0) || (tab === 'word' && word >= 0) ? moment : -1].join()
        if (key === this.key) return
        this.key = key
        this.tabs.forEach((button, i) => {
            button.setAttribute('aria-pressed', TABS[i][0] === tab)
            if (TABS[i][0] === 'findings') button.textContent = `Findings (${recording.findings.length})`
        })
        const made = tab === 'thread' ? this.thread(view) : tab === 'word' ? this.word(view) : this.findings(view)
        const focused = this.body.contains(document.activeElement) && document.activeElement !== this.body
        this.body.replaceChildren(...made)
        const now = this.body.querySelector(tab === 'findings' ? '.finding.chosen' : '.now')
        if (focused) (now?.querySelector('button') ?? this.body).focus({ preventScroll: true })
        this.body.scrollTop = now ? now.offsetTop - (tab === 'findings' ? 8 : this.body.clientHeight / 2) : 0
    }

    swatch(line) {
        return make('i', { class: 'swatch', style: `--line: ${colourOf(line)}` }, String(lineNumber(this.recording, line)))
    }

    /** A line of the source; or as many of them, at most, as a statement has that begins there. */
    textOf(line, most = 1) {
        const { file, line: at } = this.recording.lines[line] ?? {}
        const lines = this.recording.files[file]?.text.split('\n').slice(at - 1, at - 1 + most) ?? []
        const end = lines.findIndex((text) => /[;{}]\s*(\/\/.*)?$/.test(text))
        return lines.slice(0, end < 0 ? 1 : end + 1).map((text) => text.trim()).join(' ')
    }

    entry(event, moment, ...content) {
        return make('li', { class: event === this.nowAt ? 'now' : event < moment ? '' : 'later' },
            make('button', { type: 'button', onclick: () => this.go(event + 1), title: `event ${number(event)}` },
                this.swatch(this.recording.lineOf(event)), make('span', {}, ...content)))
    }

    list(group, key, moment, content) {
        const events = group.around(key, moment, BEFORE, AFTER)
        this.nowAt = group.last(key, moment)
        const before = events.length ? group.find(key, events[0]) - group.starts[key] : 0
        const after = group.size(key) - before - events.length
        return make('ol', { class: 'history' },
            before > 0 && make('li', { class: 'more' }, `${number(before)} more before`),
            ...Array.from(events, (event) => this.entry(event, moment, ...content(event))),
            after > 0 && make('li', { class: 'more' }, `${number(after)} more behind`))
    }

    thread({ thread, moment, state, recording }) {
        if (thread < 0) return HINTS.map((text) => make('p', { class: 'hint' }, text))
        const { kind } = recording.events
        return [
            make('div', { class: 'lead' }, make('b', {}, threadName(recording, thread)), ` ${threadInWords(recording, thread, state)}.`),
            this.list(recording.ofThread, thread, moment, (event) => kind[event] === AT ? [make('code', {}, this.textOf(recording.lineOf(event)))] : [deed(recording, event)])
        ]
    }

    word({ word, moment, recording }) {
        if (word < 0) return [make('p', { class: 'hint' }, 'Choose a word of memory: you will see who wrote it, and who has read it since.')]
        const { events } = recording
        const { value, written } = wordAt(recording, word, 0)
        const { format, size, type } = recording.variableOf(word)
        const content = (event) => {
            const who = threadOfAny(recording, events.thread[event])
            const shown = make('b', {}, accessValue(recording, event))
            if (events.kind[event] === WRITE) return [`${who} writes `, shown, overUnseen(recording, word, event)]
            return events.kind[event] === ATOMIC ? [`${who} changes ${accessValue(recording, event, true)} to `, shown] : [`${who} reads `, shown]
        }
        return [
            make('div', { class: 'lead' }, wordInWords(recording, word, moment),
                make('p', { class: 'hint' }, `${type}, ${size} bytes. At the launch: ${written ? valueText(format, value) : 'never written'}.`)),
            this.list(recording.touches, word, moment, content)
        ]
    }

    findings({ finding, recording }) {
        if (!recording.findings.length) return [make('p', { class: 'hint' }, 'The checker has found nothing in what is recorded.')]
        return recording.findings.map((one, i) => make('article', { class: i === finding ? 'finding chosen' : 'finding' },
            make('h3', {}, one.words), moreThan(one.words, one.text),
            one.events.length > 0 && make('button', { type: 'button', class: 'show', onclick: () => this.show(i) }, 'Show me'),
            i === finding && this.quotes([...one.events].sort((a, b) => a - b).slice(0, MANY)),
            i === finding && this.orders(one.events)))
    }

    /** The lines of its events, in full: the source may be cut where it matters. */
    quotes(events) {
        const { recording } = this
        const lines = new Set(events.map((event) => recording.lineOf(event)))
        return make('ul', { class: 'quotes' }, ...Array.from(lines, (line) => make('li', {},
            ...events.map((event, i) => recording.lineOf(event) === line && markOf(i)), this.swatch(line), make('code', {}, this.textOf(line, STATEMENT)))))
    }

    /** Both orders of the two accesses: the one of this run, and the one that it could have been as well. */
    orders(events) {
        const { recording } = this
        const found = events.length === 2 && bothOrders(recording, events)
        if (!found) return make('ol', { class: 'history' },
            ...[...events].sort((a, b) => a - b).slice(0, MANY).map((event, i) => this.entry(event, Infinity, markOf(i), `${threadOfAny(recording, recording.events.thread[event])} ${deed(recording, event)}`)),
            events.length > MANY && make('li', { class: 'more' }, `${number(events.length - MANY)} more`))
        const { format } = recording.variableOf(found.word)
        const earliest = Math.min(...events)
        const step = ({ event, writes, value, written }, i) => this.entry(event, Infinity,
            markOf(event === earliest ? 0 : 1), `${threadOfAny(recording, recording.events.thread[event])} `, writes ? 'writes ' : i || written ? 'reads ' : 'reads what nobody has written',
            writes || written ? make('b', {}, valueText(format, value)) : '')
        return make('div', { class: 'orders' }, ...found.orders.map((order, i) => make('section', {},
            make('h4', {}, i ? 'It could as well have been' : 'In this run'), make('ol', { class: 'history' }, ...order.map(step)))),
        make('p', { class: 'hint' }, `Nothing says which of the two comes first. ${recording.wordName(found.word)} before both: ${beforeBoth(recording, found.word, earliest)}.`))
    }
}

const markOf = (i) => make('span', { class: i ? 'mark second' : 'mark first' }, String(i + 1))

/** What the checker says behind its first line, which the title has. */
function moreThan(words, text) {
    const more = text.split('\n').filter((line, i) => line.trim() && !(i === 0 && line.endsWith(words))).map((line) => line.trim()).join('\n')
    return more && make('pre', {}, more)
}

/** A note where a write overwrites what its thread has not seen: it read the word before another thread wrote it. */
function overUnseen({ touches, events }, word, event) {
    const at = touches.find(word, event)
    let other = -1
    for (let i = at - 1; i >= Math.max(touches.starts[word], at - FAR); i--) {
        const before = touches.events[i]
        const own = events.thread[before] === events.thread[event]
        if (own && other >= 0) return make('em', {}, ' over a write that it has not seen')
        if (own) return ''
        if (events.kind[before] !== READ) other = before
    }
    return ''
}

function beforeBoth(recording, word, event) {
    const { value, written } = wordAt(recording, word, event)
    return written ? valueText(recording.variableOf(word).format, value) : 'never written'
}
