// What the profiler has counted, as the page shows it. launches: the list of `./book profile --report json`.

const UNITS = {
    global: { one: 'sector', many: 'sectors', moved: 'L2 Theoretical Sectors Global', ideal: 'L2 Theoretical Sectors Global Ideal' },
    shared: { one: 'wavefront', many: 'wavefronts', moved: 'L1 Wavefronts Shared', ideal: 'L1 Wavefronts Shared Ideal' }
}

/** "naive<<<(16,16,1),(32,32,1)>>>, 3 launches". */
export function nameOf({ kernel, grid, block, shared_bytes: bytes, launches }) {
    const size = (list) => `(${list.join()})`
    return `${kernel}<<<${size(grid)},${size(block)}${bytes ? `,${bytes}` : ''}>>>${launches > 1 ? `, ${launches} launches` : ''}`
}

/** "4" or "31.2". */
export const short = (number) => String(Math.round(number * 10) / 10)

/** The rows of a launch, by line: { file, line, what, requests, threads, unit, moved, ideal, of: moved a request, least, request }. */
export function rowsOf({ lines, branches, operations, meetings }) {
    const rows = lines.map((row) => {
        const unit = UNITS[row.memory] ?? null, requests = row.Requests
        const moved = unit ? row[unit.moved] : row['Constant Addresses'], ideal = unit?.ideal ? row[unit.ideal] : undefined
        return {
            file: row.file, line: row.line, what: `${row.memory} ${row.access}`, requests, threads: row['Avg. Threads Executed'], unit,
            moved, ideal, of: unit ? moved / requests : null, least: unit ? ideal / requests : null,
            memory: row.memory, access: row.access, request: row.worst_request
        }
    })
    for (const row of branches ?? [])
        rows.push({ file: row.file, line: row.line, what: row.what, requests: row['Branch Passes'], threads: row['Avg. Threads Executed'],
                    both: row['Divergent Branches'] })
    for (const { file, line, what, Operations: requests } of operations ?? [])
        rows.push({ file, line, what, requests })
    for (const { file, line, what, times } of meetings)
        rows.push({ file, line, what, requests: times })
    return rows.sort((a, b) => (a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1))
}

/** What stands beside the lines of a file: [{ line, text, title, cost }], cost from 0, as few as can be, to 1. */
export function figuresOf(rows, file) {
    const worst = new Map() // by line
    for (const row of rows)
        if (row.file === file && row.unit && !(worst.get(row.line)?.of / worst.get(row.line)?.least >= row.of / row.least)) worst.set(row.line, row)
    return [...worst.values()].map(({ line, what, unit, of, least }) => ({
        line, text: of > least ? `${short(of)}/${short(least)}` : short(of),
        title: `${what}: ${counted(of, unit)} a request` + (of > least ? `, ${short(least)} would do` : ', the fewest there can be'),
        cost: Math.min(1, Math.log2(of / least) / 3)
    }))
}

const counted = (number, { one, many }) => `${short(number)} ${number === 1 ? one : many}`

/** What is wrong, the line that costs most first: [{ file, line, text }]. */
export const sentencesOf = ({ sentences }) =>
    (sentences ?? []).map((text) => text.match(/^(.*?):(\d+): (.*)$/s)).filter(Boolean)
        .map(([, file, line, text]) => ({ file, line: Number(line), text }))

/** Which of the launches is shown first: that of which most is to be said, of these the first. */
export function worstOf(launches) {
    const excess = ({ lines }) => lines.reduce((sum, row) =>
        sum + 32 * (row['L2 Theoretical Sectors Global Excessive'] ?? 0) + 128 * (row['L1 Wavefronts Shared Excessive'] ?? 0), 0)
    const all = launches.map(excess)
    return Math.max(0, all.indexOf(Math.max(...all)))
}

const BANKS = 32, WORD = 4, SECTOR = 32

/**
 * A request as a picture. Of global memory a row is a sector, and a column a byte; of shared memory a row is a wavefront,
 * and a column a bank: { rows: [label], columns, cells: [{ row, column, width, lanes }], text }.
 */
export function drawn({ memory, access, of, request }) {
    const lanes = request.offsets.map((offset, lane) => ({ lane, offset })).filter(({ offset }) => offset !== null)
    const asked = `${lanes.length} ${lanes.length === 1 ? 'thread asks' : 'threads ask'} for ${request.bytes} ${request.bytes === 1 ? 'byte' : 'bytes'}` +
        `${lanes.length === 1 ? '' : ' each'}`
    const whose = `A ${access} of warp ${request.warp} in block (${request.block.join()})`
    return memory === 'shared' ? banks(lanes, request, whose, asked) : sectors(lanes, request, whose, asked)
}

function sectors(lanes, { bytes }, whose, asked) {
    const cells = new Map() // by their first byte
    for (const { lane, offset } of lanes)
        for (let at = offset; at < offset + bytes;) {
            const end = Math.min(offset + bytes, (Math.floor(at / SECTOR) + 1) * SECTOR)
            const cell = cells.get(at) ?? { at, width: end - at, lanes: [] }
            cell.lanes.push(lane)
            cells.set(at, cell)
            at = end
        }
    const numbers = [...new Set([...cells.keys()].map((at) => Math.floor(at / SECTOR)))].sort((a, b) => a - b)
    return {
        rows: numbers.map((number) => `${number * SECTOR}`), columns: SECTOR, unit: 'byte',
        cells: [...cells.values()].map(({ at, width, lanes }) => ({ row: numbers.indexOf(Math.floor(at / SECTOR)), column: at % SECTOR, width, lanes })),
        text: `${whose}: ${asked}, which lie in ${counted(numbers.length, UNITS.global)} of 32 bytes.`
    }
}

// Accesses of 8 bytes come by halves of a warp, those of 16 by quarters.
function banks(lanes, { bytes }, whose, asked) {
    const atATime = bytes <= WORD ? 32 : (32 * WORD) / bytes
    const cells = []
    let first = 0 // row of the group
    for (let group = 0; group < 32 / atATime; group++) {
        const words = new Map()
        for (const { lane, offset } of lanes.filter(({ lane }) => Math.floor(lane / atATime) === group))
            for (let word = Math.floor(offset / WORD); word <= Math.floor((offset + bytes - 1) / WORD); word++)
                words.set(word, [...(words.get(word) ?? []), lane])
        const depth = Array(BANKS).fill(0)
        for (const [word, lanes] of [...words].sort((a, b) => a[0] - b[0]))
            cells.push({ row: first + depth[word % BANKS]++, column: word % BANKS, width: 1, lanes })
        first += Math.max(...depth)
    }
    return {
        rows: Array.from({ length: first }, (_, i) => `${i + 1}`), columns: BANKS, unit: 'bank', cells,
        text: `${whose}: ${asked}. The 32 banks serve one word each at a time, so it takes ${counted(first, UNITS.shared)}.`
    }
}
