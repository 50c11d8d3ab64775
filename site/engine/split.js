// split.js: the compiler in two: the functions that have been used for programs like those of the book, and the rest.
//
// clang for WebAssembly is 75 MB, and a reader's program needs a quarter of that. In the first part a function of the
// rest only traps. Then the second is loaded, both are put together, and the tool runs once more from its beginning.
import {CODE, EXPORTS, IMPORTED_FUNCTION, Reader, importsOf, sections} from './object.js';
import {joined, signed, unsigned, withMore, withSections} from './places.js';

const MEMORY = 5, CALL = 0x10; // a section, an instruction
const SMALL = 800; // bytes
const TRAPS = Uint8Array.from([3, 0, 0x00, 0x0b]); // a body of 3 bytes: no variables, unreachable, end

const traps = body => body.length === TRAPS.length && TRAPS.every((byte, i) => byte === body[i]);

// The bodies of its functions, the size before each included, and what stands before the first.
function bodiesOf(wasm, all) {
  const {at, end} = all.find(part => part.type === CODE).body;
  const reader = new Reader(wasm, at, end), bodies = new Array(reader.number()), head = wasm.subarray(at, reader.at);
  for (let i = 0; i < bodies.length; ++i) {
    const begin = reader.at;
    reader.part();
    bodies[i] = wasm.subarray(begin, reader.at);
  }
  return {head, bodies};
}

// A module that notes which of its functions are called: a byte for each, in a second memory, `called`.
export function noting(wasm) {
  const all = sections(wasm), {head, bodies} = bodiesOf(wasm, all);
  const contentOf = type => all.find(part => part.type === type).body;
  const oneMore = (type, entry) => {
    const {at, end} = contentOf(type), reader = new Reader(wasm, at, end), count = reader.number();
    return {count, pieces: [Uint8Array.from(unsigned(count + 1)), wasm.subarray(reader.at, end), Uint8Array.from(entry(count))]};
  };
  const memory = oneMore(MEMORY, () => [0, ...unsigned(Math.ceil(bodies.length / 65536))]);
  const name = new TextEncoder().encode('called');
  return withSections(wasm, all, {
    [MEMORY]: memory.pieces,
    [EXPORTS]: oneMore(EXPORTS, () => [name.length, ...name, 2, ...unsigned(memory.count)]).pieces,
    [CODE]: [head, ...bodies.flatMap((body, i) => {
      const reader = new Reader(body, 0, body.length), {at, end} = reader.part(), variables = new Reader(body, at, end);
      for (let left = variables.number(); left > 0; --left) {
        variables.number();
        variables.number();
      }
      const note = [0x41, ...signed(i), 0x41, 1, 0x3a, 0x40, ...unsigned(memory.count), 0]; // i32.store8 in that memory
      return [Uint8Array.from(unsigned(end - at + note.length)), body.subarray(at, variables.at), Uint8Array.from(note),
              body.subarray(variables.at, end)];
    })],
  });
}

// {first, rest}: a module in which functions trap, and the bodies of those. called: a function from the number of one that
// the module defines, whether it has been called. What these call directly stays too, if it is small: a program that is a
// little different may take it.
export function split(wasm, called) {
  const all = sections(wasm), {head, bodies} = bodiesOf(wasm, all), imported = importsOf(all, IMPORTED_FUNCTION);
  const stays = new Uint8Array(bodies.length);
  for (const [i, body] of bodies.entries())
    if (called(i)) {
      stays[i] = 1;
      withMore(body, new Reader(body).part(), (opcode, at) => {
        const callee = opcode === CALL ? new Reader(body, at + 1).number() - imported : -1;
        if (bodies[callee]?.length <= SMALL)
          stays[callee] = 1;
        return [];
      }, () => []);
    }
  return {
    first: withSections(wasm, all, {[CODE]: [head, ...bodies.map((body, i) => stays[i] ? body : TRAPS)]}),
    rest: joined(bodies.filter((body, i) => !stays[i] || traps(body))),
  };
}

// The module again, of both.
export function whole(first, rest) {
  const all = sections(first), {head, bodies} = bodiesOf(first, all), further = new Reader(rest, 0, rest.length);
  return withSections(first, all, {[CODE]: [head, ...bodies.map(body => {
    if (!traps(body))
      return body;
    const begin = further.at;
    further.part();
    return rest.subarray(begin, further.at);
  })]});
}
