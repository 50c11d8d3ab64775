// test.js BUILD_DIR GROUP [NATIVE_BUILD_DIR]: runs the tests of a group under Node: programs, conformance, windows,
// faults, compiler, checker.
// What they need is compiled before, and kept in BUILD_DIR. The last one compares with what ./book check runs, in
// NATIVE_BUILD_DIR.
import {execFile} from 'node:child_process';
import {existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync} from 'node:fs';
import {availableParallelism} from 'node:os';
import {isDeepStrictEqual} from 'node:util';
import {basename, dirname, join, resolve} from 'node:path';
import {Build, here, prepare, program, programs, root} from './build.js';
import {Program} from './program.js';
import {Folder} from './wasi.js';

const folder = resolve(process.argv[2]), group = process.argv[3], native = process.argv[4];
const out = join(folder, 'tests');

// What cannot run here, and why.
const NOT_HERE = {
  'gl_interop.cu': 'there is no OpenGL',
  'device_printf.cu': 'ends with no verdict: tests/emulator/device_printf.sh compares what it prints',
  'api_switches.cu': 'ends with no verdict: tests/emulator/api_switches.sh says how it ends',
};

// Mistakes of tests/checker that are not found here, or cannot be made, and why.
const TURNS = 'blocks that wait for one another need threads of the system';
const BY_VALUE = 'the copy of a struct that is passed by value is made behind the calls of the checker';
const CLANG = 'clang does not tell of it (emulator/checker/README.md, "What it does not see")';
const NOT_CHECKED_HERE = {
  odd_field: CLANG, odd_field_read: CLANG, misaligned_store: CLANG,
  two_hosts: 'a thread of the host runs to its end where it is created',
  grid: TURNS, by_hand: TURNS, flag_waits_takes: TURNS, flag_waits_gives: TURNS,
  passed: BY_VALUE, passed_vector: BY_VALUE,
  null_function: 'WebAssembly does not say who calls through a null pointer',
};

// Those of which more is said than on the command line, or by other numbers of bytes, and why.
const MEMBERS = 'clang stores and loads the members of a vector type one by one, g++ all at once';
const INDEX = 'clang looks at an index of which only the address is taken, too';
const SAID_OTHERWISE = {
  vector: MEMBERS, vector_load: MEMBERS,
  local_before: INDEX, constant_after: INDEX, constant_before: INDEX,
};

// ---- running ------------------------------------------------------------------------------------

// Runs a program. Returns {code, text}: stdout and stderr, as they came.
function run(wasm, args = [], env = {}, options = []) {
  return new Promise(resolve =>
    execFile('sh', ['-c', 'exec "$@" 2>&1', 'sh', process.execPath, join(here, 'run.js'), ...options, wasm,
                    ...args],
             {env: {...process.env, ...env}, cwd: out, timeout: 120000, maxBuffer: 1 << 24},
             (error, text) => resolve({code: error === null ? 0 : error.code ?? String(error.signal), text})));
}

let passed = 0;
const failures = [];

// Whether a program ends with that code, and says something like each of the regular expressions.
async function expect(name, wasm, {code = 0, lines = ['^PASSED: '], args, env, options} = {}) {
  if (wasm === null) {
    failures.push(name);
    return;
  }
  const got = await run(wasm, args, env, options);
  const problems = lines.filter(line => !new RegExp(line, 'm').test(got.text)).map(line => `no line like ${line}`);
  if (got.code !== code)
    problems.unshift(`exit code ${got.code}, not ${code}`);
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

// Compiles a program of tests/, soon rather than to run fast. Returns its path, or null.
async function compiled(build, source, {flags = ['-O0'], check} = {}) {
  const name = source.replace(/\.cu$/, ''), bytes = await program(build, {name, flags, check});
  if (bytes === null)
    return null;
  const path = join(out, `${name}.wasm`);
  mkdirSync(dirname(path), {recursive: true});
  writeFileSync(path, bytes);
  return path;
}

function namesIn(folderName) {
  return readdirSync(join(root, folderName)).filter(name => /\.cu$/.test(name))
    .map(name => `${folderName}/${name}`);
}

// What a checked program does here: {code, text, findings}.
async function checkedHere(module, args, env) {
  const root = new Folder(), decoder = new TextDecoder();
  let text = '';
  const program = new Program(module, {
    args, root, env: {...env, CUDA_CHECKER_JSON: '/findings.json'},
    output: (stream, bytes) => { text += decoder.decode(bytes, {stream: true}); },
  });
  const code = await program.run(), findings = root.find('findings.json');
  return {code, text, findings: findings && JSON.parse(decoder.decode(findings.contents))};
}

// The same on the command line.
async function checkedThere(path, args, env) {
  const report = join(out, 'findings.json');
  rmSync(report, {force: true});
  const {code, text} = await new Promise(resolve =>
    execFile('sh', ['-c', 'exec "$@" 2>&1', 'sh', path, ...args],
             {env: {...process.env, ...env, CUDA_CHECKER_JSON: report}, cwd: out, timeout: 120000, maxBuffer: 1 << 24},
             (error, text) => resolve({code: error === null ? 0 : error.code ?? String(error.signal), text})));
  return {code, text, findings: existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : undefined};
}

// What a finding is about: kind, lines, threads.
const gist = ({kind, severity, first, second}) => JSON.stringify([kind, severity, ...[first, second].map(side =>
  side && [side.place, side.kernel, side.block, side.thread, side.access])]);

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

const groups = {
  // Every program of every chapter, as the site has them.
  async programs(build) {
    await each(programs(), async ({name, extra, quick}) => {
      const bytes = await program(build, {name, extra, flags: ['-O2'], link: {optimise: 1}});
      const path = join(out, `${name}.wasm`);
      mkdirSync(dirname(path), {recursive: true});
      if (bytes !== null)
        writeFileSync(path, bytes);
      await expect(name, bytes && path, {args: quick});
    });
  },
  async conformance(build) {
    await each(namesIn('tests/emulator').filter(source => !NOT_HERE[basename(source)]), async source =>
      expect(source, await compiled(build, source)));
  },
  // As tests/fault.sh reads them.
  async faults(build) {
    await each(namesIn('tests/emulator/faults').filter(source => !NOT_HERE[basename(source)]), async source => {
      const text = readFileSync(join(root, source), 'utf8');
      const parts = [...text.matchAll(/^\/\/ expect: *(\d*) *~ *(.*)/gm)];
      const env = Object.fromEntries([...text.matchAll(/^\/\/ environment: *(\S+)=(\S*)/gm)].map(([, name, value]) => [name, value]));
      await expect(source, await compiled(build, source), {
        code: Number(parts.find(([, code]) => code !== '')[1]), env,
        lines: parts.flatMap(([, , rest]) => rest.split(/ +~ +/)).map(line => line.trim())});
    });
  },
  // Pictures and animations, as messages to a page.
  async windows(build) {
    const picture = async (name, args, lines, options = ['--frames', '3']) => {
      const bytes = await program(build, {...programs().find(found => found.name === name), flags: ['-O2'], link: {optimise: 1}});
      const path = join(out, `window/${name}.wasm`);
      mkdirSync(dirname(path), {recursive: true});
      writeFileSync(path, bytes);
      await expect(name, path, {args, lines, options});
    };
    await picture('ch4_blocks/julia', ['--size', '50'], ['^window: julia, 50 x 50$', '^picture 0: ', '^PASSED: ']);
    await picture('ch5_ripple/ripple', ['--size', '50'], ['^window: ripple, 50 x 50$', '^picture 2: ', '^PASSED: ']);
    await picture('ch5_ripple/ripple_gpu', ['--size', '50'], ['^picture 2: ', '^PASSED: ']);
  },
  // The planted mistakes of tests/checker, and the same corrected: the same text, report and exit code as on the
  // command line.
  async checker(build) {
    for (const source of namesIn('tests/checker')) {
      const name = basename(source, '.cu'), text = readFileSync(join(root, source), 'utf8');
      const path = await compiled(build, source, {flags: ['-O1'], check: true});
      if (path === null)
        continue;
      const module = new WebAssembly.Module(readFileSync(path));
      for (const [, mistake] of text.matchAll(/CASE\(([a-z0-9_]+)\)/g))
        for (const how of ['wrong', 'corrected']) {
          if (NOT_CHECKED_HERE[mistake])
            continue;
          const env = {...text.includes(`\n// ${mistake} is strict\n`) ? {CUDA_CHECKER_STRICT: '1'} : {},
                       ...name === 'devices' ? {CUDA_EMULATOR_DEVICES: '2'} : {}};
          same(`${name} ${mistake} ${how}`, await checkedHere(module, [name, mistake, how], env),
               await checkedThere(join(native, 'checked/mistakes', name), [mistake, how], env),
               mistake in SAID_OTHERWISE && how === 'wrong');
        }
    }
    // Programs of the chapters: one that is right, and those that show a mistake on purpose.
    for (const [name, ...args] of [['ch5_dot/dot', '--n', '1000'], ['ch5_shared_bitmap/shared_bitmap_nosync', '--size', '64'],
                                   ['ch9_atomics/race'], ['ch10_streams/missing_event', '--n', '20000', '--blocks', '20']]) {
      const path = await compiled(build, `${name}.cu`, {flags: ['-O1'], check: true});
      if (path === null)
        continue;
      const findings = ({code, findings}) => ({code, findings, text: ''});
      const env = {DISPLAY: '', BOOK_OUT: ''};
      const [here, there] = [await checkedHere(new WebAssembly.Module(readFileSync(path)), [basename(name), ...args], env),
                             await checkedThere(join(native, 'checked', name), args, env)];
      if (name !== 'ch5_dot/dot' && here.code !== 98) // so that there is something to compare
        failures.push(`${name}: exit code ${here.code}`);
      same(name, findings(here), findings(there));
    }
  },
  // What the page does with a reader's text.
  async compiler(build) {
    const cases = [
      ['right', 'ch5_dot/dot.cu', readFileSync(join(root, 'ch5_dot/dot.cu'), 'utf8'), [], 0, '^PASSED: '],
      ['own file', 'mine.cu', OWN, [], 0, '^15$'],
      ['no such name', 'mine.cu', OWN.replace('sum[0]', 'sums[0]'), ['^mine\\.cu:4:\\d+: error: .*sums']],
      ['no semicolon', 'mine.cu', OWN.replace('i;', 'i'), ['^mine\\.cu:4:\\d+: error: ']],
      ['no CUDA', 'mine.cu', OWN.replace('__global__', '__globl__'), ['^mine\\.cu:2:\\d+: error: .*__global__']],
      ['endless', 'mine.cu', OWN.replace('i < 6', 'i >= 0'), [], 1, 'endless loop: no thread of block', '^    mine\\.cu:[34]: thread 0 still runs'],
    ];
    for (const [name, main, text, said, ...ran] of cases) {
      const {diagnostics, wasm} = await build.pool.run({kind: 'own', files: {[main]: text}, main});
      const all = diagnostics.map(d => `${d.file}:${d.line}:${d.column}: ${d.severity}: ${d.text}`);
      const missing = said.filter(line => !all.some(one => new RegExp(line).test(one)));
      if (missing.length !== 0 || (wasm === undefined) !== (said.length !== 0)) {
        failures.push(name);
        console.log(`${name}: ${missing.map(line => `nothing like ${line}`).join('; ')}\n${all.join('\n')}`);
        continue;
      }
      ++passed;
      if (wasm === undefined)
        continue;
      const path = join(out, 'own.wasm'), [code, ...lines] = ran;
      writeFileSync(path, wasm);
      await expect(name, path, {code, lines, env: {CUDA_EMULATOR_WATCHDOG: '0.3'}});
    }
  },
};

const OWN = `#include "../common/book.h"
__global__ void add(int *sum) {
    for (int i = 0; i < 6; ++i)
        sum[0] += i;
}
int main() {
    int *dev_sum, sum = 0;
    HANDLE_ERROR(cudaMalloc(&dev_sum, sizeof(int)));
    HANDLE_ERROR(cudaMemset(dev_sum, 0, sizeof(int)));
    add<<<1, 1>>>(dev_sum);
    HANDLE_LAUNCH("add");
    HANDLE_ERROR(cudaMemcpy(&sum, dev_sum, sizeof(int), cudaMemcpyDeviceToHost));
    printf("%d\\n", sum);
}
`;

mkdirSync(out, {recursive: true});
const build = new Build(join(folder, 'work'));
build.quiet = true;
await prepare(build, group === 'checker' ? {plain: false} : {checked: false});
await groups[group](build);
await build.end();
console.log(`${group}: ${passed} passed, ${failures.length} failed${failures.map(name => `\n  ${name}`).join('')}`);
process.exit(failures.length === 0 ? 0 : 1);
