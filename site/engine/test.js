// test.js BUILD_DIR GROUP,... [NATIVE_BUILD_DIR]: runs groups of tests under Node: programs, windows, conformance,
// lanes, faults, compiler, checker, races, profiles, recordings. What they need is compiled before, where it is not kept in
// BUILD_DIR. The last four compare with what ./book check, profile and see run, in NATIVE_BUILD_DIR.
//
// test.js --compile BUILD_DIR GROUP,... OUT_DIR [REGEX]: does what build.js does, and compiles what these groups run.
import {execFile} from 'node:child_process';
import {chmodSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {availableParallelism} from 'node:os';
import {isDeepStrictEqual} from 'node:util';
import {deserialize} from 'node:v8';
import {Worker} from 'node:worker_threads';
import {basename, dirname, join, resolve} from 'node:path';
import {Build, here, linked, llvmCore, object, own, prepare, program, programs, root, site} from './build.js';
import {FLAVOURS} from './compiler.js';
import {splitCompiler} from './compiler_package.js';
import {BY_SCRIPT, FAILS_HERE, IN_OTHER_WORDS, NOT_CHECKED_HERE, NOT_HERE, OF_DEVICES, PROFILED_OTHERWISE, SAID_OTHERWISE, SHOWN_OTHERWISE} from './not_here.js';
import {CODE, sections} from './object.js';
import {whole} from './split.js';
import {linesOfTrace, seenCommands, saySame} from './test_traces.js';

const compiles = process.argv[2] === '--compile'; // and runs nothing
const [buildFolder, groupNames, ...rest] = process.argv.slice(compiles ? 3 : 2);
const folder = resolve(buildFolder), chosen = groupNames.split(','), native = rest[0];
const out = join(folder, 'tests'), LIMIT = 300; // seconds, of a run

// ---- running ------------------------------------------------------------------------------------

// Runs a command. Returns {code, text}: stdout and stderr, as they came.
function runCommand(words, env = {}) {
  return new Promise(resolve =>
    execFile('sh', ['-c', 'exec "$@" 2>&1', 'sh', ...words],
             {env: {...process.env, ...env}, cwd: out, timeout: 1000 * LIMIT, maxBuffer: 1 << 24},
             (error, text) => resolve({code: error === null ? 0 : error.code ?? String(error.signal), text})));
}

// A program in a thread of this process, which runs it as often as it is asked to: sooner than a process each.
class Thread {
  constructor(wasm) {
    this.worker = new Worker(new URL('test_thread.js', import.meta.url), {workerData: wasm});
    this.worker.on('message', result => this.answer(result));
    this.worker.on('error', error => this.fail(error.stack));
  }
  // args: its name, and options. lines: what it reads. Returns {code, text, findings, reason}.
  run(args, env, lines) {
    if (this.failed)
      return this.failed;
    return new Promise(resolve => {
      const late = setTimeout(() => this.fail(`it still runs after ${LIMIT} seconds`), 1000 * LIMIT);
      this.answer = result => {
        clearTimeout(late);
        resolve(result);
      };
      this.worker.postMessage({args, env, lines});
    });
  }
  // What it is to run from now on, it does not.
  fail(text) {
    this.failed = {code: undefined, text: `${text}\n`, findings: []};
    this.answer?.(this.failed);
  }
  end() {
    return this.worker.terminate();
  }
}

// Runs a program once.
async function runProgram(wasm, args, env, lines) {
  const thread = new Thread(wasm);
  try {
    return await thread.run(args, env, lines);
  } finally {
    await thread.end();
  }
}

let passed = 0;
const failures = [];

// Whether a program ends with that code, and says something like each of the regular expressions. wasm: its bytes, or
// null if there are none. reads: what it is given to read. reason: what it dies of. known: of checks that may fail.
// command: what runs it otherwise than in a thread.
async function expect(name, wasm, {code = 0, lines = ['^PASSED: '], args = [], env, reads, reason, known = [], command} = {}) {
  if (wasm === null) {
    failures.push(name);
    return;
  }
  if (compiles)
    return;
  const got = command ? await runCommand([...command(), ...args], env) : await runProgram(wasm, [basename(name).replace(/\.cu.*/, ''), ...args], env, reads);
  const wrong = got.text.split('\n').filter(line => /^tests\/\S+:\d+: /.test(line));
  if (wrong.length !== 0 && wrong.every(line => known.some(regex => regex.test(line)))) {
    code = 1;
    lines = lines.map(line => line.replace('PASSED: ', `FAILED: ${wrong.length} of `));
  }
  const problems = lines.filter(line => !new RegExp(line, 'm').test(got.text)).map(line => `no line like ${line}`);
  if (got.code !== code)
    problems.unshift(`exit code ${got.code}, not ${code}`);
  if (reason !== undefined && got.reason !== reason)
    problems.push(`the reason: ${got.reason}`);
  if (problems.length === 0) {
    ++passed;
    return;
  }
  failures.push(name);
  console.log(`${name}: ${problems.join('; ')}\n${got.text.slice(-2000).trimEnd()}\n`);
}

// All of a list, a few at a time.
async function each(list, work) {
  const left = [...list];
  await Promise.all(Array.from({length: Math.min(2, availableParallelism())}, async () => {
    while (left.length !== 0)
      await work(left.shift());
  }));
}

// ---- groups -------------------------------------------------------------------------------------

// Soon rather than to run fast: what is inlined by force elsewhere, and would be most of the code, is called.
const SOON = ['-O0', '-Dalways_inline=__unused__'];

// Compiles a program of tests/. Returns its bytes, or null.
const compiled = (build, source, {flags = SOON, ...how} = {}) =>
  program(build, {name: source.replace(/\.cu$/, ''), flags, ...how});

// What runs a program in a process of its own. name: of a file to put it in.
function commandOf(name, wasm, options = []) {
  const path = join(out, `${name}.wasm`);
  mkdirSync(dirname(path), {recursive: true});
  writeFileSync(path, wasm);
  return [process.execPath, join(here, 'run.js'), ...options, path];
}

// A program as a command, for a script.
function executable(name, wasm) {
  const command = commandOf(name, wasm), path = join(out, name);
  writeFileSync(path, `#!/bin/sh\nexec ${command.map(word => `'${word}'`).join(' ')} "$@"\n`);
  chmodSync(path, 0o755);
  return path;
}

// The tests in a folder that can run here, the longest first.
function namesIn(folderName, notHere = NOT_HERE) {
  const all = readdirSync(join(root, folderName)).filter(name => /\.cu$/.test(name));
  for (const name of all.filter(name => notHere[name]))
    console.log(`${folderName}/${name}: not here: ${notHere[name]}`);
  const sizeOf = name => statSync(join(root, name)).size;
  return all.filter(name => !notHere[name]).map(name => `${folderName}/${name}`).sort((a, b) => sizeOf(b) - sizeOf(a));
}

// What a program that is watched does on the command line: {code, text, findings}.
// A page has no environment, and so no advice about it.
const withoutAdvice = text => text.replace(/ \(CUDA_\w+=[^()]*\)/g, '');
async function reportedThere(path, args, env) {
  const report = join(out, `${basename(path)}.json`);
  rmSync(report, {force: true});
  const {code, text} = await runCommand([path, ...args], {...env, CUDA_CHECKER_JSON: report, CUDA_PROFILER_JSON: report});
  return {code, text: withoutAdvice(text), findings: existsSync(report) ? JSON.parse(withoutAdvice(readFileSync(report, 'utf8'))) : undefined};
}

// What a finding is about: kind, lines, threads.
const gist = ({kind, severity, first, second}) => JSON.stringify([kind, severity, ...[first, second].map(side =>
  side && [side.place, side.kernel, side.block, side.thread])]);

// Whether both say the same; if `otherwise`, whether all of those findings are among these.
function same(name, here, there, otherwise = false) {
  const found = new Set((here.findings ?? []).map(gist));
  if (otherwise ? here.code === there.code && there.findings.every(finding => found.has(gist(finding)))
                : isDeepStrictEqual(here, there)) {
    ++passed;
    return;
  }
  failures.push(name);
  console.log(`${name}: here, exit code ${here.code}\n${here.text}on the command line, exit code ${there.code}\n${there.text}` +
              (here.text === there.text ? 'the reports differ\n' : ''));
}

// The files of those that ./book test compares.
const RACES = /\/(barriers|both_orders|groups|orders|shared_races)\.cu$/;

// Planted mistakes: the same text, report and exit code as on the command line.
async function compareReports(build, sources) {
  await each(sources, async source => {
    const name = basename(source, '.cu'), text = readFileSync(join(root, source), 'utf8');
    const wasm = await compiled(build, source, {flags: ['-O1'], how: 'check'});
    if (wasm === null) {
      failures.push(source);
      return;
    }
    if (compiles)
      return;
    const thread = new Thread(wasm);
    for (const [, mistake] of text.matchAll(/CASE\(([a-z0-9_]+)\)/g))
      for (const how of ['wrong', 'corrected']) {
        if (NOT_CHECKED_HERE[mistake])
          continue;
        // Sooner than a second order is given up: what that one waits for is no finding.
        const env = {CUDA_EMULATOR_WATCHDOG: '1',
                     ...text.includes(`\n// ${mistake} env: CUDA_CHECKER_STRICT=1\n`) ? {CUDA_CHECKER_STRICT: '1'} : {},
                     ...name === 'devices' ? {CUDA_EMULATOR_DEVICES: '2'} : {}};
        const [{reason, trace, ...here}, there] = await Promise.all([
          thread.run([name, mistake, how], env),
          reportedThere(join(native, 'checked/mistakes', name), [mistake, how], env)]);
        same(`${name} ${mistake} ${how}`, here, there, mistake in SAID_OTHERWISE && how === 'wrong');
      }
    await thread.end();
  });
  // Programs of the chapters: one that is right, and those that show a mistake on purpose. (Not missing_event: of a
  // call that begins in a later line than the macro around it, g++ tells the macro's line and clang the call's.)
  await compareChapters(build, 'check', [['ch5_dot/dot --n 1000', 0], ['ch5_shared_bitmap/shared_bitmap_nosync --size 64', 98],
                                         ['ch9_atomics/race', 98]]);
}

// Programs of the chapters, each with its options and exit code: the same report as on the command line.
async function compareChapters(build, how, list) {
  await each(list, async ([command, code]) => {
    const [name, ...args] = command.split(' ');
    const wasm = await compiled(build, `${name}.cu`, {flags: ['-O1'], how});
    if (wasm === null) {
      failures.push(name);
      return;
    }
    if (compiles)
      return;
    const report = ({code, findings}) => ({code, findings: findings?.map(launch => comparable(launch, name)), text: ''});
    const env = {DISPLAY: '', BOOK_OUT: ''};
    const [here, there] = await Promise.all([runProgram(wasm, [basename(name), ...args], env),
                                             reportedThere(join(native, FLAVOURS[how], name), args, env)]);
    if (here.code !== code || !here.findings) // so that there is something to compare
      failures.push(`${name}: exit code ${here.code}`);
    same(name, report(here), report(there));
  });
}

// What the profiler has counted of a launch, but for what is otherwise here. Structs are passed in memory, which counts as
// local. And in which bank a variable begins is the linker's choice: as if the first word of each request lay in bank 0.
function comparable(launch, name) {
  launch.lines = launch.lines?.filter(({memory}) => memory !== 'local');
  for (const line of SHOWN_OTHERWISE[name] ? launch.lines : [])
    delete line.worst_request;
  for (const {memory, worst_request: request} of launch.lines ?? [])
    if (memory === 'shared' && request) {
      const least = Math.min(...request.offsets.filter(offset => offset !== null)), bank = least / 4 % 32;
      request.offsets = request.offsets.map(offset => offset === null ? null : offset - least);
      request.words_of_banks = request.words_of_banks.map((_, i, all) => all[(i + bank) % 32]);
    }
  return launch;
}

// The commands that chapters show, of the profiler.
const profiledCommands = () => programs().flatMap(({name}) => {
  const texts = textsBelow(dirname(name)).map(path => readFileSync(path, 'utf8')).join('');
  return [...texts.matchAll(new RegExp(`^\\$ \\./book profile (${name}\\b.*)`, 'gm'))].map(([, command]) => command);
});
const textsBelow = folder => readdirSync(join(root, folder)).filter(name => /\.md$/.test(name)).map(name => join(root, folder, name));

const groups = {
  // Every program of every chapter, as the site has them.
  async programs(build) {
    await each(programs(), async ({name, extra, brief}) => {
      await expect(name, await program(build, {name, extra}), {args: brief});
    });
  },
  async conformance(build) {
    await each(namesIn('tests/emulator'), async source => {
      const known = (FAILS_HERE[basename(source)] ?? []).map(([regex]) => regex);
      const wasm = await compiled(build, source, {lines: false}), script = BY_SCRIPT[basename(source)];
      if (script !== undefined) {
        const programs = await Promise.all(script.map(name => compiled(build, `tests/emulator/${name}.cu`, {lines: false})));
        await expect(source, programs.includes(null) ? null : wasm, {
          env: {COPIES: 'no'},
          command: () => ['sh', join(root, source.replace(/cu$/, 'sh')), ...programs.map((bytes, i) => executable(script[i], bytes))]});
        return;
      }
      await expect(source, wasm, {known});
      if (OF_DEVICES.test(basename(source)))
        for (const count of [2, 3, 4])
          await expect(`${source} of ${count}`, wasm, {known, lines: [`^devices: ${count}$`, '^PASSED: '],
                                                        env: {CUDA_EMULATOR_DEVICES: String(count)}});
    });
  },
  // Random kernels whose threads are lanes, compiled as a page does: vectors of them calculate the same bits as threads one
  // by one.
  async lanes(build) {
    const folder = 'tests/emulator/random_lanes', product = Uint8Array.of(0xfd, 0xe6, 0x01); // f32x4.mul
    const generate = await program(build, {name: `${folder}/generate`, source: `${folder}/generate.cpp`});
    const {text} = await runProgram(generate, ['generate', '1', '20']), name = 'lanes_1';
    const [inLanes, oneByOne] = await Promise.all([false, true].map(async oneByOne => {
      const bytes = await object(build, {source: `${name}.cu`, text, oneByOne, lines: false});
      const wasm = await linked(build, name, [bytes]);
      if (!wasm)
        return undefined;
      const {at, end} = sections(bytes).find(({type}) => type === CODE).body; // behind it are numbers of any kind
      return {vectors: Buffer.from(bytes.subarray(at, end)).includes(product), ...compiles ? {} : await runProgram(wasm, [name])};
    }));
    if (compiles || inLanes?.vectors && oneByOne?.vectors === false && inLanes.text === oneByOne.text && /: no error, /.test(inLanes.text)) {
      ++passed;
      return;
    }
    failures.push(name);
    console.log(`${name}: vectors: ${inLanes?.vectors}, ${oneByOne?.vectors}\nlanes:\n${inLanes?.text}one by one:\n${oneByOne?.text}`);
  },
  // As tests/head.awk reads them.
  async faults(build) {
    await each(namesIn('tests/emulator/faults'), async source => {
      const text = readFileSync(join(root, source), 'utf8');
      const said = word => [...text.matchAll(new RegExp(`^// ${word}: (.*)`, 'gm'))].map(([, value]) => value);
      const env = Object.fromEntries(said('env').map(setting => setting.split('=')));
      const [, expected, ...more] = IN_OTHER_WORDS[basename(source)] ?? ['', () => true];
      await expect(source, await compiled(build, source), {
        code: Number(said('exit')[0] ?? 0), env, lines: [...said('says').filter(expected), ...more]});
    });
  },
  // Pictures and animations, as messages to a page.
  async windows(build) {
    const picture = async (name, args, lines, options = ['--frames', '3']) => {
      const wasm = await program(build, {...programs().find(found => found.name === name)});
      await expect(name, wasm, {lines, args, command: () => commandOf(name, wasm, options)});
    };
    await picture('ch4_blocks/julia', ['--size', '50'], ['^window: julia, 50 x 50$', '^picture 0: ', '^PASSED: ']);
    await picture('ch5_ripple/ripple', ['--size', '50'], ['^window: ripple, 50 x 50$', '^picture 2: ', '^PASSED: ']);
    await picture('ch5_ripple/ripple_gpu', ['--size', '50'], ['^picture 2: ', '^PASSED: ']);
  },
  // The mistakes of tests/checker, and the same corrected; and of these, those of which ./book test makes do with, since
  // the checker's own tests prove the others: what depends on fibers and on a second run.
  checker: build => compareReports(build, namesIn('tests/checker', {})),
  races: build => compareReports(build, namesIn('tests/checker', {}).filter(source => RACES.test(source))),
  // The profiles that chapters show, and two more.
  profiles: build => compareChapters(build, 'profile', [...new Set(profiledCommands()), 'ch5_dot/dot', 'ch9_atomics/race']
    .filter(command => !PROFILED_OTHERWISE[command.replace(/ .*/, '')]).map(command => [command, 0])),
  // The moments that chapters name: the page has recorded what the command line has.
  async recordings(build) {
    const folders = new Set(programs().map(({name}) => dirname(name)));
    const commands = [...folders].flatMap(textsBelow).flatMap(path => seenCommands(readFileSync(path, 'utf8')));
    await each(commands, async ({text, program: name, args, env}) => {
      const wasm = await compiled(build, `${name}.cu`, {flags: ['-O1'], how: 'see'});
      if (wasm === null)
        failures.push(text);
      if (wasm === null || compiles)
        return;
      const trace = join(out, `${basename(name)}.trace`), settings = {...env, DISPLAY: '', BOOK_OUT: '', CUDA_RECORDER_PROGRAM: name};
      const [here, there] = await Promise.all([
        runProgram(wasm, [basename(name), ...args], settings),
        runCommand([join(native, FLAVOURS.see, name), ...args], {...settings, CUDA_RECORDER_TRACE: trace})]);
      const [ours, theirs] = [here.trace, readFileSync(trace)].map(linesOfTrace);
      if (here.code === there.code && ours.length === theirs.length && ours.every((line, i) => saySame(line, theirs[i]))) {
        ++passed;
        return;
      }
      failures.push(text);
      const differs = ours.findIndex((line, i) => !saySame(line, theirs[i] ?? ''));
      console.log(`${text}: exit code ${here.code}, on the command line ${there.code}; ${ours.length} and ${theirs.length} lines; from ${differs} on:\n` +
                  [ours, theirs].map(lines => lines.slice(differs, differs + 4).join('\n').slice(0, 2000)).join('\non the command line\n'));
    });
  },
  // What the page does with a reader's text.
  async compiler(build) {
    const cases = [
      ['right', 'ch5_dot/dot.cu', readFileSync(join(root, 'ch5_dot/dot.cu'), 'utf8'), [], 0, '^PASSED: '],
      ['own file', 'mine.cu', OWN, [], 0, '^15$'],
      ['no such name', 'mine.cu', OWN.replace('sum[0]', 'sums[0]'), ['^mine\\.cu:4:\\d+: error: .*sums']],
      ['no semicolon', 'mine.cu', OWN.replace('i;', 'i'), ['^mine\\.cu:4:\\d+: error: ']],
      ['no CUDA', 'mine.cu', OWN.replace('__global__', '__globl__'), ['^mine\\.cu:2:\\d+: error: .*__global__']],
      ['no main', 'mine.cu', OWN.replace('int main', 'int start'), [': error: there is no main\\(\\): a program begins with int main\\(\\)$']],
      ['nothing', 'mine.cu', '', [': error: there is no main\\(\\): a program begins with int main\\(\\)$']],
      ['not defined', 'mine.cu', OWN.replace('{\n', ';\nint more(int);\n__global__ void plus(int *sum) {\n').replace('sum = 0', 'sum = more(0)'),
        [': error: more\\(int\\) is used, and no file defines it(\\n|$)', 'add\\(int\\*\\) is used, and no file defines it$']],
      ['main without a list', 'mine.cu', 'extern "C" int puts(const char *); int main(void) { puts("ran"); }', [], 0, '^ran$'],
      ['a loop without CUDA', 'mine.cu', '#include <cstdio>\nint main() {\n  for (int i = 0; i < 3; ++i)\n    printf("%d\\n", i);\n}\n', [], 0, '^2$'],
      ['endless', 'mine.cu', OWN.replace('i < 6', 'i >= 0'), [], 1, 'endless loop: no thread of block', '^    mine\\.cu:[34]: thread 0 still runs'],
    ];
    for (const [name, main, text, said, ...ran] of cases) {
      const {diagnostics, wasm, takesAll} = deserialize(await own(build, text, main));
      const all = diagnostics.map(d => `${d.file}:${d.line}:${d.column}: ${d.severity}: ${d.text}`);
      const missing = said.filter(line => !all.some(one => new RegExp(line).test(one)));
      if (missing.length !== 0 || (wasm === undefined) !== (said.length !== 0) || takesAll) {
        failures.push(name);
        console.log(`${name}: ${takesAll ? 'it takes the rest of the compiler' : ''}${missing.map(line => `nothing like ${line}`).join('; ')}\n${all.join('\n')}`);
        continue;
      }
      ++passed;
      if (wasm === undefined)
        continue;
      const [code, ...lines] = ran;
      await expect(name, wasm, {code, lines, env: {CUDA_EMULATOR_WATCHDOG: '0.3'}});
    }
    const deaths = await endings(build, 'deaths.cu'), readers = await endings(build, 'readers.cu');
    await endings(build, 'standard.cu');
    const parts = splitCompiler();
    if (Buffer.compare(whole(parts.first, parts.rest), llvmCore()) !== 0)
      failures.push('the two parts of the compiler make all of it');
    await inPage('a page hears what a program died of', deaths, ['division'],
                 ['exit 136: the host divided an integer by zero']);
    await inPage('a browser without vectors is told so', Uint8Array.of(0), [],
                 ['This browser is too old: programs here calculate with vectors of WebAssembly, which Chrome has since version 91, ' +
                  'Firefox since 89 and Safari since 16.4.'], [], true);
    const begun = performance.now();
    await inPage('a page gives up a kernel that gets nowhere', deaths, ['endless'], ['exit 1']);
    if (performance.now() - begun > 8000)
      failures.push('a page gives up a kernel sooner than a command does');
    await inPage('a page is asked for what a program reads, after what it has printed', readers, ['numbers'],
                 ['output: how many? ', 'reads', 'output: 10\n', 'reads', 'output: 14\n', 'reads', 'output: all\n', 'exit 0'],
                 [{kind: 'line', text: '5\n'}, {kind: 'line', text: '7\n'}, {kind: 'end'}]);
  },
};

// Whether the worker of a page tells of a program what it should, in that order; of what is printed, what is to stdout,
// and together what comes together. isOld: in a browser that lacks what programs take.
async function inPage(name, wasm, args, expected, inputs = [], isOld = false) {
  if (compiles || wasm === null)
    return;
  const worker = new Worker(new URL('test_worker.js', import.meta.url), {workerData: {isOld}}), told = [];
  await new Promise(resolve => {
    worker.on('error', error => { told.push(error.stack); resolve(); });
    worker.on('message', ({type, stream, text, code, reason}) => {
      if (type === 'output' && stream === 1)
        told.push(told.at(-1)?.startsWith('output: ') ? told.pop() + text : `output: ${text}`);
      if (type === 'reads') {
        told.push(type);
        worker.postMessage({type: 'input', ...inputs.shift()});
      }
      if (type === 'fault' || type === 'exit') {
        told.push(type === 'fault' ? text : `exit ${code}${reason === undefined ? '' : `: ${reason}`}`);
        resolve();
      }
    });
    worker.postMessage({type: 'run', wasm, args});
  });
  await worker.terminate();
  if (isDeepStrictEqual(told, expected)) {
    ++passed;
    return;
  }
  failures.push(name);
  console.log(`${name}: ${JSON.stringify(told)}`);
}

// A kernel with a loop.
const OWN = readFileSync(join(root, 'tests/site/sum.cu'), 'utf8');

// How a program of tests/site ends when its first argument is NAME, in a run and in a check. It says in lines of
//   // run: NAME EXIT_CODE REASON ~ REGEX ~ ...       of which HERE is the line that ends in `// NAME`
//   // check: NAME ...                                where that is different
//   // reads: NAME "TEXT" "TEXT"                      at a time
// Returns its bytes, or null.
async function endings(build, main) {
  const text = readFileSync(join(root, 'tests/site', main), 'utf8'), lines = text.split('\n');
  const about = (what, name) => lines.find(line => line.startsWith(`// ${what}: ${name} `))?.slice(`// ${what}: ${name} `.length);
  let wasm, diagnostics, takesAll;
  for (const how of ['check', 'run']) {
    ({wasm = null, diagnostics, takesAll} = deserialize(await own(build, text, main, {how})));
    if (takesAll)
      failures.push(`${main} takes the rest of the compiler`);
    if (wasm === null)
      console.log(diagnostics.map(({line, text}) => `${main}:${line}: ${text}\n`).join(''));
    for (const [, name] of text.matchAll(/^\/\/ run: (\S+)/gm)) {
      const [, code, reason, rest] = /^(\d+)(?: ([^~]+))? ~ (.*)$/.exec(how === 'check' && about('check', name) || about('run', name));
      const here = `${main}:${lines.findIndex(line => line.endsWith(`; // ${name}`)) + 1}`;
      await expect(`${main} ${name}${how === 'check' ? ', checked' : ''}`, wasm, {
        code: Number(code), args: [name], env: {CUDA_EMULATOR_WATCHDOG: '0.3'}, reason: reason ?? null, reads: JSON.parse(`[${about('reads', name)?.replaceAll('" "', '","') ?? ''}]`),
        lines: rest.split(' ~ ').map(line => line.replaceAll('HERE', here))});
    }
  }
  return wasm;
}

// The site, and what these groups run, where a later test finds it: in one process, because another would have V8 make
// the compiler's code anew. What does not compile the later test tells.
async function compile(groupNames, folder, out, only) {
  const build = new Build(folder), failed = [...await site(build, out, only)];
  build.quiet = true;
  for (const group of groupNames)
    await groups[group](build);
  await build.end();
  return failed.length === 0;
}

async function test(folder, groupNames) {
  mkdirSync(out, {recursive: true});
  const build = new Build(folder);
  build.quiet = true;
  const ofChecker = group => groups[group] === groups.checker || groups[group] === groups.races;
  await prepare(build, [...groupNames.every(ofChecker) ? [] : ['run'],
                        ...groupNames.some(group => ofChecker(group) || group === 'compiler') ? ['check'] : [],
                        ...groupNames.includes('profiles') ? ['profile'] : [], ...groupNames.includes('recordings') ? ['see'] : []]);
  let failed = false;
  for (const group of groupNames) {
    passed = failures.length = 0;
    await groups[group](build);
    console.log(`${group}: ${passed} passed, ${failures.length} failed${failures.map(name => `\n  ${name}`).join('')}`);
    failed ||= failures.length !== 0;
  }
  await build.end();
  return !failed;
}

process.exit(await (compiles ? compile(chosen, folder, ...rest) : test(folder, chosen)) ? 0 : 1);
