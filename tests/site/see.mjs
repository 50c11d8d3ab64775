// The button See, in a real browser: the viewer in the page, another recording of a changed text, moments as links, what
// is asked for. What the viewer itself does: tests/see/viewer.mjs. See cases.mjs.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { allWell, browser, ended, follow, newPage, press, printed } from './browser.mjs'
import { ROOT, expect, finish, packages, serve, test } from './cases.mjs'
import { pack } from '../../site/.vitepress/theme/share.mjs'

const DESKTOP = { width: 1440, height: 900 }
const PHONE = { width: 375, height: 740 }

const { address, stop } = await serve(path.join(process.argv[2], 'site'))
const turns = readFileSync(path.join(ROOT, 'tests/site/turns.cu'), 'utf8')
const own = async (text) => `${address}own.html#text=${await pack({ files: { 'mine.cu': text }, args: [] })}`

const page = await newPage({ viewport: DESKTOP, permissions: ['clipboard-read', 'clipboard-write'] })
const asked = []
page.on('request', (request) => asked.push(request.url()))

const button = (name) => page.getByRole('button', { name, exact: true })
async function open(text) {
    await page.goto('about:blank')
    await page.goto(await own(text))
    await page.locator(`.cm-content:has-text("${text.split('\n')[0].slice(3, 27)}")`).waitFor()
}
async function see() {
    await button('◉ See').click()
    return ended(page)
}
const sentence = () => page.locator('.see .sentence').innerText()
/** Until the viewer says it. */
const says = (text) => page.locator(`.see .sentence:has-text("${text}")`).waitFor({ timeout: 120000 })
const keys = async (...names) => {
    for (const name of names) await page.keyboard.press(name)
}
const same = (seen, wanted) => expect(seen === wanted, `seen: ${seen}; wanted: ${wanted}`)

await test('every thread of a text of one\'s own, forwards and backwards', async () => {
    await open(turns)
    expect((await see()).startsWith('Recorded'), await printed(page))
    expect(asked.filter((url) => url.endsWith('recorder.packed')).length === 1, 'the recorder was not fetched once')
    expect(!asked.some((url) => url.endsWith('.rest.packed')), 'the rest of the compiler was fetched')
    await says('Nothing has happened yet. Of 64 threads, 64 not begun.')
    expect((await page.locator('.see .source .code').innerText()).includes('__shared__ int tile[64];'), 'there is no source')
    expect((await page.locator('.see .memory').innerText()).includes('tile'), 'there is no shared memory')
    const [{ y, height }, room] = [await page.locator('.see').boundingBox(), await page.evaluate(() => innerHeight)]
    expect(y >= 0 && y + height <= room, `the viewer is from ${y} to ${y + height} of ${room}`)
    await keys('b')
    await says('64 of them wait at a barrier')
    same(await page.locator('.see .row.busy .n').innerText(), '6')
    await keys('ArrowLeft', 'ArrowRight', 'ArrowRight', 'Shift+b')
    await says('64 of them wait at a barrier')
    await page.locator('.see [data-step="line"]').click()
    await says('63 of them wait')
})

await test('a mistake that is found has a button of its own', async () => {
    await page.locator('.see .alarm').click()
    await page.locator('.see .finding.chosen').waitFor()
    expect((await page.locator('.see .finding.chosen').innerText()).includes('race'), await page.locator('.see .finding.chosen').innerText())
    same(await page.locator('.see .orders section').count(), 2)
})

await test('a changed text is recorded anew, and a run takes the viewer away', async () => {
    await page.locator('.cm-content').click()
    await keys('Control+Home')
    await page.keyboard.insertText('// one line more\n')
    expect((await see()).startsWith('Recorded'), await printed(page))
    await says('Nothing has happened yet')
    await keys('b')
    await says('64 of them wait at a barrier')
    same(await page.locator('.see .row.busy .n').innerText(), '7')
    same(await page.locator('.see').count(), 1)
    await button('▷ Run').click()
    await ended(page)
    same(await page.locator('.see').count(), 0)
})

await test('a shared text leads back to the moment', async () => {
    await open(turns)
    await see()
    await says('Nothing has happened yet')
    await keys('b')
    await says('64 of them wait at a barrier')
    await button('Share').click()
    await page.locator('.notice:has-text("The link is copied")').waitFor()
    const link = await page.evaluate(() => navigator.clipboard.readText())
    await page.goto('about:blank')
    await page.goto(link)
    await says('64 of them wait at a barrier')
})

await test('what is recorded can be chosen, and a wrong wish is said', async () => {
    await open(turns)
    await see()
    const choose = async (label, value) => {
        const field = page.locator('.see-options').getByLabel(label)
        if (label === 'Order') await field.selectOption(value)
        else await field.fill(value)
    }
    const again = async () => {
        await button('Record again').click()
        await ended(page)
        return printed(page)
    }
    await choose('Order', 'warps')
    expect((await again()).startsWith('$ ./book see --order warps mine.cu\n'), await printed(page))
    expect((await page.locator('.see .order').innerText()).includes('in step'), await page.locator('.see .order').innerText())
    await choose('Launch', '2')
    await choose('Block', '1, 0, 0')
    expect((await again()).startsWith('$ ./book see --order warps --launch 2 --block 1,0,0 mine.cu\n'), await printed(page))
    await says('Of 1 thread')
    await choose('Launch', '3')
    expect((await again()).includes('there is no launch 3: the program has made 2'), await printed(page))
    same(await page.locator('.see').count(), 0)
    const before = await printed(page)
    await choose('Block', 'one')
    await button('Record again').click()
    same(await page.locator('.see-options input:invalid').count(), 1)
    same(await printed(page), before)
})

await test('a program that does not compile, launches nothing, or fails, says so', async () => {
    await open('// a mistake of typing\n__global__ void k(int *p) { *p = q; }\nint main() { k<<<1, 32>>>(nullptr); }\n')
    expect((await see()).startsWith('Does not compile'), await printed(page))
    await open('// nothing to be seen here\nint main() { return 0; }\n')
    same(await see(), 'Nothing was recorded · exit code 0')
    same(await page.locator('.see').count(), 0)
    await open('// a kernel that dies of it\n__global__ void k(char *p) { p[threadIdx.x + (3u << 30)] = 1; }\nint main() {\n    k<<<1, 32>>>(nullptr);\n    return cudaDeviceSynchronize() != cudaSuccess;\n}\n')
    expect((await see()).endsWith('exit code 1'), await printed(page))
    await page.locator('.see .alarm').click({ timeout: 20000 })
    expect((await page.locator('.see .finding.chosen').innerText()).includes('no memory'), await page.locator('.see .finding.chosen').innerText())
})

await test('each moment that a chapter names is a link, which leads there', async () => {
    const links = []
    for (const chapter of ['ch5_dot/', 'ch5_shared_bitmap/', 'ch7_shared_memory/TILES.html', 'ch9_atomics/']) {
        await page.goto(`${address}${chapter}`)
        const here = await page.locator('.vp-doc a:has(code)').evaluateAll((all) => all.filter((a) => /^\w+\.html#t=/.test(a.textContent)).map((a) => [a.textContent, a.href]))
        expect(here.length, `${chapter} has none`)
        links.push(...here)
    }
    same(links.length, 6)
    for (const [name, href] of links) {
        await follow(page, href) // from the program before: what was seen of that one is over
        await page.locator(`.workbench[aria-label="Workbench of ${href.match(/ch\w+\/\w+/)[0]}.cu"]`).waitFor()
        await page.locator('.see .moment').waitFor({ timeout: 120000 })
        const moment = name.match(/#t=(\d+)/)[1]
        same((await page.locator('.see .moment').innerText()).replace(/[^\d/]/g, '').split('/')[0], moment)
        if (name.includes('finding=')) expect(await page.locator('.see .finding.chosen').count() === 1, `${name}: no finding`)
    }
})

await test('the address follows what is seen, and the link that is copied restores it', async () => {
    await page.goto(`${address}ch5_dot/`)
    await press(page.locator('.vp-doc a:has-text("dot.html#t=8311")'))
    await page.waitForURL(/ch5_dot\/dot\.html#run=/)
    await page.locator('.see .moment').waitFor({ timeout: 120000 })
    await says('256 of them wait at a barrier') // so they do at the next one: the sentences differ in the thread
    const before = await sentence()
    await keys('b')
    await page.locator('.see .sentence').filter({ hasNotText: before }).waitFor()
    await says('256 of them wait at a barrier')
    const here = await sentence()
    await button('Copy link').click()
    await button('Copied').waitFor()
    const link = await page.evaluate(() => navigator.clipboard.readText())
    expect(!link.includes('t=8311') && link === page.url(), `${link} is not ${page.url()}`)
    await page.reload()
    await says(here)
    // Another moment of the same: without another recording.
    await page.evaluate(() => { document.querySelector('.see').dataset.kept = 'yes' })
    await page.evaluate(() => { location.hash = location.hash.replace(/t=\d+/, 't=0') })
    await says('Nothing has happened yet')
    same(await page.locator('.see[data-kept]').count(), 1)
})

await test('on a phone, and in the dark, nothing is wider than the page, and nobody is kept out', async () => {
    await page.setViewportSize(PHONE)
    await open(turns)
    await see()
    await says('Nothing has happened yet')
    await button('Memory').click()
    await page.locator('.see .memory').waitFor()
    expect(!(await page.locator('.see .source').isVisible()), 'the source stays')
    const [wide, room] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
    expect(wide <= room, `the page is ${wide} pixels wide on ${room}`)
    const papers = []
    for (const scheme of ['dark', 'light']) {
        await page.emulateMedia({ colorScheme: scheme })
        await page.evaluate((dark) => document.documentElement.classList.toggle('dark', dark), scheme === 'dark')
        papers.push(await page.locator('.see').evaluate((see) => getComputedStyle(see).backgroundColor))
        await page.addScriptTag({ path: packages.resolve('axe-core/axe.min.js') })
        const found = await page.evaluate(() => axe.run('#app').then(({ violations }) => violations
            .filter(({ impact }) => ['serious', 'critical'].includes(impact)).map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' ')}`)))
        expect(!found.length, `${scheme}: ${found.join('; ')}`)
    }
    expect(papers[0] !== papers[1], `${papers}: light and dark are the same`)
})

await allWell()
stop()
await browser.close()
finish()
