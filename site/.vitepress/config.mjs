import path from 'node:path'
import { defineConfig } from 'vitepress'
import { BASE, PAGES, ROOT, address, chapters, firstWords, pictureOf, programsOn, slug } from '../generator/book.mjs'
import { inTheDarkToo, light } from '../generator/colours.mjs'
import { bookFences, bookLinks, bookMoments, bookPrograms, bookTasks } from '../generator/markdown.mjs'
import { TASKS, taskOf } from '../generator/tasks.mjs'

const book = chapters()
const pages = book.flatMap((chapter) => chapter.pages.map((page) => ({ ...page, chapter })))

export default defineConfig({
    title: 'CUDA by chapters',
    description: 'Small CUDA C programs to read, run, change and break, in a browser.',
    locales: { root: { label: 'English', lang: 'en' } },
    base: BASE,
    srcDir: ROOT,
    outDir: process.env.SITE_PAGES ?? `${ROOT}/build/site_pages`,
    cacheDir: process.env.SITE_CACHE ?? `${ROOT}/build/site_cache`,
    srcExclude: ['build*/**', '**/node_modules/**', 'tests/*/**', 'practice/*/hints.md'],
    rewrites: (file) => PAGES[file] ?? file.replace(/^site\/pages\//, ''),
    lastUpdated: false,
    metaChunk: true,
    buildConcurrency: 1, // several at once come into the index of the search in any order, and no two builds are alike
    router: { prefetchLinks: false }, // the service worker fetches all pages
    head: [
        ['link', { rel: 'icon', href: `${BASE}icon.svg` }],
        ['link', { rel: 'manifest', href: `${BASE}manifest.webmanifest` }],
        ['meta', { name: 'theme-color', content: '#3f7d20' }]
    ],
    vite: {
        publicDir: `${ROOT}/site/public`,
        build: { chunkSizeWarningLimit: 2000, assetsInlineLimit: 0 },
        plugins: [
            {
                // The Markdown does not lie below the packages, so that what it needs of them is not found from it.
                name: 'packages',
                enforce: 'pre',
                resolveId: (id, _, { ssr }) => (ssr && /^vue($|\/)/.test(id) ? { id, external: true } : null)
            },
            {
                name: 'chapters',
                resolveId: (id) => (id === 'virtual:chapters' ? '\0chapters' : null),
                load: (id) => (id === '\0chapters' ? `export default ${JSON.stringify(book)}` : null)
            }
        ]
    },
    markdown: {
        theme: light,
        codeTransformers: [inTheDarkToo],
        defaultHighlightLang: 'txt',
        anchor: { slugify: slug },
        config(md) {
            bookLinks(md)
            bookTasks(md)
            bookMoments(md)
            bookPrograms(md)
            bookFences(md)
        }
    },
    themeConfig: {
        nav: [
            { text: 'Chapters', items: book.map(({ folder, title }) => ({ text: title, link: `/${folder}/` })) },
            { text: 'Practice', link: '/practice/' },
            { text: 'Your own file', link: '/own.html' },
            { text: 'On your machine', link: '/suite.html' }
        ],
        sidebar: [
            ...book.map(({ folder, title, pages: [, ...further], programs }) => ({
                text: title,
                link: `/${folder}/`,
                collapsed: true,
                items: [
                    ...further.map(({ file, title }) => ({ text: title, link: `/${address(file)}` })),
                    ...programs.map(({ path, name }) => ({ text: name, link: `/${path}.html` }))
                ]
            })),
            {
                text: 'More',
                link: `/${address('README.md')}`, // a group without one is a button within a button
                collapsed: true,
                items: [
                    ['Practice: you write the kernel', 'practice/README.md'],
                    ['Your own file', 'site/own.md'],
                    ['On your machine', 'README.md'],
                    ['How a GPU runs your kernel', 'docs/MODEL.md'],
                    ['Using it', 'docs/USING.md'],
                    ['Listings of old books', 'docs/OLD_BOOKS.md'],
                    ['The emulator', 'emulator/README.md'],
                    ['What it has of CUDA', 'emulator/COVERAGE.md'],
                    ['Its libraries', 'emulator/LIBRARIES.md'],
                    ['The checker', 'emulator/checker/README.md'],
                    ['How fast it can be', 'bench/RESULTS.md'],
                    ['Why it takes that long', 'bench/COUNTERS.md'],
                    ['Proved on a GPU', 'docs/GPU.md'],
                    ['This site', 'site/README.md'],
                    ['Maintaining it', 'docs/MAINTAINING.md']
                ].map(([text, file]) => ({ text, link: `/${address(file)}` }))
            }
        ],
        outline: { level: [2, 3], label: 'On this page' },
        search: { provider: 'local' },
        docFooter: { prev: 'Before', next: 'Next' }
    },
    transformPageData(page) {
        const { params } = page
        const task = taskOf(page.filePath), place = TASKS.indexOf(task)
        const at = pages.findIndex(({ file }) => file === page.filePath)
        if (task) Object.assign(page.frontmatter, { layout: 'task', sidebar: false, task, neighbours: [TASKS[place - 1], TASKS[place + 1]] })
        if (params?.title) page.title = params.program ? `${params.name}: ${params.title}` : params.title
        if (params?.program) {
            Object.assign(page.frontmatter, { layout: 'program', sidebar: false })
            const doable = params.apart ? 'read and change' : 'read, run and change'
            page.description = `${sentence(params.title)} A program of the chapter "${params.chapterTitle}", to ${doable} in the page.`
        } else if (params) {
            page.description = `What ${params.name} holds.`
            Object.assign(page.frontmatter, { aside: false, prev: false, next: false })
        } else if (at >= 0) {
            // The sidebar has the programs as well; before and after a page of a chapter there are such pages.
            page.frontmatter.programs = programsOn(pages[at].file, pages[at].chapter).map(({ path }) => path)
            page.frontmatter.prev = neighbour(at - 1)
            page.frontmatter.next = neighbour(at + 1)
        }
        page.description ||= firstWords(page.filePath)
    },
    // What others show of a link to the page.
    transformHead({ pageData, description, assets }) {
        const { program } = pageData.params ?? {}
        const { name, ext } = path.parse(pictureOf(program ? `${program}.cu` : pageData.filePath))
        const tags = {
            'og:site_name': 'CUDA by chapters',
            'og:type': pageData.relativePath === 'index.md' ? 'website' : 'article',
            'og:title': pageData.title,
            'og:description': description,
            'og:image': assets.find((file) => file.startsWith(`${BASE}assets/${name}.`) && file.endsWith(ext))
        }
        return [
            ['meta', { name: 'description', content: description }], // VitePress would take it for HTML
            ['meta', { name: 'twitter:card', content: 'summary' }],
            ...Object.entries(tags).map(([property, content]) => ['meta', { property, content }])
        ]
    }
})

const sentence = (text) => text[0].toUpperCase() + text.slice(1) + (/[.?]$/.test(text) ? '' : '.')

function neighbour(at) {
    return pages[at] ? { text: pages[at].title, link: `/${address(pages[at].file)}` } : false
}
