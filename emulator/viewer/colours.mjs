// The colours of lines, which threads that are there and words that were written there have too.
//
// Chosen so that also who sees no red, no green or no blue tells neighbours apart, under dark text. A block of code has more
// lines than there are colours; so the line's number stands with its colour wherever there is room.
export const COLOURS = ['#77aadd', '#ee8866', '#9d8fd6', '#ffb3c4', '#bbcc33', '#44bb99', '#eedd88', '#bfe9ff', '#c8b08a']

export const INK = '#16181d' // on all of them

export const colourOf = (line) => line < 0 ? '#dddddd' : COLOURS[line % COLOURS.length]

const NAMES = ['paper', 'surface', 'sunken', 'text', 'quiet', 'edge', 'accent', 'first', 'second', 'hatch']

/** The colours of the page as a canvas takes them; they depend on whether it is light or dark. */
export function coloursIn(element) {
    const probe = element.appendChild(document.createElement('i'))
    const found = {}
    for (const name of NAMES) {
        probe.style.color = `var(--${name})`
        found[name] = getComputedStyle(probe).color
    }
    found.mono = getComputedStyle(element).getPropertyValue('--mono')
    probe.remove()
    return found
}
