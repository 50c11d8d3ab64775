// object.js: a look into an object file of the compiler's (see "WebAssembly Object File Linking" in
// the tool conventions of WebAssembly).

// The types of sections.
export const CUSTOM = 0, IMPORTS = 2, GLOBALS = 6, EXPORTS = 7, CODE = 10;
// The kinds of imports.
export const IMPORTED_FUNCTION = 0, IMPORTED_GLOBAL = 3;
const SYMBOL_TABLE = 8, FUNCTION = 0, DATA = 1, SECTION = 3;
const UNDEFINED = 0x10, EXPLICIT_NAME = 0x40;
const TYPE_OF_CALL = 6; // R_WASM_TYPE_INDEX_LEB, which only call_indirect has in code

export class Reader {
  constructor(bytes, at = 0, end = bytes.length) {
    this.bytes = bytes;
    this.at = at;
    this.end = end;
  }
  number() {
    let result = 0, shift = 0;
    for (;;) {
      const byte = this.bytes[this.at++];
      result += (byte & 0x7f) * 2 ** shift;
      shift += 7;
      if (byte < 0x80)
        return result;
    }
  }
  part() {
    const length = this.number();
    this.at += length;
    return new Reader(this.bytes, this.at - length, this.at);
  }
  // Behind the two names of an import. Returns its kind.
  skipImport() {
    const kind = this.bytes[this.at++];
    if (kind === 1) // a table's type
      this.at++;
    if (kind === 1 || kind === 2) { // limits
      if (this.number() & 1)
        this.number();
      this.number();
    } else if (kind === 3) { // a variable's type, and whether it can be changed
      this.at += 2;
    } else {
      if (kind === 4)
        this.at++;
      this.number();
    }
    return kind;
  }
  text() {
    const part = this.part();
    return new TextDecoder().decode(this.bytes.subarray(part.at, part.end));
  }
}

export function sections(bytes) {
  const reader = new Reader(bytes, 8), found = [];
  while (reader.at < bytes.length) {
    const begin = reader.at, type = bytes[reader.at++], body = reader.part();
    found.push({type, begin, body, name: type === CUSTOM ? body.text() : ''});
  }
  return found;
}

// How many imports of a kind there are, in a program or an object file of these sections.
export function importsOf(all, kind) {
  const body = all.find(section => section.type === IMPORTS)?.body;
  if (body === undefined)
    return 0;
  const reader = new Reader(body.bytes, body.at, body.end);
  let count = 0;
  for (let left = reader.number(); left > 0; --left) {
    reader.text();
    reader.text();
    count += reader.skipImport() === kind;
  }
  return count;
}

// The names of the functions of a linked program by index, of which the first are imported.
export function functionsIn(all) {
  const imported = importsOf(all, IMPORTED_FUNCTION);
  const names = new Map(), part = all.find(section => section.name === 'name')?.body;
  for (const reader = part && new Reader(part.bytes, part.at, part.end); reader?.at < reader?.end;) {
    const type = reader.bytes[reader.at++], list = reader.part();
    if (type === 1)
      for (let left = list.number(); left > 0; --left)
        names.set(list.number(), list.text());
  }
  return {names, imported};
}

// The names of functions, by index. ofData: called with those of variables.
function functionNames(linking, ofData = () => {}) {
  const names = new Map();
  linking.number(); // version
  while (linking.at < linking.end) {
    const type = linking.bytes[linking.at++], part = linking.part();
    if (type !== SYMBOL_TABLE)
      continue;
    for (let left = part.number(); left > 0; --left) {
      const kind = part.bytes[part.at++], flags = part.number();
      if (kind === DATA) {
        ofData(part.text());
        if (!(flags & UNDEFINED)) {
          part.number();
          part.number();
          part.number();
        }
      } else if (kind === SECTION) {
        part.number();
      } else {
        const index = part.number();
        if (!(flags & UNDEFINED) || flags & EXPLICIT_NAME) {
          const name = part.text();
          if (kind === FUNCTION)
            names.set(index, name);
        }
      }
    }
  }
  return names;
}

// The names of the functions that call others by pointer.
export function callersByPointer(bytes) {
  const all = sections(bytes);
  const code = all.find(section => section.type === CODE);
  const linking = all.find(section => section.name === 'linking');
  const relocations = all.find(section => section.name === 'reloc.CODE');
  if (!code || !linking || !relocations)
    return [];
  const names = functionNames(linking.body);
  const first = importsOf(all, IMPORTED_FUNCTION);

  const start = code.body.at, ends = []; // offsets in the section
  for (let left = code.body.number(); left > 0; --left)
    ends.push(code.body.part().end - start);

  const found = new Set();
  const {body} = relocations;
  body.number(); // of the section
  let at = 0; // relocations and functions are both in the order of their offsets
  for (let left = body.number(); left > 0; --left) {
    const type = body.bytes[body.at++], offset = body.number();
    body.number();
    if ([3, 4, 5, 8, 9, 11, 14, 15, 16, 17, 21, 22, 23, 25].includes(type))
      body.number(); // an addend
    if (type !== TYPE_OF_CALL)
      continue;
    while (ends[at] <= offset)
      ++at;
    found.add(names.get(first + at));
  }
  return [...found].filter(name => name !== undefined);
}

// The names of the functions and variables that it refers to, its own among them.
export function namesIn(bytes) {
  const all = sections(bytes), names = new Set();
  const imports = all.find(section => section.type === IMPORTS)?.body, linking = all.find(section => section.name === 'linking')?.body;
  if (imports !== undefined)
    for (let left = imports.number(); left > 0; --left) {
      imports.text();
      names.add(imports.text());
      imports.skipImport();
    }
  if (linking !== undefined)
    for (const name of functionNames(linking, name => names.add(name)).values())
      names.add(name);
  return names;
}

// What the linker calls main(), with parameters and without.
const MAIN = {__main_argc_argv: 'main', __main_void: '__original_main'};

// The names of the functions that it defines, as the linker names them.
export function functionsOf(bytes) {
  const all = sections(bytes);
  const linking = all.find(section => section.name === 'linking');
  const first = importsOf(all, IMPORTED_FUNCTION);
  return linking ? [...functionNames(linking.body)].filter(([index]) => index >= first)
    .map(([, name]) => MAIN[name] ?? name) : [];
}
