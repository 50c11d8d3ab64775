// Values as their type in the source has them.

const scratch = new DataView(new ArrayBuffer(16))

/** A 16-bit float (IEEE 754 binary16). */
function half(bits) {
    const sign = bits & 0x8000 ? -1 : 1
    const exponent = (bits >> 10) & 31
    const fraction = bits & 1023
    if (exponent === 31) return fraction ? NaN : sign * Infinity
    return sign * (exponent ? (1 + fraction / 1024) * 2 ** (exponent - 15) : fraction * 2 ** -24)
}

const readers = {
    f16: (view) => half(view.getUint16(0, true)),
    f32: (view) => view.getFloat32(0, true),
    f64: (view) => view.getFloat64(0, true),
    i8: (view) => view.getInt8(0),
    u8: (view) => view.getUint8(0),
    i16: (view) => view.getInt16(0, true),
    u16: (view) => view.getUint16(0, true),
    i32: (view) => view.getInt32(0, true),
    u32: (view) => view.getUint32(0, true),
    i64: (view) => view.getBigInt64(0, true),
    u64: (view) => view.getBigUint64(0, true)
}

/** The shortest decimal number that is this float and no other. */
function shortest(value, precise) {
    if (precise(value) !== value) return String(value)
    for (let digits = 1; digits < 17; digits++) {
        const text = value.toPrecision(digits)
        if (precise(Number(text)) === value) return String(Number(text))
    }
    return String(value)
}

/** The text of a value: `bytes`, the lowest first, read as `format` ('f32', 'x16', ...). */
export function valueText(format, bytes) {
    if (!readers[format] || bytes.length !== Number(format.slice(1)) / 8)
        return `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).reverse().join('')}`
    bytes.forEach((byte, i) => scratch.setUint8(i, byte))
    const value = readers[format](scratch)
    if (format[0] !== 'f') return String(value)
    if (Object.is(value, -0)) return '-0'
    if (!Number.isFinite(value)) return Number.isNaN(value) ? 'nan' : value < 0 ? '-inf' : 'inf'
    return format === 'f32' ? shortest(value, Math.fround) : String(value)
}

/** A value's text in so many letters: a number loses digits, anything else its end. */
export function shortValue(text, letters) {
    if (text.length <= letters) return text
    const value = Number(text)
    if (Number.isFinite(value) && !text.startsWith('0x'))
        for (let digits = letters; digits > 0; digits--)
            for (const short of [String(Number(value.toPrecision(digits))), value.toExponential(digits - 1)].map((one) => one.replace('e+', 'e')))
                if (short.length <= letters) return short
    return `${text.slice(0, letters - 1)}…`
}
