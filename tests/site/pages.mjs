// The pages, in a real browser: text, links, search, sizes, accessibility, a phone, another folder, and no
// connection. See cases.mjs.
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { begin, browser, ended, newPage, printed } from './browser.mjs'
import { expect, finish, packages, serve, test } from './cases.mjs'
import { chapters } from '../../site/generator/book.mjs'

const build = process.argv[2]
const site = path.join(build, 'site')
const { address, stop } = await serve(site)
const book = chapters()
const all = book.flatMap(({ programs }) => programs)

const page = await newPage()

await test('the front page leads to every chapter and program', async () => {
    await page.goto(address)
    const links = await page.locator('.chapters a').evaluateAll((list) => list.map((a) => a.href))
    for (const { folder } of book) expect(links.includes(`${address}${folder}/`), `no link to ${folder}`)
    for (const { path: program } of all) expect(links.includes(`${address}${program}.html`), `no link to ${program}`)
})

await test('a chapter has its programs beside it, and leads on', async () => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(`${address}ch5_dot/`)
    await page.locator('.beside .cm-content').waitFor()
    expect((await page.locator('.beside .cm-content').innerText()).includes('// dot_naive:'), 'not the first program')
    await page.locator('.program-bar[data-program="ch5_dot/dot"] button').click()
    await page.locator('.beside .cm-content:has-text("// dot: ")').waitFor()
    await page.locator('.VPDocFooter .next').click()
    await page.waitForURL(`${address}ch5_shared_bitmap/`)
})

await test('the place in a report is a link to the line of the program', async () => {
    await page.goto(`${address}ch5_shared_bitmap/`)
    const link = page.locator('.vp-doc pre a[href*="shared_bitmap_nosync.html#L"]').first()
    const line = (await link.getAttribute('href')).match(/#L(\d+)$/)[1]
    await link.click()
    await page.locator('.cm-activeLineGutter').first().waitFor()
    await page.waitForFunction((line) => [...document.querySelectorAll('.cm-activeLineGutter')].some((one) => one.textContent === line), line)
})

await test('a search finds a word of a chapter', async () => {
    await page.goto(address)
    await page.locator('.VPNavBarSearch button').click()
    await page.locator('.VPLocalSearchBox input').fill('__syncthreads')
    await page.locator('.VPLocalSearchBox .result').first().waitFor()
})

await test('no page has a link that leads nowhere, and none asks another host', async () => {
    const names = readdirSync(site, { recursive: true }).map(String).filter((name) => name.endsWith('.html'))
    expect(names.length > all.length + book.length, `only ${names.length} pages`)
    const texts = new Map(names.map((name) => [name, readFileSync(path.join(site, name), 'utf8')]))
    const ids = new Map([...texts].map(([name, html]) => [name, new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))]))
    for (const [name, html] of texts) {
        expect(!html.includes('__BASE__'), `${name} has an address that was not made relative`)
        for (const [, target] of html.matchAll(/(?:href|src)="([^"#]+)(?:#[^"]*)?"/g)) {
            if (/^(https?|data|mailto):/.test(target)) continue
            expect(!target.startsWith('/'), `${name} counts on the root of its host: ${target}`)
            const there = statSync(path.join(site, path.dirname(name), decodeURI(target)), { throwIfNoEntry: false })
            expect(there, `${name} leads to ${target}, which is not there`)
        }
        for (const [, target, hash] of html.matchAll(/href="([^"#]*)#([^"]+)"/g)) {
            if (/^(https?|data|mailto):/.test(target)) continue
            const there = target ? path.join(path.dirname(name), decodeURI(target)).replace(/\/$/, '/index.html') : name
            expect(ids.get(there)?.has(decodeURIComponent(hash)), `${name} leads to ${target}#${hash}, which is not in ${there}`)
        }
    }
})

await test('the text of a chapter is under 300 kB, compressed', async () => {
    for (const { folder } of book) {
        const sizes = new Map() // promises, by address
        let compiler = false
        // A window without room for a program beside the text.
        const look = await newPage({ viewport: { width: 1000, height: 800 }, serviceWorkers: 'block' })
        look.on('response', (response) => {
            compiler ||= response.url().includes('/engine/compiler/')
            if (/\.(html|js|css)$|\/$/.test(new URL(response.url()).pathname))
                sizes.set(response.url(), response.body().then((body) => gzipSync(body).length))
        })
        await look.goto(`${address}${folder}/`, { waitUntil: 'networkidle' })
        const total = (await Promise.all(sizes.values())).reduce((sum, size) => sum + size, 0)
        console.log(`        ${folder}: ${(total / 1000).toFixed(0)} kB`)
        expect(!compiler, `${folder} loads the compiler for who only reads`)
        expect(total > 10000 && total < 300000, `${folder} takes ${total} bytes`)
        await look.context().close()
    }
})

await test('a program is under 1 MB compressed, and the compiler under 30', async () => {
    let largest = 0
    for (const { path: program, apart } of all)
        if (!apart) largest = Math.max(largest, gzipSync(readFileSync(path.join(site, `programs/${program}.wasm`))).length)
    const compiler = readdirSync(path.join(site, 'engine/compiler')).reduce((sum, name) => sum + statSync(path.join(site, 'engine/compiler', name)).size, 0)
    console.log(`        the largest program: ${(largest / 1000).toFixed(0)} kB; the compiler: ${(compiler / 1e6).toFixed(1)} MB`)
    expect(largest > 10000 && largest < 1e6, `a program takes ${largest} bytes`)
    expect(compiler > 1e7 && compiler < 30e6, `the compiler takes ${compiler} bytes`)
})

await test('axe finds nothing serious, in light and in dark', async () => {
    const axe = readFileSync(packages.resolve('axe-core/axe.min.js'), 'utf8')
    for (const colorScheme of ['light', 'dark']) {
        // The pictures of the front page need not run for this.
        const look = await newPage({ colorScheme, reducedMotion: 'reduce', viewport: { width: 1280, height: 900 } })
        for (const name of ['', 'ch5_dot/', 'ch5_dot/dot.html', 'own.html', 'suite.html', 'source/ch5_dot/dot_exact.h.html', 'ch11_multi_gpu/dot_mpi.html']) {
            await look.goto(`${address}${name}`)
            if (/dot\.html|mpi|own/.test(name)) await look.locator('.cm-content').waitFor()
            await look.evaluate(axe)
            const { violations } = await look.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }))
            const serious = violations.filter(({ impact }) => ['serious', 'critical'].includes(impact))
            expect(!serious.length, `/${name}, ${colorScheme}: ` +
                serious.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ target, failureSummary }) => `${target} ${failureSummary}`).join('; ')}`).join('\n'))
        }
        await look.context().close()
    }
})

await test('a phone shows every kind of page without scrolling sideways', async () => {
    const phone = await newPage({ viewport: { width: 375, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2, reducedMotion: 'reduce' })
    for (const name of ['', ...book.map(({ folder }) => `${folder}/`), 'ch5_dot/dot.html', 'own.html', 'suite.html']) {
        await phone.goto(`${address}${name}`)
        const [wide, room] = await phone.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
        expect(wide <= room, `/${name} is ${wide} pixels wide on ${room}`)
    }
    await phone.goto(`${address}ch5_dot/`)
    await phone.locator('.program-bar[data-program="ch5_dot/dot"] button').click()
    await phone.waitForURL(`${address}ch5_dot/dot.html`)
    await phone.context().close()
})

await test('the site runs from a folder of any host, and links lead on from there', async () => {
    const host = path.join(build, 'site_elsewhere')
    rmSync(host, { recursive: true, force: true })
    mkdirSync(host, { recursive: true })
    cpSync(site, path.join(host, 'some/where'), { recursive: true, filter: (name) => !/\/(engine|programs)$/.test(name) })
    const other = await serve(host)
    const look = await newPage({ viewport: { width: 1440, height: 900 } })
    await look.goto(`${other.address}some/where/ch5_dot/index.html`)
    await look.locator('.beside .cm-content').waitFor()
    await look.locator('.VPDocFooter .next').click()
    await look.waitForURL(`${other.address}some/where/ch5_shared_bitmap/`)
    await look.locator('.vp-doc table a[href$="/shared_bitmap.html"]').first().click()
    await look.waitForURL(`${other.address}some/where/ch5_shared_bitmap/shared_bitmap.html`)
    await look.locator('.cm-content').waitFor()
    await look.goBack()
    await look.reload()
    await look.locator('.vp-doc h1').waitFor()
    expect(!look.errors.length, look.errors.join('; '))
    await look.context().close()
    other.stop()
    rmSync(host, { recursive: true })
})

await test('what was loaded once is there without a connection', async () => {
    const look = await newPage({ viewport: { width: 1440, height: 900 } })
    await look.goto(address)
    await look.evaluate(() => navigator.serviceWorker.ready)
    // All pages and programs come by themselves, in the background.
    await look.waitForFunction(async () => {
        const kept = (await (await caches.open('cuda-by-chapters')).keys()).map(({ url }) => url)
        return kept.some((url) => url.includes('/workbench/ch9_atomics/race.json')) && kept.some((url) => url.includes('/programs/ch9_atomics/race.wasm'))
    }, null, { timeout: 60000 })
    await look.context().setOffline(true)
    await look.goto(`${address}ch9_atomics/`)
    await look.locator('.beside .cm-content').waitFor()
    await look.goto(`${address}ch4_blocks/julia.html`)
    await look.locator('.cm-content:has-text("// julia:")').waitFor()
    await begin(look, address, './book run ch5_dot/dot')
    expect((await ended(look)).endsWith('exit code 0'), await printed(look))
    expect(!look.errors.length, look.errors.join('; '))
    await look.context().close()
})

await test('no page asked another host for anything, and none has failed', async () => {
    expect(!page.foreign.length, page.foreign.join(', '))
    expect(!page.errors.length, page.errors.join('; '))
})

stop()
await browser.close()
finish()
