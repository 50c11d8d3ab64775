// The button Profile, in a real browser: figures beside the lines, the worst line, the table, a request drawn. See cases.mjs.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { allWell, browser, ended, newPage, printed, running } from './browser.mjs'
import { ROOT, expect, finish, packages, serve, test } from './cases.mjs'
import { pack } from '../../site/.vitepress/theme/share.mjs'

const DESKTOP = { width: 1440, height: 900 }
const PHONE = { width: 375, height: 740 }
const SECONDS = 2 // from a build to its figures

const { address, stop } = await serve(path.join(process.argv[2], 'site'))
const transpose = readFileSync(path.join(ROOT, 'tests/profiler/transpose.cu'), 'utf8')
const lineOf = (text) => transpose.split('\n').findIndex((line) => line.includes(text)) + 1
const own = async (text) => `${address}own.html#text=${await pack({ files: { 'mine.cu': text }, args: [] })}`

const page = await newPage({ viewport: DESKTOP })
const asked = []
page.on('request', (request) => asked.push(request.url()))

/** Presses Profile, and waits for the end. */
async function profile(seconds = 120) {
    await page.getByRole('button', { name: '∑ Profile', exact: true }).click()
    return ended(page, 1000 * seconds)
}
/** Opens a text of one's own. */
async function open(text) {
    await page.goto('about:blank')
    await page.goto(await own(text))
    await page.locator(`.cm-content:has-text("${text.split('\n')[0].slice(3, 30)}")`).waitFor()
}
/** What stands beside the lines, as [line, text], by what is seen: lines and figures at one height. */
const beside = () => page.evaluate(() => {
    const numbers = [...document.querySelectorAll('.cm-lineNumbers .cm-gutterElement')]
    return [...document.querySelectorAll('.figures-beside .figure')].map((figure) => {
        const { top } = figure.getBoundingClientRect()
        const number = numbers.find((one) => one.offsetHeight && Math.abs(one.getBoundingClientRect().top - top) < 3)
        return [Number(number?.textContent), figure.textContent]
    })
})
const rows = () => page.locator('.profile tbody tr').evaluateAll((all) => all.map((row) => [...row.cells].map((cell) => cell.innerText.trim()).join(' | ')))
const choose = (name) => page.locator('.profile .launch select').selectOption({ label: name })
const worst = () => page.locator('.cm-line.remarked.cost').allInnerTexts()
const NAIVE = '1: naive<<<(16,16,1),(32,32,1)>>>'

await test('a transposed matrix has its figures beside its lines, as an H100 counts them', async () => {
    await open(transpose)
    expect((await profile()).startsWith('Profiled'), await printed(page))
    expect(asked.filter((url) => url.endsWith('profiler.packed')).length === 1, 'the profiler was not fetched once')
    expect(!asked.some((url) => url.endsWith('.rest.packed')), 'the rest of the compiler was fetched')
    // That with most to be said comes first: the tile without padding.
    const store = lineOf('out[y * N + x] = tile')
    expect((await worst()).join().includes('out[y * N + x] = tile'), `marked: ${await worst()}`)
    expect((await page.locator('.remark.cost').innerText()).startsWith('32 wavefronts a request, 1 would do'), await page.locator('.remark').innerText())
    expect((await rows()).includes(`mine.cu:${store} | shared load | 8,192 | 32 | 262,144 | 8,192`), (await rows()).join('\n'))
    expect((await beside()).some(([line, text]) => line === store && text === '32/1'), JSON.stringify(await beside()))
    await choose(NAIVE)
    const line = lineOf('out[x * N + y] =')
    expect((await rows()).join('\n').includes(`mine.cu:${line} | global store | 8,192 | 32 | 262,144 | 32,768`), (await rows()).join('\n'))
    expect(JSON.stringify(await beside()) === JSON.stringify([[line, '32/4']]), JSON.stringify(await beside()))
    expect((await worst()).join().includes('out[x * N + y] ='), `marked: ${await worst()}`)
})

await test('a request is drawn when the figure of a line is pressed, or its row', async () => {
    const picture = () => page.locator('.profile svg').evaluate((svg) => ({
        rows: svg.querySelectorAll('.room').length, cells: [...svg.querySelectorAll('.asked')].map((cell) => cell.getBoundingClientRect().x),
        lanes: [...svg.querySelectorAll('.lane')].map((lane) => lane.textContent).join(), label: svg.getAttribute('aria-label') }))
    await page.locator('.figures-beside .figure').click()
    let seen = await picture()
    expect(seen.rows === 32 && seen.cells.length === 32 && seen.lanes.startsWith('0,1,2'), JSON.stringify(seen))
    expect(seen.label.includes('32 threads ask for 4 bytes each, which lie in 32 sectors'), seen.label)
    await page.locator('.profile tbody tr:has-text("global load") button').click()
    seen = await picture()
    expect(seen.rows === 4 && seen.cells.length === 32, JSON.stringify(seen))
    await page.locator('.launch select').selectOption({ index: 1 })
    await page.locator('.profile tbody tr:has-text("shared load") button').click()
    seen = await picture()
    expect(seen.rows === 32 && new Set(seen.cells).size === 1 && seen.label.includes('it takes 32 wavefronts'), JSON.stringify(seen))
    await page.locator('.launch select').selectOption({ index: 2 })
    await page.locator('.profile tbody tr:has-text("shared load") button').click()
    seen = await picture()
    expect(seen.rows === 1 && new Set(seen.cells).size === 32, JSON.stringify(seen))
})

await test('figures go with their lines, and another run takes them away', async () => {
    await choose(NAIVE)
    const [[line]] = await beside()
    await page.locator('.cm-content').click()
    await page.keyboard.press('Control+Home')
    await page.keyboard.insertText('//\n')
    const after = await beside()
    expect(after.length === 1 && after[0][0] === line + 1, JSON.stringify(after))
    await page.getByRole('button', { name: '▷ Run', exact: true }).click()
    await ended(page)
    expect(!(await beside()).length && !(await page.locator('.profile').count()), 'they are still there')
})

await test('the chapters\' profiles are those that their pages show, and there within two seconds of the build', async () => {
    await page.goto(running(address, './book profile ch7_shared_memory/bank_conflicts'))
    expect((await ended(page)).startsWith('Profiled'), await printed(page))
    // Its worst line, in whatever file, is seen.
    const [place] = (await page.locator('.sentences button').first().innerText()).split(':')
    expect(await page.locator('.tabs [aria-pressed="true"]').innerText() === place && (await worst()).length === 1, `${place} is not shown`)
    const launches = await page.locator('.profile option').allInnerTexts()
    const all = []
    for (const [i] of launches.entries()) {
        await page.locator('.launch select').selectOption({ index: i })
        all.push(...await rows())
    }
    for (const row of ['| 1,024 | 32 | 16,896 | 1,024', '| 1,024 | 32 | 1,024 | 1,024'])
        expect(all.some((one) => /^time_reads\.h:\d+ \| shared load /.test(one) && one.endsWith(row)), `no row ${row}: ${all.join('\n')}`)
    for (const program of ['ch5_vector_add/add_loop', 'ch5_dot/dot']) {
        await page.goto('about:blank')
        await page.goto(running(address, `./book profile ${program}`))
        // Seen in the page: from here it may be over before one looks.
        await page.evaluate(() => new MutationObserver(() => {
            if (document.querySelector('.verdict')?.textContent.includes('running …')) globalThis.begun ??= performance.now()
            else if (globalThis.begun) globalThis.over ??= performance.now()
        }).observe(document.body, { subtree: true, childList: true, characterData: true }))
        await ended(page)
        const took = await page.evaluate(() => globalThis.over - globalThis.begun)
        expect(took < 1000 * SECONDS, `${program} took ${took} ms`)
        expect((await rows()).length, 'there is no row')
    }
})

await test('a program that fails, or launches nothing, says so', async () => {
    await open('// one kernel, and a failure\n#include <cstdio>\n__global__ void k(int *p) { p[threadIdx.x] = 1; }\nint main() {\n    int *p;\n' +
        '    cudaMalloc(&p, 128);\n    k<<<1, 32>>>(p);\n    cudaDeviceSynchronize();\n    return 3;\n}\n')
    expect((await profile()).endsWith('exit code 3'), await printed(page))
    expect((await rows()).join() === 'mine.cu:3 | global store | 1 | 32 | 4 | 4', (await rows()).join('\n'))
    await open('// nothing to be seen here\nint main() { return 0; }\n')
    await profile()
    expect((await printed(page)).includes('no kernel was launched') || !(await page.locator('.profile').count()), await printed(page))
    await open('// a mistake of typing\n__global__ void k(int *p) { p[threadIdx.x] = q; }\nint main() { k<<<1, 32>>>(nullptr); }\n')
    expect((await profile()).startsWith('Does not compile'), await printed(page))
})

await test('on a phone, and in the dark, nothing is wider than the page, and nobody is kept out', async () => {
    await page.setViewportSize(PHONE)
    await page.emulateMedia({ colorScheme: 'dark' })
    await open(transpose)
    await profile()
    const [wide, room] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
    expect(wide <= room, `the page is ${wide} pixels wide on ${room}`)
    for (const scheme of ['dark', 'light']) {
        await page.emulateMedia({ colorScheme: scheme })
        await page.evaluate((dark) => document.documentElement.classList.toggle('dark', dark), scheme === 'dark')
        await page.addScriptTag({ path: packages.resolve('axe-core/axe.min.js') })
        const found = await page.evaluate(() => axe.run('.workbench').then(({ violations }) => violations
            .filter(({ impact }) => ['serious', 'critical'].includes(impact)).map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' ')}`)))
        expect(!found.length, `${scheme}: ${found.join('; ')}`)
    }
})

await allWell()
stop()
await browser.close()
finish()
