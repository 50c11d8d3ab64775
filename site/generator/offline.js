// Keeps the site for times without a connection. All that is small is fetched in the background after the
// first page; the compiler, which is large, when it is used for the first time. A file is kept under its hash:
// of a new copy of the site only what has changed is fetched again.
const FILES = {}

const KEPT = 'cuda-by-chapters'
const HOME = new URL('./', self.location.href)
const LARGE = /^engine\/.*\.(wasm|tar|tar\.\w+)$|^engine\/(clang|sysroot|yowasp)/

const keyOf = (file) => new URL(`${file}?${FILES[file]}`, HOME).href

async function fetched(file) {
    const cache = await caches.open(KEPT)
    const kept = await cache.match(keyOf(file))
    if (kept) return kept
    const answer = await fetch(new URL(file, HOME), { cache: 'no-cache' })
    if (answer.ok) await cache.put(keyOf(file), answer.clone())
    return answer
}

async function keepAll() {
    for (const file of Object.keys(FILES).filter((file) => !LARGE.test(file))) {
        try {
            await fetched(file)
        } catch {
            return // the connection is gone: the next visit goes on
        }
    }
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
self.addEventListener('message', ({ data }) => data === 'keep' && keepAll())
self.addEventListener('fetch', (event) => {
    const url = new URL(event.request.url)
    if (event.request.method !== 'GET' || !url.href.startsWith(HOME.href)) return
    let file = decodeURIComponent(url.pathname.slice(HOME.pathname.length))
    if (file === '' || file.endsWith('/')) file += 'index.html'
    if (file in FILES) event.respondWith(fetched(file))
})
