// After a run that went well: the same once more with the checker, unseen. So the page knows what was right by luck.
import { compile } from './compiler.mjs'
import { Engine } from './engine.mjs'
import { Lines } from './lines.mjs'

const PATIENCE = 30000 // milliseconds

/**
 * files, main: what is compiled. name, args, env: how it was run. typed: the lines that it has read.
 * tell: called once, with { findings, text }, what the checker has found and all that it said, or with { why } if that is
 * not known. Returns a function that ends it: then tell is not called.
 */
export function lookAgain({ files, main, name, args, env, typed }, tell) {
    let engine = null
    let over = false
    let findings = []
    const said = new Lines()
    const lines = [...typed]

    function finish(what) {
        if (over) return
        over = true
        clearTimeout(late)
        engine?.stop()
        if (what) tell(what)
    }
    let late // the compiler takes the time that it takes

    const hear = {
        findings: ({ list }) => (findings = list.filter(({ kind, ignored }) => !ignored && kind !== 'unused-result')), // those it only counts
        output: ({ text, left, bytes, stream }) => stream === 2 && (bytes ? said.skip(left) : said.text(text, 'error-stream')),
        reads: () => engine.send(lines.length ? { type: 'input', kind: 'line', text: lines.shift() } : { type: 'input', kind: 'end' }),
        fault: ({ text }) => finish({ why: text }),
        exit: ({ code }) => finish(
            findings.length || code === 0 ? { findings, text: said.kept.map(({ text }) => text).join('\n') }
                : { why: `With the checker it ended with exit code ${code}.` })
    }
    compile({ ...files }, main, 'check').then(({ wasm }) => {
        if (over) return
        if (!wasm) return finish({ why: 'It could not be compiled for the checker.' })
        engine = new Engine((message) => hear[message.type]?.(message))
        late = setTimeout(() => finish({ why: 'The checker was not done within half a minute: Check looks as long as it takes.' }), PATIENCE)
        engine.send({ type: 'run', wasm, name, args, env: { ...env, DISPLAY: '', BOOK_OUT: '', BOOK_FRAMES: '3' }, files: {} })
    }, (error) => finish({ why: error?.message ?? 'The compiler was stopped.' }))
    return () => finish(null)
}
