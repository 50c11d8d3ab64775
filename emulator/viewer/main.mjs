// The page that ./book see writes: the trace is in the page, and the moment in its address.
import { unpackTrace } from './trace.mjs'
import { make } from './elements.mjs'
import { Viewer } from './viewer.mjs'

const host = document.querySelector('main')
try {
    const text = document.querySelector('#trace').textContent.replace(/\s+/g, '')
    if (!text) throw new Error('there is no trace in this page')
    const fragment = () => location.hash.slice(1)
    const viewer = new Viewer(host, await unpackTrace(text), {
        link: fragment(),
        moved: (link) => link !== fragment() && history.replaceState(null, '', `#${link}`)
    })
    addEventListener('hashchange', () => fragment() !== viewer.link() && viewer.follow(fragment()))
    globalThis.viewer = viewer // for the curious, and the tests
} catch (error) {
    host.replaceChildren(make('p', { class: 'failed', role: 'alert' }, `This page cannot be shown: ${error.message}.`))
}
