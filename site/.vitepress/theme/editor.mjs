// The editor: CodeMirror, with C++'s colours, with remarks below the lines that they are about, and figures beside them.
import { basicSetup } from 'codemirror'
import { cpp } from '@codemirror/lang-cpp'
import { HighlightStyle, indentUnit, syntaxHighlighting } from '@codemirror/language'
import { EditorState, RangeSet, StateEffect, StateField } from '@codemirror/state'
import { Decoration, EditorView, GutterMarker, WidgetType, gutter, keymap } from '@codemirror/view'
import { tags } from '@lezer/highlight'

class Remark extends WidgetType {
    constructor(severity, text) {
        super()
        Object.assign(this, { severity, text })
    }
    eq(other) {
        return other.severity === this.severity && other.text === this.text
    }
    toDOM() {
        // What the editor measures has no margin: the lines and their numbers stay side by side.
        const element = document.createElement('div')
        element.className = `remark ${this.severity}`
        element.appendChild(document.createElement('div')).textContent = this.text
        return element
    }
}

const setRemarks = StateEffect.define()

// They move with their lines; a line that is changed loses its own.
const remarks = StateField.define({
    create: () => Decoration.none,
    update(set, transaction) {
        set = set.map(transaction.changes)
        for (const effect of transaction.effects) if (effect.is(setRemarks)) set = effect.value
        return set
    },
    provide: (field) => EditorView.decorations.from(field)
})

// What the profiler has counted of a line.
class Figure extends GutterMarker {
    constructor({ text, title, cost }) {
        super()
        Object.assign(this, { text, title, cost })
    }
    eq(other) {
        return other.text === this.text && other.title === this.title
    }
    toDOM() {
        const element = Object.assign(document.createElement('div'), { className: 'figure', textContent: this.text, title: this.title })
        element.style.setProperty('--cost', this.cost)
        return element
    }
}

const setFigures = StateEffect.define()

// They move with their lines, too; there is no room for them where there are none.
const figures = StateField.define({
    create: () => RangeSet.empty,
    update(set, transaction) {
        set = set.map(transaction.changes)
        for (const effect of transaction.effects) if (effect.is(setFigures)) set = effect.value
        return set
    }
})
const besideLines = (pressed) => gutter({
    class: 'figures-beside',
    markers: (view) => view.state.field(figures),
    domEventHandlers: {
        click(view, { from }) {
            let any = false
            view.state.field(figures).between(from, from, () => { any = true })
            if (any) pressed(view.state.doc.lineAt(from).number)
            return any
        }
    }
})

const colours = HighlightStyle.define([
    { tag: [tags.keyword, tags.controlKeyword, tags.modifier, tags.operatorKeyword], color: 'var(--code-keyword)' },
    { tag: [tags.typeName, tags.className], color: 'var(--code-type)' },
    { tag: [tags.string, tags.character], color: 'var(--code-string)' },
    { tag: [tags.number, tags.bool, tags.null], color: 'var(--code-number)' },
    { tag: [tags.comment], color: 'var(--code-comment)' },
    { tag: [tags.processingInstruction, tags.meta], color: 'var(--code-macro)' },
    { tag: [tags.function(tags.variableName), tags.function(tags.definition(tags.variableName))], color: 'var(--code-function)' }
])

/**
 * An editor in the element `parent`. changed(text): the reader has changed it; run(): asked to by Ctrl+Enter; figure(line):
 * the reader has pressed the figure beside a line.
 */
export function makeEditor(parent, label, { changed, run, figure }) {
    const extensions = (label) => [
        keymap.of([{ key: 'Mod-Enter', run: () => (run(), true) }]),
        basicSetup,
        cpp(),
        indentUnit.of('    '),
        EditorState.tabSize.of(4),
        syntaxHighlighting(colours),
        remarks,
        figures,
        besideLines(figure),
        EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
        EditorView.updateListener.of((update) => update.docChanged && changed(update.state.doc.toString()))
    ]
    const view = new EditorView({ parent, state: EditorState.create({ extensions: extensions(label) }) })
    const left = new Map() // by versions: the files that were open, as they were left
    let current = null
    const stateOf = ({ version, file }) => left.get(version)?.get(file)
    return {
        view,
        /** Another file, or another version of it: with its own history, and without remarks. */
        open(version, file, text) {
            if (current) {
                if (!left.has(current.version)) left.set(current.version, new Map())
                left.get(current.version).set(current.file, view.state)
            }
            current = { version, file }
            view.setState(stateOf(current) ?? EditorState.create({ doc: text, extensions: extensions(file) }))
            this.remark([])
            if (view.state.doc.toString() !== text) this.replace(text, false)
        },
        /** The version that is open is called otherwise from now on. */
        rename(from, to) {
            left.set(to, left.get(from) ?? new Map())
            left.delete(from)
            current.version = to
        },
        /** A change that the reader may take back with Ctrl+Z. Only what differs is touched. */
        replace(text, show = true) {
            const old = view.state.doc.toString()
            let from = 0
            while (from < old.length && from < text.length && old[from] === text[from]) from++
            let end = 0
            while (end < old.length - from && end < text.length - from && old.at(-1 - end) === text.at(-1 - end)) end++
            view.dispatch({ changes: { from, to: old.length - end, insert: text.slice(from, text.length - end) } })
            if (show) this.show(view.state.doc.lineAt(from).number, false)
        },
        /** [{ line, severity, text }], lines from 1. */
        remark(list) {
            const doc = view.state.doc
            const marks = []
            for (const { line, severity, text } of list) {
                if (line < 1 || line > doc.lines) continue
                const { from, to } = doc.line(line)
                marks.push(Decoration.line({ class: `remarked ${severity}` }).range(from))
                marks.push(Decoration.widget({ widget: new Remark(severity, text), block: true, side: 1 }).range(to))
            }
            view.dispatch({ effects: setRemarks.of(Decoration.set(marks, true)) })
        },
        /** [{ line, text, title, cost }], lines from 1; cost: from 0 to 1. */
        figures(list) {
            const doc = view.state.doc
            const marks = list.filter(({ line }) => line >= 1 && line <= doc.lines).map((one) => new Figure(one).range(doc.line(one.line).from))
            view.dispatch({ effects: setFigures.of(RangeSet.of(marks, true)) })
        },
        /** Scrolls to a line, and selects it if asked to. */
        show(number, select = true) {
            const line = view.state.doc.line(Math.min(Math.max(number, 1), view.state.doc.lines))
            view.dispatch({
                ...(select ? { selection: { anchor: line.from, head: line.to } } : {}),
                effects: EditorView.scrollIntoView(line.from, { y: 'center', x: 'start' })
            })
        },
        /** Scrolls to a line that cannot be seen, and leaves the page where it is. */
        reveal(number) {
            if (number > view.state.doc.lines) return
            const { top, bottom } = view.lineBlockAt(view.state.doc.line(number).from)
            view.scrollDOM.scrollLeft = 0 // the line is seen from its beginning
            const { scrollTop, clientHeight } = view.scrollDOM
            if (top < scrollTop || bottom > scrollTop + clientHeight) view.scrollDOM.scrollTop = top - clientHeight / 3
        },
        destroy: () => view.destroy()
    }
}
