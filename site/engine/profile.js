// profile.js BUILD_DIR [FILE.cu ...]: which functions of the compiler are used, by the programs of the book and by those of
// its tests, run and checked, right and wrong. Written to profile.json, by which split.js parts it. To be run again, some
// minutes, when the version of the compiler changes. With files: those that they use are added.
import './older_node.js';
import {readFileSync, readdirSync, writeFileSync} from 'node:fs';
import {basename, join, relative, resolve} from 'node:path';
import {pathToFileURL} from 'node:url';
import {deflateRawSync, inflateRawSync} from 'node:zlib';
import {Build, here, prepare, programs, root} from './build.js';
import {Compiler, FLAVOURS} from './compiler.js';
import {compilerParts} from './compiler_package.js';
import {noting} from './split.js';

function* sourcesBelow(folder) {
  for (const entry of readdirSync(folder, {withFileTypes: true})) {
    const path = join(folder, entry.name);
    if (entry.isDirectory())
      yield* sourcesBelow(path);
    else if (/\.cu$/.test(path))
      yield path;
  }
}

const [folder, ...added] = process.argv.slice(2), result = join(here, 'profile.json');
const build = new Build(folder), libraries = await prepare(build);
const {core, tree, version} = compilerParts(libraries);
const {default: binaryen} = await import(pathToFileURL(build.binaryen));
let called = new Uint8Array();
if (added.length !== 0) {
  const bits = inflateRawSync(Buffer.from(JSON.parse(readFileSync(result, 'utf8')).called, 'base64'));
  called = Uint8Array.from({length: 8 * bits.length}, (_, i) => bits[i >> 3] >> (i & 7) & 1);
}
const compiler = new Compiler({
  llvm: new WebAssembly.Module(noting(core)), rewriter: new WebAssembly.Module(libraries.rewriterBytes), root: tree, binaryen,
  ran({exports}) {
    if (exports.called === undefined) // not the compiler
      return;
    const now = new Uint8Array(exports.called.buffer);
    called = now.map((one, i) => one | called[i]);
  },
});
const used = () => called.reduce((sum, one) => sum + one, 0);
const all = () => [...programs().map(({name}) => join(root, `${name}.cu`)), ...sourcesBelow(join(root, 'tests'))];
for (const path of added.length === 0 ? all() : added.map(path => resolve(path))) {
  const main = path.startsWith(root) ? relative(root, path) : basename(path);
  for (const how of Object.keys(FLAVOURS)) {
    let said = '';
    try {
      const {wasm, diagnostics} = compiler.build({[main]: readFileSync(path, 'utf8')}, main, {how});
      said = wasm ? '' : diagnostics.find(({severity}) => severity === 'error')?.text.split('\n')[0];
    } catch (error) {
      said = String(error);
    }
    console.log(`${main}${how === 'run' ? '' : `, ${FLAVOURS[how]}`}: ${used()} ${said}`);
  }
}
const bits = new Uint8Array(Math.ceil(called.length / 8));
called.forEach((one, i) => { bits[i >> 3] |= one << (i & 7); });
writeFileSync(result, `${JSON.stringify({
  compiler: version, // whose functions have a bit each, the lowest of a byte first; deflated, in base64
  called: deflateRawSync(bits, {level: 9}).toString('base64'),
}, null, 1)}\n`);
process.exit(0);
