// Draws a chart from what gnuplot would have been told, as SVG: in a page there is no gnuplot. Only the commands
// that common/chart_layout.h writes are known, and it has placed everything; what is left is to draw.

const TEXT = 13 // pixels

// gnuplot's symbols of points by their numbers, as those of symbolAt.
const SYMBOLS = { 4: 'square', 5: 'square', 6: 'disc', 7: 'disc', 9: 'up', 11: 'down', 13: 'diamond', 15: 'pentagon' }
const DASHES = ['', '8 4', '2 3', '8 3 2 3']

/** Whether these bytes of a file are such commands. */
export const isChart = (bytes) => new TextDecoder().decode(bytes.subarray(0, 13)) === 'set terminal '

/** The text of an SVG picture. */
export function drawChart(script) {
    const chart = new Chart()
    const lines = script.split('\n')
    for (let i = 0; i < lines.length; i++) {
        const [, name] = lines[i].match(/^(\$\w+) << END$/) ?? []
        if (!name) {
            chart.obey(lines[i])
            continue
        }
        const end = lines.indexOf('END', i)
        chart.data[name] = lines.slice(i + 1, end).map((line) => line.split(' '))
        i = end
    }
    return chart.text()
}

const escaped = (text) => text.replace(/[&<>"]/g, (letter) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[letter])
const at = (number) => Number(number.toFixed(2))
const quoted = (text) => text.match(/'((?:[^']|'')*)'/)[1].replaceAll("''", "'")

class Chart {
    data = {}
    colours = {}
    margins = {}
    x = { tics: null, log: false }
    y = { tics: null, log: false }
    out = []

    obey(line) {
        let found
        if ((found = line.match(/^set terminal .*?size (\d+),(\d+)/))) {
            ;[this.width, this.height] = found.slice(1).map(Number)
        } else if ((found = line.match(/^set linetype (\d+) linecolor rgb '(#\w+)'/))) {
            this.colours[found[1]] = found[2]
        } else if ((found = line.match(/^set ([lrbt])margin at screen (\S+)/))) {
            this.margins[found[1]] = Number(found[2])
        } else if ((found = line.match(/^set ([xy])range \[(.*):(.*)\]/))) {
            Object.assign(this[found[1]], { low: Number(found[2]), high: Number(found[3]) })
        } else if ((found = line.match(/^set logscale ([xy])/))) {
            this[found[1]].log = true
        } else if ((found = line.match(/^set ([xy])tics enhanced \((.*)\)$/))) {
            const list = [...found[2].matchAll(/'([^']*)' ([^,]+)/g)]
            this[found[1]].tics = list.map(([, text, value]) => ({ text, value: Number(value) }))
        } else if ((found = line.match(/^set ytics (\S+)$/))) {
            this.y.tics = multiples(this.y, Number(found[1]))
        } else if (line === 'unset ytics') {
            this.y.tics = []
        } else if ((found = line.match(/^set label .*' at screen (\S+), screen (\S+) noenhanced(.*)$/))) {
            this.label(quoted(line), found[1] * this.width, (1 - found[2]) * this.height, found[3])
        } else if ((found = line.match(/^set arrow from (\S+),(\S+) to screen (\S+), screen (\S+) nohead linetype (\d+)/))) {
            const [x, y] = this.place(Number(found[1]), Number(found[2]))
            this.out.push(`<line x1="${x}" y1="${y}" x2="${at(found[3] * this.width)}" y2="${at((1 - found[4]) * this.height)}" ` +
                `stroke="${this.colours[found[5]]}" stroke-width="0.5"/>`)
        } else if (line.startsWith('plot ')) {
            this.plot(line.slice(5).split(', $').map((part, i) => (i ? '$' : '') + part))
        }
    }

    label(text, x, y, more) {
        const size = more.match(/font ',(\d+)'/)?.[1] ?? TEXT
        const [, role, symbol] = more.match(/linetype (\d+) pointtype (\d+)/) ?? []
        if (role) this.out.push(symbolAt(x, y, symbol, this.colours[role]))
        this.write(text, role ? x + 9 : x, y + size * 0.35, size, more.includes('center') ? 'middle' : 'start')
    }

    write(text, x, y, size = TEXT, anchor = 'start') {
        // "10^{-6}" has a raised -6; what follows stands on the line again.
        const parts = escaped(text).replace(/\^\{(.*?)\}/g, `<tspan dy="-5" font-size="${at(size * 0.75)}">$1</tspan>`)
        this.out.push(`<text x="${at(x)}" y="${at(y)}" font-size="${size}" text-anchor="${anchor}">${parts}</text>`)
    }

    get box() {
        const { l, r, b, t } = this.margins
        return { left: l * this.width, right: r * this.width, bottom: (1 - b) * this.height, top: (1 - t) * this.height }
    }

    place(x, y) {
        const { left, right, bottom, top } = this.box
        return [at(left + part(this.x, x) * (right - left)), at(bottom + part(this.y, y) * (top - bottom))]
    }

    axes() {
        const { left, right, bottom, top } = this.box
        for (const { value, text } of this.y.tics ?? []) {
            const [, y] = this.place(this.x.low, value)
            this.out.push(`<path d="M${at(left)} ${y}H${at(right)}" stroke="#ddd"/>`)
            this.write(text, left - 8, y + TEXT * 0.35, TEXT, 'end')
        }
        for (const { value, text } of this.x.tics ?? multiples(this.x, step(this.x, 8))) {
            const [x] = this.place(value, this.y.low)
            this.out.push(`<path d="M${x} ${at(bottom)}v-4" stroke="#444"/>`)
            this.write(text, x, bottom + TEXT + 5, TEXT, 'middle')
        }
        this.out.push(`<path d="M${at(left)} ${at(top)}V${at(bottom)}H${at(right)}" fill="none" stroke="#444"/>`)
    }

    plot(parts) {
        const bars = parts.find((part) => part.includes(' with boxes '))
        if (bars) this.x.tics = this.data.$bars.map(([x, , text]) => ({ value: Number(x), text }))
        this.axes()
        for (const part of parts) {
            const rows = this.data[part.match(/^\$\w+/)[0]].map((row) => row.map(Number))
            const colour = this.colours[part.match(/linetype (\d+)/)[1]]
            if (bars) {
                for (const [x, y] of rows) this.bar([x - 0.35, 0], [x + 0.35, y], colour)
            } else if (part.includes(' boxxyerror ')) {
                for (const [, , left, right, bottom, top] of rows) this.bar([left, bottom], [right, top], colour, this.colours[1])
            } else {
                this.line(rows.map(([x, y]) => this.place(x, y)), colour, part)
            }
        }
    }

    bar(from, to, colour, border) {
        const [[left, bottom], [right, top]] = [this.place(...from), this.place(...to)]
        this.out.push(`<rect x="${left}" y="${top}" width="${at(right - left)}" height="${at(bottom - top)}" fill="${colour}"` +
            (border ? ` stroke="${border}" stroke-width="0.5"/>` : '/>'))
    }

    line(points, colour, how) {
        const dash = DASHES[(how.match(/dashtype (\d+)/)?.[1] - 1) % DASHES.length]
        this.out.push(`<polyline points="${points.map((point) => point.join(',')).join(' ')}" fill="none" stroke="${colour}" ` +
            `stroke-width="2" stroke-linejoin="round"${dash ? ` stroke-dasharray="${dash}"` : ''}/>`)
        const symbol = how.match(/pointtype (\d+)/)?.[1]
        if (symbol) for (const [x, y] of points) this.out.push(symbolAt(x, y, symbol, colour))
    }

    text() {
        return `<svg xmlns="http://www.w3.org/2000/svg" width="${this.width}" height="${this.height}" ` +
            `viewBox="0 0 ${this.width} ${this.height}" font-family="sans-serif" fill="#000">\n` +
            `<rect width="100%" height="100%" fill="#fff"/>\n${this.out.join('\n')}\n</svg>\n`
    }
}

/** Where a value stands between the ends of its axis, 0 to 1. */
function part({ low, high, log }, value) {
    return log ? Math.log(value / low) / Math.log(high / low) : (value - low) / (high - low)
}

/** 1, 2 or 5 times a power of ten: the least that leaves at most so many tics. */
function step({ low, high }, most) {
    const least = (high - low) / most
    const power = 10 ** Math.floor(Math.log10(least))
    return [1, 2, 5, 10].find((digit) => digit * power >= least) * power
}

function multiples({ low, high }, by) {
    const list = []
    for (let k = Math.ceil(low / by - 1e-9); k * by <= high + by * 1e-9; k++)
        list.push({ value: k * by, text: String(Number((k * by).toPrecision(6))) })
    return list
}

function symbolAt(x, y, symbol, colour) {
    const shape = SYMBOLS[symbol]
    const fill = ['4', '6'].includes(symbol) ? `fill="#fff" stroke="${colour}"` : `fill="${colour}"`
    if (shape === 'disc') return `<circle cx="${at(x)}" cy="${at(y)}" r="3.5" ${fill}/>`
    if (shape === 'square') return `<rect x="${at(x - 3.2)}" y="${at(y - 3.2)}" width="6.4" height="6.4" ${fill}/>`
    const corners = { up: 3, down: 3, diamond: 4, pentagon: 5 }[shape]
    const points = Array.from({ length: corners }, (_, i) => {
        const turn = 2 * Math.PI * (i / corners - (shape === 'down' ? 0.75 : 0.25))
        return `${at(x + 4.4 * Math.cos(turn))},${at(y + 4.4 * Math.sin(turn))}`
    })
    return `<polygon points="${points.join(' ')}" ${fill}/>`
}
