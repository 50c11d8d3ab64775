// The source: at each line how many threads stand there now.
import { colourOf } from './colours.mjs'
import { highlight } from './highlight.mjs'
import { make, say } from './elements.mjs'
import { number } from './sentences.mjs'

export class SourcePane {
    /** choose(line): the reader has chosen it; run(direction): wants to be where a thread comes to it. */
    constructor(recording, choose, run) {
        const used = new Set(recording.lines.map(({ file }) => file))
        const names = [...used].map((file) => recording.files[file].name)
        this.recording = recording
        this.rows = []
        this.shown = []
        this.chosen = make('span')
        this.here = make('span', { class: 'here', hidden: true }, this.chosen,
            make('button', { type: 'button', title: 'back to the last time here (V)', onclick: () => run(-1) }, '◂ last time'),
            make('button', { type: 'button', title: 'run to the next time here (v)', onclick: () => run(1) }, 'run to here ▸'))
        this.code = make('div', { class: 'scroller code', tabindex: 0, role: 'region', 'aria-label': 'Source text' })
        this.files = make('span', { class: 'files' })
        this.element = make('section', { class: 'source pane', 'aria-label': 'Source' }, make('header', {}, make('h2', { title: names.join() }, names.length === 1 ? names[0].replace(/.*\//, '') : 'Source'), this.files, this.here), this.code)
        this.texts = recording.files.map(({ name, text }, file) => {
            if (!used.has(file)) return null
            const lines = highlight(text).map((parts, i) => this.makeLine(file, i + 1, parts, choose))
            const element = make('div', { class: 'text', hidden: true }, ...lines)
            this.code.append(element)
            const button = make('button', { type: 'button', onclick: () => this.open(file) }, name)
            this.files.append(button)
            return { element, button }
        })
        this.code.addEventListener('keydown', (event) => {
            const by = { ArrowUp: -1, ArrowDown: 1 }[event.key]
            const now = this.rows.findIndex((row) => row?.button === document.activeElement)
            if (!by || now < 0) return
            event.preventDefault()
            event.stopPropagation()
            const next = this.rows[now + by]
            if (!next) return
            this.open(recording.lines[now + by].file)
            next.button.focus()
            choose(now + by)
        })
        this.files.hidden = names.length < 2
        if (recording.lines.length) this.open(recording.lines[0].file)
    }

    makeLine(file, at, parts, choose) {
        const code = parts.map(({ text, kind }) => kind ? make('span', { class: `c-${kind}` }, text) : text)
        const line = this.recording.lines.findIndex((one) => one.file === file && one.line === at)
        if (line < 0) return make('div', { class: 'row' }, make('span', { class: 'n' }, String(at)), make('code', {}, ...code))
        const count = make('b', { class: 'count', 'aria-hidden': 'true' })
        const button = make('button', { type: 'button', class: 'n', tabindex: this.rows.some(Boolean) ? -1 : 0 }, String(at))
        const row = make('div', { class: 'row live', style: `--line: ${colourOf(line)}` }, button, count, make('code', {}, ...code))
        row.addEventListener('click', () => choose(line))
        this.rows[line] = { row, button, count, at, standing: 0 }
        return row
    }

    open(file) {
        this.file = file
        this.texts.forEach((text, i) => {
            if (!text) return
            text.element.hidden = i !== file
            text.button.setAttribute('aria-pressed', i === file)
        })
    }

    draw({ recording, block, moment, state, line }) {
        const { size } = recording.blocks[block]
        this.rows.forEach((row, i) => {
            const standing = state.standing[i]
            if (standing !== row.standing || !row.drawn) {
                row.standing = standing
                row.drawn = true
                say(row.count, standing ? number(standing) : '')
                row.row.classList.toggle('busy', standing > 0)
                row.row.style.setProperty('--share', `${Math.round((100 * standing) / size)}%`)
                row.button.setAttribute('aria-label', `line ${row.at}: ${standing ? `${standing} of ${size} threads` : 'no thread'}`)
            }
            if (row.chosen !== (i === line)) {
                row.chosen = i === line
                row.row.classList.toggle('chosen', row.chosen)
                row.button.setAttribute('aria-pressed', row.chosen)
            }
        })
        this.here.hidden = line < 0
        say(this.chosen, line < 0 ? '' : `line ${this.rows[line].at}`)
        const now = moment ? recording.lineOf(moment - 1) : -1
        if (now === this.now && block === this.block) return
        // The begin of the kernel is a good place to look at first.
        if (this.block === undefined && this.rows.length) this.code.scrollTop = this.rows[0].row.offsetTop - 70
        this.rows[this.now]?.row.classList.remove('now')
        this.rows[now]?.row.classList.add('now')
        this.now = now
        this.block = block
        if (now >= 0) this.bringToView(now)
    }

    bringToView(line) {
        const { file } = this.recording.lines[line]
        if (file !== this.file) this.open(file)
        const { row } = this.rows[line]
        const { scrollTop, clientHeight } = this.code
        const top = row.offsetTop
        if (top < scrollTop + 20 || top + row.offsetHeight > scrollTop + clientHeight - 20) this.code.scrollTop = top - clientHeight / 3
    }
}
