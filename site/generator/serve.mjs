// node serve.mjs FOLDER [PORT]: shows a static site on 127.0.0.1, and prints its address. Without a port it
// takes 8000, or the first free one after it. Plain files and their types, as any static host sends them.
import { createReadStream, statSync } from 'node:fs'
import { createServer } from 'node:http'
import path from 'node:path'

const TYPES = {
    html: 'text/html; charset=utf-8', js: 'text/javascript', mjs: 'text/javascript', css: 'text/css', json: 'application/json',
    wasm: 'application/wasm', webmanifest: 'application/manifest+json', svg: 'image/svg+xml', png: 'image/png', webp: 'image/webp', ico: 'image/x-icon'
}

const folder = path.resolve(process.argv[2])
const asked = process.argv[3]

const server = createServer((request, response) => {
    const answer = (code, text) => response.writeHead(code, { 'content-type': 'text/plain' }).end(text)
    if (request.method !== 'GET' && request.method !== 'HEAD') return answer(405, 'only GET\n')
    let file
    try {
        file = path.join(folder, path.normalize(`/${decodeURIComponent(new URL(request.url, 'http://host').pathname)}`))
    } catch {
        return answer(400, 'no such address\n')
    }
    let there = statSync(file, { throwIfNoEntry: false })
    if (there?.isDirectory()) {
        if (!request.url.split('?')[0].endsWith('/')) {
            // From this address the links of the page would lead elsewhere.
            return response.writeHead(301, { location: `${request.url.split('?')[0]}/` }).end()
        }
        file = path.join(file, 'index.html')
        there = statSync(file, { throwIfNoEntry: false })
    }
    const code = there?.isFile() ? 200 : 404
    if (code === 404) {
        file = path.join(folder, '404.html')
        there = statSync(file, { throwIfNoEntry: false })
        if (!there) return answer(404, 'there is no such page\n')
    }
    response.writeHead(code, {
        'content-type': TYPES[file.split('.').at(-1)] ?? 'application/octet-stream',
        'content-length': there.size,
        'cache-control': 'no-cache'
    })
    if (request.method === 'HEAD') return response.end()
    createReadStream(file).on('error', () => response.destroy()).pipe(response)
})

let port = Number(asked ?? 8000)
server.on('error', (error) => {
    if (error.code === 'EADDRINUSE' && asked === undefined && port < 8100) return server.listen(++port, '127.0.0.1')
    const why = error.code === 'EADDRINUSE' ? 'something else uses that port' : error.message
    console.error(`book: the site cannot be shown on port ${port}: ${why}`)
    process.exit(1)
})
server.on('listening', () => console.log(`http://127.0.0.1:${server.address().port}/`))
server.listen(port, '127.0.0.1')
