// compiler.js: from CUDA C++ to a program that program.js runs: rewriter, clang, linker, Asyncify.
//
// The site is built with it, and so is what a reader changes in the page.
import {System, File, Folder} from './wasi.js';
import {finish, linkArguments, mayRead, variablesIn} from './link.js';
import {functionsOf} from './object.js';

// As in emulator/CMakeLists.txt, and what WASI wants.
export const FLAGS = [
  '-std=gnu++17', '-fno-exceptions', '-fno-finite-loops', '-fno-math-errno', '-fno-trapping-math', '-fno-strict-aliasing',
  '-msimd128',
  '-fno-verify-intermediate-code', '-fdiscard-value-names', // this compiler looks for mistakes of its own otherwise
  '-D_GNU_SOURCE', '-D_WASI_EMULATED_SIGNAL', '-D_WASI_EMULATED_GETPID',
  '-D_WASI_EMULATED_PROCESS_CLOCKS', '-U_FORTIFY_SOURCE',
  '-isystem', '/posix', '-isystem', '/emulator/include',
];

// Functions know the lines that they come from.
const LINES = ['-gdwarf-5', '-gline-tables-only', '-fdebug-compilation-dir=/'];

// How a program is run: as it is, or with somebody who watches its accesses. What it is then compiled for, which
// emulator/NAME.flags says, and what the library is called.
export const FLAVOURS = {run: 'emulator', check: 'checked', profile: 'profiled', see: 'recorded'};
export const WATCHED = Object.keys(FLAVOURS).filter(how => how !== 'run');
export const libraryOf = how => `/lib/lib${FLAVOURS[how]}.a`;

// What such a text says of this clang: {defines, flags, wrapped}. The driver does not take -fsanitize=thread for
// WebAssembly.
export function flagsIn(text) {
  const defines = [], flags = ['-fdebug-info-for-profiling'], wrapped = []; // the linker's names of what was inlined
  for (const [whose, ...words] of text.split('\n').map(line => line.split(' ')))
    if (whose === 'wrap')
      wrapped.push(...words);
    else if (whose === 'define')
      defines.push(...words.map(word => `-D${word}`));
    else if (['all', 'clang++', 'clang++-16', 'page'].includes(whose))
      flags.push(...words.flatMap(word => word === '-fsanitize=thread' ? ['-Xclang', word] : [word]));
  return {defines, flags, wrapped};
}

// Threads are lanes of loops, of which -O1 alone makes no vectors.
const OF_LANES = ['-fvectorize'];

// What .cu files begin with, compiled once: as much as all that most of them have besides. No headers of
// POSIX: a reader may give the name of one of its functions to something else.
const FIRST = ['cuda_runtime.h', 'algorithm', 'cmath', 'cstdio', 'cstdlib', 'cstring', 'string', 'vector'];

// Where what they are compiled to is kept.
export const pathOfPrecompiled = ({flags = ['-O1'], how = 'run', first = FIRST}) =>
  `/precompiled/${how}${flags.join('')}.${first[0]}.pch`;

const encoder = new TextEncoder(), decoder = new TextDecoder();

// "file:line:column: severity: text", and further lines of it, as the compiler and the rewriter write.
export function diagnosticsIn(text) {
  const list = [];
  for (const line of text.split('\n')) {
    const found = /^([^:\s][^:]*):(\d+):(?:(\d+):)? (?:fatal )?(error|warning|note): (.*)/.exec(line);
    if (found)
      list.push({file: found[1], line: Number(found[2]), column: Number(found[3] ?? 1),
                 severity: found[4], text: found[5]});
    else if (line.trim() !== '' && list.length !== 0)
      list[list.length - 1].text += `\n${line}`;
    else if (line.trim() !== '')
      list.push({file: '', line: 0, column: 0, severity: 'error', text: line});
  }
  return list;
}

// What the linker says of names that nobody has defined, said of the text that uses them.
function aboutNames(text) {
  const names = new Set(Array.from(text.matchAll(/undefined symbol: (.*)/g), found => found[1]));
  return names.size === 0 ? text : [...names].map(name => `${name} is used, and no file defines it\n`).join('');
}

// It takes a function of clang that is not there: see split.js.
export class Incomplete extends Error {}

export class Compiler {
  // llvm, rewriter: WebAssembly.Module. root: a folder with usr, emulator (its headers and *.flags), posix, common, lib.
  // isWhole: whether llvm has all of its functions. ran: called with the instance of each tool that has run.
  constructor({llvm, rewriter, root, binaryen, isWhole = true, ran = () => {}}) {
    Object.assign(this, {llvm, rewriter, root, binaryen, isWhole, ran});
    const watched = how => flagsIn(decoder.decode(root.find(`/emulator/${FLAVOURS[how]}.flags`).contents));
    this.flavours = {run: {defines: [], flags: []}, ...Object.fromEntries(WATCHED.map(how => [how, watched(how)]))};
  }

  // Runs a tool. Returns {code, text}: its exit code and all that it said.
  run(module, args, {input = null, root = this.root} = {}) {
    let text = '';
    const system = new System({
      args, root, input: input === null ? null : encoder.encode(input),
      output: (stream, bytes) => { text += decoder.decode(bytes, {stream: true}); },
    });
    const instance = new WebAssembly.Instance(module, {wasi_snapshot_preview1: system.imports});
    system.memory = instance.exports.memory;
    const code = system.start(instance.exports._start);
    this.ran(instance);
    return {code, text};
  }

  // Throws Incomplete where that is what it is.
  tool(args) {
    try {
      return this.run(this.llvm, ['llvm', ...args]);
    } catch (error) {
      throw !this.isWhole && error instanceof WebAssembly.RuntimeError ? new Incomplete() : error;
    }
  }

  put(path, content) {
    this.root.put(path, new File(typeof content === 'string' ? encoder.encode(content) : content));
  }

  // Compiles a .cu file that is in root, at `path`. Returns {code, text}: what was said of it, in the
  // words of the rewriter; and if code is 0 {object}, its bytes.
  // oneByOne: whether no threads become lanes of loops.
  compile(path, {flags = ['-O1'], how = 'run', lines = true, oneByOne = false} = {}) {
    const headers = this.precompiled({flags, how});
    const stem = path.replace(/^.*\//, '').replace(/\.cu$/, '');
    const made = `/rewritten/${stem}.cpp`, columns = `${made}.columns`, object = `/rewritten/${stem}.o`;
    this.put('/rewritten/.keep', '');
    const inLanes = how === 'run' && !oneByOne;
    const rewritten = this.run(this.rewriter, [
      'cuda_rewrite', path, '--output', made, '--columns', columns, '--include-dir', 'common',
      ...inLanes ? [] : [{run: '--one-by-one', see: '--record'}[how] ?? `--${how}`]]);
    if (rewritten.code !== 0)
      return rewritten;
    const compiled = this.tool([
      'clang++', ...FLAGS, ...lines ? LINES : [], ...flags, ...inLanes ? OF_LANES : [], ...this.flagsOf(how),
      '-include-pch', headers, '-Icommon',
      `-DBOOK_NAME="${stem}"`, '-Wall', '-Wextra', '-Wno-unused-parameter', '-Wno-unknown-pragmas', '-Wno-deprecated-declarations',
      '-fno-caret-diagnostics', '-fno-color-diagnostics', '-c', made, '-o', object]);
    const text = rewritten.text + this.explain(compiled.text, columns);
    if (compiled.code !== 0)
      return {code: compiled.code, text};
    return {code: 0, text, object: this.root.find(object).contents};
  }

  flagsOf(how) {
    const {defines, flags} = this.flavours[how];
    return [...defines, ...flags];
  }

  // Headers, those of FIRST if nothing else is said, precompiled under these flags. Returns the path.
  precompiled(options = {}) {
    const path = pathOfPrecompiled(options), {flags = ['-O1'], how = 'run', first = FIRST} = options;
    const source = path.replace(/pch$/, 'h'); // which it refers to
    this.put(source, first.map(name => `#include <${name}>\n`).join(''));
    if (this.root.find(path) === undefined) {
      // What the headers themselves make of their templates is made here, not in each file again.
      const {code, text} = this.tool(['clang++', '-x', 'c++-header', '-fpch-instantiate-templates', ...FLAGS, ...LINES,
                                      ...flags, ...this.flagsOf(how), source, '-o', path]);
      if (code !== 0)
        throw new Error(text);
    }
    return path;
  }

  // What the compiler says of a rewritten file, said of the reader's.
  explain(text, columns) {
    if (text === '')
      return '';
    return this.run(this.rewriter, ['cuda_rewrite', '--explain', '--columns', columns],
                    {input: text}).text;
  }

  // Links objects with the runtime. Returns {code, text}, and if code is 0 {wasm}.
  link(objects, {how = 'run'} = {}) {
    if (!objects.some(object => functionsOf(object).includes('main'))) // which the C library does without
      return {code: 1, text: 'there is no main(): a program begins with int main()\n'};
    for (const [i, object] of objects.entries())
      this.put(`/rewritten/${i}.o`, object);
    const paths = objects.map((_, i) => `/rewritten/${i}.o`), map = '/rewritten/linked.map';
    const reads = mayRead(objects);
    const command = linkArguments(paths, libraryOf(how), '/rewritten/linked.wasm', {how, wrapped: this.flavours[how].wrapped, reads, map});
    const linked = this.tool(command);
    if (linked.code !== 0) // said once more, with the names as they are written
      return {code: linked.code, text: aboutNames(this.tool(command.filter(arg => arg !== '--no-demangle')).text)};
    const textOf = path => {
      const file = this.root.find(path);
      return file && decoder.decode(file.contents);
    };
    const wasm = finish(this.binaryen, this.root.find('/rewritten/linked.wasm').contents, objects,
                        {how, textOf, variables: how === 'check' ? variablesIn(textOf(map), paths) : '', reads});
    return {code: 0, text: linked.text, wasm};
  }

  // Makes a program of a reader's files, an object of texts by name, of which `main` is compiled.
  // Returns {diagnostics}, and {wasm} if there were no errors. Throws Incomplete, and may be called again then.
  build(files, main, {flags = ['-O1'], ...options} = {}) {
    this.precompiled({flags, how: options.how}); // once for all readers' files
    const root = this.root;
    this.root = root.copy();
    try {
      for (const [name, text] of Object.entries(files))
        this.put(name, text);
      const compiled = this.compile(main, {flags, ...options});
      const linked = compiled.code === 0 ? this.link([compiled.object], options) : compiled;
      const diagnostics = diagnosticsIn(compiled.text);
      if (linked !== compiled) // of no line, and nothing that belongs to what the compiler has said
        diagnostics.push(...diagnosticsIn(linked.text));
      return {diagnostics, wasm: linked.wasm};
    } finally {
      this.root = root;
    }
  }
}
