// The last step: pages that VitePress made for one address become a site for any, in any folder of any host;
// with each program as the workbench takes it, and with what keeps the site for times without a connection.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseAst } from 'vite'
import { BASE, chapters, program } from './book.mjs'
import { TASKS, task } from './tasks.mjs'

// VitePress's own. Its page for addresses that are not there counts on knowing where it is shown; ours finds that out.
const LEFT_OUT = ['404.html', 'hashmap.json']
const HERE = path.dirname(fileURLToPath(import.meta.url))

// The engine's build puts these there, and knows when they are out of date.
const OTHERS = ['engine', 'programs']

/** address: where the site will be, if that is known; ends with '/'. */
export function finish(pages, site, address) {
    const made = new Map([['404.html', readFileSync(path.join(HERE, '404.html'))]])
    for (const file of filesIn(pages).filter((name) => !LEFT_OUT.includes(name)))
        made.set(file, relocated(file, readFileSync(path.join(pages, file)), address))
    for (const { programs } of chapters())
        for (const { path: name } of programs) made.set(`workbench/${name}.json`, JSON.stringify(program(name)))
    for (const name of TASKS) made.set(`workbench/practice/${name}.json`, JSON.stringify(task(name)))
    mkdirSync(site, { recursive: true })
    for (const [file, content] of made) {
        mkdirSync(path.dirname(path.join(site, file)), { recursive: true })
        writeFileSync(path.join(site, file), content)
    }
    for (const file of filesIn(site))
        if (!made.has(file) && !OTHERS.includes(file.split('/')[0])) rmSync(path.join(site, file))
    writeFileSync(path.join(site, 'offline.js'), offline(site))
}

/** All files below a folder, by their names from there. */
export function filesIn(folder) {
    return readdirSync(folder, { recursive: true })
        .map((file) => file.replaceAll('\\', '/'))
        .filter((file) => statSync(path.join(folder, file)).isFile())
}

// ---------------------------------------------------------------- any folder of any host

// A page knows how many folders it lies deep; so its links lead from where it is, and the one line of script
// at its head tells the others where the site begins. They ask for it where VitePress wrote BASE.
const WHERE = '__siteBase'

function relocated(file, bytes, address) {
    const up = '../'.repeat(file.split('/').length - 1) || './'
    if (file.endsWith('.css')) return bytes.toString().replaceAll(BASE, up)
    if (file.endsWith('.js')) return relocatedScript(bytes.toString())
    if (!file.endsWith('.html')) return bytes
    const html = bytes.toString()
        .replaceAll(`href="${BASE}"`, `href="${up}index.html"`)
        .replaceAll(`content="${BASE}`, `content="${address ?? up}`) // who shows a preview seldom asks where from
        .replaceAll(BASE, up)
        .replaceAll(BASE.replaceAll('/', '_'), '_') // VitePress names a class after each address
    // Links are made absolute before the scripts of the page begin: from then on pages follow without being
    // loaded, and what leads from one would lead astray from the next.
    return html
        .replace('<head>', `<head>\n    <script>var ${WHERE}=new URL("${up}",location.href).pathname</script>`)
        .replace('</body>', `<script>for(const a of document.querySelectorAll("a[href]")){const h=a.getAttribute("href");` +
            `/^(#|[a-z]+:)/.test(h)||a.setAttribute("href",new URL(h,location.href).pathname.replace(/\\/index\\.html$/,"/")+new URL(h,location.href).hash)}</script></body>`)
}

function relocatedScript(text) {
    if (!text.includes(BASE)) return text
    const edits = []
    visit(parseAst(text), (node) => {
        if (node.type === 'Literal' && typeof node.value === 'string' && node.value.includes(BASE)) {
            const parts = node.value.split(BASE).map((part) => JSON.stringify(part))
            edits.push([node.start, node.end, `(${parts.join(`+globalThis.${WHERE}+`)})`])
        } else if (node.type === 'TemplateElement' && node.value.raw.includes(BASE)) {
            edits.push([node.start, node.end, text.slice(node.start, node.end).replaceAll(BASE, `\${globalThis.${WHERE}}`)])
        }
    })
    for (const [start, end, replacement] of edits.sort((a, b) => b[0] - a[0]))
        text = text.slice(0, start) + replacement + text.slice(end)
    if (text.includes(BASE)) throw new Error('an address of the site stands where finish.mjs does not find it')
    return text
}

function visit(node, look) {
    if (!node || typeof node !== 'object') return
    if (Array.isArray(node)) return node.forEach((child) => visit(child, look))
    if (typeof node.type === 'string') look(node)
    for (const key in node) if (key !== 'type') visit(node[key], look)
}

// ---------------------------------------------------------------- without a connection

/** The service worker, with the names and hashes of all files. */
export function offline(site) {
    const files = {}
    for (const file of filesIn(site).sort()) {
        if (file === 'offline.js') continue
        files[file] = createHash('sha256').update(readFileSync(path.join(site, file))).digest('hex').slice(0, 16)
    }
    return readFileSync(path.join(HERE, 'offline.js'), 'utf8').replace('const FILES = {}', `const FILES = ${JSON.stringify(files)}`)
}
