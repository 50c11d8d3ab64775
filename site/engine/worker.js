// worker.js: the worker of a page. Its messages: README.md.
import {Console} from './console.js';
import {File, Folder} from './wasi.js';
import {Program, watcherOf} from './program.js';

const FRAME = 1000 / 60; // milliseconds
// Who watches a program writes what it knows to a file: where, the name of the variable that says so, and that of the message.
const TOLD = 'dev/told';
const WATCHERS = {
  check: {variable: 'CUDA_CHECKER_JSON', message: file => ({type: 'findings', list: JSON.parse(decoder.decode(file))})},
  profile: {variable: 'CUDA_PROFILER_JSON', message: file => ({type: 'profile', list: JSON.parse(decoder.decode(file))})},
  see: {variable: 'CUDA_RECORDER_TRACE', message: trace => ({type: 'trace', trace: trace.slice()})},
};
const decoder = new TextDecoder();
const PATIENCE = '3'; // seconds, after which a kernel that gets nowhere is given up: nobody looks at a page for longer

let compiler, compiled; // the first is loaded when it is needed, and the module that loads it too
let running = false;
const inputs = [], lines = []; // that nobody has taken yet
let onInput = () => {};

const post = (message, transfer = []) => globalThis.postMessage(message, transfer);

const tellProgress = (what, loaded, total) => post({type: 'progress', what, loaded, total});

// What `task` makes with the compiler, for a run, a check, a profile or a recording.
async function byCompiler(how, task) {
  const {load, using} = await import('./load.js');
  compiler ??= load(new URL('./compiler/', import.meta.url), tellProgress);
  return using(await compiler, how, task);
}

// ---- running ------------------------------------------------------------------------------------

// The program's window: each picture is a message, and the next one is made when it is time.
class PageWindow {
  open(title, width, height) {
    Object.assign(this, {title, width, height});
    this.due = performance.now();
  }
  show(rgba) {
    post({type: 'picture', name: this.title, width: this.width, height: this.height,
          rgba: rgba.buffer}, [rgba.buffer]);
  }
  async wait() {
    this.due = Math.max(this.due + FRAME, performance.now());
    for (;;) {
      const input = inputs.shift();
      if (input?.kind === 'drag')
        return input;
      if (input?.kind === 'key' && ['Escape', 'q', 'Q'].includes(input.key))
        return {kind: 'close'};
      if (input !== undefined)
        continue;
      const left = this.due - performance.now();
      if (left <= 0 && this.yielded)
        return this.yielded = false, {kind: 'frame'};
      // Messages are looked at only while nothing runs, so something must be waited for.
      this.yielded = true;
      await new Promise(resolve => {
        onInput = resolve;
        setTimeout(resolve, Math.max(0, left));
      });
    }
  }
}

// What the reader types, or null at the end of that.
async function nextLine(printed) {
  if (lines.length === 0) {
    printed.flush();
    post({type: 'reads'});
  }
  while (lines.length === 0)
    await new Promise(resolve => { onInput = resolve; });
  const {kind, text} = lines.shift();
  return kind === 'end' ? null : new TextEncoder().encode(text);
}

async function bytesOf(wasm) {
  if (wasm instanceof ArrayBuffer || ArrayBuffer.isView(wasm))
    return wasm;
  const response = await fetch(wasm);
  if (!response.ok)
    throw new Error(`${wasm}: ${response.status} ${response.statusText}`);
  return response.arrayBuffer();
}

async function runProgram({wasm, name = 'program', args = [], env = {}, files = {}}) {
  const printed = new Console(message => post({type: 'output', ...message}, message.bytes ? [message.bytes.buffer] : []));
  const root = new Folder(), given = new Map();
  for (const [path, bytes] of Object.entries(files)) {
    const file = new File(new Uint8Array(bytes));
    root.put(path, file);
    given.set(file, true);
  }
  inputs.length = lines.length = 0;
  const module = await WebAssembly.compile(await bytesOf(wasm)), watcher = WATCHERS[watcherOf(module)];
  root.put('proc/self/cmdline', new File(new TextEncoder().encode([name, ...args].map(word => `${word}\0`).join('')))); // as on Linux
  const program = new Program(module, {
    args: [name, ...args],
    env: {CUDA_EMULATOR_WATCHDOG: PATIENCE, ...watcher && {[watcher.variable]: `/${TOLD}`}, ...env},
    root, window: new PageWindow(), lines: () => nextLine(printed),
    output: (stream, bytes) => printed.write(stream, bytes),
    beat: () => printed.beat(),
  });
  for (const [, file] of root.files()) // the text that it was made of, too
    given.set(file, true);
  const code = await program.run();
  printed.flush();
  const told = root.find(TOLD);
  if (told !== undefined) {
    const message = watcher.message(told.contents);
    post(message, message.trace ? [message.trace.buffer] : []);
  }
  for (const [path, file] of root.files())
    if (!path.startsWith('dev/') && !given.has(file))
      post({type: 'file', name: path, bytes: file.contents.slice()});
  post({type: 'exit', code, reason: program.reason});
}

async function gradeAnswer({wasm, main, text}) {
  const {judge} = await import('./judge.js');
  const printed = new Console(message => post({type: 'output', ...message}, message.bytes ? [message.bytes.buffer] : []));
  const code = await judge(wasm, {main, text, output: (stream, bytes) => printed.write(stream, bytes)});
  printed.flush();
  post({type: 'exit', code});
}

// ---- compiling ----------------------------------------------------------------------------------

// What is judged is made by practice.js.
async function buildAnswer(files, main, task) {
  const {buildAnswer, loadPractice} = await import('./practice.js');
  await loadPractice(await byCompiler('profile', compiler => compiler), new URL('./practice/', import.meta.url), tellProgress);
  return byCompiler('profile', compiler => buildAnswer(compiler, files, main, task));
}

let compiling = Promise.resolve(); // what was asked for first is answered first

async function compile({files, main, how, task}) {
  const found = how === 'grade' ? await buildAnswer(files, main, task)
    : await byCompiler(how, compiler => compiler.build(files, main, {how}));
  compiled = found.wasm && {wasm: found.wasm, name: main.replace(/^.*\//, '').replace(/\.cu$/, '')};
  post({type: 'diagnostics', list: found.diagnostics});
  post({type: 'compiled', ok: found.wasm !== undefined, wasm: found.wasm});
}

const handlers = {
  async run(message) {
    if (running)
      throw new Error('a program is still running here');
    running = true;
    try {
      if (message.how === 'grade')
        await gradeAnswer(message);
      else
        await runProgram(message.compiled ? {...message, ...compiled} : message);
    } finally {
      running = false;
    }
  },
  compile(message) {
    const answer = compiling.then(() => compile(message));
    compiling = answer.catch(() => {});
    return answer;
  },
  async load() {
    await byCompiler('run', compiler => compiler.precompiled()); // before the reader asks: the slowest part of the first compilation
  },
  input(message) {
    (['line', 'end'].includes(message.kind) ? lines : inputs).push(message);
    onInput();
  },
};

// A module that makes a vector. Programs are compiled for browsers that have these.
const VECTOR = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 1, 5, 1, 0x60, 0, 1, 0x7b, 3, 2, 1, 0, 10, 8, 1, 6, 0, 0x41, 0, 0xfd, 0x0f, 0x0b);
const TOO_OLD = 'This browser is too old: programs here calculate with vectors of WebAssembly, which Chrome has since version 91, ' +
                'Firefox since 89 and Safari since 16.4.';

globalThis.onmessage = async ({data}) => {
  try {
    await handlers[data.type]?.(data);
  } catch (error) {
    const text = error.constructor.name === 'Unreachable' ? error.message : error.stack ?? String(error);
    post({type: 'fault', text: WebAssembly.validate(VECTOR) ? text : TOO_OLD});
  }
};
