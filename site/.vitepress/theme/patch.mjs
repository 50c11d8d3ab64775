// Exercises are unified diffs of one file. Nothing is guessed: what a change takes out and what stands around
// it must be there, though perhaps further up or down.

/** The file that a diff changes. */
export const fileOf = (diff) => diff.match(/^\+\+\+ b\/(.*)$/m)[1]

/** The text with the change made (or, backwards, taken back); null if its lines do not stand there. */
export function apply(diff, text, backwards = false) {
    let lines = text.split('\n')
    let from = 0
    for (const hunk of diff.split(/^@@ .*\n/m).slice(1)) {
        const parts = hunk.replace(/\n$/, '').split('\n').filter((line) => !line.startsWith('\\'))
        const side = (sign) => parts.filter((line) => line[0] !== sign).map((line) => line.slice(1))
        const [old, next] = backwards ? [side('-'), side('+')] : [side('+'), side('-')]
        const at = lines.findIndex((_, i) => i >= from && old.every((line, k) => lines[i + k] === line))
        if (at < 0) return null
        lines.splice(at, old.length, ...next)
        from = at + next.length
    }
    return lines.join('\n')
}
