// What a reader does with the programs, in a real browser: run, change, break, check, stop, share. See cases.mjs.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { allKept, allWell, browser, ended, follow, newPage, printed, running } from './browser.mjs'
import { ROOT, expect, finish, serve, test } from './cases.mjs'
import { chapters } from '../../site/generator/book.mjs'
import { programs as runnable } from '../../site/engine/build.js'
import { pack } from '../../site/.vitepress/theme/share.mjs'

const DESKTOP = { width: 1440, height: 900 }
const PHONE = { width: 375, height: 740 }

const site = path.join(process.argv[2], 'site')
const { address, stop } = await serve(site)
const all = chapters().flatMap(({ programs }) => programs)

/** Follows a link to the page of a program, or to another that has a workbench. */
async function open(page, name) {
    await follow(page, name.startsWith('http') ? name : `${address}${name}`)
    const file = new URL(page.url()).pathname.match(/\/(ch\w+\/\w+)\.html$/)?.[1] ?? 'mine'
    await page.locator(`.workbench[aria-label="Workbench of ${file}.cu"] .cm-content`).waitFor()
}

// Takes functions of the compiler that no program takes which is in engine/profile.json.
const VECTORS = `typedef int four __attribute__((vector_size(16)));
int main(int argc, char **) {
    static void *const to[] = {&&one, &&two};
    four v = {1, 2, 3, argc}, w = __builtin_shufflevector(v, v, 3, 2, 1, 0);
    goto *to[argc - 1];
one:
    return w[1] + w[2] + 2;
two:
    return v[argc];
}
`

// ---------------------------------------------------------------- every program

// These calculate for seconds if nobody asks them for less.
const LONG = ['divergence', 'dot_kahan', 'matmul', 'matmul_fast', 'matmul_tensor', 'const_dot', 'ray', 'tex_dot', 'dot_mutex']
const short = new Map(runnable().map(({ name, brief }) => [name, brief.join(' ')]))

/** A run that a page of its chapter shows, { options, lines }; `./book test` sees that it is what it prints elsewhere. */
function shown(program) {
    const { pages } = chapters().find(({ folder }) => folder === path.dirname(program))
    const text = pages.map(({ file }) => readFileSync(path.join(ROOT, file), 'utf8')).join('')
    const [, options, lines] = text.match(new RegExp(`^\\$ \\./book run ${program}\\b(.*)\\n([^]*?)^(?:\\$ |\`\`\`)`, 'm')) ?? []
    return lines && { options: options.trim(), lines: lines.split('\n').filter((line) => line && line !== '...') }
}
const withoutNumbers = (text) => text.replace(/\d+/g, '')

async function everyProgram() {
    const page = await newPage({ viewport: DESKTOP })
    let asked
    page.context().on('request', (request) => request.url().endsWith('.wasm') && asked.push(request.url()))
    await page.goto(`${address}site/`)
    for (const { path: program, name, apart } of all) {
        if (apart) {
            await test(`${program} says why it does not run here, and what runs it`, async () => {
                await open(page, `${program}.html`)
                const said = await page.locator('.controls').innerText()
                expect(said.includes(apart.why) && said.includes(apart.command), said)
                expect(!(await page.getByRole('button', { name: '▷ Run', exact: true }).count()), 'there is a button that can do nothing')
            })
            continue
        }
        await test(`${program} verifies itself`, async () => {
            const { shows } = JSON.parse(readFileSync(path.join(site, `programs/${program}.json`), 'utf8'))
            const known = shows === 'text' && !LONG.includes(name) && shown(program)
            const options = known ? known.options : shows === 'animation' ? '--size 64' : LONG.includes(name) ? short.get(program) : ''
            asked = []
            await open(page, running(address, `./book run ${program} ${options}`))
            if (shows !== 'text') await page.locator('.output canvas').waitFor()
            if (shows === 'animation') await page.locator('.output canvas').press('Escape')
            const verdict = await ended(page)
            const said = await printed(page)
            expect(verdict.endsWith('exit code 0') && said.includes('PASSED'), `${verdict}: ${said}`)
            // Others do so, too. It prints what it prints elsewhere, and the only .cu file that it has places in is its own.
            for (const line of known ? known.lines : [])
                expect(withoutNumbers(said).includes(withoutNumbers(line)), `it does not print "${line}": ${said}`)
            expect(`${asked}` === `${address}programs/${program}.wasm`, `loaded: ${asked}`)
            const files = new Set(readFileSync(path.join(site, `programs/${program}.wasm`), 'latin1').match(/\bch\w+\/\w+\.cu\b/g))
            expect([...files].join() === `${program}.cu`, `it is made of ${[...files]}`)
        })
    }
    await page.context().close()
}

// ---------------------------------------------------------------- what is done with one

/** While the `others` use the site. */
async function oneReader(others) {
    const page = await newPage({ offline: true, viewport: DESKTOP, permissions: ['clipboard-read', 'clipboard-write'] })
    const button = (name) => page.getByRole('button', { name, exact: true })
    const editor = page.locator('.cm-content')
    const marked = () => page.locator('.cm-line.remarked.error').allInnerTexts().then((lines) => lines.map((line) => line.trim()))
    const remarks = () => page.locator('.remark').allInnerTexts()
    const isRace = (texts) => texts.length === 2 &&
        texts.every((text) => text.includes('race on shared memory') && text.includes('missing: __syncthreads()')) &&
        texts.some((text) => text.includes('writes 4 bytes')) && texts.some((text) => text.includes('reads 4 bytes'))

    /** Puts a text in place of all that stands in the editor. */
    async function type(text) {
        await editor.click()
        await page.keyboard.press('Control+A')
        await page.keyboard.insertText(text)
    }

    await page.goto(`${address}own.html`)
    await editor.waitFor()

    await test('a kernel of one\'s own is compiled and run', async () => {
        await button('▷ Run').click()
        expect((await ended(page)).endsWith('exit code 0'), await printed(page))
        expect((await printed(page)).includes('15 squared is 225'), await printed(page))
    })

    await test('a mistake of typing is marked at its line', async () => {
        const text = (await page.evaluate(() => document.querySelector('.cm-content').innerText)).replace('i * i', 'i * j')
        await type(text)
        await button('▷ Run').click()
        expect((await ended(page)).startsWith('Does not compile'), await printed(page))
        const [line] = await marked()
        expect(line.includes('i * j'), `marked: ${line}`)
        expect((await remarks())[0].includes("'j'"), 'the remark does not name it')
    })

    await test('too much memory is an error of CUDA, and the page lives on', async () => {
        await type('#include <cstdio>\nint main() {\n    void *p;\n    for (int i = 0; i < 100; i++)\n' +
            '        if (cudaError_t e = cudaMalloc(&p, 1u << 30)) return puts(cudaGetErrorString(e)), 4;\n    return 0;\n}\n')
        await button('▷ Run').click()
        expect((await ended(page)).endsWith('exit code 4'), await printed(page))
        expect((await printed(page)).includes('out of memory'), await printed(page))
    })

    await test('a long output neither holds up the page nor fills it', async () => {
        await type('#include <cstdio>\nint main() { for (int i = 0; i < 60000; i++) printf("line %d\\n", i); return 0; }\n')
        await button('▷ Run').click()
        expect((await ended(page)).endsWith('exit code 0'), 'it has not ended')
        const said = await printed(page)
        expect(said.includes('line 0\n') && said.includes('line 59999') && said.includes('lines left out'), said.slice(-200))
        expect((await page.locator('.console .line').count()) < 5000, 'too many lines are kept')
    })

    // A page that drowns does so within seconds. (A kernel that gets nowhere would soon be ended: this one has barriers.)
    for (const [what, wait, watch, text] of [
        ['the host prints', 4000, 2000, 'int main() { for (long i = 0;; i++) printf("line %ld\\n", i); }'],
        ['a kernel prints', 0, 1000, '__global__ void k() { for (long i = 0; i < 1000000000; i++) { printf("line %ld\\n", i); __syncthreads(); } }\n' +
            'int main() { k<<<1, 1>>>(); return cudaDeviceSynchronize(); }']
    ])
        await test(`${what} without end: the page answers, Stop stops it, and what is left out can be had`, async () => {
            await type(`#include <cstdio>\n${text}\n`)
            await button('▷ Run').click()
            await page.locator('.console:has-text("lines left out")').waitFor({ timeout: 120000 })
            // The longest time in which the page hears nothing, of `watch` ms. What a busy machine holds up passes; a page
            // that drowns only gets slower.
            const longest = () => page.evaluate((watch) => new Promise((resolve) => {
                const begun = performance.now()
                let before = begun, longest = 0
                const hear = () => {
                    const now = performance.now()
                    longest = Math.max(longest, now - before)
                    before = now
                    if (now - begun < watch) setTimeout(hear)
                    else resolve(longest)
                }
                hear()
            }), watch)
            await page.waitForTimeout(wait)
            let pause = await longest()
            for (let i = 0; i < 5 && pause >= 1000; i++) pause = await longest()
            expect(pause < 1000, `the page heard nothing for ${pause} ms`)
            const stopped = page.evaluate(() => new Promise((resolve) => addEventListener('click', ({ timeStamp }) => {
                const look = () => document.querySelector('.verdict')?.textContent.includes('Stopped') ? resolve(performance.now() - timeStamp) : setTimeout(look)
                look()
            }, { capture: true, once: true })))
            await button('■ Stop').click()
            const took = await stopped
            expect(took < 1000, `it has stopped after ${took} ms`)
            expect((await page.locator('.console .line').count()) < 5000, 'too many lines are kept')
            const [saved] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: /^download/ }).click()])
            const first = readFileSync(await saved.path()).subarray(0, 1000).toString()
            expect(first.startsWith('line 0\nline 1\n'), first.slice(0, 40))
        })

    await test('Stop ends an endless loop at once, and the page is never held up', async () => {
        await type('#include <cstdio>\n__global__ void spin(volatile int *p) { while (*p == 0) {} }\nint main() {\n    int *p;\n' +
            '    cudaMalloc(&p, 4);\n    cudaMemset(p, 0, 4);\n    printf("begun\\n");\n    fflush(stdout);\n    spin<<<1, 1>>>(p);\n' +
            '    printf("%s\\n", cudaGetErrorString(cudaDeviceSynchronize()));\n    return 3;\n}\n')
        await button('▷ Run').click()
        await page.locator('.console:has-text("begun")').waitFor({ timeout: 120000 })
        const begun = Date.now()
        await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
        expect(Date.now() - begun < 2000, 'the page did not answer while the program ran')
        await button('■ Stop').click()
        await page.locator('.verdict:has-text("Stopped")').waitFor({ timeout: 2000 })
        await type('int main() { return 5; }\n')
        await button('▷ Run').click()
        expect((await ended(page)).endsWith('exit code 5'), 'it does not run again after Stop')
    })

    await test('a program that dies says of what, and the line is marked', async () => {
        const begin = '#include <cstdio>\n#include <cstdlib>\n'
        for (const [text, code, reason, line] of [
            [`${begin}int main(int argc, char **) {\n    printf("%d\\n", 5 / (argc - 1));\n}\n`, 136, 'the host divided an integer by zero', 4],
            [`${begin}int main(int argc, char **) {\n    int a[4] = {};\n    return a[argc * 1000000000];\n}\n`, 139, 'the host used an address where there is no memory', 5],
            [`${begin}int main() {\n    abort();\n}\n`, 134, 'the host called abort()', 4]
        ]) {
            await type(text)
            await button('▷ Run').click()
            const verdict = await ended(page), said = await printed(page)
            expect(verdict.includes(reason) && verdict.endsWith(`exit code ${code}`), `${verdict}: ${said}`)
            const marked = await page.locator('.cm-line.remarked').allInnerTexts()
            expect(marked.includes(text.split('\n')[line - 1]), `line ${line} is not marked, but ${marked}: ${said}`)
        }
        const text = '#include "../common/book.h"\n__global__ void k(int *c) {\n    c[blockIdx.x + 1000000000] = 1;\n}\nint main() {\n    int *d;\n' +
            '    HANDLE_ERROR(cudaMalloc(&d, 256));\n    k<<<1, 1>>>(d);\n    HANDLE_ERROR(cudaDeviceSynchronize());\n}\n'
        await type(text)
        await button('✓ Check').click()
        await ended(page)
        expect((await page.locator('.cm-line.remarked').allInnerTexts()).includes(text.split('\n')[2]), `not marked: ${await printed(page)}`)
    })

    await test('a program that reads gets what is typed, line by line, after a question without a newline', async () => {
        await type('#include <cstdio>\nint main() {\n    int n, sum = 0;\n    printf("numbers? ");\n    while (scanf("%d", &n) == 1)\n' +
            '        printf("%d\\n", sum += n);\n    printf("all");\n    return 7;\n}\n')
        await button('▷ Run').click()
        const line = page.getByLabel('A line for the program')
        await line.waitFor({ timeout: 120000 })
        expect((await printed(page)).includes('numbers? '), `the question is not seen: ${await printed(page)}`)
        for (const [typed, sum] of [['3', '3'], ['4 5', '12']]) {
            await line.fill(typed)
            await page.keyboard.press('Enter')
            await page.locator(`.console .line.plain:text-is("${sum}")`).waitFor()
            await line.waitFor()
        }
        await button('End').click()
        expect((await ended(page)).endsWith('exit code 7') && (await printed(page)).includes('all'), await printed(page))
        // Stop ends one that waits.
        await button('▷ Run').click()
        await line.waitFor()
        await button('■ Stop').click()
        await page.locator('.verdict:has-text("Stopped")').waitFor({ timeout: 2000 })
        expect(!(await line.count()), 'a line is asked for after Stop')
    })

    await test('after a green run the checker looks, too: what was right by luck is told', async () => {
        const right = '    k<<<1, 64>>>(d);\n    int first;\n' +
            '    HANDLE_ERROR(cudaMemcpy(&first, d, 4, cudaMemcpyDeviceToHost));\n    HANDLE_ERROR(cudaFree(d));\n}\n'
        const begin = '#include "../common/book.h"\n'
        const main = '\nint main() {\n    int *d;\n    HANDLE_ERROR(cudaMalloc(&d, 256));\n'
        for (const [text, verdict] of [
            [`${begin}__global__ void k(int *p) { p[threadIdx.x] = 1; }${main}${right}`, 'Ended well, and free of races · exit code 0'],
            [`${begin}__global__ void k(int *p) { *p = *p + 1; }${main}    HANDLE_ERROR(cudaMemset(d, 0, 4));\n${right}`,
                'Right this time, by luck: line 2 · exit code 0'],
            [`${begin}__global__ void k(int *p) { p[threadIdx.x] = 1; }${main}${right}`.replace('    k<', '    d[0] = 5;\n    k<'),
                'Right this time, by luck: line 6 · exit code 0'],
            [`${begin}__global__ void k(int *p) { p[threadIdx.x] = 1; }${main}    int *a = new int[64];\n${right}`.replace('k<<<1, 64>>>(d)', 'k<<<1, 64>>>(a)'),
                'Right this time, by luck: line 2 · exit code 0'],
            [`${begin}__global__ void k(int *p) {\n    if (threadIdx.x < 16) __syncthreads();\n    p[threadIdx.x] = 1;\n}${main}${right}`,
                'Ended well, but be warned: line 3 · exit code 0']
        ]) {
            await type(text)
            await button('▷ Run').click()
            const said = await ended(page)
            expect(said === verdict, `${said}, and not ${verdict}: ${await printed(page)}`)
            const line = verdict.match(/line (\d+)/)?.[1]
            if (line) expect((await page.locator('.cm-line.remarked').allInnerTexts()).includes(text.split('\n')[line - 1]), `line ${line} is not marked`)
        }
    })

    await test('a text that came by a link, and one\'s own, lie side by side, and neither is lost', async () => {
        const reader = await newPage({ viewport: DESKTOP })
        const text = reader.locator('.cm-content')
        const version = (name) => reader.locator('.versions').getByRole('button', { name, exact: true })
        const first = () => reader.locator('.cm-line').first().innerText()
        const write = async (line) => {
            await text.click()
            await reader.keyboard.press('Control+Home')
            await reader.keyboard.type(`${line}\n`)
        }
        await reader.goto(`${address}ch5_dot/dot.html`)
        await text.waitFor()
        await write('// my draft')
        const word = await pack({ files: { 'ch5_dot/dot.cu': '// theirs\nint main() { return 0; }\n' }, args: ['--n', '5'] })
        // Pasted into the tab that shows the program.
        await reader.evaluate((word) => (location.hash = `text=${word}`), word)
        await reader.locator('.cm-line:has-text("// theirs")').waitFor()
        await version('yours').click()
        expect((await first()) === '// my draft', await first())
        await version('shared by link').click()
        await write('// and mine')
        await reader.reload()
        await text.waitFor()
        expect((await first()) === '// and mine', `after a reload: ${await first()}`)
        await reader.goto(`${address}ch5_vector_add/`)
        await reader.goBack()
        await text.waitFor()
        expect((await first()) === '// and mine', `after Back: ${await first()}`)
        await reader.getByRole('button', { name: 'Undo all changes' }).click()
        expect((await first()) === '// theirs', `as it came: ${await first()}`)
        await version('yours').click()
        expect((await first()) === '// my draft', `mine, after all: ${await first()}`)

        await reader.locator('.file-menu summary').click()
        await reader.getByLabel('Name of the copy').fill('a try')
        await reader.keyboard.press('Enter')
        await write('// tried')
        await version('yours').click()
        expect((await first()) === '// my draft', 'a copy changes what it was made of')
        await version('a try').click()
        expect((await first()) === '// tried', await first())
        await reader.locator('.file-menu summary').click()
        const [saved] = await Promise.all([reader.waitForEvent('download'), reader.getByRole('button', { name: 'Download dot.cu' }).click()])
        expect(saved.suggestedFilename() === 'dot.cu' && readFileSync(await saved.path(), 'utf8').startsWith('// tried\n'), 'another file')
        await reader.getByLabel('A file to open').setInputFiles({ name: 'other.cu', mimeType: 'text/plain', buffer: Buffer.from('// from a file\n') })
        await reader.locator('.cm-line:has-text("// from a file")').waitFor()
        expect((await version('other.cu').getAttribute('aria-pressed')) === 'true', 'the file is no version of its own')
        await reader.getByRole('button', { name: 'Throw away “other.cu”' }).click()
        expect(await version('other.cu').count(), 'one press throws it away')
        await reader.getByRole('button', { name: 'Throw away “other.cu”' }).click()
        expect(!(await version('other.cu').count()) && (await first()) === '// my draft', await first())
        await reader.evaluate(() => (location.hash = 'L30'))
        await reader.waitForFunction(() => [...document.querySelectorAll('.cm-activeLineGutter')].some((one) => one.textContent === '30'))
        await reader.context().close()
    })

    await test('Ctrl+Z takes back what was done before another file was looked at', async () => {
        const reader = await newPage({ viewport: DESKTOP })
        await reader.goto(`${address}ch5_dot/dot.html`)
        await reader.locator('.cm-content').click()
        await reader.keyboard.press('Control+Home')
        await reader.keyboard.type('// x\n')
        const tabs = reader.locator('.tabs > button')
        await tabs.nth(1).click()
        await tabs.nth(0).click()
        expect((await reader.locator('.cm-line').first().innerText()) === '// x', 'the change is gone')
        await reader.locator('.cm-content').click()
        await reader.keyboard.press('Control+Z')
        expect((await reader.locator('.cm-line').first().innerText()) !== '// x', 'it was not taken back')
        await reader.context().close()
    })

    await test('two tabs on one file show the same, and where both type at once both texts stay', async () => {
        const here = await newPage({ viewport: DESKTOP })
        await here.goto(`${address}own.html`)
        const there = await here.context().newPage()
        await there.goto(`${address}own.html`)
        const write = async (tab, line) => {
            await tab.locator('.cm-content').click()
            await tab.keyboard.press('Control+Home')
            await tab.keyboard.type(`${line}\n`)
        }
        await write(here, '// one')
        await there.locator('.cm-line:has-text("// one")').waitFor()
        expect((await there.locator('.text-side .notice').innerText()).includes('Another tab'), 'it says nothing')
        await write(there, '// two')
        await here.locator('.cm-line:has-text("// two")').waitFor()
        // Both within a moment: what the other has kept is not written over.
        await write(there, '// three')
        await there.evaluate(() => {
            const kept = JSON.parse(localStorage.getItem('book:draft:mine.cu'))
            localStorage.setItem('book:draft:mine.cu', JSON.stringify({ ...kept, files: { 'mine.cu': '// four' } }))
        })
        await there.locator('.text-side .notice:has-text("Both are kept")').waitFor()
        expect((await there.locator('.cm-line').first().innerText()) === '// three', 'the text has changed under the hands')
        await there.reload()
        await there.locator('.cm-line:has-text("// three")').waitFor()
        await there.getByRole('button', { name: 'yours', exact: true }).click()
        await there.locator('.cm-line:has-text("// four")').waitFor()
        await here.context().close()
    })

    await test('nothing of the compiler is fetched before the first key, and the page says what it will be', async () => {
        const reader = await newPage({ viewport: PHONE })
        const asked = []
        reader.on('request', (request) => asked.push(new URL(request.url()).pathname))
        await reader.goto(`${address}own.html`)
        await reader.locator('.cm-content').click()
        await reader.locator('.loading:has-text("MB, once; it is kept")').waitFor()
        await reader.waitForTimeout(500)
        expect(!asked.some((file) => file.endsWith('.packed')), `fetched: ${asked.filter((file) => file.endsWith('.packed'))}`)
        await reader.context().close()
    })

    await test('the rest of the compiler is loaded where a program takes it, and only there', async () => {
        const reader = await newPage()
        const asked = []
        reader.on('request', (request) => request.url().endsWith('.rest.packed') && asked.push(request.url()))
        await reader.goto(`${address}own.html`)
        for (const [text, code, times] of [['int main() { return 5; }\n', 5, 0], [VECTORS, 7, 1], [VECTORS.replace('+ 2;', '+ 3;'), 8, 1]]) {
            await reader.locator('.cm-content').fill(text)
            await reader.getByRole('button', { name: '▷ Run', exact: true }).click()
            const verdict = await ended(reader)
            expect(verdict.endsWith(`exit code ${code}`), `${verdict}: ${await printed(reader)}`)
            expect(asked.length === times, `the rest was fetched ${asked.length} times, not ${times}, for ${text}`)
        }
        await reader.context().close()
    })

    await test('a link holds the text', async () => {
        await type('// my kernel \u00e9\n')
        await button('Share').click()
        await page.locator('.notice:has-text("link")').waitFor()
        const link = await page.evaluate(() => navigator.clipboard.readText().catch(() => location.href))
        const reader = await newPage()
        await reader.route('**/engine/**', (route) => route.abort()) // not needed to look at it
        await reader.goto(link)
        await reader.locator('.cm-content:has-text("// my kernel \u00e9")').waitFor()
        await reader.context().close()
    })

    await test('a form has the options of --help, and says what they take', async () => {
        await open(page, 'ch5_dot/dot.html')
        await page.locator('.options summary').click()
        await page.getByLabel('--n').fill('x')
        await page.locator('.option:has-text("It takes a whole number")').waitFor()
        await page.getByLabel('--n').fill('4')
        await button('▷ Run').click()
        expect((await ended(page)).endsWith('exit code 0'), await printed(page))
        expect((await printed(page)).startsWith('$ ./book run ch5_dot/dot --n 4\n'), await printed(page))
    })

    await test('an exercise is made, keeps what it promises, and is taken back', async () => {
        await open(page, 'ch5_dot/dot.html')
        await page.locator('.exercises summary').click()
        const first = page.locator('.exercises li').first()
        await first.getByRole('button', { name: 'Make this change' }).click()
        expect(!(await editor.innerText()).includes("another thread's sum before"), 'the barrier is still there')
        await first.locator('.step button').first().click()
        await first.locator('.promised.held').waitFor({ timeout: 120000 })
        await first.locator('.step button').nth(1).click()
        await first.locator('.promised.held').nth(1).waitFor({ timeout: 120000 })
        await first.getByRole('button', { name: 'Take it back' }).click()
        expect((await editor.innerText()).includes("another thread's sum before"), 'it was not taken back')
    })

    for (const [where, viewport] of Object.entries({ 'at a desk': DESKTOP, 'on a phone': PHONE })) {
        await test(`who takes a barrier out of the dot product sees both lines of the race marked, ${where}`, async () => {
            await page.setViewportSize(viewport)
            await open(page, 'ch5_dot/dot.html')
            await page.locator('.cm-line:has-text("nobody may read another thread\'s sum")').click()
            await page.keyboard.press('Control+Shift+K')
            expect(!(await editor.innerText()).includes("another thread's sum"), 'the line is still there')
            await button('✓ Check').click()
            expect((await ended(page)).endsWith('exit code 98'), await printed(page))
            const lines = await marked()
            expect(lines.join('\n') === 'cache[cacheIndex] = temp;\ncache[cacheIndex] += cache[cacheIndex + i];', `marked: ${lines.join(' | ')}`)
            expect(isRace(await remarks()), (await remarks()).join(' | '))
            const [wide, room] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
            expect(wide <= room, `the page is ${wide} pixels wide on ${room}`)
            await button('Undo all changes').click()
            expect((await editor.innerText()).includes("another thread's sum") && !(await marked()).length, 'it was not undone')
        })
    }
    await page.setViewportSize(DESKTOP)

    await test('the race of shared_bitmap_nosync is marked at the lines that the command line names', async () => {
        const readme = readFileSync(path.join(ROOT, 'README.md'), 'utf8')
        const lines = [...readme.matchAll(/^ {4}ch5_shared_bitmap\/shared_bitmap_nosync\.cu:(\d+): thread/gm)].map(([, line]) => Number(line))
        expect(lines.length === 2, 'README.md does not show the two lines')
        await open(page, 'ch5_shared_bitmap/shared_bitmap_nosync.html')
        await page.locator('.options summary').click()
        await page.getByLabel('--size').fill('64')
        await button('✓ Check').click()
        expect((await ended(page)).endsWith('exit code 98'), await printed(page))
        const source = readFileSync(path.join(ROOT, 'ch5_shared_bitmap/shared_bitmap_nosync.cu'), 'utf8').split('\n')
        const found = await marked()
        for (const line of lines) expect(found.includes(source[line - 1].trim()), `line ${line} is not marked, but: ${found.join(' | ')}`)
        expect(found.length === 2, `marked besides: ${found.join(' | ')}`)
        expect(isRace(await remarks()), (await remarks()).join(' | '))
    })

    await test('a chart is drawn, and can be kept as SVG', async () => {
        await open(page, 'ch5_dot/dot_kahan.html')
        await page.locator('.options summary').click()
        await page.getByLabel('--n').fill('4000')
        await page.getByLabel('--chart').check()
        await button('▷ Run').click()
        expect((await ended(page)).endsWith('exit code 0'), await printed(page))
        const chart = page.locator('.output .file img')
        await chart.waitFor()
        expect(await chart.evaluate((one) => one.decode().then(() => one.naturalWidth)) === 800, 'the chart is no picture')
        const link = page.locator('.output .file a')
        expect(await link.getAttribute('download') === 'chart.svg', 'it has another name')
        const text = await link.evaluate((one) => fetch(one.href).then((answer) => answer.text()))
        expect(text.startsWith('<svg') && (text.match(/<polyline/g) ?? []).length >= 3, text.slice(0, 300))
    })

    await test('on a phone the picture of a program is seen as a whole when it is there', async () => {
        await page.setViewportSize(PHONE)
        await open(page, 'ch5_ripple/ripple.html')
        await button('▷ Run').click()
        await page.locator('.output canvas').waitFor()
        await page.waitForFunction(() => {
            const { top, bottom } = document.querySelector('.output canvas').getBoundingClientRect()
            return top >= 0 && bottom <= innerHeight
        }, null, { timeout: 10000 })
        await button('■ Stop').click()
        await page.setViewportSize(DESKTOP)
    })

    await test('an animation moves and ends with Escape', async () => {
        await open(page, 'ch5_ripple/ripple.html')
        await page.locator('.options summary').click()
        await page.getByLabel('--size').fill('100')
        await button('▷ Run').click()
        const canvas = page.locator('.output canvas')
        await canvas.waitFor()
        const look = () => canvas.evaluate((one) => one.toDataURL())
        const before = await look()
        await page.waitForFunction((old) => document.querySelector('.output canvas').toDataURL() !== old, before)
        await canvas.press('Escape')
        expect((await ended(page)).endsWith('exit code 0'), await printed(page))
    })

    await test('the mouse draws on the plate of heat', async () => {
        await open(page, running(address, './book run ch8_const_texture/heat --size 64'))
        const canvas = page.locator('.output canvas')
        await canvas.waitFor()
        const brightness = () => document.querySelector('.output canvas').getContext('2d').getImageData(8, 58, 1, 1).data.slice(0, 3)
            .reduce((sum, part) => sum + part)
        await page.waitForTimeout(300)
        const before = await page.evaluate(brightness)
        const { x, y } = await canvas.boundingBox()
        await page.mouse.move(x + 2.5, y + 58.5)
        await page.mouse.down()
        await page.mouse.move(x + 14.5, y + 58.5)
        await page.mouse.up()
        await page.waitForFunction(`(${brightness})() > ${before + 150}`)
        await button('■ Stop').click()
    })

    await test('who begins to change a text has the compiler loaded meanwhile, and is told how much of it is there', async () => {
        const slow = await newPage()
        // All of it but the rewriter, which is small.
        await slow.route(/\/engine\/compiler\/(llvm|files|binaryen)\./, async (route) => {
            await new Promise((resolve) => setTimeout(resolve, 1000))
            await route.abort().catch(() => {})
        })
        await slow.goto(`${address}ch5_dot/dot.html`)
        await slow.locator('.cm-content').waitFor()
        expect(!(await slow.locator('.loading').count()), 'it is loaded for who only looks')
        await slow.locator('.cm-content').click()
        await slow.keyboard.type(' ')
        await slow.locator('.loading progress').waitFor()
        const size = Number((await slow.locator('.loading').innerText()).match(/of ([\d.]+) MB/)[1])
        expect(size > 5 && size <= 17, `its size is ${size}`)
        // The connection fails meanwhile: nothing is wrong until somebody runs what was changed.
        await slow.locator('.loading progress').waitFor({ state: 'detached' })
        expect(!(await slow.locator('.verdict').count()), 'a failure of what nobody has asked for')
        await slow.keyboard.press('Control+Home')
        await slow.keyboard.insertText('// \n')
        await slow.getByRole('button', { name: '▷ Run' }).click()
        await slow.locator('.verdict:has-text("It could not be run")').waitFor()
        await slow.context().close()
    })

    // Whoever else is served has been by then.
    await others
    await test('what was compiled once can be compiled without a connection', async () => {
        await allKept(page)
        stop()
        await page.goto(`${address}own.html`)
        await editor.waitFor()
        await type('int main() { return 6; }\n')
        await button('▷ Run').click()
        expect((await ended(page)).endsWith('exit code 6'), await printed(page))
    })
}

await oneReader(everyProgram())
await allWell()

stop()
await browser.close()
finish()
