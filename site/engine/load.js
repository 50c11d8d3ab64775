// load.js: loads the compiler package, which build.js has made.
import {Compiler} from './compiler.js';
import {unpack} from './pack.js';

// base: the URL of its folder. progress(what, loaded, total): in bytes that are transferred.
export async function load(base, progress = () => {}) {
  const {parts} = await (await get(new URL('package.json', base))).json();
  const total = Object.values(parts).reduce((sum, bytes) => sum + bytes, 0);
  let loaded = 0;
  // The bytes of a part, as they were before they were compressed.
  const part = async name => {
    const response = await get(new URL(name, base));
    return response.body.pipeThrough(new TransformStream({
      transform(chunk, controller) {
        loaded += chunk.length;
        progress('the compiler', loaded, total);
        controller.enqueue(chunk);
      },
    })).pipeThrough(new DecompressionStream('gzip'));
  };
  const bytes = async name => new Uint8Array(await new Response(await part(name)).arrayBuffer());
  const module = async name => WebAssembly.compileStreaming(
    new Response(await part(name), {headers: {'content-type': 'application/wasm'}}));
  const [llvm, rewriter, files, binaryen] = await Promise.all([
    module('llvm.wasm.packed'), module('rewriter.wasm.packed'), bytes('files.packed'), bytes('binaryen.js.packed')]);
  const script = URL.createObjectURL(new Blob([binaryen], {type: 'text/javascript'}));
  return new Compiler({llvm, rewriter, root: unpack(files), binaryen: (await import(script)).default});
}

// There is no connection. Its message is for the reader.
export class Unreachable extends Error {}

async function get(url) {
  const response = await fetch(url).catch(() => {
    throw new Unreachable('The compiler is not here yet, and there is no connection to fetch it by. Once it has been ' +
                          'loaded, programs can be changed and checked without one.');
  });
  if (!response.ok)
    throw new Error(`${url}: ${response.status} ${response.statusText}`);
  return response;
}
