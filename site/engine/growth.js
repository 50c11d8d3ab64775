// growth.js: lets the memory of the compiler grow by much at a time.
//
// Its C library asks for 64 KiB whenever it needs more. V8 counts all of a memory that has grown as new, and looks
// for garbage then: hundreds of times in a long compilation.
import {CODE, GLOBALS, IMPORTED_GLOBAL, Reader, importsOf, sections} from './object.js';
import {signed, unsigned, withSections} from './places.js';

const PAGES = 1024; // of 64 KiB each, that it grows by at least

// A compiled program in which sbrk(), the one function that lets its memory grow, keeps in a variable where the
// part that is used ends.
export function growsByMuch(wasm) {
  const all = sections(wasm), code = all.find(part => part.type === CODE).body;
  const bodies = new Reader(wasm, code.at, code.end);
  let found;
  for (let left = bodies.number(); left > 0; --left) {
    const begin = bodies.at, body = bodies.part();
    if (isSbrk(wasm.subarray(body.at, body.end)))
      found = {begin, end: bodies.at};
  }
  if (found === undefined)
    throw new Error('growth.js: the compiler has no sbrk() that is known here');
  const variables = all.find(part => part.type === GLOBALS).body, list = new Reader(wasm, variables.at, variables.end);
  const count = list.number(), body = sbrk(importsOf(all, IMPORTED_GLOBAL) + count);
  return withSections(wasm, all, {
    [GLOBALS]: [Uint8Array.from(unsigned(count + 1)), wasm.subarray(list.at, list.end),
                Uint8Array.from([0x7f, 1, 0x41, 0, 0x0b])],
    [CODE]: [wasm.subarray(code.at, found.begin), Uint8Array.from([...unsigned(body.length), ...body]),
             wasm.subarray(found.end, code.end)],
  });
}

// Whether the body of a function is that of WASI's sbrk(): `if (increment == 0) return memory.size << 16;`
// is how it begins, and memory.grow is what it is for.
function isSbrk(body) {
  const begin = [0, 0x02, 0x40, 0x20, 0, 0x0d, 0, 0x3f, 0, 0x41, 16, 0x74, 0x0f, 0x0b];
  return body.length < 100 && begin.every((byte, i) => body[i] === byte) &&
         body.some((byte, i) => byte === 0x40 && body[i + 1] === 0);
}

// The other body. end: the number of its variable, which is 0 until the first call.
function sbrk(end) {
  const get = [0x23, ...unsigned(end)], set = [0x24, ...unsigned(end)];
  const size = [0x3f, 0, 0x41, 16, 0x74], increment = [0x20, 0];
  const grown = more => [...increment, 0x41, 16, 0x76, ...more, 0x40, 0]; // by the increment and more: -1, if it cannot
  const failed = [0x41, 0x7f, 0x46];
  return [
    1, 1, 0x7f, // a local variable: what it returns
    ...get, 0x45, 0x04, 0x40, ...size, ...set, 0x0b,
    ...size, ...get, 0x6b, ...increment, 0x49, 0x04, 0x40, // is there too little?
    ...grown([0x41, ...signed(PAGES), 0x6a]), ...failed, 0x04, 0x40,
    ...grown([]), ...failed, 0x04, 0x40, 0x41, 0x7f, 0x0f, 0x0b,
    0x0b,
    0x0b,
    ...get, 0x22, 1, ...increment, 0x6a, ...set, 0x20, 1, 0x0b];
}
