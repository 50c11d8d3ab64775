// run.js [--frames N] PROGRAM.wasm ARGUMENT...: runs a program of the site under Node, with its exit code.
//
// Arguments that name files are given to it, and what it writes is written here. With --frames it
// has a window, which is closed after so many frames; each picture is told of on stderr.
import './older_node.js';
import {existsSync, mkdirSync, readFileSync, statSync, writeFileSync, writeSync} from 'node:fs';
import {dirname} from 'node:path';
import {createInterface} from 'node:readline';
import {File, Folder} from './wasi.js';
import {Program} from './program.js';

const words = process.argv.slice(2);
let frames = null;
if (words[0] === '--frames')
  [, frames] = words.splice(0, 2);
const [path, ...args] = words;
if (path === undefined) {
  console.error('usage: run.js [--frames N] PROGRAM.wasm ARGUMENT...');
  process.exit(2);
}

const root = new Folder(), given = new Map();
for (const argument of args)
  if (existsSync(argument) && statSync(argument).isFile()) {
    const file = new File(new Uint8Array(readFileSync(argument)));
    root.put(argument, file);
    given.set(file, file.size);
  }

const env = frames === null ? {} : {DISPLAY: 'page'};
for (const [name, value] of Object.entries(process.env))
  if (/^(CUDA_|BOOK_)/.test(name))
    env[name] = value;

// All of it, though a pipe takes a part at a time.
function write(stream, bytes) {
  for (let done = 0; done < bytes.length;)
    try {
      done += writeSync(stream, bytes, done);
    } catch (error) {
      if (error.code !== 'EAGAIN')
        throw error;
    }
}

let shown = 0;
const window = frames === null ? null : {
  open(title, width, height) {
    console.error(`window: ${title}, ${width} x ${height}`);
  },
  show(picture) {
    let sum = 0;
    for (let i = 0; i < picture.length; ++i)
      sum = (sum * 31 + picture[i]) >>> 0;
    console.error(`picture ${shown++}: ${sum}`);
  },
  wait: () => Promise.resolve({kind: shown < Number(frames) ? 'frame' : 'close'}),
};

// What it reads, line by line.
let typed;
async function nextLine() {
  typed ??= createInterface({input: process.stdin})[Symbol.asyncIterator]();
  const {value, done} = await typed.next();
  return done ? null : new TextEncoder().encode(`${value}\n`);
}

const program = new Program(new WebAssembly.Module(readFileSync(path)), {
  args: [path.replace(/^.*\//, '').replace(/\.wasm$/, ''), ...args], env, root, window, lines: nextLine, output: write,
});
for (const [name, file] of root.files()) // the text that it was made of, too
  given.set(file, file.size);
const code = await program.run();
for (const [name, file] of root.files())
  if (!name.startsWith('dev/') && given.get(file) === undefined) {
    mkdirSync(dirname(`./${name}`), {recursive: true});
    writeFileSync(`./${name}`, file.contents);
  }
process.exit(code);
