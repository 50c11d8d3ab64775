// What a run, a check, a profile or a recording has come to, in a few words.
import { marksOf } from './marks.mjs'

const MEANINGS = {
    0: { check: 'No mistakes found', profile: 'Profiled', see: 'Recorded' },
    1: 'Wrong result, or a failure',
    2: 'Wrong usage',
    77: 'Cannot run here',
    98: 'Mistakes found'
}

/**
 * outcome: { code, how, stopped, reason, recorded: whether See has something to show }. seen: after a run that went well, what the checker says of it, as again.mjs
 * tells, or 'looking'. main: the file that ran. well: what a run is called that went well.
 */
export function verdictOf({ code, how, stopped, reason, recorded }, seen, main, well) {
    if (stopped) return { kind: 'plain', text: 'Stopped' }
    if (how === 'compile') return { kind: 'bad', text: 'Does not compile: see the marked lines' }
    if (how === 'fault') return { kind: 'bad', text: 'It could not be run' }
    if (how === 'see' && !recorded) return { kind: code === 0 ? 'plain' : 'bad', text: `Nothing was recorded · exit code ${code}` }
    if (how === 'grade') return code === 0 ? { kind: 'good', text: 'Right' } : { kind: 'bad', text: 'Not yet: see below' }
    const end = ` · exit code ${code}`
    if (code === 0 && how === 'run') return afterRun(seen, main, well, end)
    const meaning = MEANINGS[code]?.[how] ?? MEANINGS[code]
    return { kind: code === 0 ? 'good' : code === 77 ? 'plain' : 'bad', text: (reason ?? meaning ?? 'Ended') + end }
}

// What is not known is not called right.
function afterRun(seen, main, well, end) {
    if (seen === 'looking') return { kind: 'good', text: `${well} · looking for races …` }
    if (seen?.findings) {
        const errors = seen.findings.filter(({ severity }) => severity === 'error')
        const where = placeOf(errors.length ? errors : seen.findings, main)
        if (errors.length) return { kind: 'bad', text: `Right this time, by luck: ${where}${end}` }
        if (where) return { kind: 'warn', text: `${well}, but be warned: ${where}${end}` }
        return { kind: 'good', text: `${well}, and free of races${end}` }
    }
    return { kind: 'good', text: `${well} · not checked for races${end}`, title: seen?.why ?? 'Check looks for them.' }
}

function placeOf(findings, main) {
    if (!findings.length) return ''
    const { file, line } = marksOf(findings)[0] ?? {}
    return !line ? 'see below' : file === main ? `line ${line}` : `${file.replace(/.*\//, '')}, line ${line}`
}
