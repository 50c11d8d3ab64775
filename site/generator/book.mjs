// What the site shows, read from the checkout: chapters and programs from the tables of the READMEs, the
// exercises from their diffs, and which other files the pages link to. Nothing is kept a second time.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { TASKS } from './tasks.mjs'

export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')
// An address that no file has: what stands for the site's own until finish.mjs makes it relative.
export const BASE = '/__BASE__/'

const read = (file) => readFileSync(path.join(ROOT, file), 'utf8')
const isFile = (file) => existsSync(path.join(ROOT, file)) && statSync(path.join(ROOT, file)).isFile()
const isFolder = (file) => existsSync(path.join(ROOT, file)) && statSync(path.join(ROOT, file)).isDirectory()

/**
 * [{ folder, title, pages: [{ file, title }], programs: [{ path: 'ch5_dot/dot', name, title, apart }] }], in the order of
 * the book: chapters as the table of README.md names them, programs as the table of their chapter's.
 */
export function chapters() {
    const rows = read('README.md').matchAll(/^\| \[(.+?)\]\((ch\w+)\/README\.md\) \|/gm)
    return Array.from(rows, ([, title, folder]) => ({
        folder, title, pages: pagesOf(folder),
        programs: Array.from(read(`${folder}/README.md`).matchAll(/^\| \[`(\w+)`\]\(\1\.cu\) \|/gm), ([, name]) => {
            const file = `${folder}/${name}`
            const title = read(`${file}.cu`).split('\n', 1)[0].replace(/^\/\/ *\w+: */, '')
            return { path: file, name, title, apart: apart(file) }
        })
    }))
}

/** The pages of a chapter: README.md, and those in its folder that it links to, in that order. */
function pagesOf(folder) {
    const links = Array.from(read(`${folder}/README.md`).matchAll(/\]\((\w+\.md)\b/g), ([, name]) => name)
    return [...new Set(['README.md', ...links])].map((name) => {
        const file = `${folder}/${name}`
        return { file, title: read(file).match(/^# (.*)$/m)[1] }
    })
}

/** Why a program cannot run in a page: { why, command: what runs it elsewhere }. Null if it can. */
function apart(name) {
    const includes = (file) => new RegExp(`^ *# *include *["<]${file}[">]`, 'm').test(read(`${name}.cu`))
    if (includes('(ranks|mpi)\\.h'))
        return { why: 'It runs in several processes, which MPI starts; a page is only one.', command: `./book run ${name} --ranks 2` }
    if (includes('hopper/.*'))
        return { why: 'Its clusters take a thread of the system for each block; a page has only one.', command: `./book run ${name}` }
    return null
}

/** The Markdown files that are pages, and the address of each. */
export const PAGES = {
    'site/index.md': 'index.md',
    'site/own.md': 'own.md',
    'site/task.md': 'practice/own.md',
    'practice/README.md': 'practice/index.md',
    ...Object.fromEntries(TASKS.map((name) => [`practice/${name}/README.md`, `practice/${name}.md`])),
    'README.md': 'suite.md',
    ...Object.fromEntries(chapters().flatMap(({ pages }) => pages.map(({ file }) => [file, file.replace('README', 'index')]))),
    'docs/MODEL.md': 'docs/MODEL.md',
    'docs/USING.md': 'docs/USING.md',
    'docs/MAINTAINING.md': 'docs/MAINTAINING.md',
    'docs/GPU.md': 'docs/GPU.md',
    'docs/OLD_BOOKS.md': 'docs/OLD_BOOKS.md',
    'bench/RESULTS.md': 'bench/RESULTS.md',
    'bench/COUNTERS.md': 'bench/COUNTERS.md',
    'emulator/README.md': 'emulator/index.md',
    'emulator/COVERAGE.md': 'emulator/COVERAGE.md',
    'emulator/LIBRARIES.md': 'emulator/LIBRARIES.md',
    'emulator/checker/README.md': 'emulator/checker/index.md',
    'docs/MAINTAINING_EMULATOR.md': 'docs/MAINTAINING_EMULATOR.md',
    'docs/MAINTAINING_CHECKER.md': 'docs/MAINTAINING_CHECKER.md',
    'tests/README.md': 'tests/index.md',
    'site/README.md': 'site/index.md'
}
for (const file of Object.keys(PAGES)) if (!isFile(file)) delete PAGES[file]

// Names that differ in capitals only are one page, for VitePress and for many a file system.
const named = new Map()
const ofPrograms = chapters().flatMap(({ programs }) => programs.map(({ path: name }) => [`${name}.cu`, `${name}.md`]))
for (const [file, page] of [...Object.entries(PAGES), ...ofPrograms]) {
    const other = named.get(page.toLowerCase())
    if (other) throw new Error(`${other} and ${file} would be one page, ${page}: rename one of them`)
    named.set(page.toLowerCase(), file)
}

/** The address, without the base, of a file of the checkout that a page links to; none if it is no page. */
export function address(file) {
    if (PAGES[file]) return PAGES[file].replace(/(^|\/)index\.md$/, '$1').replace(/\.md$/, '.html')
    if (isProgram(file)) return file.replace(/\.cu$/, '.html')
    if (SHOWN.has(file)) return `source/${file}.html`
    return null
}

const isProgram = (file) => /^ch\w+\/\w+\.cu$/.test(file) && isFile(file)

/** Files and folders that pages link to and that are no pages themselves: they are shown as they are. */
const SHOWN = new Set()
for (const page of Object.keys(PAGES)) {
    if (page.startsWith('tests/')) continue // what tests are made of is for who has the checkout
    for (const [, target] of read(page).matchAll(/\]\(([^)#:\s]+)(?:#[^)\s]*)?\)/g)) {
        const file = path.normalize(path.join(path.dirname(page), target)).replace(/\/$/, '')
        if (PAGES[file] || isProgram(file) || /\.(png|webp|svg|md)$/.test(file)) continue
        if (isFile(file)) SHOWN.add(file)
        if (!isFolder(file)) continue
        SHOWN.add(file)
        for (const inside of readdirSync(path.join(ROOT, file)))
            if (isFile(`${file}/${inside}`) && /\.(h|c|cu|cpp)$/.test(inside)) SHOWN.add(`${file}/${inside}`)
    }
}
for (const { folder } of chapters())
    for (const inside of readdirSync(path.join(ROOT, folder), { recursive: true }))
        if (/\.(h|c)$/.test(inside)) SHOWN.add(`${folder}/${inside}`)

/** The heading under which a page tells of a program, if it does. */
const section = (file, name) => read(file).match(new RegExp(`^## (${name}\\b.*)$`, 'm'))?.[1]

/** The programs that a page of a chapter tells of. */
export const programsOn = (file, { programs }) => programs.filter(({ name }) => section(file, name))

/** Where a chapter tells of a program: the address of the page and the section. */
function told({ folder, pages }, { name }) {
    const page = pages.find(({ file }) => section(file, name))
    return page ? `${address(page.file)}#${slug(section(page.file, name))}` : address(`${folder}/README.md`)
}

/** [{ params, content }] of the pages that are not written in Markdown: programs, and other files. */
export function otherPages() {
    const pages = []
    const all = chapters().flatMap((chapter) =>
        chapter.programs.map((program) => ({ ...program, told: told(chapter, program), chapterTitle: chapter.title })))
    for (const [i, { path: program, ...about }] of all.entries()) {
        const params = { file: program, program, ...about, before: all[i - 1]?.path, after: all[i + 1]?.path }
        pages.push({ params, content: fence(read(`${program}.cu`), 'cpp') })
    }
    for (const file of SHOWN) {
        const entry = (name) => {
            const there = address(`${file}/${name}`)
            return there ? `- [\`${name}\`](/${there})` : `- \`${name}\``
        }
        const content = isFolder(file)
            ? readdirSync(path.join(ROOT, file)).sort().map(entry).join('\n')
            : fence(read(file), /\.(h|c|cu|cpp)$/.test(file) ? 'cpp' : /\.sh$|^book$/.test(file) ? 'sh' : 'txt')
        pages.push({ params: { file: `source/${file}`, name: file, title: file }, content })
    }
    return pages
}

/** The first paragraph of a page as plain text, or of a long one the first sentences. */
export function firstWords(file) {
    if (!isFile(file)) return ''
    const paragraph = read(file).replace(/^---\n[^]*?\n---\n/, '').split(/\n{2,}/).find((block) => /^(?!```|[#!|<-])\S/.test(block)) ?? ''
    const text = paragraph.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[*`]/g, '').replace(/\s+/g, ' ')
    let words = ''
    for (const sentence of text.match(/.+?[.?](?= |$)|.+$/g) ?? []) {
        if (words && words.length + sentence.length > 200) break
        words += sentence
    }
    return words
}

/** The picture of a program or of a page, among those of docs/; where it has none, the suite's. */
export function pictureOf(file) {
    const own = file.endsWith('.cu') ? `docs/${path.basename(file, '.cu')}.png`
        : isFile(file) && read(file).match(/!\[[^\]]*\]\((?:\.\.\/)*(docs\/\w+\.png)\)/)?.[1]
    return own && isFile(own) ? own : 'docs/julia.png'
}

/** The name of a heading in an address, as code hosts make it: links between READMEs count on these. */
export const slug = (text) => text.toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, '').trim().replace(/\s/g, '-')

const fence = (text, language) => '`````' + `${language}:line-numbers\n${text.replace(/\n$/, '')}\n` + '`````\n'

/** A program as the workbench takes it: its text, what it includes, and its exercises. */
export function program(name) {
    const files = {}
    const add = (file) => {
        if (files[file] !== undefined || !isFile(file)) return
        files[file] = read(file)
        for (const [, included] of files[file].matchAll(/^\s*#\s*include\s+"([^"]+)"/gm))
            for (const folder of [path.dirname(file), '.']) add(path.normalize(path.join(folder, included)))
    }
    add(`${name}.cu`)
    const main = files[`${name}.cu`]
    delete files[`${name}.cu`]
    for (const file of Object.keys(files)) if (/^(common|emulator)\//.test(file)) delete files[file]
    return { program: name, source: main, headers: files, exercises: exercises(name), apart: apart(name) }
}

/** [{ title, steps: [{ command, exit, output: [] }], diff }]: what tests/exercise.sh says of the diffs. */
function exercises(name) {
    const list = []
    for (let n = 1; ; n++) {
        const file = `${path.dirname(name)}/exercises/${path.basename(name)}-${n}.diff`
        if (!isFile(file)) return list
        const text = read(file)
        const at = text.search(/^--- /m)
        const exercise = { title: '', steps: [], diff: text.slice(at) }
        for (const line of text.slice(0, at).split('\n')) {
            const [, key, value] = line.match(/^(title: |\$ |exit: |output: )(.*)$/) ?? []
            if (key === 'title: ') exercise.title = value
            if (key === '$ ') exercise.steps.push({ command: value, exit: 0, output: [] })
            if (key === 'exit: ') exercise.steps.at(-1).exit = Number(value)
            if (key === 'output: ') exercise.steps.at(-1).output.push(value)
        }
        list.push(exercise)
    }
}
