// lines.js: lines of the source by offset in the code, out of DWARF (version 5, section 6.2).
import {Reader} from './object.js';

const decoder = new TextDecoder();

export class Dwarf extends Reader {
  get view() {
    return this.viewed ??= new DataView(this.bytes.buffer, this.bytes.byteOffset);
  }
  byte() { return this.bytes[this.at++]; }
  u16() { this.at += 2; return this.view.getUint16(this.at - 2, true); }
  u32() { this.at += 4; return this.view.getUint32(this.at - 4, true); }
  signed() {
    let result = 0, shift = 0, byte;
    do {
      byte = this.bytes[this.at++];
      result |= (byte & 0x7f) << shift;
      shift += 7;
    } while (byte >= 0x80);
    return shift < 32 && byte & 0x40 ? result | -1 << shift : result;
  }
  string() {
    const end = this.bytes.indexOf(0, this.at), text = decoder.decode(this.bytes.subarray(this.at, end));
    this.at = end + 1;
    return text;
  }
}

// The value of an attribute of a file or folder.
function attribute(reader, form, strings) {
  switch (form) {
  case 0x08: return reader.string();
  case 0x1f: return new Dwarf(strings.bytes, strings.at + reader.u32()).string();
  case 0x0b: return reader.byte();
  case 0x05: return reader.u16();
  case 0x0f: return reader.number();
  case 0x1e: reader.at += 16; return '';
  default: throw new Error(`DWARF form ${form} is not known here`);
  }
}

function entries(reader, strings) {
  const formats = [];
  for (let left = reader.byte(); left > 0; --left)
    formats.push([reader.number(), reader.number()]);
  const list = [];
  for (let left = reader.number(); left > 0; --left) {
    const entry = {};
    for (const [content, form] of formats)
      entry[content] = attribute(reader, form, strings);
    list.push(entry);
  }
  return list;
}

// What the table of a unit begins with. Null if it is of a version that is not known here.
export function headerOf(unit, strings) {
  const version = unit.u16();
  if (version !== 5)
    return null;
  unit.at += 2; // sizes of an address and of a selector
  const header = unit.u32(), program = unit.at + header;
  const step = unit.byte();
  unit.at += 2;
  const base = unit.byte() << 24 >> 24, range = unit.byte(), first = unit.byte();
  const operands = Array.from({length: first - 1}, () => unit.byte());
  const folders = entries(unit, strings), files = entries(unit, strings);
  const nameOf = number => {
    const {1: name = '?', 2: folder = 0} = files[number] ?? {};
    if (name.startsWith('/'))
      return name;
    const folderName = folders[folder]?.[1] ?? '';
    return folderName === '' ? name : `${folderName}/${name}`;
  };
  return {program, step, base, range, first, operands, nameOf};
}

// The rows of the table of a unit, as [address, file, line], the address being an offset in the code.
function* rowsOf(unit, strings) {
  const header = headerOf(unit, strings);
  if (header === null)
    return;
  const {program, step, base, range, first, operands, nameOf} = header;
  unit.at = program;
  let address, file, line;
  const restart = () => { [address, file, line] = [0, 1, 1]; };
  restart();
  while (unit.at < unit.end) {
    const opcode = unit.byte();
    if (opcode >= first) {
      address += step * Math.floor((opcode - first) / range);
      line += base + (opcode - first) % range;
      yield [address, nameOf(file), line];
    } else if (opcode === 0) {
      const length = unit.number(), end = unit.at + length, what = unit.byte();
      if (what === 1) {
        yield [address, null, 0];
        restart();
      } else if (what === 2) {
        address = unit.u32();
      }
      unit.at = end;
    } else if (opcode === 1) {
      yield [address, nameOf(file), line];
    } else if (opcode === 2) {
      address += step * unit.number();
    } else if (opcode === 3) {
      line += unit.signed();
    } else if (opcode === 4) {
      file = unit.number();
    } else if (opcode === 8) {
      address += step * Math.floor((255 - first) / range);
    } else if (opcode === 9) {
      address += unit.u16();
    } else {
      for (let left = operands[opcode - 1]; left > 0; --left)
        unit.number();
    }
  }
}

// A function from an offset in the code section to "FILE:LINE", or "".
export function linesOf(all) {
  const table = all.find(part => part.name === '.debug_line');
  if (table === undefined)
    return () => '';
  const strings = all.find(part => part.name === '.debug_line_str')?.body;
  const rows = [];
  const reader = new Dwarf(table.body.bytes, table.body.at, table.body.end);
  while (reader.at < reader.end) {
    const length = reader.u32();
    for (const row of rowsOf(new Dwarf(reader.bytes, reader.at, reader.at + length), strings))
      rows.push(row);
    reader.at += length;
  }
  rows.sort((a, b) => a[0] - b[0] || (b[1] === null) - (a[1] === null));
  return offset => {
    let low = 0, high = rows.length; // the last row that is not behind it
    while (high - low > 1) {
      const middle = low + high >> 1;
      if (rows[middle][0] <= offset)
        low = middle;
      else
        high = middle;
    }
    const [, file, line] = rows[low] ?? [];
    return file ? `${file.replace(/^\/+/, "")}:${line}` : '';
  };
}
