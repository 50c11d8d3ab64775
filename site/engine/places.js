// places.js: tells a program where it is. What the linker has written gets more code:
//
//   - at the head of each loop of the reader's functions, a countdown. At 0 the runtime looks whether
//     the kernel still gets on: WebAssembly has no timers that could interrupt it.
//   - for the checker, in front of each call in what the reader wrote, a store of its place: there are no
//     return addresses. What the reader did not write, and what copies an object, stores none, so that the
//     line of the reader's that leads there stands for it, as on other machines.
//
// A place is a number, and a section "places" of the program says which line of the source it is.
import {CODE, CUSTOM, EXPORTS, GLOBALS, IMPORTED_GLOBAL, Reader, functionsIn, importsOf, sections} from './object.js';
import {linesOf} from './lines.js';
import {framesOf} from './frames.js';

const ROUNDS = 1 << 20; // of loops, between two looks

export function unsigned(value) {
  const bytes = [];
  do {
    const low = value & 0x7f;
    value >>>= 7;
    bytes.push(value !== 0 ? low | 0x80 : low);
  } while (value !== 0);
  return bytes;
}

export function signed(value) {
  const bytes = [];
  for (;;) {
    const low = value & 0x7f;
    value >>= 7;
    if ((value === 0 && !(low & 0x40)) || (value === -1 && low & 0x40))
      return [...bytes, low];
    bytes.push(low | 0x80);
  }
}

// Moves a reader behind the operands of an instruction.
function skipOperands(code, opcode) {
  if (opcode <= 0x01 || (opcode >= 0x45 && opcode <= 0xc4) || opcode === 0x05 || opcode === 0x0b ||
      opcode === 0x0f || opcode === 0x1a || opcode === 0x1b || opcode === 0xd1)
    return;
  if (opcode >= 0x28 && opcode <= 0x3e || opcode === 0x11 || opcode === 0x13) {
    code.number();
    code.number();
  } else if (opcode === 0x0e) {
    for (let left = code.number(); left >= 0; --left)
      code.number();
  } else if (opcode === 0x1c) {
    for (let left = code.number(); left > 0; --left)
      code.number();
  } else if (opcode === 0x43) {
    code.at += 4;
  } else if (opcode === 0x44) {
    code.at += 8;
  } else if (opcode === 0xfc) {
    const what = code.number();
    for (let left = [0, 0, 0, 0, 0, 0, 0, 0, 2, 1, 2, 1, 2, 1, 2, 1, 1, 1][what]; left > 0; --left)
      code.number();
  } else if (opcode === 0xfd) {
    const what = code.number();
    if (what <= 11 || what >= 84 && what <= 93) {
      code.number();
      code.number();
      if (what >= 84 && what <= 91)
        code.at += 1;
    } else if (what === 12 || what === 13) {
      code.at += 16;
    } else if (what >= 21 && what <= 34) {
      code.at += 1;
    }
  } else {
    code.number(); // a block's type, an index, a constant: one number
  }
}

// The body of a function with more code in it. before(opcode, offset): what to put in front of an
// instruction; behind(opcode, offset): what to put behind it; arrays of bytes.
function withMore(bytes, body, before, behind) {
  const pieces = [];
  let from = body.at;
  const code = new Reader(bytes, body.at, body.end);
  for (let left = code.number(); left > 0; --left) { // local variables
    code.number();
    code.number();
  }
  while (code.at < code.end) {
    const start = code.at, opcode = bytes[code.at++];
    skipOperands(code, opcode);
    const front = before(opcode, start), back = behind(opcode, start);
    if (front.length !== 0) {
      pieces.push(bytes.subarray(from, start), Uint8Array.from(front));
      from = start;
    }
    if (back.length !== 0) {
      pieces.push(bytes.subarray(from, code.at), Uint8Array.from(back));
      from = code.at;
    }
  }
  pieces.push(bytes.subarray(from, body.end));
  return pieces;
}

export function joined(pieces) {
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

export function section(type, pieces) {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  return [Uint8Array.from([type, ...unsigned(length)]), ...pieces];
}

// Whether the linker's name is that of a constructor or assignment that copies or moves an object.
const copiesObject = name => /.(C[124]ERKS|C[124]EOS|aSERKS|aSEOS)[0-9A-Z]*_$/.test(name);

// Whether nobody reads there: it is the emulator's, or the library's.
const isOfLibrary = place => /^(emulator|posix)\/|\/include\/c\+\+\//.test(place) || place === '' || /:0$/.test(place);

// linked: the linker's output, with names and lines. own: names of the reader's functions. check: whether
// it is for the checker.
export function withPlaces(linked, own, {check = false} = {}) {
  const all = sections(linked);
  const find = type => all.find(part => part.type === type);
  const {names, imported} = functionsIn(all);
  const exported = exportsOf(find(EXPORTS).body);
  const look = exported.get('cuda_emulator_loop');
  const globalSection = find(GLOBALS).body;
  const globalCount = new Reader(linked, globalSection.at).number();
  const countdown = globalCount + importsOf(all, IMPORTED_GLOBAL);
  // Where the number of a place goes: what is exported is a global that holds this address.
  const address = check ? constantOf(linked, globalSection, exported.get('cuda_emulator_place')) : 0;

  const code = find(CODE).body, start = code.at;
  const lines = linesOf(all, start);
  const frames = check ? framesOf(all) : () => [];
  const places = [];
  const newPlace = place => {
    places.push(place);
    return places.length;
  };
  const before = (opcode, offset) => {
    if (opcode !== 0x10)
      return [];
    const found = frames(offset - start).find(({name, place}) => !copiesObject(name) && !isOfLibrary(place));
    return found === undefined ? []
      : [0x41, ...signed(address), 0x41, ...signed(newPlace(found.place) + 1), 0x36, 2, 0]; // see processor.h
  };
  const behind = (opcode, offset) => opcode !== 0x03 ? [] : [
    0x23, ...unsigned(countdown), 0x41, 1, 0x6b, 0x24, ...unsigned(countdown),
    0x23, ...unsigned(countdown), 0x45, 0x04, 0x40,
    0x41, ...signed(ROUNDS), 0x24, ...unsigned(countdown),
    0x41, ...signed(newPlace(lines(offset + 2 - start))), 0x10, ...unsigned(look), 0x0b]; // the line of what is in it

  const reader = new Reader(linked, code.at, code.end), count = reader.number();
  const bodies = [Uint8Array.from(unsigned(count))];
  for (let i = 0; i < count; ++i) {
    const begin = reader.at, body = reader.part(), name = names.get(imported + i);
    if (!own.has(name)) {
      bodies.push(linked.subarray(begin, reader.at));
      continue;
    }
    const pieces = withMore(linked, body, copiesObject(name) ? () => [] : before, behind);
    bodies.push(Uint8Array.from(unsigned(pieces.reduce((sum, piece) => sum + piece.length, 0))), ...pieces);
  }

  const globals = [Uint8Array.from(unsigned(globalCount + 1)),
                   linked.subarray(skipNumber(linked, globalSection.at), globalSection.end),
                   Uint8Array.from([0x7f, 1, 0x41, ...signed(ROUNDS), 0x0b])];
  const result = [linked.subarray(0, 8)];
  for (const part of all)
    if (part.type === CODE)
      result.push(...section(CODE, bodies));
    else if (part.type === GLOBALS)
      result.push(...section(GLOBALS, globals));
    else if (part.type !== CUSTOM || part.name === 'name')
      result.push(linked.subarray(part.begin, part.body.end));
  return {wasm: joined(result), places};
}

// A section of that name, to be put behind a program.
export function sectionOf(title, content) {
  const encoder = new TextEncoder(), name = encoder.encode(title);
  return joined(section(CUSTOM, [Uint8Array.from([name.length]), name, encoder.encode(JSON.stringify(content))]));
}

function skipNumber(bytes, at) {
  while (bytes[at++] >= 0x80) {}
  return at;
}

function exportsOf(body) {
  const reader = new Reader(body.bytes, body.at, body.end), found = new Map();
  for (let left = reader.number(); left > 0; --left) {
    const name = reader.text();
    reader.at++;
    found.set(name, reader.number());
  }
  return found;
}

// The value of a global variable that is an i32.const.
function constantOf(bytes, body, index) {
  const reader = new Reader(bytes, body.at, body.end);
  reader.number();
  for (; index > 0; --index) {
    reader.at += 2;
    for (let opcode; (opcode = bytes[reader.at++]) !== 0x0b;)
      skipOperands(reader, opcode);
  }
  reader.at += 3;
  return reader.number();
}
