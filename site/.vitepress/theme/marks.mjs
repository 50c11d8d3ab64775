// What the checker prints, as remarks on the lines that it names.
//
//   CUDA checker: error: race on shared memory in kernel draw
//       FILE:19: thread (0,8,0) of block (0,0,0) writes 4 bytes: ...
//       FILE:27: thread (15,7,0) of block (0,0,0) reads 4 bytes there, before it in this run
//       missing: __syncthreads() between the two
//
// And what the emulator prints of the end of a program: one line, which begins with the place.
//
//   CUDA emulator: error: FILE:4: host code divided an integer by zero

/** Those in what a program prints: [{ file, line, severity, text }]. */
export function marksIn(output) {
    const marks = []
    let finding = null
    const close = () => {
        for (const { file, line, text } of finding?.places ?? [])
            marks.push({ file, line, severity: finding.severity, text: [finding.text, text, finding.missing].filter(Boolean).join('\n') })
        finding = null
    }
    for (const text of output.split('\n')) {
        const [, severity, what] = text.match(/^CUDA (?:checker|emulator): (error|warning|note): (.*)$/) ?? []
        const [, file, line, who] = text.match(/^ {4}([\w./-]+):(\d+): (.*)$/) ?? []
        const [, at, number, told] = what?.match(/^([\w./-]+):(\d+): (.*)$/) ?? []
        if (severity) {
            close()
            finding = at ? { severity, text: told, places: [{ file: at, line: Number(number), text: '' }] } : { severity, text: what, places: [] }
        }
        else if (!text.startsWith('    ')) close()
        else if (finding && file) finding.places.push({ file, line: Number(line), text: who })
        else if (finding && text.startsWith('    missing: ')) finding.missing = text.trim()
    }
    close()
    return marks
}

/** Those of a report as the checker writes it for tools: [{ severity, text, ... }], with the words that it prints. */
export const marksOf = (report) =>
    report.filter(({ ignored }) => !ignored).flatMap(({ severity, text }) => marksIn(`CUDA checker: ${severity}: ${text}\n`))
