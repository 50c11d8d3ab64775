// places.js: tells a program where it is. What the linker has written gets more code:
//
//   - at the head of each loop of the reader's functions, a countdown. At 0 the runtime looks whether
//     the kernel still gets on: WebAssembly has no timers that could interrupt it.
//   - in front of each call of a function that wants to know its place, a store of that place.
//
// A place is a number, and a section "places" of the program says which line of the source it is.
import {Reader, functionsIn, sections} from './object.js';
import {linesOf} from './lines.js';

const GLOBALS = 6, EXPORTS = 7, CODE = 10, IMPORTS = 2, CUSTOM = 0;
const ROUNDS = 1 << 20; // of loops, between two looks

function unsigned(value) {
  const bytes = [];
  do {
    const low = value & 0x7f;
    value >>>= 7;
    bytes.push(value !== 0 ? low | 0x80 : low);
  } while (value !== 0);
  return bytes;
}

function signed(value) {
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

// The body of a function with more code in it. before(opcode, operand, offset): what to put in front of
// an instruction; behind(opcode, offset): what to put behind it; arrays of bytes.
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
    const operand = opcode === 0x10 ? new Reader(bytes, code.at).number() : 0;
    skipOperands(code, opcode);
    const front = before(opcode, operand, start), back = behind(opcode, start);
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

function joined(pieces) {
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

function section(type, pieces) {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  return [Uint8Array.from([type, ...unsigned(length)]), ...pieces];
}

// linked: the linker's output, with names and lines. own: names of the reader's functions. wants(name):
// whether a function wants to be told of the place that it is called from.
export function withPlaces(linked, own, wants = () => false) {
  const all = sections(linked);
  const find = type => all.find(part => part.type === type);
  const {names, imported} = functionsIn(all);
  const exported = exportsOf(find(EXPORTS).body);
  const look = exported.get('cuda_emulator_loop');
  const place = exported.get('cuda_emulator_place'); // a global: the address of the variable
  const globalSection = find(GLOBALS).body;
  const globalCount = new Reader(linked, globalSection.at).number();
  const countdown = globalCount + importedGlobals(find(IMPORTS)?.body);
  const address = place === undefined ? 0 : constantOf(linked, globalSection, place);

  const code = find(CODE).body, start = code.at;
  const lines = linesOf(all, start);
  const places = [];
  const newPlace = offset => {
    places.push(lines(offset - start));
    return signed(places.length);
  };
  const before = (opcode, operand, offset) =>
    opcode === 0x10 && wants(names.get(operand))
      ? [0x41, ...signed(address), 0x41, ...newPlace(offset), 0x36, 2, 0] : [];
  const behind = (opcode, offset) => opcode !== 0x03 ? [] : [
    0x23, ...unsigned(countdown), 0x41, 1, 0x6b, 0x24, ...unsigned(countdown),
    0x23, ...unsigned(countdown), 0x45, 0x04, 0x40,
    0x41, ...signed(ROUNDS), 0x24, ...unsigned(countdown),
    0x41, ...newPlace(offset + 2), 0x10, ...unsigned(look), 0x0b]; // the line of what is in it

  const reader = new Reader(linked, code.at, code.end), count = reader.number();
  const bodies = [Uint8Array.from(unsigned(count))];
  for (let i = 0; i < count; ++i) {
    const begin = reader.at, body = reader.part();
    if (!own.has(names.get(imported + i))) {
      bodies.push(linked.subarray(begin, reader.at));
      continue;
    }
    const pieces = withMore(linked, body, before, behind);
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
export function placesSection(places) {
  const encoder = new TextEncoder(), name = encoder.encode('places');
  return joined(section(CUSTOM, [Uint8Array.from([name.length]), name, encoder.encode(JSON.stringify(places))]));
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

function importedGlobals(body) {
  if (body === undefined)
    return 0;
  const reader = new Reader(body.bytes, body.at, body.end);
  let count = 0;
  for (let left = reader.number(); left > 0; --left) {
    reader.text();
    reader.text();
    count += reader.skipImport() === 3;
  }
  return count;
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
