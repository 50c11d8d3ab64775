// The keys and the signs, in a dialog.
import { make, makeLegend } from './elements.mjs'
import { SIGNS_OF_WORDS } from './memory_pane.mjs'
import { SIGNS_OF_THREADS } from './threads_pane.mjs'

const KEYS = [
    ['→ ←', 'one event on, or back'],
    ['a', 'to the next read or write'],
    ['l', 'to the next line that a thread comes to'],
    ['b', 'to the next barrier: all are there'],
    ['v', 'to the next time a thread comes to the chosen line'],
    ['w', 'to the next write of the chosen word'],
    ['r', 'to the next access of the chosen word'],
    ['Shift', 'with one of these letters: back instead'],
    ['Home End', 'to the begin, to the end'],
    ['space', 'play, pause'],
    ['f', 'show the next finding'],
    ['1 2 3 4 5', 'to the threads, the source, the memory, the history, the bar; arrow keys choose there'],
    ['Escape', 'choose nothing: steps are those of all threads again'],
    ['?', 'this help']
]

/** `about`: what is said of the recording. */
export function makeHelp(about) {
    const dialog = make('dialog', { 'aria-label': 'Signs and keys' })
    dialog.append(make('h2', {}, 'Threads'), makeLegend(SIGNS_OF_THREADS),
        make('h2', {}, 'Memory'), makeLegend(SIGNS_OF_WORDS), ...about.map((text) => make('p', {}, text)),
        make('h2', {}, 'Keys'),
        make('dl', {}, ...KEYS.flatMap(([keys, about]) => [make('dt', {}, ...keys.split(' ').map((key) => make('kbd', {}, key))), make('dd', {}, about)])),
        make('p', {}, 'When a thread is chosen, steps by event, access and line are its own. The address always leads to what you see: send it.'),
        make('form', { method: 'dialog' }, make('button', {}, 'Close')))
    return dialog
}
