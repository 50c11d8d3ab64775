// frames.js: what was inlined where, out of DWARF (version 5): for an offset in the code the functions that
// it belongs to, the innermost first, with the places of their calls.
import {Dwarf, headerOf, linesOf} from './lines.js';

const COMPILE_UNIT = 0x11, INLINED = 0x1d, SUBPROGRAM = 0x2e; // tags
const NAME = 0x03, STATEMENTS = 0x10, LOW = 0x11, HIGH = 0x12, ORIGIN = 0x31, SPECIFICATION = 0x47, RANGES = 0x55,
      CALL_FILE = 0x58, CALL_LINE = 0x59, LINKAGE_NAME = 0x6e, STRING_OFFSETS = 0x72, ADDRESSES = 0x73,
      RANGE_LISTS = 0x74; // attributes
const ADDRESS_FORMS = [0x01, 0x1b, 0x29, 0x2a, 0x2b, 0x2c], RANGE_LIST_INDEX = 0x23;

// Behind the value of an attribute, of which addresses, strings and lists are numbers yet.
function value(reader, form, constant) {
  switch (form) {
  case 0x01: case 0x06: case 0x0e: case 0x10: case 0x13: case 0x17: case 0x1c: case 0x1f: case 0x28: case 0x2c: return reader.u32();
  case 0x03: { const length = reader.u16(); reader.at += length; return null; } // blocks
  case 0x04: { const length = reader.u32(); reader.at += length; return null; }
  case 0x09: case 0x18: { const length = reader.number(); reader.at += length; return null; }
  case 0x0a: { const length = reader.byte(); reader.at += length; return null; }
  case 0x05: case 0x12: case 0x26: case 0x2a: return reader.u16();
  case 0x07: case 0x14: case 0x20: reader.at += 8; return null;
  case 0x08: return reader.string();
  case 0x0b: case 0x0c: case 0x11: case 0x25: case 0x29: return reader.byte();
  case 0x27: case 0x2b: return reader.u16() + reader.byte() * 65536;
  case 0x0d: return reader.signed();
  case 0x0f: case 0x15: case 0x1a: case 0x1b: case 0x22: case 0x23: return reader.number();
  case 0x16: return value(reader, reader.number());
  case 0x19: return true;
  case 0x1e: reader.at += 16; return null;
  case 0x21: return constant;
  default: throw new Error(`DWARF form ${form} is not known here`);
  }
}

function abbreviationsAt(section, offset) {
  const reader = new Dwarf(section.bytes, section.at + offset, section.end), found = new Map();
  for (let code; (code = reader.number()) !== 0;) {
    const abbreviation = {tag: reader.number(), hasChildren: reader.byte() !== 0, attributes: []};
    for (;;) {
      const what = reader.number(), form = reader.number(), constant = form === 0x21 ? reader.signed() : 0;
      if (what === 0 && form === 0)
        break;
      abbreviation.attributes.push([what, form, constant]);
    }
    found.set(code, abbreviation);
  }
  return found;
}

// The functions of a unit that have code, each {ranges, name, children}; a child is one that was inlined
// there, with {file, line} of its call.
function functionsOfUnit(unit, start, sectionOf) {
  const version = unit.u16();
  if (version !== 5)
    return [];
  unit.at += 2; // its type, and the size of an address
  const abbreviations = abbreviationsAt(sectionOf('.debug_abbrev'), unit.u32());
  const at = (name, offset) => {
    const section = sectionOf(name);
    return new Dwarf(section.bytes, section.at + offset, section.end);
  };
  const head = {}, entries = new Map(); // by offset in the unit
  const addressAt = index => at('.debug_addr', head[ADDRESSES] + 4 * index).u32();
  const address = ([form, number]) => ADDRESS_FORMS.includes(form) && form !== 0x01 ? addressAt(number) : number;
  const text = ([form, number]) => {
    if (form === 0x08)
      return number;
    if (form === 0x0e)
      return at('.debug_str', number).string();
    if (form === 0x1f)
      return at('.debug_line_str', number).string();
    return at('.debug_str', at('.debug_str_offsets', head[STRING_OFFSETS] + 4 * number).u32()).string();
  };
  const listAt = ([form, number]) => {
    const offset = form === RANGE_LIST_INDEX
      ? head[RANGE_LISTS] + at('.debug_rnglists', head[RANGE_LISTS] + 4 * number).u32() : number;
    const reader = at('.debug_rnglists', offset), ranges = [];
    for (let base = head.low ?? 0;;) {
      const kind = reader.byte();
      if (kind === 0)
        return ranges;
      else if (kind === 1)
        base = addressAt(reader.number());
      else if (kind === 2)
        ranges.push([addressAt(reader.number()), addressAt(reader.number())]);
      else if (kind === 3) {
        const low = addressAt(reader.number());
        ranges.push([low, low + reader.number()]);
      } else if (kind === 4)
        ranges.push([base + reader.number(), base + reader.number()]);
      else if (kind === 5)
        base = reader.u32();
      else if (kind === 6)
        ranges.push([reader.u32(), reader.u32()]);
      else {
        const low = reader.u32();
        ranges.push([low, low + reader.number()]);
      }
    }
  };
  const rangesOf = found => {
    if (found[RANGES])
      return listAt(found[RANGES]);
    if (!found[LOW] || !found[HIGH])
      return [];
    const low = address(found[LOW]), [form, high] = found[HIGH];
    return [[low, ADDRESS_FORMS.includes(form) ? address(found[HIGH]) : low + high]];
  };

  let nameOf = () => '?';
  const functions = [], stack = [];
  while (unit.at < unit.end) {
    const offset = unit.at - start, code = unit.number();
    if (code === 0) {
      stack.pop();
      continue;
    }
    const {tag, hasChildren, attributes} = abbreviations.get(code), found = {};
    for (const [what, form, constant] of attributes)
      found[what] = [form, value(unit, form, constant)];
    let entry = stack.length === 0 ? null : stack[stack.length - 1];
    if (tag === COMPILE_UNIT) {
      for (const what of [STRING_OFFSETS, ADDRESSES, RANGE_LISTS])
        head[what] = found[what]?.[1] ?? 8;
      head.low = found[LOW] ? address(found[LOW]) : 0;
      const strings = sectionOf('.debug_line_str'), table = found[STATEMENTS] && at('.debug_line', found[STATEMENTS][1]);
      if (table) {
        table.u32(); // its length
        nameOf = headerOf(table, strings)?.nameOf ?? nameOf;
      }
    } else if (tag === SUBPROGRAM || tag === INLINED) {
      const around = entry;
      entry = {attribute: found[LINKAGE_NAME] ?? found[NAME], origin: (found[ORIGIN] ?? found[SPECIFICATION])?.[1],
               ranges: rangesOf(found), children: []};
      entries.set(offset, entry);
      if (tag === INLINED) {
        entry.file = nameOf(found[CALL_FILE]?.[1]);
        entry.line = found[CALL_LINE]?.[1] ?? 0;
        around?.children.push(entry);
      } else if (entry.ranges.length !== 0) {
        functions.push(entry);
      }
    }
    if (hasChildren)
      stack.push(entry);
  }
  const named = entry => entry === undefined ? '' : entry.attribute ? text(entry.attribute) : named(entries.get(entry.origin));
  for (const entry of entries.values())
    entry.name = named(entry);
  return functions;
}

const isIn = (ranges, offset) => ranges.some(([low, high]) => low <= offset && offset < high);

// A function from an offset in the code section to its places, the innermost first: [{name, place}], the
// name being the linker's of the function that the place "FILE:LINE" is in.
export function framesOf(all) {
  const sectionOf = name => all.find(part => part.name === name)?.body;
  const lines = linesOf(all), info = sectionOf('.debug_info');
  if (info === undefined)
    return () => [];
  const functions = [], reader = new Dwarf(info.bytes, info.at, info.end);
  while (reader.at < reader.end) {
    const start = reader.at, length = reader.u32();
    functions.push(...functionsOfUnit(new Dwarf(reader.bytes, reader.at, reader.at + length), start, sectionOf));
    reader.at += length;
  }
  const rows = functions.flatMap(entry => entry.ranges.map(([low, high]) => ({low, high, entry})))
    .filter(({low, high}) => low !== 0 && low < high).sort((a, b) => a.low - b.low);
  return offset => {
    let low = 0, high = rows.length;
    while (high - low > 1) {
      const middle = low + high >> 1;
      if (rows[middle].low <= offset)
        low = middle;
      else
        high = middle;
    }
    const frames = [];
    let entry = rows[low]?.low <= offset && offset < rows[low].high ? rows[low].entry : undefined;
    const inside = [];
    for (; entry !== undefined; entry = entry.children.find(child => isIn(child.ranges, offset)))
      inside.unshift(entry);
    let place = lines(offset);
    for (const {name, file, line} of inside) {
      frames.push({name, place});
      place = line ? `${file.replace(/^\/+/, '')}:${line}` : '';
    }
    return frames;
  };
}
