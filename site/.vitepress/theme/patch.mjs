// Exercises are unified diffs of one file. Nothing is guessed, as in book.d/diffs.sh: what a change takes out and what
// stands around it must be where it says, or further up or down at one place and no other.

/** The file that a diff changes. */
export const fileOf = (diff) => diff.match(/^\+\+\+ b\/(.*)$/m)[1]

/** The text with the change made (or, backwards, taken back); null if its lines do not stand there. */
export function apply(diff, text, backwards = false) {
    const lines = text.split('\n'), changed = []
    let done = 0, moved = 0
    const [, ...hunks] = diff.split(/^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@.*\n/m)
    while (hunks.length > 0) {
        const [minus, plus, body] = hunks.splice(0, 3)
        const parts = body.replace(/\n$/, '').split('\n').filter((line) => !line.startsWith('\\'))
        const side = (sign) => parts.filter((line) => line[0] !== sign).map((line) => line.slice(1))
        const [old, next] = backwards ? [side('-'), side('+')] : [side('+'), side('-')]
        const start = Number(backwards ? plus : minus) - (old.length > 0)
        const stands = (at) => at >= done && old.every((line, k) => lines[at + k] === line)
        const places = stands(start + moved) ? [start + moved] : [...lines.keys()].filter(stands)
        if (places.length !== 1) return null
        changed.push(...lines.slice(done, places[0]), ...next)
        done = places[0] + old.length
        moved = places[0] - start
    }
    return [...changed, ...lines.slice(done)].join('\n')
}
