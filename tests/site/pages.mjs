// The pages, in a real browser: text, links, search, sizes, accessibility, a phone, another folder, and no
// connection. See cases.mjs.
import { mkdirSync, readFileSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { allKept, allWell, browser, ended, newPage, press, printed, running } from './browser.mjs'
import { expect, finish, packages, serve, test } from './cases.mjs'
import { chapters } from '../../site/generator/book.mjs'

const build = process.argv[2]
const site = path.join(build, 'site')
const { address, stop } = await serve(site)
const book = chapters()
const all = book.flatMap(({ programs }) => programs)

const page = await newPage()

// These two take longest, and have pages of their own: the others run meanwhile.
async function longest() {
    await test('axe finds nothing serious, in light and in dark', async () => {
        const axe = readFileSync(packages.resolve('axe-core/axe.min.js'), 'utf8')
        // The pictures of the front page need not run for this, nor the compiler.
        const look = await newPage({ reducedMotion: 'reduce', viewport: { width: 1280, height: 900 } })
        await look.route('**/engine/**', (route) => route.abort())
        for (const name of ['', 'ch5_dot/', 'ch5_dot/dot.html', 'own.html', 'suite.html', 'source/ch5_dot/dot_exact.h.html', 'ch11_multi_gpu/dot_mpi.html', 'not/there.html']) {
            await look.emulateMedia({ colorScheme: 'light' })
            await look.goto(`${address}${name}`)
            if (/dot\.html|mpi|own/.test(name)) await look.locator('.cm-content').waitFor()
            await look.evaluate(axe)
            for (const colorScheme of ['light', 'dark']) {
                await look.emulateMedia({ colorScheme })
                await look.waitForFunction((dark) => document.documentElement.classList.contains('dark') === dark, colorScheme === 'dark')
                // In the dark only the colours are others.
                const rules = colorScheme === 'dark' ? { runOnly: ['color-contrast', 'link-in-text-block'] } : {}
                const { violations, passes } = await look.evaluate((rules) => window.axe.run(document, { resultTypes: ['violations'], ...rules }), rules)
                const serious = violations.filter(({ impact }) => ['serious', 'critical'].includes(impact))
                expect(passes.some(({ id }) => id === 'color-contrast'), `/${name}, ${colorScheme}: axe has not looked at the colours`)
                expect(!serious.length, `/${name}, ${colorScheme}: ` +
                    serious.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ target, failureSummary }) => `${target} ${failureSummary}`).join('; ')}`).join('\n'))
            }
        }
        await look.context().close()
    })

    await test('a phone shows every kind of page without scrolling sideways, and loads less than 300 kB for the text of a chapter, 400 for the front page', async () => {
        const phone = await newPage({ viewport: { width: 375, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2, reducedMotion: 'reduce' })
        let asked
        phone.on('request', (request) => asked.add(new URL(request.url()).pathname))
        const sizes = new Map() // compressed, by address
        const sizeOf = (name) => {
            if (!sizes.has(name)) sizes.set(name, gzipSync(readFileSync(path.join(site, name.replace(/\/$/, '/index.html')))).length)
            return sizes.get(name)
        }
        const folders = book.map(({ folder }) => `${folder}/`)
        for (const name of ['ch5_dot/dot.html', 'own.html', 'suite.html', 'not/there.html', '', ...folders]) {
            const most = { '': 400000 }[name] ?? (folders.includes(name) ? 300000 : 0)
            asked = new Set()
            await phone.goto('about:blank')
            await phone.goto(`${address}${name}`, { waitUntil: most ? 'networkidle' : 'load' })
            const [wide, room] = await phone.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
            expect(wide <= room, `/${name} is ${wide} pixels wide on ${room}`)
            if (!most) continue
            // Of a chapter the text, of the front page the pictures, too.
            const total = [...asked].filter((file) => !name || /\.(html|js|css)$|\/$/.test(file)).reduce((sum, file) => sum + sizeOf(file), 0)
            console.log(`        /${name}: ${(total / 1000).toFixed(0)} kB`)
            expect(![...asked].some((file) => file.includes('/engine/')), `/${name} loads the engine for who only reads`)
            expect(total > 10000 && total < most, `/${name} takes ${total} bytes`)
        }
        await phone.goto(`${address}ch5_dot/`)
        await phone.locator('.program-bar[data-program="ch5_dot/dot"] button').click()
        await phone.waitForURL(`${address}ch5_dot/dot.html`)
        await phone.context().close()
    })
}
const meanwhile = longest()

await test('the front page leads to every chapter and program', async () => {
    await page.goto(address)
    const links = await page.locator('.chapters a').evaluateAll((list) => list.map((a) => a.href))
    for (const { folder } of book) expect(links.includes(`${address}${folder}/`), `no link to ${folder}`)
    for (const { path: program } of all) expect(links.includes(`${address}${program}.html`), `no link to ${program}`)
})

await test('a search finds a word of a chapter', async () => {
    if (page.url() !== address) await page.goto(address)
    await page.locator('.VPNavBarSearch button').click()
    await page.locator('.VPLocalSearchBox input').fill('__syncthreads')
    await page.locator('.VPLocalSearchBox .result').first().waitFor()
})

await test('a chapter has its programs beside it, and leads on', async () => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(`${address}ch5_dot/`)
    await page.locator('.beside .cm-content').waitFor()
    expect((await page.locator('.beside .cm-content').innerText()).includes('// dot_naive:'), 'not the first program')
    await page.locator('.program-bar[data-program="ch5_dot/dot"] button').click()
    await page.locator('.beside .cm-content:has-text("// dot: ")').waitFor()
    for (const next of ['ch5_dot/BRANCHES.html', 'ch5_dot/FASTER.html', 'ch5_shared_bitmap/']) {
        await page.locator(`.VPDocFooter .next[href$="${next}"]`).click()
        await page.waitForURL(`${address}${next}`)
    }
})

await test('the place in a report is a link to the line of the program', async () => {
    await page.goto(`${address}ch5_shared_bitmap/`)
    const link = page.locator('.vp-doc pre a[href*="shared_bitmap_nosync.html#L"]').first()
    const line = (await link.getAttribute('href')).match(/#L(\d+)$/)[1]
    await press(link)
    await page.locator('.cm-activeLineGutter').first().waitFor()
    await page.waitForFunction((line) => [...document.querySelectorAll('.cm-activeLineGutter')].some((one) => one.textContent === line), line)
})

await test('pictures side by side are equally large, and a heading without words takes no room', async () => {
    await page.goto(`${address}suite.html`)
    const sizes = await page.locator('.vp-doc th img').evaluateAll((list) => list.map((one) => Math.round(one.getBoundingClientRect().width)))
    expect(sizes.length === 4 && new Set(sizes).size === 1, `${sizes}`)
    await page.goto(`${address}site/`)
    const empty = page.locator('.vp-doc thead', { hasNotText: /\S/ })
    expect(await empty.count() > 0 && !(await empty.first().isVisible()), 'an empty heading is shown')
})
await page.context().close()

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
            if (/^(https?|data|mailto):/.test(target) || hash.startsWith('run=')) continue
            const there = target ? path.join(path.dirname(name), decodeURI(target)).replace(/\/$/, '/index.html') : name
            expect(ids.get(there)?.has(decodeURIComponent(hash)), `${name} leads to ${target}#${hash}, which is not in ${there}`)
        }
    }
})

await test('a program is under 1 MB compressed, what is loaded of the compiler under 17, and all of it under 31', async () => {
    let largest = 0
    for (const { path: program, apart } of all)
        if (!apart) largest = Math.max(largest, gzipSync(readFileSync(path.join(site, `programs/${program}.wasm`))).length)
    const compiler = readdirSync(path.join(site, 'engine/compiler')).reduce((sum, name) => sum + statSync(path.join(site, 'engine/compiler', name)).size, 0)
    const { parts } = JSON.parse(readFileSync(path.join(site, 'engine/compiler/package.json'), 'utf8'))
    const loaded = Object.values(parts).reduce((sum, size) => sum + size, 0)
    console.log(`        the largest program: ${(largest / 1000).toFixed(0)} kB; the compiler: ${(loaded / 1e6).toFixed(1)} of ${(compiler / 1e6).toFixed(1)} MB`)
    expect(largest > 10000 && largest < 1e6, `a program takes ${largest} bytes`)
    expect(loaded > 5e6 && loaded < 17e6, `what is loaded of the compiler takes ${loaded} bytes`)
    expect(compiler > 1e7 && compiler < 31e6, `the compiler takes ${compiler} bytes`)
})

await test('a link to a section leads there, with a program beside the text, and at the end lies the last one', async () => {
    for (const [width, height] of [[1440, 900], [1366, 768], [390, 844]])
        for (const place of ['ch5_dot/FASTER.html#dot_fast', 'ch7_shared_memory/#labs-and-homework', 'ch9_atomics/#mutex']) {
            const look = await newPage({ viewport: { width, height } })
            await look.goto(`${address}${place}`)
            if (width > 1180) await look.locator('.beside .cm-content').waitFor()
            const at = () => look.evaluate(() => document.getElementById(location.hash.slice(1)).getBoundingClientRect().top)
            await look.waitForFunction(() => {
                const { top } = document.getElementById(location.hash.slice(1)).getBoundingClientRect()
                return top >= 0 && top < 200
            }, null, { timeout: 5000 }).catch(() => {})
            const top = await at()
            expect(top >= 0 && top < 200, `${place} at ${width} x ${height} is at ${top}`)
            if (width > 1180) {
                await look.keyboard.press('End')
                const last = await look.evaluate(() => [...document.querySelectorAll('[data-program]')].at(-1).dataset.program)
                await look.locator(`.beside[aria-label="The program ${last}"]`).waitFor({ timeout: 5000 })
            }
            await look.context().close()
        }
})

const host = path.join(build, 'site_elsewhere')
rmSync(host, { recursive: true, force: true })
mkdirSync(path.join(host, 'some'), { recursive: true })
symlinkSync(path.resolve(site), path.join(host, 'some/where'))
symlinkSync('some/where/404.html', path.join(host, '404.html')) // which hosts are told to show
const other = await serve(host)
const there = `${other.address}some/where/`

await test('in a folder of any host a wrong address leads home, however deep it is, and the manifest is right', async () => {
    const look = await newPage()
    for (const wrong of ['not.html', 'ch5_dot/not/there/at/all']) {
        const answer = await look.goto(`${there}${wrong}`)
        expect(answer.status() === 404, `/${wrong}: ${answer.status()}`)
        await look.locator(`nav a[href="${there}"]`).click()
        await look.waitForURL(there)
        await look.locator('.front h1').waitFor()
    }
    const devtools = await look.context().newCDPSession(look)
    const { url, errors, manifest } = await devtools.send('Page.getAppManifest')
    expect(url === `${there}manifest.webmanifest` && !errors.length, `${url}: ${JSON.stringify(errors)}`)
    expect(manifest.startUrl === there && manifest.scope === there, JSON.stringify(manifest))
    for (const { url } of manifest.icons) expect((await look.request.get(url)).ok(), `there is no ${url}`)
    await look.context().close()
})

await test('the site runs from a folder of any host, and links lead on from there; what was loaded once is there without a connection', async () => {
    const look = await newPage({ offline: true, viewport: { width: 1440, height: 900 } })
    await look.goto(`${there}ch5_dot/index.html`)
    // Browsers end what keeps the files when they like, and the page has it go on.
    await look.evaluate(() => navigator.serviceWorker.ready)
    const devtools = await look.context().newCDPSession(look)
    await devtools.send('ServiceWorker.enable')
    await devtools.send('ServiceWorker.stopAllWorkers')
    await look.locator('.beside .cm-content').waitFor()
    await allKept(look)
    for (const next of ['ch5_dot/BRANCHES.html', 'ch5_dot/FASTER.html', 'ch5_shared_bitmap/']) {
        await look.locator(`.VPDocFooter .next[href$="${next}"]`).click()
        await look.waitForURL(`${there}${next}`)
    }
    await press(look.locator('.vp-doc table a[href$="/shared_bitmap.html"]').first())
    await look.waitForURL(`${there}ch5_shared_bitmap/shared_bitmap.html`)
    await look.locator('.cm-content').waitFor()
    await look.goBack()
    await look.reload()
    await look.locator('.vp-doc h1').waitFor()
    other.stop()
    await look.goto(`${there}ch9_atomics/`)
    await look.locator('.beside .cm-content').waitFor()
    await look.goto(`${there}ch4_blocks/julia.html`)
    await look.locator('.cm-content:has-text("// julia:")').waitFor()
    await look.goto('about:blank')
    await look.goto(running(there, './book run ch5_dot/dot'))
    expect((await ended(look)).endsWith('exit code 0'), await printed(look))
    await look.getByRole('button', { name: '✓ Check', exact: true }).click()
    await look.locator('.console:has-text("there is no connection to fetch it by")').waitFor()
    expect(!(await printed(look)).includes('dynamically'), await printed(look))
    await look.context().close()
    rmSync(host, { recursive: true })
})

await meanwhile
await allWell()

stop()
await browser.close()
finish()
