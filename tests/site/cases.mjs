// What the tests of the site share that need a browser: a server for it, and cases that are counted.
//
//     node tests/site/NAME.mjs BUILD [REGEX]
//
// runs its cases, or those whose names match; prints what failed, and exits with 1 if anything did.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')
export const packages = createRequire(path.join(ROOT, 'site/package.json'))

/** The path of a browser that has one of these names; where there is none the test ends: Skipped, but failed in CI. */
export function installed(about, ...names) {
    const found = names.flatMap((name) => process.env.PATH.split(':').map((folder) => path.join(folder, name))).find(existsSync)
    if (found) return found
    console.log(`no ${about}`)
    process.exit(process.env.CI === 'true' ? 1 : 77)
}

/** Serves a folder on 127.0.0.1; { address, stop }. */
export function serve(folder) {
    return new Promise((resolve, reject) => {
        const server = spawn(process.execPath, [path.join(ROOT, 'site/generator/serve.mjs'), folder, '0'])
        process.on('exit', () => server.kill())
        server.stdout.once('data', (line) => resolve({ address: line.toString().trim(), stop: () => server.kill() }))
        server.once('exit', (code) => reject(new Error(`the server ended with exit code ${code}`)))
    })
}

const only = new RegExp(process.argv[3] ?? '')
let failures = 0
let count = 0

/** A case: fails when `check` throws. */
export async function test(name, check) {
    if (!only.test(name)) return
    count++
    const begun = Date.now()
    try {
        await check()
        console.log(`ok      ${name} (${Date.now() - begun} ms)`)
    } catch (error) {
        failures++
        console.log(`FAILED  ${name}: ${error.message}`)
    }
}

export function expect(condition, message) {
    if (!condition) throw new Error(message)
}

export function finish() {
    console.log(`${count - failures} of ${count} cases are right`)
    process.exit(failures || !count ? 1 : 0)
}
