// Keeps the site for times without a connection. The pages are fetched in the background after the first one, and
// then the programs, unless the reader wants to save data; what is large (the compiler) or out of the way (files of
// the emulator) when it is used for the first time. A file is kept under its hash: of a new copy of the site only
// what has changed is fetched again.
const FILES = {}

const KEPT = 'cuda-by-chapters'
const HOME = new URL('./', self.location.href)
const LATER = /^(engine\/compiler\/|source|assets\/source_)/

const keyOf = (file) => new URL(`${file}?${FILES[file]}`, HOME).href

async function fetched(file) {
    const cache = await caches.open(KEPT)
    const kept = await cache.match(keyOf(file))
    if (kept) return kept
    const answer = await fetch(new URL(file, HOME), { cache: 'no-cache' })
    if (answer.ok) await cache.put(keyOf(file), answer.clone())
    return answer
}

// One round for all who ask. What is kept already is passed over, so the next visit goes on where this one ended.
let keeping
const keepAll = () => (keeping ??= keepWhatIsMissing().catch(() => (keeping = undefined))) // the connection is gone

async function keepWhatIsMissing() {
    const kept = new Set((await (await caches.open(KEPT)).keys()).map(({ url }) => url))
    const soon = Object.keys(FILES).filter((file) => !LATER.test(file) && !kept.has(keyOf(file)))
    const programs = (file) => file.startsWith('programs/')
    const saving = self.navigator.connection?.saveData
    for (const file of [...soon.filter((file) => !programs(file)), ...(saving ? [] : soon.filter(programs))]) await fetched(file)
}

async function dropOld() {
    const wanted = new Set(Object.keys(FILES).map(keyOf))
    const cache = await caches.open(KEPT)
    for (const { url } of await cache.keys()) if (!wanted.has(url)) await cache.delete(url)
}

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => {
    event.waitUntil(Promise.all([self.clients.claim(), dropOld()]))
    keepAll()
})
// Each page asks for it when it is opened, and again until it is told that the round is over: a browser ends a service
// worker that has had no event for half a minute, whatever it is doing.
self.addEventListener('message', (event) => event.waitUntil(keepAll().then(() => event.source.postMessage('over'))))
self.addEventListener('fetch', (event) => {
    const url = new URL(event.request.url)
    if (event.request.method !== 'GET' || !url.href.startsWith(HOME.href)) return
    let file = decodeURIComponent(url.pathname.slice(HOME.pathname.length))
    if (file === '' || file.endsWith('/')) file += 'index.html'
    if (file in FILES) event.respondWith(fetched(file))
})
