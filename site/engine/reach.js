// reach.js: which functions of others an object file calls from given ones on, as the linker would find them.
import {CODE, IMPORTS, IMPORTED_FUNCTION, Reader, sections} from './object.js';

const SYMBOL_TABLE = 8, FUNCTION = 0, DATA = 1, SECTION = 3;
const UNDEFINED = 0x10, EXPLICIT_NAME = 0x40;
const WITH_ADDEND = [3, 4, 5, 8, 9, 11, 14, 15, 16, 17, 21, 22, 23, 25]; // types of relocations
const OF_TYPE = 6; // which names a type, and no symbol

// [name, function] of the symbols in their order; the function is undefined if it is another thing.
function symbolsIn(linking, imported) {
  const found = [];
  linking.number(); // version
  while (linking.at < linking.end) {
    const type = linking.bytes[linking.at++], part = linking.part();
    if (type !== SYMBOL_TABLE)
      continue;
    for (let left = part.number(); left > 0; --left) {
      const kind = part.bytes[part.at++], flags = part.number();
      if (kind === DATA) {
        found.push([part.text()]);
        for (let numbers = flags & UNDEFINED ? 0 : 3; numbers > 0; --numbers)
          part.number();
        continue;
      }
      const index = part.number();
      const isNamed = kind !== SECTION && (!(flags & UNDEFINED) || flags & EXPLICIT_NAME);
      const name = isNamed ? part.text() : imported[index];
      found.push(kind === FUNCTION ? [name, index] : [name]);
    }
  }
  return found;
}

function* relocationsIn({body}) {
  body.number(); // of the section
  for (let left = body.number(); left > 0; --left) {
    const type = body.bytes[body.at++], offset = body.number(), symbol = body.number();
    if (WITH_ADDEND.includes(type))
      body.number();
    if (type !== OF_TYPE)
      yield {offset, symbol};
  }
}

// isFirst: whether one begins with the function of that name; with what variables point to one begins, too. Returns
// {called: the names of functions that the object does not define, first: how many one began with}.
export function callsFrom(bytes, isFirst) {
  const all = sections(bytes), named = name => all.find(section => section.name === name);
  const imports = all.find(section => section.type === IMPORTS)?.body, imported = [];
  for (let left = imports?.number() ?? 0; left > 0; --left) {
    imports.text();
    const name = imports.text();
    if (imports.skipImport() === IMPORTED_FUNCTION)
      imported.push(name);
  }
  const symbols = symbolsIn(named('linking').body, imported);
  const code = all.find(section => section.type === CODE).body, start = code.at, ends = [];
  for (let left = code.number(); left > 0; --left)
    ends.push(code.part().end - start);
  const calls = ends.map(() => []);
  let at = 0; // relocations and functions are both in the order of their offsets
  for (const {offset, symbol} of relocationsIn(named('reloc.CODE'))) {
    while (ends[at] <= offset)
      ++at;
    calls[at].push(symbols[symbol]);
  }
  const first = symbols.filter(([name, index]) => index >= imported.length && isFirst(name));
  const pointedTo = named('reloc.DATA') ? Array.from(relocationsIn(named('reloc.DATA')), ({symbol}) => symbols[symbol]) : [];
  const waiting = [...first, ...pointedTo].map(([, index]) => index), seen = new Set(), called = new Set();
  while (waiting.length !== 0) {
    const index = waiting.pop();
    if (index === undefined || seen.has(index))
      continue;
    seen.add(index);
    if (index < imported.length)
      called.add(imported[index]);
    else
      waiting.push(...calls[index - imported.length].map(([, index]) => index));
  }
  return {called: [...called], first: first.length};
}
