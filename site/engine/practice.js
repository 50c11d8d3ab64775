// practice.js: makes of an answer to a task what judge.js judges: the judge, and the answer for the checker and for the
// profiler, as book.d/practice_build.sh does.
import {diagnosticsIn, FLAGS, libraryOf} from './compiler.js';
import {readAnswer} from './judge.js';
import {finish, linkArguments, variablesIn} from './link.js';
import {get, partsOf} from './load.js';
import {unpack} from './pack.js';
import {callsFrom} from './reach.js';

// Who does not ask for main() gets none out of a library.
const MAIN = '--undefined=__main_argc_argv';
const decoder = new TextDecoder();
const JUDGED = '/lib/libpractice_judge.a', ANSWER = '/lib/libpractice_answer.a', LIBRARIES = '/usr/lib/wasm32-wasip1';

// Loads what all tasks take, once. base: the URL of its folder.
export async function loadPractice(compiler, base, progress) {
  if (compiler.root.find(JUDGED) !== undefined)
    return;
  const {parts} = await (await get(new URL('package.json', base))).json();
  const {bytes} = partsOf(base, parts, loaded => progress('the judge', ...loaded));
  for (const [path, file] of unpack(await bytes('judge.packed')).files())
    compiler.root.put(path, file);
}

// As FLAVOURS names those of the answer that are judged.
const WATCHED = {checked: 'check', profiled: 'profile'};

// task: {name, text: of its task.cpp, allowed: calls that its answers may make besides}. Returns {diagnostics}, and
// {wasm: {judge, checked, profiled}} if there were no errors, or {wasm: {refused}}: what is said of an answer that is
// refused. Throws Incomplete, and may be called again then.
export function buildAnswer(compiler, files, main, task) {
  for (const how of ['run', ...Object.values(WATCHED)])
    compiler.precompiled({how}); // once for all
  const made = compiler.tasks ??= new Map(), root = compiler.root;
  compiler.root = root.copy();
  try {
    const taskMade = made.get(task.text) ?? buildTask(compiler, task);
    if (taskMade.text !== undefined)
      return {diagnostics: diagnosticsIn(taskMade.text)};
    made.set(task.text, taskMade);
    let refused = readAnswer(taskMade.judge, main, files[main]);
    if (refused !== '')
      return {diagnostics: [], wasm: {refused}};
    for (const [name, text] of Object.entries(files))
      compiler.put(name, text);
    const wasm = {judge: taskMade.judge};
    let diagnostics;
    for (const [name, how] of Object.entries(WATCHED)) {
      const compiled = compiler.compile(main, {how});
      diagnostics ??= diagnosticsIn(compiled.text);
      refused = compiled.code === 0 ? refusedCall(compiler, compiled.object, task.allowed, main, files[main]) : '';
      if (refused !== '')
        return {diagnostics, wasm: {refused}};
      const linked = compiled.code === 0 ? linkAnswer(compiler, compiled.object, taskMade.object, how) : compiled;
      if (linked.code !== 0)
        return {diagnostics: linked === compiled ? diagnostics : [...diagnostics, ...diagnosticsIn(linked.text)]};
      wasm[name] = linked.wasm;
    }
    return {diagnostics, wasm};
  } finally {
    compiler.root = root;
  }
}

// {object, judge}; or {text}, what the compiler says.
function buildTask(compiler, {name, text}) {
  const source = `/practice/${name}/task.cpp`, object = '/rewritten/task.o', judge = '/rewritten/judge.wasm';
  compiler.put(source, text);
  compiler.put('/rewritten/.keep', '');
  const compiled = compiler.tool(['clang++', ...FLAGS, '-O1', '-include-pch', compiler.precompiled(), '-fno-caret-diagnostics',
                                  '-fno-color-diagnostics', '-c', source, '-o', object]);
  if (compiled.code !== 0)
    return {text: compiled.text};
  // It names the answer, which it does not call.
  const linked = compiler.tool(['wasm-ld', '--strip-all', '-z', 'stack-size=1048576', '--stack-first', '--unresolved-symbols=ignore-all', MAIN,
                                '-o', judge, `-L${LIBRARIES}`, `${LIBRARIES}/crt1-command.o`, object, JUDGED, '-lwasi-emulated-signal',
                                '-lc++', '-lc++abi', '-lc', '/usr/lib/wasm32-unknown-wasip1/libclang_rt.builtins.a']);
  const bytes = path => compiler.root.find(path).contents.slice();
  return linked.code !== 0 ? {text: linked.text} : {object: bytes(object), judge: bytes(judge)};
}

// {code, text}, and if code is 0 {wasm}. The main() of the answer's process comes out of its library.
function linkAnswer(compiler, compiled, task, how) {
  const object = withoutMain(compiled), answer = '/rewritten/answer.o', map = '/rewritten/linked.map';
  compiler.put(answer, object);
  compiler.put('/rewritten/task.o', task);
  const linked = compiler.tool(linkArguments([MAIN, answer, '/rewritten/task.o', ANSWER], libraryOf(how), '/rewritten/linked.wasm',
                                             {how, wrapped: compiler.flavours[how].wrapped, map}));
  if (linked.code !== 0)
    return linked;
  const textOf = path => {
    const file = compiler.root.find(path);
    return file && decoder.decode(file.contents);
  };
  const variables = how === 'check' ? variablesIn(textOf(map), [answer]) : undefined;
  return {code: 0, wasm: finish(compiler.binaryen, compiler.root.find('/rewritten/linked.wasm').contents, [object],
                                {how, textOf, variables})};
}

// ---- what an answer may call, as practice/judge/object_rules.sh has it

// What is said of an answer that calls what it may not, or has no solve(); '' if all is well.
function refusedCall(compiler, object, allowed, main, text) {
  const {called, first} = callsFrom(object, name => /^_Z5solve/.test(name));
  if (first === 0)
    return `REFUSED: ${main}: there is no function solve() in it, which the judge calls\n`;
  const lines = decoder.decode(compiler.root.find('/practice/judge/allowed_calls').contents) + allowed;
  const may = new RegExp(`^(?:${lines.trim().split('\n').join('|')})$`);
  const strange = called.map(name => name.includes('copy_from_symbol') ? 'cudaMemcpyFromSymbol' : name).find(name => !may.test(name));
  if (strange === undefined)
    return '';
  const [, length, rest] = /^_Z(\d+)(.*)$/.exec(strange) ?? [], word = length ? rest.slice(0, Number(length)) : strange;
  const line = text.split('\n').findIndex(line => !/^ *\/\//.test(line) && new RegExp(`\\b${word}\\b`).test(line)) + 1;
  return `REFUSED: ${main}${line ? `:${line}` : ''}: ${word} is nothing that an answer needs: it has kernels, and launches them\n`;
}

// The reader's main() gets a name of the same length that nobody calls, and the linker leaves it out.
function withoutMain(object) {
  const text = Array.from(object, byte => String.fromCharCode(byte)).join('')
    .replaceAll(/__main_(?=void|argc_argv)/g, '__mine_');
  return Uint8Array.from(text, letter => letter.charCodeAt(0));
}
