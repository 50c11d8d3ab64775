// build.js BUILD_DIR OUT_DIR: makes what README.md says, by the compiler that the page has too.
import './older_node.js';
import {existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync} from 'node:fs';
import {createHash} from 'node:crypto';
import {availableParallelism} from 'node:os';
import {basename, dirname, join, relative} from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';
import {serialize, setFlagsFromString} from 'node:v8';
import {Worker, isMainThread, parentPort, workerData} from 'node:worker_threads';
import {File, Folder} from './wasi.js';
import {untar} from './tar.js';
import {callsSooner} from './calls.js';
import {Compiler, FLAGS, FLAVOURS, Incomplete, WATCHED, flagsIn, libraryOf, pathOfPrecompiled} from './compiler.js';
import {packageCompiler, splitCompiler} from './compiler_package.js';
import {optionsIn} from './help.js';
import {practice} from './practice_build.js';
import {Program} from './program.js';

export const here = dirname(fileURLToPath(import.meta.url)), root = join(here, '../..');
export const clang = join(here, '../node_modules/@yowasp/clang/gen');
const modules = join(here, '../node_modules');

// V8 makes the code of a function better once it has run for so long. With its own number that takes more
// time than all compilations that are done here win by it.
setFlagsFromString('--wasm-tiering-budget=40000000');

// The compiler and the linker.
let core;
export const llvmCore = () => core ??= readFileSync(join(clang, 'llvm.core.wasm'));

// ---- files --------------------------------------------------------------------------------------

function* filesBelow(folder, pattern) {
  for (const entry of readdirSync(folder, {withFileTypes: true}).sort((a, b) => a.name < b.name ? -1 : 1)) {
    const path = join(folder, entry.name);
    if (entry.isDirectory())
      yield* filesBelow(path, pattern);
    else if (pattern.test(path))
      yield path;
  }
}

const chapters = readdirSync(root).filter(name => /^ch\d+_/.test(name)).sort();

const flagsFile = how => join(root, `emulator/${FLAVOURS[how]}.flags`);

// What of this repository the compiler reads, at the same paths from its root.
export function sources() {
  const folder = new Folder();
  const put = (path, as = relative(root, path)) => folder.put(as, new File(readFileSync(path)));
  for (const path of filesBelow(join(root, 'emulator'), /\.(h|hpp|cpp|def|flags)$|include\/(.*\/)?[a-z_]+$/))
    put(path);
  for (const part of ['bench', 'common', 'practice/judge', 'tests', ...chapters])
    for (const path of filesBelow(join(root, part), /\.(cuh?|h|c|cpp)$/))
      put(path);
  for (const path of filesBelow(join(here, 'posix'), /./))
    put(path, `posix/${relative(join(here, 'posix'), path)}`);
  return folder;
}

// ---- jobs, each of which makes one file out of some -----------------------------------------------

// In a thread: compiles and links as it is told.
async function work({llvm, binaryen: path}) {
  const rootFolder = sources();
  rootFolder.entries.set('usr', untar(readFileSync(join(clang, 'llvm-resources.tar'))));
  const compiler = new Compiler({llvm, root: rootFolder});
  parentPort.on('message', async ({number, job, given}) => {
    if (['program', 'own'].includes(job.kind)) // which are linked
      compiler.binaryen ??= (await import(pathToFileURL(path))).default;
    for (const [path, bytes] of Object.entries(given))
      compiler.put(path, bytes);
    if (given['/rewriter.wasm'])
      compiler.rewriter = new WebAssembly.Module(given['/rewriter.wasm']);
    const result = run(compiler, job);
    parentPort.postMessage({number, ...result});
  });
}

function run(compiler, job) {
  compiler.root.entries.delete('made');
  if (job.text !== undefined)
    compiler.put(job.source, job.text);
  let result;
  switch (job.kind) {
  case 'headers': // what .cu files begin with
    return {code: 0, text: '', bytes: compiler.root.find(compiler.precompiled(job)).contents};
  case 'c': // C and C++
    result = compiler.tool([/\.c$/.test(job.source) ? 'clang' : 'clang++',
                            ...FLAGS.filter(flag => !/\.c$/.test(job.source) || !/^-std/.test(flag)),
                            ...job.precompiled ? ['-include-pch', compiler.precompiled(job.precompiled)] : [],
                            ...job.flags, '-c', job.source, '-o', '/made']);
    if (result.code === 0)
      result.bytes = compiler.root.find('made').contents.slice();
    break;
  case 'cu':
    result = compiler.compile(job.source, job);
    result.bytes = result.object?.slice();
    break;
  case 'archive':
  case 'tool': // objects that become a tool, without fibers
    for (const [i, object] of job.objects.entries())
      compiler.put(`/objects/${i}.o`, object);
    result = compiler.tool(job.kind === 'archive'
      ? ['ar', 'rcs', '/made', ...job.objects.map((_, i) => `/objects/${i}.o`)]
      : ['wasm-ld', '--strip-all', '-z', 'stack-size=4194304', '--stack-first', '-o', '/made',
         '-L/usr/lib/wasm32-wasip1', '/usr/lib/wasm32-wasip1/crt1-command.o',
         ...job.objects.map((_, i) => `/objects/${i}.o`), '-lc++', '-lc++abi', '-lc',
         '/usr/lib/wasm32-unknown-wasip1/libclang_rt.builtins.a']);
    if (result.code === 0)
      result.bytes = compiler.root.find('made').contents.slice();
    break;
  case 'own': // what a page does with a reader's files
    return {code: 0, text: '', bytes: serialize(buildAsInPage(compiler, job))};
  case 'program':
    result = compiler.link(job.objects, job);
    result.bytes = result.wasm;
    break;
  }
  return {code: result.code, text: result.text, bytes: result.bytes};
}

// What Compiler.build() returns, and whether it took all of the compiler: {takesAll}.
let first;
function buildAsInPage(compiler, {files, main, how}) {
  first ??= new WebAssembly.Module(splitCompiler().first);
  try {
    return {...new Compiler({...compiler, llvm: first, isWhole: false}).build(files, main, {how}), takesAll: false};
  } catch (error) {
    if (!(error instanceof Incomplete))
      throw error;
    return {...compiler.build(files, main, {how}), takesAll: true};
  }
}

class Pool {
  // llvm: the compiler, a WebAssembly.Module. binaryen: the path of its module.
  constructor(llvm, binaryen) {
    this.free = [];
    this.waiting = [];
    this.all = Array.from({length: Math.min(2, availableParallelism())}, () => {
      const worker = new Worker(fileURLToPath(import.meta.url), {workerData: {llvm, binaryen}});
      worker.has = {};
      worker.on('message', result => {
        const {resolve} = worker.current;
        this.free.push(worker);
        this.next();
        resolve(result);
      });
      worker.on('error', error => { console.error(error); process.exit(1); });
      this.free.push(worker);
      return worker;
    });
    this.given = {};
  }
  // From now on all jobs find these bytes at that path.
  give(path, bytes) {
    this.given[path] = bytes;
  }
  run(job) {
    return new Promise(resolve => {
      this.waiting.push({job, resolve});
      this.next();
    });
  }
  next() {
    while (this.free.length !== 0 && this.waiting.length !== 0) {
      const worker = this.free.pop();
      worker.current = this.waiting.shift();
      const given = {};
      for (const [path, bytes] of Object.entries(this.given))
        if (worker.has[path] !== bytes)
          given[path] = worker.has[path] = bytes;
      worker.postMessage({job: worker.current.job, given});
    }
  }
  async end() {
    await Promise.all(this.all.map(worker => worker.terminate()));
  }
}

export const hash = (...parts) => {
  const sum = createHash('sha256');
  for (const part of parts)
    sum.update(typeof part === 'string' ? part : Buffer.from(part)).update('\0');
  return sum.digest('hex').slice(0, 24);
};

export const versionOf = name => JSON.parse(readFileSync(join(modules, name, 'package.json'))).version;

export class Build {
  constructor(folder) {
    // What is made depends on these too: how jobs are done, and by what.
    this.tools = hash(readFileSync(join(here, 'compiler.js')), ...WATCHED.map(how => readFileSync(flagsFile(how))), run.toString(),
                      versionOf('@yowasp/clang'), versionOf('binaryen'));
    this.cache = join(folder, 'cache');
    mkdirSync(this.cache, {recursive: true});
    this.tree = sources();
    this.failed = [];
    this.making = {};
  }
  get pool() {
    this.started ??= new Pool(new WebAssembly.Module(llvmCore()), this.binaryen);
    for (const [path, bytes] of Object.entries(this.given ?? {}))
      this.started.give(path, bytes);
    return this.started;
  }
  // The path of Binaryen's module.
  get binaryen() {
    return this.pathOfBinaryen ??= this.makeBinaryen();
  }
  makeBinaryen() {
    const text = callsSooner(readFileSync(join(modules, 'binaryen/index.js'), 'utf8'));
    const path = join(this.cache, `${hash(text)}.mjs`);
    if (!existsSync(path))
      writeFileSync(path, text);
    return path;
  }
  give(path, bytes) {
    this.given = {...this.given, [path]: bytes};
  }
  // A sum over all that the compiler may read in these folders.
  sum(pattern) {
    const parts = [];
    for (const [path, file] of this.tree.files())
      if (pattern.test(path))
        parts.push(path, file.contents);
    return hash(...parts);
  }
  async end() {
    await this.started?.end();
  }
  // The bytes that a job makes, from the cache if they were made before out of the same.
  async make(name, job, ...inputs) {
    const {objects = [], ...rest} = job;
    if (objects.includes(null)) // one of them has failed
      return null;
    const path = join(this.cache, hash(JSON.stringify(rest), this.tools, ...objects, ...inputs));
    if (existsSync(path))
      return new Uint8Array(readFileSync(path));
    return this.making[path] ??= this.makeAt(path, name, job).finally(() => { delete this.making[path]; });
  }
  async makeAt(path, name, job) {
    const begun = performance.now();
    const {code, text, bytes} = await this.pool.run(job);
    if (text !== '' && (code !== 0 || !this.quiet))
      console.error(text.trimEnd());
    if (code !== 0) {
      console.error(`${name}: failed`);
      this.failed.push(name);
      return null;
    }
    console.log(`${name} (${((performance.now() - begun) / 1000).toFixed(1)} s)`);
    writeFileSync(path, bytes);
    return bytes;
  }
}

// Files by the dozen, each dozen as one that includes them, as in emulator/CMakeLists.txt.
function dozens(files, folder, size = 12) {
  const result = [];
  for (let i = 0; i < files.length; i += size)
    result.push({
      files: files.slice(i, i + size),
      source: `/${folder}_${i / size}.cpp`,
      text: files.slice(i, i + size).map(file => `#include "/${file}"\n`).join(''),
    });
  return result;
}

// The headers that files of one kind begin with, precompiled under these flags: once, for both threads.
export function headers(build, options = {}) {
  const path = pathOfPrecompiled(options);
  return build.making[path] ??=
    build.make(path, {kind: 'headers', ...options}, build.sum(/^(emulator\/include|posix)\//)).then(bytes => build.give(path, bytes));
}

// The runtime; with who watches, and compiled for it. What is called seldom is compiled for the checker in all of them: see
// emulator/CMakeLists.txt, which names it.
export async function library(build, how) {
  const [, seldom] = /^set\(seldom_called([^)]*)/m.exec(readFileSync(join(root, 'emulator/CMakeLists.txt'), 'utf8'));
  const isSeldom = file => seldom.includes(` ${file.replace(/^emulator\/|webassembly\//g, '')}`);
  const below = folder => [...filesBelow(join(root, folder), /\.cpp$/)].map(path => relative(root, path));
  const runtime = [...below('emulator/runtime'), ...below('emulator/machine/webassembly')];
  const definesOf = how => how === 'run' ? [] : flagsIn(readFileSync(flagsFile(how), 'utf8')).defines;
  const flags = ['-O1', ...definesOf(how)], forChecker = ['-O1', ...definesOf('check')]; // plain ones are what programs begin with
  // With small functions in the place of their calls it takes a third longer to compile, and is larger.
  const calls = ['-mllvm', '-inline-threshold=20', '-mllvm', '-inlinehint-threshold=20'];
  const folder = `emulator/${{check: 'checker', profile: 'profiler', see: 'recorder'}[how]}`;
  const HOOKS = `${folder}/hooks.cpp`; // its functions are called by compilers, and have types of their own
  const parts = [...how !== 'run' ? [...dozens([HOOKS], `hooks_${how}`),
                                     ...dozens(below(folder).filter(file => file !== HOOKS), how)] : [],
                 ...dozens(runtime.filter(file => !isSeldom(file)), 'runtime')]
    .map(part => ({...part, flags}));
  // The runtime knows nobody who watches: what these have in their headers does not change it.
  const sum = build.sum(/^(emulator\/(include|[a-z_]*\.h$|(runtime|machine)\/.*\.h$)|posix\/.*\.h$)/);
  const ofWatcher = build.sum(new RegExp(`^${folder}/.*\\.(h|def)$`));
  parts.push(...dozens(runtime.filter(isSeldom), 'seldom').map(part => ({...part, flags: forChecker, further: calls})));
  await Promise.all([headers(build, {flags}), headers(build, {flags: forChecker})]);
  const objects = await Promise.all([
    ...parts.map(({files, flags, further = [], ...part}) =>
      build.make(part.source, {kind: 'c', flags: [...flags, ...further, '-I/emulator', '-Wall', '-Wextra', '-Werror'], precompiled: {flags}, ...part},
                 sum, ...files[0].startsWith(`${folder}/`) ? [ofWatcher] : [], ...files.map(file => build.tree.find(file).contents))),
    ...['posix', 'quad'].map(name =>
      build.make(`${name}.c`, {kind: 'c', flags: ['-O2'], source: `/posix/${name}.c`}, sum,
                 build.tree.find(`posix/${name}.c`).contents))]);
  return build.make(basename(libraryOf(how)), {kind: 'archive', objects});
}

// What files of the rewriter begin with.
const OF_REWRITER = ['algorithm', 'array', 'filesystem', 'functional', 'iostream', 'map', 'set', 'string',
                     'string_view', 'tuple', 'vector'];

export async function rewriter(build) {
  const sum = build.sum(/^emulator\/(rewriter\/|include\/|[a-z_]*\.h$)/);
  const names = new Set();
  for (const path of readdirSync(join(root, 'emulator/include')))
    if (/\.h$/.test(path))
      for (const name of readFileSync(join(root, 'emulator/include', path), 'utf8').match(/cuda[A-Z]\w*/g) ?? [])
        names.add(name);
  const files = [...filesBelow(join(root, 'emulator/rewriter'), /\.cpp$/)].map(path => relative(root, path));
  const text = `extern const char *const cuda_names;\n` +
               `const char *const cuda_names = "${[...names].join(' ')} ";\n`;
  const flags = ['-Oz']; // it is quick anyway, and is loaded and compiled sooner
  const parts = [...dozens(files, 'rewriter').map(part => ({...part, precompiled: {flags, first: OF_REWRITER}})),
                 {source: '/names.cpp', text}];
  await headers(build, {flags, first: OF_REWRITER});
  const objects = await Promise.all(parts.map(({files, ...part}) =>
    build.make(part.source, {kind: 'c', flags: [...flags, '-Wall', '-Wextra', '-Werror'], ...part}, sum)));
  return build.make('rewriter', {kind: 'tool', objects});
}

// The programs of the chapters, as their CMakeLists.txt name them: {name, extra, brief}, of which the
// last are options of a short run, from CHAPTER/tests/PROGRAM.test. Those that are several processes, of MPI, cannot
// run in a page.
export function programs() {
  const found = [];
  for (const chapter of chapters) {
    const text = readFileSync(join(root, chapter, 'CMakeLists.txt'), 'utf8');
    for (const [, name, rest] of text.matchAll(/^book_program\((\w+)([^)]*)\)/gm))
      if (!/\b(MPI|HOPPER)\b/.test(rest)) {
        const tests = join(root, chapter, 'tests', `${name}.test`);
        const words = (regex, text) => (regex.exec(text)?.[1] ?? '').split(/\s+/).filter(word => word !== '');
        found.push({name: `${chapter}/${name}`,
                    extra: words(/EXTRA\s+(.*)/, rest).map(file => `${chapter}/${file}`),
                    brief: words(/^brief: (.*)/m, existsSync(tests) ? readFileSync(tests, 'utf8') : '')});
      }
  }
  return found;
}

// The object file of a .cu file, or of C++. text: what is taken for it.
// how: of FLAVOURS. lines: whether it knows those of its source. oneByOne: see compiler.js.
export async function object(build, {source, text, flags = ['-O1'], how, lines, oneByOne}) {
  await headers(build, {flags, how});
  return build.make(source, {kind: /\.cu$/.test(source) ? 'cu' : 'c', source, text, flags, how, lines, oneByOne},
                    ...readBy(build, source), text ?? build.tree.find(source).contents);
}
const readBy = (build, source) => [build.headers, build.sum(new RegExp(`^${dirname(source)}/.*\\.(cuh|h)$`))];

// Compiles and links a program from its .cu file, and other files of C or C++. ofExtra: the flags of these.
export async function program(build, {name, source = `${name}.cu`, extra = [], flags = ['-O1'], ofExtra = flags, how, ...options}) {
  return linked(build, name, await Promise.all([
    object(build, {source, flags, how, ...options}),
    ...extra.map(file => build.make(file, {kind: 'c', source: file, flags: [...ofExtra, '-Icommon']}, ...readBy(build, file),
                                    build.tree.find(file).contents))]), how);
}

// A program of object files; null if one of them has failed.
export const linked = (build, name, objects, how) => build.make(`${name}.wasm`, {kind: 'program', objects, how}, ...linkedBy(build, how));

// What a program is linked with, and by.
const linkedBy = (build, how = 'run') => [
  build.given[libraryOf(how)],
  ...['link', 'places', 'object', 'lines', 'frames'].map(file => readFileSync(join(here, `${file}.js`)))];

// What a page makes of a text, in the bytes of serialize().
export async function own(build, text, main, {how} = {}) {
  await headers(build, {flags: ['-O1'], how});
  return build.make(main, {kind: 'own', files: {[main]: text}, main, how}, build.headers, ...linkedBy(build, how), // and its own tools:
                    ...['wasi.js', 'calls.js', 'split.js', 'profile.json'].map(file => readFileSync(join(here, file))));
}

// ---- what a page needs --------------------------------------------------------------------------

// What a program's --help says, and what it shows.
async function describe(name, wasm) {
  let text = '';
  const program = new Program(new WebAssembly.Module(wasm), {
    args: [basename(name), '--help'],
    output: (stream, bytes) => { text += new TextDecoder().decode(bytes); },
  });
  const code = await program.run();
  const source = readFileSync(join(root, `${name}.cu`), 'utf8');
  const shows = /(cpu|gpu)_anim\.h"/.test(source) ? 'animation' : /cpu_bitmap\.h"/.test(source) ? 'picture' : 'text';
  return {name, ...code === 0 ? optionsIn(text) : {purpose: '', options: []}, shows, arguments: []};
}

export function write(path, bytes) {
  mkdirSync(dirname(path), {recursive: true});
  writeFileSync(path, bytes);
}

// Makes what all programs take; of the libraries those that are wanted.
export async function prepare(build, wanted = Object.keys(FLAVOURS)) {
  const [rewriterBytes, ...made] = await Promise.all([rewriter(build), ...wanted.map(how => library(build, how))]);
  if ([rewriterBytes, ...made].includes(null))
    process.exit(1);
  build.give('/rewriter.wasm', rewriterBytes);
  for (const [i, how] of wanted.entries())
    build.give(libraryOf(how), made[i]);
  build.headers = build.sum(/^(emulator\/include|posix\/.*h$|common)/) + hash(rewriterBytes);
  return {rewriterBytes, libraries: Object.fromEntries(wanted.map((how, i) => [how, made[i]]))};
}

// Makes what README.md says, of the programs only those whose names match `only`. Returns the names of what failed.
export async function site(build, out, only = '') {
  const made = await prepare(build);
  const chosen = programs().filter(({name}) => new RegExp(only).test(name));
  await Promise.all(chosen.map(async ({name, extra}) => {
    const bytes = await program(build, {name, extra});
    if (bytes === null)
      return;
    write(join(out, 'programs', `${name}.wasm`), bytes);
    write(join(out, 'programs', `${name}.json`), JSON.stringify(await describe(name, bytes), null, 1));
  }));
  await packageCompiler(build, out, made);
  await practice(build, out);
  if (build.failed.length !== 0)
    console.error(`${build.failed.length} failed: ${build.failed.join(' ')}`);
  return build.failed;
}

async function main() {
  const [folder, out, only] = process.argv.slice(2);
  const build = new Build(folder), failed = await site(build, out, only);
  await build.end();
  process.exit(failed.length === 0 ? 0 : 1);
}

if (!isMainThread)
  await work(workerData);
else if (process.argv[1] === fileURLToPath(import.meta.url))
  await main();
