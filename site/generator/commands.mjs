// The command lines that READMEs and exercises show, as far as a page can do the same.

// What ./book see takes before the program's name, and the recorder in its environment.
const OF_SEE = {
    '--order': 'CUDA_RECORDER_ORDER', '--launch': 'CUDA_RECORDER_LAUNCH', '--block': 'CUDA_RECORDER_BLOCKS', '--events': 'CUDA_RECORDER_EVENTS'
}

/**
 * "[NAME=VALUE] ./book run PROGRAM --n 5" as { text, how, program, args, env }; null if it is none of these. own: the name of
 * a file that counts as a program, too.
 */
export function parseCommand(text, own = null) {
    const words = text.trim().split(/\s+/)
    const env = {}
    while (/^[A-Z_]+=/.test(words[0] ?? '')) {
        const [name, ...value] = words.shift().split('=')
        env[name] = value.join('=')
    }
    if (words[0] !== './book' || !['run', 'check', 'profile', 'see'].includes(words[1])) return null
    let rest = words.slice(2)
    if (rest[0] === '--backend' && rest[1] === 'emulator') rest = rest.slice(2)
    while (words[1] === 'see' && OF_SEE[rest[0]]) env[OF_SEE[rest[0]]] = rest.splice(0, 2)[1] ?? ''
    const [program, ...args] = rest
    if (program !== own && !/^ch\w+\/\w+$/.test(program ?? '')) return null
    // What a shell would do (a file to read, a pipe) a page cannot.
    if (args.some((word) => /^[<>|&;]|["'$*`]/.test(word))) return null
    return { text: text.trim(), how: words[1], program, args, env }
}

/** The command line that parseCommand() reads so. */
export function commandLine({ how, program, args, env }) {
    const options = Object.entries(OF_SEE).flatMap(([option, name]) => (how === 'see' && env[name] ? [option, env[name]] : []))
    const before = Object.entries(env).filter(([name]) => how !== 'see' || !Object.values(OF_SEE).includes(name)).map(([name, value]) => `${name}=${value}`)
    return [...before, './book', how, ...options, program, ...args].join(' ')
}

// '' where a link was cut off within a letter.
function decoded(text) {
    try {
        return decodeURIComponent(text)
    } catch {
        return ''
    }
}

/** What stands behind the # of a page: #L12, a line; #run=COMMAND&MOMENT; #text=WORD, a text that somebody shares. */
export function readFragment(hash, own) {
    const [, line] = hash.match(/^#L(\d+)$/) ?? []
    const part = (name) => hash.match(new RegExp(`[#&]${name}=([^&]*)`))?.[1] ?? ''
    return { line: Number(line), text: part('text'), command: parseCommand(decoded(part('run')), own), moment: hash.match(/&(t=.*)/)?.[1] ?? '' }
}

/** Where in the site it runs; and with See, the moment that is shown. */
export const addressOf = (command, moment = '') =>
    `${command.program}.html#run=${encodeURIComponent(commandLine(command))}${moment && `&${moment}`}`

/** Those of a block of code whose lines begin with "$ ". */
export function commandsIn(block) {
    return block.split('\n').filter((line) => line.startsWith('$ '))
        .map((line) => parseCommand(line.slice(2))).filter((command) => command !== null)
}
