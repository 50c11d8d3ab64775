// binaryen.js: the package Binaryen as a page loads it. It is a script, with its WebAssembly in a string, which takes a
// tenth more than both do apart when they are compressed.

// {script, wasm}: a module whose default export makes Binaryen, and is given {instantiateWasm}, as Emscripten calls it; and
// what that instantiates. text: the module of the package.
export function parted(text) {
  const found = /[\w$]+\((?=`\\0asm)/.exec(text), started = /var \w+=await ([\w$]+)\(\)[^;]*;export\{[^}]* as default\};?\s*$/.exec(text);
  if (found === null || started === null)
    throw new Error('binaryen.js: Binaryen keeps its WebAssembly in no way that is known here');
  const from = found.index + found[0].length;
  let to = from + 1;
  while (text[to] !== '`')
    to += text[to] === '\\' ? 2 : 1;
  const wasm = new Function(`return ${text.slice(from, to + 1)}`)();
  return {
    script: `${text.slice(0, from)}''${text.slice(to + 1, started.index)}export default ${started[1]};\n`,
    wasm: Buffer.from(wasm, 'latin1'), // a letter 256 is a zero, too
  };
}
