// Elements of a page.

/** An element: make('button', { class: 'x', onclick: f, 'aria-label': 'y' }, 'text', element, ...). */
export function make(name, attributes = {}, ...children) {
    const element = document.createElement(name)
    for (const [key, value] of Object.entries(attributes)) {
        if (key.startsWith('on')) element.addEventListener(key.slice(2), value)
        else if (value === true) element.setAttribute(key, '')
        else if (value !== false && value !== null && value !== undefined) element.setAttribute(key, value)
    }
    element.append(...children.filter((child) => child !== null && child !== undefined && child !== false))
    return element
}

/** Sets a text only where it is a different one: the browser has less to do. */
export function say(element, text) {
    if (element.textContent !== text) element.textContent = text
}

/** What signs mean: of each [class, what stands in it, its meaning]. */
export const makeLegend = (signs) =>
    make('ul', { class: 'legend' }, ...signs.map(([name, text, about]) => make('li', { class: `of-${name}` }, make('i', { class: `key ${name}` }, text), about)))
