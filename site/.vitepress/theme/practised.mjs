// What the reader has done of the tasks: 'right', or 'begun'. It is kept in this browser, and nowhere else.
import { reactive } from 'vue'

const RIGHT = 'book:practised:' // and a task's name
const DRAFT = (name) => `book:draft:${name}.cu` // as versions.mjs keeps what is written

/** By the names of tasks; those that were asked for. */
export const practised = reactive({})

export function lookUp(name) {
    try {
        practised[name] = localStorage.getItem(RIGHT + name) ? 'right' : localStorage.getItem(DRAFT(name)) ? 'begun' : ''
    } catch {
        // A browser that keeps nothing.
    }
}

export function noteRight(name) {
    practised[name] = 'right'
    try {
        localStorage.setItem(RIGHT + name, 'right')
    } catch {
        // It is known as long as the page is there.
    }
}
