// Memory: the words of shared memory and of the global arrays, each with the colour of the line that has written it.
// Only what is in view is drawn, however many words there are.
import { wordAt } from './moments.mjs'
import { INK, colourOf } from './colours.mjs'
import { begin, hatch, ring } from './canvas.mjs'
import { make, makeLegend } from './elements.mjs'
import { number, wordInWords } from './sentences.mjs'
import { shortValue, valueText } from './values.mjs'

const ROW = 24 // pixels
const HEAD = 42
const MARGIN = 44
const NARROWEST = 44 // a cell of an array of one dimension
const FONT = 10 // pixels, and less in narrow cells
const LETTER = 0.602 // of the font's size

export const SIGNS_OF_WORDS = [['line', '', 'colour: the line that wrote it'], ['read', '', 'read since'], ['unwritten', '', 'never written']]

export class MemoryPane {
    /** choose(word): the reader has chosen it; chosen(): which one is, also before it is drawn. */
    constructor(choose, chosen) {
        Object.assign(this, { choose, chosen })
        this.canvas = make('canvas', { class: 'grid', tabindex: 0, role: 'application', 'aria-roledescription': 'grid of words of memory' })
        this.spacer = make('div')
        this.scroller = make('div', { class: 'scroller words' }, this.canvas, this.spacer)
        this.names = make('span', { class: 'files' })
        this.element = make('section', { class: 'memory pane', 'aria-label': 'Memory' },
            make('header', {}, make('h2', {}, 'Memory'), this.names), this.scroller,
            makeLegend(SIGNS_OF_WORDS))
        this.scroller.addEventListener('scroll', () => this.view && this.draw(this.view))
        this.canvas.addEventListener('click', ({ offsetX, offsetY }) => {
            const word = this.wordAt(offsetX, offsetY)
            if (word >= 0) choose(word)
        })
        this.canvas.addEventListener('mousemove', ({ offsetX, offsetY }) => {
            const word = this.wordAt(offsetX, offsetY)
            this.canvas.title = word < 0 ? '' : wordInWords(this.view.recording, word, this.view.moment)
        })
        this.canvas.addEventListener('keydown', (event) => this.move(event))
    }

    move(event) {
        const { recording } = this.view
        const word = this.chosen()
        const now = this.layout.find(({ variable }) => word >= variable.first && word < variable.first + variable.words)
        const by = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -(now?.columns ?? 1), ArrowDown: now?.columns ?? 1 }[event.key]
        if (!by || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
        event.preventDefault()
        event.stopPropagation()
        if (!now) return this.layout.length && this.choose(this.layout[0].variable.first)
        let next = word + by
        const at = this.layout.indexOf(now)
        if (next < now.variable.first) next = at ? this.layout[at - 1].variable.first + this.layout[at - 1].variable.words - 1 : -1
        else if (next >= now.variable.first + now.variable.words) next = this.layout[at + 1]?.variable.first ?? -1
        if (next >= 0 && next < recording.words) this.choose(next)
    }

    /** Where each variable and its rows are. */
    layOut(recording, block) {
        const width = this.scroller.clientWidth
        if (this.width === width && this.block === block) return
        this.width = width
        this.block = block
        let top = 0
        this.layout = recording.variablesOf(block).map((variable) => {
            const last = variable.shape.at(-1)
            const room = Math.max(1, width - MARGIN - 10)
            const fitting = 2 ** Math.floor(Math.log2(Math.max(2, room / NARROWEST)))
            const columns = variable.shape.length > 1 && last <= 33 ? last : Math.min(fitting, variable.words)
            const placed = { variable, columns, top, cell: Math.min(columns === 1 ? 150 : 76, room / columns) }
            top += HEAD + Math.ceil(variable.words / columns) * ROW + 10
            return placed
        })
        this.height = top
        this.names.replaceChildren(...this.layout.map(({ variable, top: at }) =>
            make('button', { type: 'button', onclick: () => (this.scroller.scrollTop = at) }, variable.name || 'unnamed')))
    }

    /** Where a word is drawn in the canvas now. */
    boxOf(word) {
        const { variable, columns, top, cell } = this.layout.find(({ variable: { first, words } }) => word >= first && word < first + words)
        const i = word - variable.first
        return { x: MARGIN + (i % columns) * cell, y: top + HEAD + Math.floor(i / columns) * ROW - this.scroller.scrollTop, width: cell - 2, height: ROW - 2 }
    }

    wordAt(x, y) {
        const from = y + this.scroller.scrollTop
        for (const { variable, columns, top, cell } of this.layout) {
            const row = Math.floor((from - top - HEAD) / ROW)
            const column = Math.floor((x - MARGIN) / cell)
            const i = row * columns + column
            if (row >= 0 && column >= 0 && column < columns && i < variable.words) return variable.first + i
        }
        return -1
    }

    /** Scrolls to a word that is not in view. */
    bringToView(word) {
        if (!this.layout?.some(({ variable: { first, words } }) => word >= first && word < first + words)) return
        const { y } = this.boxOf(word)
        if (y < 0 || y + ROW > this.scroller.clientHeight) this.scroller.scrollTop += y - this.scroller.clientHeight / 2
    }

    /** Draws a moment; how many cells that took. */
    draw(view) {
        this.view = view
        const { recording, block, moment, word, colours, litWords } = view
        this.layOut(recording, block)
        const high = this.scroller.clientHeight
        this.canvas.style.height = `${high}px`
        this.spacer.style.height = `${Math.max(0, this.height - high)}px`
        const { context, width, height } = begin(this.canvas)
        const scroll = this.scroller.scrollTop
        let cells = 0
        context.textBaseline = 'middle'
        for (const { variable, columns, top, cell } of this.layout) {
            const rows = Math.ceil(variable.words / columns)
            const y = top - scroll
            if (y > height || y + HEAD + rows * ROW < 0) continue
            this.drawHead(context, colours, variable, y, width)
            const from = Math.max(0, Math.floor((scroll - top - HEAD) / ROW))
            const to = Math.min(rows, Math.ceil((scroll + height - top - HEAD) / ROW))
            for (let row = from; row < to; row++) {
                context.textAlign = 'right'
                context.font = `${FONT}px ${colours.mono}`
                context.fillStyle = colours.quiet
                const first = variable.start / variable.size + row * columns
                if (variable.words > 1) context.fillText(variable.shape.length > 1 ? `[${first / columns}]` : `[${first}]`, MARGIN - 7, y + HEAD + row * ROW + ROW / 2 - 0.5)
                context.textAlign = 'center'
                context.font = `${cell < 30 ? FONT - 1.5 : FONT}px ${colours.mono}`
                for (let i = row * columns; i < Math.min((row + 1) * columns, variable.words); i++, cells++)
                    drawWord(context, colours, recording, variable.first + i, moment, this.boxOf(variable.first + i))
            }
        }
        const visible = ({ variable: { first, words } }, one) => one >= first && one < first + words
        for (const { word: one, colour, inset = 0 } of litWords) {
            if (!this.layout.some((place) => visible(place, one))) continue
            const { x, y, width: wide, height: tall } = this.boxOf(one)
            ring(context, x + inset, y + inset, wide - 2 * inset, tall - 2 * inset, colours[colour], 3)
        }
        this.canvas.setAttribute('aria-label', `Memory; arrow keys choose a word; ${word >= 0 ? wordInWords(recording, word, moment) : 'no word chosen'}`)
        return cells
    }

    drawHead(context, colours, { name, type, space, shape, words, size, bytes, raw }, y, width) {
        context.textAlign = 'left'
        context.fillStyle = colours.text
        context.font = `600 13px ${colours.mono}`
        const title = `${name || 'unnamed'}${shape.length === 1 && shape[0] === 1 ? '' : shape.map((one) => `[${one}]`).join('')}`
        context.fillText(title, 8, y + 20)
        const after = context.measureText(title).width + 20
        context.fillStyle = colours.quiet
        context.font = `12px ${colours.mono}`
        const part = words * size < bytes ? `, ${number(words)} words of it` : ''
        context.fillText(`${space} ${raw && type !== 'bytes' ? `${type}, in words` : type}${part}`, after, y + 20, Math.max(20, width - after))
    }
}

function drawWord(context, colours, recording, word, moment, { x, y, width, height }) {
    const { format } = recording.variableOf(word)
    const { value, written, writer, reads, elsewhere } = wordAt(recording, word, moment)
    if (!written) hatch(context, x, y, width, height, colours.hatch, 6)
    else if (writer >= 0) {
        context.fillStyle = colourOf(recording.lineOf(writer))
        context.fillRect(x, y, width, height)
    }
    if (!written || writer < 0) {
        context.strokeStyle = colours.edge
        context.lineWidth = 1
        context.setLineDash(elsewhere ? [2, 2] : [])
        context.strokeRect(x + 0.5, y + 0.5, width - 1, height - 1)
        context.setLineDash([])
    }
    const ink = written && writer >= 0 ? INK : colours.text
    context.fillStyle = ink
    const letters = Math.floor((width - 1.5) / (LETTER * (width < 28 ? FONT - 1.5 : FONT)))
    if (written && letters > 0) context.fillText(shortValue(valueText(format, value), letters), x + width / 2, y + height / 2 + 0.5)
    if (!reads) return
    context.beginPath()
    context.moveTo(x + width, y + height - 7)
    context.lineTo(x + width, y + height)
    context.lineTo(x + width - 7, y + height)
    context.fill()
}
