// load.js: loads the compiler package, which build.js has made.
import {Compiler, Incomplete, libraryOf} from './compiler.js';
import {unpack} from './pack.js';
import {whole} from './split.js';

// base: the URL of its folder. progress(what, loaded, total): in bytes that are transferred.
export async function load(base, progress) {
  const {parts, rest: later, ...libraries} = await (await get(new URL('package.json', base))).json();
  const {bytes, module} = partsOf(base, parts, loaded => progress('the compiler', ...loaded));
  const [llvm, rewriter, files, ofBinaryen, script] = await Promise.all([
    ...['llvm', 'rewriter'].map(name => module(`${name}.wasm.packed`)), bytes('files.packed'),
    module('binaryen.wasm.packed'), bytes('binaryen.js.packed')]);
  const {default: start} = await import(URL.createObjectURL(new Blob([script], {type: 'text/javascript'})));
  const binaryen = await start({
    instantiateWasm: (imports, done) => { WebAssembly.instantiate(ofBinaryen, imports).then(done); },
  });
  const compiler = new Compiler({llvm, rewriter, root: unpack(files), binaryen, isWhole: false});
  compiler.complete = async () => {
    const {bytes} = partsOf(base, later, loaded => progress('the rest of the compiler', ...loaded));
    const [first, rest] = await Promise.all([bytes('llvm.wasm.packed'), bytes('llvm.rest.packed')]);
    compiler.llvm = await WebAssembly.compile(whole(first, rest));
    compiler.isWhole = true;
  };
  // The library of FLAVOURS[how], which is one of these.
  compiler.loadLibrary = async how => {
    const [name] = Object.keys(libraries[how]);
    const {bytes} = partsOf(base, libraries[how], loaded => progress(`the ${name.replace('.packed', '')}`, ...loaded));
    compiler.put(libraryOf(how), await bytes(name));
  };
  return compiler;
}

// What `task` makes with a compiler of load() for FLAVOURS[how], once more with all of it where the first part did not do.
export async function using(compiler, how, task) {
  if (compiler.root.find(libraryOf(how)) === undefined)
    await compiler.loadLibrary(how);
  try {
    return task(compiler);
  } catch (error) {
    if (!(error instanceof Incomplete))
      throw error;
    await compiler.complete();
    return task(compiler);
  }
}

// Functions that load a part, as it was before it was compressed. sizes: of those that progress([loaded, total]) counts.
export function partsOf(base, sizes, progress) {
  const total = Object.values(sizes).reduce((sum, bytes) => sum + bytes, 0);
  let loaded = 0;
  const part = async name => {
    const response = await get(new URL(name, base));
    return response.body.pipeThrough(new TransformStream({
      transform(chunk, controller) {
        if (name in sizes)
          progress([loaded += chunk.length, total]);
        controller.enqueue(chunk);
      },
    })).pipeThrough(new DecompressionStream('gzip'));
  };
  return {
    bytes: async name => new Uint8Array(await new Response(await part(name)).arrayBuffer()),
    module: async name => WebAssembly.compileStreaming(
      new Response(await part(name), {headers: {'content-type': 'application/wasm'}})),
  };
}

// There is no connection. Its message is for the reader.
export class Unreachable extends Error {}

export async function get(url) {
  const response = await fetch(url).catch(() => {
    throw new Unreachable('The compiler is not here yet, and there is no connection to fetch it by. Once it has been ' +
                          'loaded, programs can be changed and checked without one.');
  });
  if (!response.ok)
    throw new Error(`${url}: ${response.status} ${response.statusText}`);
  return response;
}
