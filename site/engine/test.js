// test.js BUILD_DIR GROUP: runs the tests of a group under Node: programs, conformance, faults, windows.
// What they need is compiled before, and kept in BUILD_DIR.
import {execFile} from 'node:child_process';
import {mkdirSync, readFileSync, readdirSync, writeFileSync} from 'node:fs';
import {availableParallelism} from 'node:os';
import {basename, dirname, join} from 'node:path';
import {Build, here, prepare, program, programs, root} from './build.js';

const [folder, group] = process.argv.slice(2);
const out = join(folder, 'tests');

// What cannot run here, and why.
const NOT_HERE = {
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
async function compiled(build, source, flags = ['-O0']) {
  const name = source.replace(/\.cu$/, ''), bytes = await program(build, {name, flags});
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
};

const build = new Build(join(folder, 'work'));
await prepare(build);
await groups[group](build);
await build.end();
console.log(`${group}: ${passed} passed, ${failures.length} failed${failures.map(name => `\n  ${name}`).join('')}`);
process.exit(failures.length === 0 ? 0 : 1);
