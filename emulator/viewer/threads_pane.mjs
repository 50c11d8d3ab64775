// The threads of a block as a grid, a warp a row: each has the colour of the line where it is.
import { WARP } from './recording.mjs'
import { AT_A_BARRIER, AT_A_LINE, HAS_LEFT, IN_A_WARP_OPERATION, NOT_BEGUN, NOT_IN_THE_BRANCH } from './moments.mjs'
import { INK, colourOf } from './colours.mjs'
import { begin, hatch, ring } from './canvas.mjs'
import { make, makeLegend, say } from './elements.mjs'
import { lineNumber, threadInWords, threadName } from './sentences.mjs'

const LABEL = 30 // pixels for the number of the warp

export const SIGNS_OF_THREADS = [
    ['line', '36', 'at this line'], ['barrier', '', 'waits at a barrier'], ['warp', '', 'in a warp operation'],
    ['absent', '', 'not in the branch'], ['unborn', '', 'not begun'], ['left', '', 'has left'],
    ['first', 'w', 'wrote the chosen word'], ['second', 'r', 'has read it since']
]

export class ThreadsPane {
    /** choose(thread): the reader has chosen it; chosen(): which one is, also before it is drawn. */
    constructor(choose, chosen) {
        this.canvas = make('canvas', { class: 'grid', tabindex: 0, role: 'application', 'aria-roledescription': 'grid of threads' })
        this.title = make('h2', {}, 'Threads')
        this.scroller = make('div', { class: 'scroller' }, this.canvas)
        this.element = make('section', { class: 'threads pane', 'aria-label': 'Threads' },
            make('header', {}, this.title),
            this.scroller,
            makeLegend(SIGNS_OF_THREADS))
        this.canvas.addEventListener('click', (event) => {
            const thread = this.threadAt(event.offsetX, event.offsetY)
            if (thread >= 0) choose(thread)
        })
        this.canvas.addEventListener('mousemove', ({ offsetX, offsetY }) => {
            const thread = this.threadAt(offsetX, offsetY)
            this.canvas.title = thread < 0 ? '' : this.inWords(thread)
        })
        this.canvas.addEventListener('keydown', (event) => {
            const by = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -this.lanes, ArrowDown: this.lanes }[event.key]
            if (!by || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
            event.preventDefault()
            event.stopPropagation()
            const { first, size } = this.view.recording.blocks[this.view.block]
            const next = chosen() < 0 ? 0 : chosen() - first + by
            if (next >= 0 && next < size) choose(first + next)
        })
    }

    inWords(thread) {
        const { recording, block, state } = this.view
        const number = thread - recording.blocks[block].first
        return `${threadName(recording, thread)}, warp ${Math.floor(number / WARP)}, lane ${number % WARP}: ${threadInWords(recording, thread, state)}`
    }

    /** Where the thread of this number in the block is drawn. */
    boxOf(number) {
        const row = Math.floor(number / this.lanes)
        return {
            x: LABEL + (number % this.lanes) * this.side,
            y: row * this.tall + Math.floor((row * this.lanes) / WARP) * this.gap,
            width: this.side - 2, height: this.tall - 2
        }
    }

    threadAt(x, y) {
        const { first, size } = this.view.recording.blocks[this.view.block]
        for (let number = 0; number < size; number++) {
            const box = this.boxOf(number)
            if (x >= box.x && x < box.x + this.side && y >= box.y && y < box.y + this.tall) return first + number
        }
        return -1
    }

    /** Scrolls to a thread that is not in view. */
    bringToView(thread) {
        const { first, size } = this.view.recording.blocks[this.view.block]
        if (thread < first || thread >= first + size) return
        const { scrollTop, clientHeight } = this.scroller
        const { y, height } = this.boxOf(thread - first)
        if (y < scrollTop || y + height > scrollTop + clientHeight - 10) this.scroller.scrollTop = y - clientHeight / 2
    }

    layOut(size) {
        const width = this.element.clientWidth - LABEL - 26
        this.lanes = width >= WARP * 12.5 ? WARP : WARP / 2
        this.side = Math.min(30, Math.floor((4 * width) / Math.min(this.lanes, size)) / 4)
        this.tall = size > 16 * WARP ? 12 : size > 8 * WARP ? 16 : 22
        this.gap = this.lanes < WARP ? 4 : 0
        const { y, height } = this.boxOf(size - 1)
        this.canvas.style.height = `${y + height + 3}px`
    }

    /** Draws a moment; how many cells that took. */
    draw(view) {
        this.view = view
        const { recording, block, state, thread, colours, lit } = view
        const { size, first, warps } = recording.blocks[block]
        this.layOut(size)
        say(this.title, `Threads: ${size} in ${warps === 1 ? 'a warp' : `${warps} warps`}`)
        const { context } = begin(this.canvas)
        context.textAlign = 'center'
        context.textBaseline = 'middle'
        const font = Math.min(11, Math.floor(this.side * 0.72), this.tall - 3)
        for (let number = 0; number < size; number++) {
            const { x, y, width, height } = this.boxOf(number)
            if (number % WARP === 0) {
                context.font = `11px ${colours.mono}`
                context.fillStyle = colours.quiet
                context.fillText(`w${number / WARP}`, LABEL / 2 - 3, y + height / 2 + 0.5)
                context.font = `${font}px ${colours.mono}`
            }
            drawThread(context, colours, state.doing[number], state.line[number], x, y, width, height,
                font >= 8 ? lineNumber(recording, state.line[number]) : '')
        }
        for (const { thread: one, colour, mark } of lit) {
            if (one < first || one >= first + size) continue
            const { x, y, width, height } = this.boxOf(one - first)
            if (mark) {
                context.fillStyle = colours[colour]
                context.fillRect(x, y, width, height)
                context.fillStyle = colours.surface
                context.font = `bold ${Math.min(12, height - 2)}px ${colours.mono}`
                context.fillText(mark, x + width / 2, y + height / 2 + 0.5)
            } else ring(context, x, y, width, height, colours[colour], colour === 'text' ? 3 : 2)
        }
        const label = thread >= 0 ? this.inWords(thread) : 'no thread chosen'
        this.canvas.setAttribute('aria-label', `Threads; arrow keys choose one; ${label}`)
        return size
    }
}

function drawThread(context, colours, doing, line, x, y, width, height, text) {
    const colour = colourOf(line)
    const middle = x + width / 2
    switch (doing) {
    case NOT_BEGUN:
        context.strokeStyle = colours.edge
        context.lineWidth = 1
        context.strokeRect(x + 0.5, y + 0.5, width - 1, height - 1)
        break
    case AT_A_LINE:
        context.fillStyle = colour
        context.fillRect(x, y, width, height)
        context.fillStyle = INK
        context.fillText(line < 0 ? '' : text, middle, y + height / 2 + 0.5)
        break
    case AT_A_BARRIER:
        context.fillStyle = colour
        context.fillRect(x, y, width, height)
        context.fillStyle = colours.surface
        context.fillRect(x + 2, y + 2, width - 4, height - 4)
        context.fillStyle = colours.text
        context.fillRect(middle - 3, y + height / 2 - 3.5, 2, 7)
        context.fillRect(middle + 1, y + height / 2 - 3.5, 2, 7)
        break
    case IN_A_WARP_OPERATION:
        context.fillStyle = colour
        context.fillRect(x, y, width, height)
        context.fillStyle = INK
        context.fillRect(x + 3, y + height / 2 - 1, width - 6, 2)
        break
    case NOT_IN_THE_BRANCH:
        hatch(context, x, y, width, height, colours.hatch, 4)
        context.strokeStyle = colours.edge
        context.lineWidth = 1
        context.strokeRect(x + 0.5, y + 0.5, width - 1, height - 1)
        break
    case HAS_LEFT:
        context.fillStyle = colours.quiet
        context.fillRect(middle - 1.5, y + height / 2 - 1.5, 3, 3)
    }
}
