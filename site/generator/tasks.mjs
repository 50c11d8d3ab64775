// The tasks of practice/, as the pages have them: their names, and all that a page needs to have one solved and judged.
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { hintsIn } from './hints.mjs'

const PRACTICE = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../practice')
const has = (file) => existsSync(path.join(PRACTICE, file))
const read = (file) => readFileSync(path.join(PRACTICE, file), 'utf8')

export const TASKS = (has('.') ? readdirSync(PRACTICE).sort() : []).filter((name) => /^\d+_\w+$/.test(name) && has(`${name}/task.cpp`))

/** The name of the task whose question, or whose folder, a file of the checkout is; undefined if it is none. */
export const taskOf = (file) => TASKS.find((name) => file === `practice/${name}/README.md`)

/** { name, title, source: what the reader begins with, hints, task: its task.cpp, allowed: further calls, if it has some } */
export function task(name) {
    const source = read(`${name}/start.cu`)
    return {
        name, source,
        title: source.match(/^\/\/ *\w+: *(.*)/)[1],
        hints: hintsIn(read(`${name}/hints.md`)),
        task: read(`${name}/task.cpp`),
        allowed: has(`${name}/allowed_calls`) ? read(`${name}/allowed_calls`) : ''
    }
}
