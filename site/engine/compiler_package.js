// compiler_package.js: the compiler as a page loads it: OUT/engine/compiler. What build.js makes last.
import {existsSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {gzipSync, inflateRawSync} from 'node:zlib';
import {parted} from './binaryen.js';
import {clang, hash, here, llvmCore, sources, versionOf, write} from './build.js';
import {libraryOf} from './compiler.js';
import {pack} from './pack.js';
import {split} from './split.js';
import {untar} from './tar.js';
import {File} from './wasi.js';

// Headers and libraries that a program of a reader's may want: C and C++, CUDA, the book.
const PACKED = [
  /^usr\/include\/c\+\+\/v1\/(?!__cxx03|experimental|__pstl|ext\/|(__)?flat_|libcxx\.imp|module\.modulemap)/,
  /^usr\/include\/wasm32-wasip1\//,
  /^usr\/include\/(__std|__float|std|float|limits|inttypes|iso646|tgmath|varargs|unwind|builtins)[^/]*$/,
  /^usr\/lib\/.*\/(crt1-command\.o|lib(c|c-printscan-long-double|c\+\+|c\+\+abi|wasi-emulated-(signal|getpid|process-clocks)|clang_rt\.builtins)\.a)$/,
  /^(posix|emulator\/include|common|lib)\/(?!libprofiled|librecorded)/, // which come later
  /^ch.*\.h$/,
  /^emulator\/[a-z]+\.flags$/,
];

const MODULES = ['worker.js', 'console.js', 'load.js', 'compiler.js', 'link.js', 'object.js', 'places.js', 'lines.js', 'frames.js',
                 'pack.js', 'split.js', 'program.js', 'wasi.js'];

// What the compiler package is made of: clang and the linker, their version, and what they read.
export function compilerParts({libraries}) {
  const tree = sources();
  tree.entries.set('usr', untar(readFileSync(join(clang, 'llvm-resources.tar'))));
  for (const [how, bytes] of Object.entries(libraries))
    tree.put(libraryOf(how), new File(bytes));
  return {core: llvmCore(), version: versionOf('@yowasp/clang'), tree};
}

// As split.js makes them, by the profile of this version; without one the first is all.
export function splitCompiler() {
  const {compiler, called} = JSON.parse(readFileSync(join(here, 'profile.json'), 'utf8'));
  if (compiler !== versionOf('@yowasp/clang')) {
    console.error(`site/engine/profile.json is of version ${compiler} of the compiler: profile.js makes another`);
    return split(llvmCore(), () => true);
  }
  const bits = inflateRawSync(Buffer.from(called, 'base64'));
  return split(llvmCore(), i => bits[i >> 3] >> (i & 7) & 1);
}

// A header without the lines that are comments, but for those at its top, which say whose it is. The others keep their numbers.
function withoutComments({contents}) {
  const text = Buffer.from(contents).toString('latin1'), [top] = /^(\/\/.*\n)*/.exec(text);
  return new File(Buffer.from(top + text.slice(top.length).replace(/^[ \t]*\/\/.*(?<!\\)$/gm, ''), 'latin1'));
}

// Makes OUT/engine/compiler, and the modules that a page has. made: of prepare().
export async function packageCompiler(build, out, made) {
  for (const name of MODULES)
    write(join(out, 'engine', name), readFileSync(join(here, name)));
  const {tree} = compilerParts(made), compiler = splitCompiler(), {script, wasm} = parted(readFileSync(build.binaryen, 'utf8'));
  const files = [...tree.files()].filter(([path]) => PACKED.some(pattern => pattern.test(path)))
    .map(([path, file]) => [path, /^(usr|emulator)\/include\//.test(path) ? withoutComments(file) : file]);
  const all = {
    'llvm.wasm.packed': compiler.first,
    'llvm.rest.packed': compiler.rest,
    'rewriter.wasm.packed': made.rewriterBytes,
    'files.packed': pack(files),
    'binaryen.js.packed': script,
    'binaryen.wasm.packed': wasm,
    'profiler.packed': made.libraries.profile,
    'recorder.packed': made.libraries.see,
  };
  const sizes = {};
  for (const [name, bytes] of Object.entries(all)) {
    const kept = join(build.cache, hash(name, bytes));
    if (!existsSync(kept))
      writeFileSync(kept, gzipSync(bytes, {level: 9}));
    const packed = readFileSync(kept);
    write(join(out, 'engine/compiler', name), packed);
    sizes[name] = packed.length;
  }
  const {'llvm.rest.packed': rest, 'profiler.packed': profiler, 'recorder.packed': recorder, ...parts} = sizes; // those are loaded when needed
  write(join(out, 'engine/compiler/package.json'),
        JSON.stringify({parts, rest: {'llvm.rest.packed': rest}, profile: {'profiler.packed': profiler}, see: {'recorder.packed': recorder}}));
  console.log(`compiler package: ${JSON.stringify(sizes)}`);
}
