// What the checker says, as remarks on the lines that it names.
//
//   CUDA checker: error: race on shared memory in kernel draw
//       FILE:19: thread (0,8,0) of block (0,0,0) writes 4 bytes: ...
//       FILE:27: thread (15,7,0) of block (0,0,0) reads 4 bytes there, before it in this run
//       missing: __syncthreads() between the two

/** A remark on every line that findings name: [{ file, line, severity, text }]. */
export function marksOf(findings) {
    return findings.flatMap(({ severity, text, places, missing }) => places.map((place) =>
        ({ file: place.file, line: place.line, severity, text: [text, place.text, missing].filter(Boolean).join('\n') })))
}

/** The findings in what a program has printed: [{ severity, text, places: [{ file, line, text }], missing }]. */
export function findingsIn(output) {
    const findings = []
    let open = null
    for (const line of output.split('\n')) {
        const [, severity, text] = line.match(/^CUDA (?:checker|emulator): (error|warning|note): (.*)$/) ?? []
        const [, file, number, who] = line.match(/^ {4}([\w./-]+):(\d+): (.*)$/) ?? []
        if (severity) findings.push((open = { severity, text, places: [] }))
        else if (!line.startsWith('    ')) open = null
        else if (open && file) open.places.push({ file, line: Number(number), text: who })
        else if (open && line.startsWith('    missing: ')) open.missing = line.trim()
    }
    return findings
}
