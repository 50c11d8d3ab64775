// The command lines that READMEs and exercises show, as far as a page can do the same.

/** "[NAME=VALUE] ./book run PROGRAM --n 5" as { text, how, program, args, env }; null if it is none of these. */
export function parseCommand(text) {
    const words = text.trim().split(/\s+/)
    const env = {}
    while (/^[A-Z_]+=/.test(words[0] ?? '')) {
        const [name, ...value] = words.shift().split('=')
        env[name] = value.join('=')
    }
    if (words[0] !== './book' || !['run', 'check', 'profile'].includes(words[1])) return null
    let rest = words.slice(2)
    if (rest[0] === '--backend' && rest[1] === 'emulator') rest = rest.slice(2)
    const [program, ...args] = rest
    if (!/^ch\w+\/\w+$/.test(program ?? '')) return null
    // What a shell would do (a file to read, a pipe) a page cannot.
    if (args.some((word) => /^[<>|&;]|["'$*`]/.test(word))) return null
    return { text: text.trim(), how: words[1], program, args, env }
}

/** Those of a block of code whose lines begin with "$ ". */
export function commandsIn(block) {
    return block.split('\n').filter((line) => line.startsWith('$ '))
        .map((line) => parseCommand(line.slice(2))).filter((command) => command !== null)
}
