// How the Markdown of the checkout becomes pages: its links, the headings of programs, and the commands and
// places in files that it shows.
import path from 'node:path'
import { BASE, ROOT, address, chapters } from './book.mjs'
import { addressOf, commandsIn, parseCommand } from './commands.mjs'
import { TASKS, taskOf } from './tasks.mjs'

const programs = new Map(chapters().flatMap((chapter) => chapter.programs.map((program) => [program.path, program])))

/** The file that is being rendered, as seen from the checkout. */
const sourceOf = (env) => path.relative(ROOT, env.realPath ?? env.path ?? ROOT)

/** Links between files of the checkout become links between pages. */
export function bookLinks(md) {
    md.core.ruler.push('book_links', (state) => {
        const folder = path.dirname(sourceOf(state.env))
        for (const block of state.tokens) {
            for (const [i, token] of (block.children ?? []).entries()) {
                const href = token.type === 'link_open' && token.attrGet('href')
                if (!href || /^([a-z]+:|\/|#)/.test(href)) continue
                const [, target, hash] = href.match(/^([^#]*)(#.*)?$/)
                const there = address(path.normalize(path.join(folder, target)).replace(/\/$/, ''))
                if (there !== null) {
                    token.attrSet('href', `/${there}${hash ?? ''}`)
                    continue
                }
                // The site does not show that file: its name stays, and is no link.
                const close = block.children.find((other, k) => k > i && other.type === 'link_close')
                for (const end of [token, close]) Object.assign(end, { type: 'span', tag: 'span', attrs: null })
            }
        }
    })
}

/** A moment, as `NAME.html#t=N` behind the `./book see ...` that writes this file, leads to what See shows of it. */
export function bookMoments(md) {
    md.core.ruler.push('book_moments', (state) => {
        const html = (content) => Object.assign(new state.Token('html_inline', '', 0), { content })
        let seen = null // the command
        for (const block of state.tokens.filter(({ children }) => children)) {
            block.children = block.children.flatMap((token) => {
                if (token.type !== 'code_inline') return token
                const command = parseCommand(token.content)
                if (command?.how === 'see') seen = command
                const moment = token.content.match(/^\w+\.html#(t=.*)$/)?.[1]
                return moment && seen ? [html(`<a href="${BASE}${state.md.utils.escapeHtml(addressOf(seen, moment))}">`), token, html('</a>')] : token
            })
        }
    })
}

/** Below the heading of a program in its chapter: what runs it. */
export function bookPrograms(md) {
    md.core.ruler.push('book_programs', (state) => {
        const folder = path.dirname(sourceOf(state.env))
        for (let i = state.tokens.length - 1; i > 1; i--) {
            if (state.tokens[i].type !== 'heading_close' || state.tokens[i].tag !== 'h2') continue
            const program = programs.get(`${folder}/${state.tokens[i - 1].content.match(/^\w*/)[0]}`)
            if (!program) continue
            const bar = new state.Token('html_block', '', 0)
            bar.content = `<ProgramBar program="${program.path}"${program.apart ? ' apart' : ''} />\n`
            state.tokens.splice(i + 1, 0, bar)
        }
    })
}

/** In the list of tasks: what the reader has done of them. */
export function bookTasks(md) {
    md.core.ruler.before('book_links', 'book_tasks', (state) => {
        if (sourceOf(state.env) !== 'practice/README.md') return
        for (const { children } of state.tokens)
            for (let i = (children ?? []).length - 1; i >= 0; i--) {
                const name = children[i].type === 'link_open' && taskOf(`practice/${children[i].attrGet('href')}`)
                if (!name) continue
                const mark = new state.Token('html_inline', '', 0)
                mark.content = `<Practised name="${name}" />`
                children.splice(children.findIndex(({ type }, k) => k > i && type === 'link_close') + 1, 0, mark)
            }
        const sum = new state.Token('html_block', '', 0)
        sum.content = `<Practised :all='${JSON.stringify(TASKS)}' />\n`
        state.tokens.splice(state.tokens.findIndex(({ type }) => type === 'table_open'), 0, sum)
    })
}

/** In blocks of code: places in programs are links, commands can be run, and lines of a source have names. */
export function bookFences(md) {
    const render = md.renderer.rules.fence
    md.renderer.rules.fence = (tokens, index, options, env, self) => {
        let html = render(tokens, index, options, env, self)
        if (sourceOf(env).startsWith('site/pages/')) {
            let line = 0
            return html.replace(/<span class="line">/g, () => `<span class="line" id="L${++line}">`)
        }
        html = html.replace(/\b(ch\d\w*\/\w+)\.cu:(\d+)/g, (place, program, line) =>
            programs.has(program) ? `<a href="${BASE}${program}.html#L${line}">${place}</a>` : place)
        const runs = commandsIn(tokens[index].content).filter(({ program }) => programs.get(program)?.apart === null)
        return html + runs.map(({ text }) => `<RunThis command="${md.utils.escapeHtml(text)}" />`).join('')
    }
}
