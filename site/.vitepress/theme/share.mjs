// A text in the fragment of an address, compressed: nothing is stored anywhere, and no server sees it.

async function through(stream, bytes) {
    return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer())
}

/** Any value that JSON can hold, as a word that may stand in an address. */
export async function pack(value) {
    const bytes = await through(new CompressionStream('deflate'), new TextEncoder().encode(JSON.stringify(value)))
    let text = ''
    for (const byte of bytes) text += String.fromCharCode(byte)
    return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

/** The value again; null if the word is damaged. */
export async function unpack(word) {
    try {
        const text = atob(word.replaceAll('-', '+').replaceAll('_', '/'))
        const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0))
        const kind = bytes[0] === 0x1f ? 'gzip' : 'deflate' // gzip's are made in a terminal
        return JSON.parse(new TextDecoder().decode(await through(new DecompressionStream(kind), bytes)))
    } catch {
        return null
    }
}
