// places.js: tells a program where it is. What the linker has written gets more code:
//
//   - at the head of each loop of the reader's functions, a countdown. At 0 the runtime looks whether
//     the kernel still gets on: WebAssembly has no timers that could interrupt it.
//   - for the checker, in front of each call in what the reader wrote, a store of its place: there are no
//     return addresses. What the reader did not write, and what copies an object, stores none, so that the
//     line of the reader's that leads there stands for it, as on other machines.
//   - for the profiler and the recorder, such stores too; and around each call of a function of the reader's, or of the
//     headers', calls that tell where it comes from and that it has returned: elsewhere compilers put these into functions.
//   - in front of what may end the program, where it is of another line than what ended it before, a mark: a constant
//     that is dropped. Asyncify moves the code, and the marks with it. Then they are cut out, and where they were is
//     kept beside the program: a browser says at which byte a program ended.
//
// A place is a number, and a section "places" of the program says which line of the source it is; "offsets", from which
// byte on the code is of which place.
import {CODE, CUSTOM, EXPORTS, GLOBALS, IMPORTED_GLOBAL, Reader, functionsIn, importsOf, sections} from './object.js';
import {linesOf} from './lines.js';
import {framesOf} from './frames.js';

const ROUNDS = 1 << 20; // of loops, between two looks
const MARK = 0x5a000000; // and a place: a constant that nothing else is, in 5 bytes
const NOWHERE = 0; // a place that is none

// What they are told calls by (see emulator/profiler/hooks.cpp): it begins, and has returned.
export const CALLS = ['__tsan_func_entry', '__tsan_func_exit'];

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
export function withMore(bytes, body, before, behind) {
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

function section(type, pieces) {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  return [Uint8Array.from([type, ...unsigned(length)]), ...pieces];
}

// A module of these sections, of which each in `changed`, by its type, has other content.
export function withSections(wasm, all, changed) {
  return joined([wasm.subarray(0, 8), ...all.flatMap(part =>
    part.type in changed ? section(part.type, changed[part.type]) : [wasm.subarray(part.begin, part.body.end)])]);
}

// Whether an instruction may end the program, or leads to one that does: it calls, uses memory, divides.
function mayEnd(bytes, opcode, at) {
  const what = bytes[at + 1];
  return opcode === 0x00 || opcode === 0x10 || opcode === 0x11 || opcode >= 0x28 && opcode <= 0x3e ||
         opcode >= 0x6d && opcode <= 0x70 || opcode >= 0x7f && opcode <= 0x82 || opcode === 0xfc && what >= 8 ||
         opcode === 0xfd && (what <= 11 || what >= 84 && what <= 93);
}

// Whether the linker's name is that of a constructor or assignment that copies or moves an object.
const copiesObject = name => /.(C[124]ERKS|C[124]EOS|aSERKS|aSEOS)[0-9A-Z]*_$/.test(name);

// Whether nobody reads there: it is the emulator's, or the library's.
const isOfLibrary = place => /^(emulator|posix)\/|\/include\/c\+\+\//.test(place) || place === '' || /:0$/.test(place);

// linked: the linker's output, with names and lines. own: names of the reader's functions. how: of FLAVOURS.
export function withPlaces(linked, own, how = 'run') {
  const all = sections(linked);
  const find = type => all.find(part => part.type === type);
  const {names, imported} = functionsIn(all);
  const exported = exportsOf(find(EXPORTS).body);
  const look = exported.get('cuda_emulator_loop');
  const globalSection = find(GLOBALS).body;
  const globalCount = new Reader(linked, globalSection.at).number();
  const countdown = globalCount + importsOf(all, IMPORTED_GLOBAL);
  // Where the number of a place goes: what is exported is a global that holds this address.
  const address = how === 'run' ? 0 : constantOf(linked, globalSection, exported.get('cuda_emulator_place'));
  const [enter, leave] = CALLS.map(name => exported.get(name));

  const code = find(CODE).body, start = code.at;
  const lines = linesOf(all, start);
  const frames = framesOf(all);
  const readersPlace = offset => {
    const at = offset - start, found = frames(at);
    if (found.length === 0) // of a function in which none is inlined, clang tells the lines only
      found.push({name: '', place: lines(at)});
    return found.find(({name, place}) => !copiesObject(name) && !isOfLibrary(place))?.place;
  };
  const places = [], marked = new Map();
  const newPlace = place => {
    places.push(place);
    return places.length;
  };
  // place: undefined where none is the reader's.
  const mark = place => {
    if (place !== undefined && !marked.has(place))
      marked.set(place, newPlace(place));
    return [0x41, ...signed(MARK + (marked.get(place) ?? NOWHERE)), 0x1a];
  };
  let latest; // that is marked in this function
  const before = (opcode, offset, stores) => {
    if (!mayEnd(linked, opcode, offset))
      return [];
    const place = readersPlace(offset), code = place === latest ? [] : mark(place);
    latest = place;
    return opcode !== 0x10 || !stores || place === undefined ? code
      : [...code, 0x41, ...signed(address), 0x41, ...signed(newPlace(place) + 1), 0x36, 2, 0]; // see processor.h
  };
  const behind = (opcode, offset) => opcode !== 0x03 ? [] : [
    0x23, ...unsigned(countdown), 0x41, 1, 0x6b, 0x24, ...unsigned(countdown),
    0x23, ...unsigned(countdown), 0x45, 0x04, 0x40,
    0x41, ...signed(ROUNDS), 0x24, ...unsigned(countdown),
    0x41, ...signed(newPlace(readersPlace(offset + 2) ?? '')), 0x10, ...unsigned(look), 0x0b]; // the line of what is in it

  // Whether they are told of a call.
  const tells = (opcode, offset) => ['profile', 'see'].includes(how) &&
    (opcode === 0x11 || opcode === 0x10 && own.has(names.get(new Reader(linked, offset + 1, code.end).number())));

  const reader = new Reader(linked, code.at, code.end), count = reader.number();
  const bodies = [Uint8Array.from(unsigned(count))];
  for (let i = 0; i < count; ++i) {
    const begin = reader.at, body = reader.part(), name = names.get(imported + i);
    if (!own.has(name)) {
      bodies.push(linked.subarray(begin, reader.at));
      continue;
    }
    latest = undefined;
    const stores = how !== 'run' && !copiesObject(name);
    const pieces = withMore(linked, body, (opcode, offset) => [
      ...tells(opcode, offset) ? [0x41, ...signed(offset), 0x10, ...unsigned(enter)] : [], ...before(opcode, offset, stores)],
                            (opcode, offset) => tells(opcode, offset) ? [0x10, ...unsigned(leave)] : behind(opcode, offset));
    bodies.push(Uint8Array.from(unsigned(pieces.reduce((sum, piece) => sum + piece.length, 0))), ...pieces);
  }

  const globals = [Uint8Array.from(unsigned(globalCount + 1)),
                   linked.subarray(skipNumber(linked, globalSection.at), globalSection.end),
                   Uint8Array.from([0x7f, 1, 0x41, ...signed(ROUNDS), 0x0b])];
  const kept = all.filter(part => part.type !== CUSTOM || part.name === 'name');
  return {wasm: withSections(linked, kept, {[CODE]: bodies, [GLOBALS]: globals}), places};
}

// Cuts the marks out of a program. Returns its bytes and {offsets}: numbers by twos, from which byte on the code is of
// which place; each byte is counted from the one before.
export function withoutMarks(wasm) {
  const all = sections(wasm), {begin: front, body: code} = all.find(part => part.type === CODE);
  const reader = new Reader(wasm, code.at, code.end), count = reader.number();
  const bodies = [Uint8Array.from(unsigned(count))], rows = []; // [offset in the section, place]
  let size = bodies[0].length;
  for (let i = 0; i < count; ++i) {
    const begin = reader.at, body = reader.part(), cuts = cutsIn(wasm, body);
    if (cuts.length === 0) {
      bodies.push(wasm.subarray(begin, reader.at));
      size += reader.at - begin;
      continue;
    }
    const pieces = [], length = body.end - body.at - cuts.length * MARK_BYTES;
    const head = Uint8Array.from(unsigned(length));
    size += head.length;
    let from = body.at;
    for (const [at, place] of cuts) {
      pieces.push(wasm.subarray(from, at));
      from = at + MARK_BYTES;
      rows.push([size + at - body.at - (pieces.length - 1) * MARK_BYTES, place]);
    }
    size += length;
    rows.push([size, NOWHERE]);
    bodies.push(head, ...pieces, wasm.subarray(from, body.end));
  }
  let last = -(front + 1 + unsigned(size).length); // where the section's content begins
  const offsets = rows.flatMap(([at, place]) => [at - last, (last = at, place)]);
  return {offsets, wasm: withSections(wasm, all, {[CODE]: bodies})};
}

const MARK_BYTES = 7; // i32.const, a number of 5 bytes, drop
const isMark = (bytes, at) =>
  bytes[at] === 0x41 && (bytes[at + 1] & bytes[at + 2] & bytes[at + 3]) >= 0x80 && bytes[at + 4] === 0xd0 &&
  bytes[at + 5] === MARK >> 28 && bytes[at + 6] === 0x1a;

// The marks of a function: [where, place].
function cutsIn(bytes, body) {
  const found = [];
  let any = false;
  for (let at = body.at; at < body.end && !any; ++at)
    any = isMark(bytes, at);
  if (any)
    withMore(bytes, body, (opcode, at) => {
      if (isMark(bytes, at))
        found.push([at, new Reader(bytes, at + 1).number() - MARK]);
      return [];
    }, () => []);
  return found;
}

// Places as program.js reads them: behind the name of a file the numbers of lines in it.
export function shortPlaces(places) {
  let file;
  return places.flatMap(place => {
    const [, name, line] = /^(.*):(\d+)$/.exec(place) ?? [null, '', 0], isNew = name !== file;
    file = name;
    return isNew ? [name, Number(line)] : [Number(line)];
  });
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
