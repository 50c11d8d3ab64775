// The time: a ribbon with a row for each warp, in the colours of the lines that it is at, under a bar to drag; and steps.
import { AT } from './trace.mjs'
import { colourOf } from './colours.mjs'
import { begin } from './canvas.mjs'
import { make, say } from './elements.mjs'
import { number } from './sentences.mjs'

const STEPS = [['access', 'a', 'read or write'], ['line', 'l', 'line'], ['barrier', 'b', 'barrier'], ['write', 'w', 'write of the chosen word']]

export class TimePane {
    /** go(moment), step(what, direction), play(): what the reader wants. */
    constructor(recording, { go, step, play, all }) {
        this.recording = recording
        this.canvas = make('canvas', { class: 'ribbon', 'aria-hidden': 'true' })
        this.bar = make('input', { type: 'range', min: 0, max: recording.n, step: 1, value: 0, 'aria-label': 'Moment' })
        this.bar.addEventListener('input', () => go(Number(this.bar.value)))
        this.count = make('output', { class: 'moment' })
        this.play = make('button', { type: 'button', class: 'play', title: 'play (space)', 'aria-label': 'Play', onclick: play }, '▶')
        this.whose = make('button', { type: 'button', class: 'whose', title: 'step through all threads again (Escape)', onclick: all })
        const steps = STEPS.map(([what, key, about]) => make('span', { class: 'step', role: 'group', 'aria-label': `by ${about}` },
            make('button', { type: 'button', 'data-step': `-${what}`, 'aria-label': `back by a ${about}`, title: `back (${key.toUpperCase()})`, onclick: () => step(what, -1) }, '◂'),
            make('span', {}, what),
            make('button', { type: 'button', 'data-step': what, 'aria-label': `on by a ${about}`, title: `on (${key})`, onclick: () => step(what, 1) }, '▸')))
        this.track = make('div', { class: 'track' }, this.canvas, this.bar)
        this.element = make('section', { class: 'time', 'aria-label': 'Time' },
            this.track,
            make('div', { class: 'steps' }, this.play, ...steps, this.whose, this.count))
        this.writes = steps.at(-1).querySelectorAll('button')
        this.written = steps.at(-1).querySelector('span')
    }

    /** The picture of all the time, made anew only when the block, the width or the colours are others. */
    picture(block, width, height, colours) {
        const key = [block, width, height, colours.surface].join()
        if (this.key === key) return this.drawn
        this.key = key
        const { recording } = this
        const { ofBlock, warpOf, blocks, n } = recording
        const { firstWarp, warps } = blocks[block]
        const { kind, thread } = recording.events
        const rows = Math.min(warps, Math.floor(height / 2))
        const lines = new Int32Array(rows * width).fill(-2)
        const now = new Int32Array(rows).fill(-1)
        const scale = width / n
        const ends = new Int32Array(rows) // where each row's last event is
        for (let at = ofBlock.starts[block]; at < ofBlock.starts[block + 1]; at++) {
            const event = ofBlock.events[at]
            const row = Math.floor(((warpOf[thread[event]] - firstWarp) * rows) / warps)
            if (kind[event] === AT) now[row] = recording.lineOf(event)
            // Few events are wider than a pixel.
            const x = (event * scale) | 0
            const to = Math.max(x + 1, ((event + 1) * scale) | 0)
            lines.fill(now[row], row * width + x, row * width + to)
            ends[row] = x
        }
        this.drawn = make('canvas', { width, height })
        const context = this.drawn.getContext('2d')
        for (let row = 0; row < rows; row++) {
            const y = Math.round((row * height) / rows)
            const tall = Math.max(1, Math.round(((row + 1) * height) / rows) - y - (height / rows > 4 ? 1 : 0))
            for (let x = 0, end, before = -2; x < width; x = end) {
                const line = lines[row * width + x]
                for (end = x + 1; end < width && lines[row * width + end] === line; ) end++
                if (line > -2) before = line
                if (before < -1 || x > ends[row]) continue
                context.globalAlpha = line > -2 ? 1 : 0.28 // pale: others run meanwhile
                context.fillStyle = colourOf(before)
                context.fillRect(x, y, end - x, tall)
            }
        }
        return this.drawn
    }

    draw({ recording, block, moment, colours, sentence, thread, word, threadText, finding, playing }) {
        this.track.style.setProperty('--rows', recording.blocks[block].warps)
        const { context, width, height } = begin(this.canvas)
        const { n, barriers, warpOperations, findings } = recording
        const ribbon = { top: 14, height: height - 24 }
        const xOf = (event) => (n ? (event * width) / n : 0)
        context.fillStyle = colours.sunken
        context.fillRect(0, ribbon.top, width, ribbon.height)
        context.drawImage(this.picture(block, Math.round(width), ribbon.height, colours), 0, ribbon.top)
        const marks = (group, draw) => {
            let before = -9
            for (let at = group.starts[block]; at < group.starts[block + 1]; at++) {
                const x = Math.round(xOf(group.events[at]))
                if (x > before) draw((before = x))
            }
        }
        context.fillStyle = colours.quiet
        marks(warpOperations, (x) => context.fillRect(x - 0.5, height - 7, 1, 4))
        context.fillStyle = colours.text
        marks(barriers, (x) => {
            context.fillRect(x - 0.75, ribbon.top - 2, 1.5, ribbon.height + 4)
            context.fillRect(x - 3, height - 8, 2, 6)
            context.fillRect(x + 1, height - 8, 2, 6)
        })
        findings.forEach(({ events }, i) => events.forEach((event) => {
            const x = xOf(event)
            context.fillStyle = colours.first
            context.beginPath()
            context.moveTo(x - 5, 1)
            context.lineTo(x + 5, 1)
            context.lineTo(x, i === finding ? 13 : 9)
            context.fill()
        }))
        const x = Math.min(width - 1, Math.max(1, xOf(moment)))
        context.fillStyle = colours.surface
        context.fillRect(x - 2.5, 0, 5, height)
        context.fillStyle = colours.accent
        context.fillRect(x - 1.5, 0, 3, height)
        this.bar.value = moment
        this.bar.setAttribute('aria-valuetext', `${number(moment)} of ${number(n)}: ${sentence}`)
        say(this.count, `${number(moment)} / ${number(n)}`)
        say(this.play, playing ? '❚❚' : '▶')
        this.play.setAttribute('aria-label', playing ? 'Pause' : 'Play')
        for (const button of this.writes) button.disabled = word < 0
        say(this.written, word < 0 ? 'write' : `write of ${recording.wordName(word)}`)
        this.whose.hidden = thread < 0
        say(this.whose, thread < 0 ? '' : `steps of ${threadText} ✕`)
    }
}
