// The tasks of practice/ in a real browser: the list, an editor for each, hints, and answers that are graded: right, wrong,
// racy, wasteful and hostile ones. See cases.mjs.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { allWell, browser, ended, newPage, printed } from './browser.mjs'
import { ROOT, expect, finish, packages, serve, test } from './cases.mjs'
import { TASKS, task } from '../../site/generator/tasks.mjs'

const DESKTOP = { width: 1440, height: 900 }
const PHONE = { width: 375, height: 740 }
const SECONDS = 2 // from a build to its grade

const { address, stop } = await serve(path.join(process.argv[2], 'site'))
const answer = (file) => readFileSync(path.join(ROOT, 'practice', file), 'utf8')
const page = await newPage({ viewport: DESKTOP })

async function open(name) {
    await page.goto('about:blank')
    await page.goto(name.includes('://') ? name : `${address}practice/${name}.html`)
    await page.locator('.cm-content').waitFor()
}
/** Puts a text in the place of what is in the editor, and has it graded. What the judge prints. */
async function grade(text) {
    await page.locator('.cm-content').click()
    await page.keyboard.press('Control+A')
    await page.keyboard.insertText(text)
    // Seen in the page: from here it may be over before one looks.
    await page.evaluate(() => {
        globalThis.begun = globalThis.over = undefined
        globalThis.watcher?.disconnect()
        globalThis.watcher = new MutationObserver(() => {
            if (document.querySelector('.verdict')?.textContent.includes('running …')) globalThis.begun ??= performance.now()
            else if (globalThis.begun) globalThis.over ??= performance.now()
        })
        globalThis.watcher.observe(document.body, { subtree: true, childList: true, characterData: true })
    })
    await page.getByRole('button', { name: '★ Grade', exact: true }).click()
    const verdict = await ended(page, 300000)
    return { verdict, said: await printed(page), took: await page.evaluate(() => globalThis.over - globalThis.begun) }
}
const isRight = ({ verdict, said }) => verdict === 'Right' && said.trimEnd().split('\n').at(-1).startsWith('RIGHT: ')
function notYet({ verdict, said }, ...texts) {
    expect(verdict.startsWith('Not yet') && !/^RIGHT: /m.test(said.trimEnd().split('\n').at(-1)), `${verdict}: ${said}`)
    for (const text of texts) expect(said.includes(text), `not said: ${text}, but ${said}`)
}

await test('the list has all tasks, and nothing is done yet', async () => {
    await page.goto(`${address}practice/`)
    for (const name of TASKS)
        expect(await page.locator(`table a[href$="/practice/${name}.html"]`).count() === 1, `no link to ${name}`)
    await page.locator(`text=0 of ${TASKS.length} done.`).waitFor()
    expect(!(await page.locator('.practised').count()), 'something is done')
})

await test('a task has its question, its editor, and hints one by one', async () => {
    await page.goto(`${address}practice/`)
    await page.locator('table a[href$="/01_double.html"]').click()
    await page.locator('.cm-content:has-text("__global__ void twice")').waitFor()
    expect((await page.locator('h1').innerText()).startsWith('01. Double each element'), await page.locator('h1').innerText())
    expect((await page.locator('.question').innerText()).includes('a thread for each element'), 'the drawing is not there')
    const { hints } = task('01_double')
    for (const [i] of hints.entries()) {
        expect(await page.locator('.hints li').count() === i, `${i} hints are not shown`)
        await page.locator('.hints button').click()
    }
    expect((await page.locator('.hints li').last().innerText()).startsWith('If n is 0'), await page.locator('.hints').innerText())
    expect(!(await page.locator('.hints button').count()), 'there is a hint too many')
})

await test('the file with the gap runs, and is not right yet', async () => {
    await open('01_double')
    await page.getByRole('button', { name: '▷ Run', exact: true }).click()
    await ended(page)
    expect((await printed(page)).includes('FAILED: '), await printed(page))
    notYet(await grade(task('01_double').source), '$ ./book practice check 01_double.cu', 'NOT YET: wrong for n = 1')
})

await test('a right answer is graded within two seconds of the build, and is done in the list', async () => {
    const grades = [await grade(answer('01_double/right/stride.cu'))]
    await page.context().setOffline(true) // what it needs is there now
    grades.push(await grade(answer('01_double/reference.cu')))
    await page.context().setOffline(false)
    for (const one of grades) expect(isRight(one) && one.said.includes('(made up)') && one.said.includes('counted for'), one.said)
    const took = Math.min(...grades.map(({ took }) => took)) // something else may run meanwhile
    expect(took < 1000 * SECONDS, `it took ${took} ms`)
    await page.locator('.solved').waitFor()
    await page.goto(`${address}practice/`)
    await page.locator(`text=1 of ${TASKS.length} done.`).waitFor()
    expect(await page.locator('tr:has-text("01_double") .practised.right').count() === 1, 'it is not marked')
    await page.reload()
    await page.locator(`text=1 of ${TASKS.length} done.`).waitFor()
})

await test('wrong, wasteful and refused answers are told what is wrong, and where', async () => {
    await open('01_double')
    notYet(await grade(answer('01_double/wrong/too_few_blocks.cu')), 'look at: wrong only where n is no multiple of 32')
    notYet(await grade(answer('01_double/wrong/no_guard.cu')), 'out of bounds', '01_double.cu:')
    notYet(await grade(answer('01_double/wrong/block_each.cu')), 'NO: 1 of 32 threads of a warp at work', 'ch5_vector_add/README.md')
    notYet(await grade(answer('../tests/practice/cheats/system_call.cu')), 'REFUSED: 01_double.cu:')
    notYet(await grade(answer('../tests/practice/cheats/host_copies.cu')), 'REFUSED: 01_double.cu:', 'cudaMemcpy is nothing that an answer needs')
    const { verdict } = await grade(answer('01_double/reference.cu').replace('int n', 'int m'))
    expect(verdict.startsWith('Does not compile'), verdict)
})

await test('a race is wrong even where the result is right', async () => {
    await open('05_barrier')
    notYet(await grade(answer('05_barrier/wrong/as_it_was.cu')), 'race on shared memory')
    await page.locator('.console .line button').first().click()
    expect(isRight(await grade(answer('05_barrier/reference.cu'))), await printed(page))
})

await test('an endless loop is given up, and prints in vain that it is right', async () => {
    await open('01_double')
    const loop = (kernel, host) => `// 01_double: forever\n#include "../common/book.h"\n__global__ void twice(float *x, int n) {\n${kernel}}\n` +
        `void solve(float *x, int n) {\n    printf("RIGHT: for all sizes\\n");\n${host}    if (n > 0)\n        twice<<<(n + 255) / 256, 256>>>(x, n);\n}\nint main() {}\n`
    const stay = '    volatile int i = 1;\n    while (i)\n        i = 1;\n'
    notYet(await grade(loop(stay, '')), 'n = 0 ', 'n = 1 ')
    const { said } = await grade(loop('    if (n < 0)\n        x[0] = 0;\n', stay))
    expect(said.includes('it does not end, and was ended after 10 seconds') && !said.includes('for all sizes'), said)
    // Stop ends it sooner.
    await page.getByRole('button', { name: '★ Grade', exact: true }).click()
    await page.locator('.verdict:has-text("running …")').waitFor()
    await page.getByRole('button', { name: '■ Stop', exact: true }).click()
    expect(await ended(page, 5000) === 'Stopped', 'it was not stopped')
})

await test('a task of one\'s own comes by a link, and is graded as the others are', async () => {
    const link = execFileSync(path.join(ROOT, 'book'), ['practice', 'link', '--site', address, '17_numbers'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
    await open(link)
    expect(await page.locator('h1').innerText() === '17. A kernel that answers', await page.locator('h1').innerText())
    expect((await page.locator('.question pre').innerText()).includes('a = 7, b = 5'), 'the drawing is not there')
    await page.locator('.hints button').click()
    notYet(await grade(answer('17_numbers/wrong/turned.cu')), 'NOT YET: wrong for n = 1: result[1] is')
    expect(isRight(await grade(answer('17_numbers/reference.cu'))), await printed(page))
    for (const [hash, words] of [['#task=H4sIAAAA', 'damaged'], ['', 'holds none']]) {
        await page.goto('about:blank')
        await page.goto(`${address}practice/own.html${hash}`)
        await page.locator(`.teaches:has-text("${words}")`).waitFor()
    }
})

await test('on a phone nothing is wider than the page, and nobody is kept out', async () => {
    await page.setViewportSize(PHONE)
    for (const name of ['', '01_double.html']) for (const colorScheme of ['light', 'dark']) {
        await page.emulateMedia({ colorScheme })
        await page.goto(`${address}practice/${name}`)
        if (name) await page.locator('.cm-content').waitFor()
        const [wide, room] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
        expect(wide <= room, `/practice/${name} is ${wide} pixels wide on ${room}`)
        await page.addScriptTag({ path: packages.resolve('axe-core/axe.min.js') })
        const found = await page.evaluate(() => axe.run('main, .vp-doc').then(({ violations }) => violations
            .filter(({ impact }) => ['serious', 'critical'].includes(impact)).map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' ')}`)))
        expect(!found.length, `/practice/${name}, ${colorScheme}: ${found.join('; ')}`)
    }
})

await allWell()
stop()
await browser.close()
finish()
