// test_traces.js: which recordings test.js compares with those of the command line, and by what.
import {READ, readTrace} from '../../emulator/viewer/trace.mjs';
import {parseCommand} from '../generator/commands.mjs';

const KINDS = ['begin', 'at', 'read', 'write', 'atomic', 'arrive', 'leave', 'exit'];

// The commands of `./book see` in a text: {program, args, env}.
export const seenCommands = text =>
  [...text.matchAll(/`(\.\/book see [^`]+)`/g)].map(([, command]) => parseCommand(command.replace(/\s+/g, ' '))).filter(command => command !== null);

// A number of a trace, with a dot if it is one of floating point.
const scratch = new DataView(new ArrayBuffer(8));
function numberOf(format, words) {
  words.slice(0, 2).forEach((word, i) => scratch.setUint32(4 * i, word, true));
  return format === 'f32' ? scratch.getFloat32(0, true).toPrecision(9)
    : format === 'f64' ? scratch.getFloat64(0, true).toPrecision(17) : words;
}

// Whether two lines of traces say the same: of sums of products the last digits are others where nothing is fused, as in a page.
export function saySame(line, other) {
  const [, what, number] = /^(.*) (-?\d+\.\S+)$/.exec(line) ?? [], [, otherWhat, otherNumber] = /^(.*) (-?\d+\.\S+)$/.exec(other) ?? [];
  return line === other ||
    (what !== undefined && what === otherWhat && Math.abs(number - otherNumber) <= 1e-6 * Math.abs(number));
}

// What a trace says, in lines, as far as all compilers agree: which of the reads of a statement comes first is theirs, and
// so is where a pointer leads. Where memory was allocated a page does not know.
export function linesOfTrace(bytes) {
  const {header, events} = readTrace(bytes), {kind, thread, place, variable, offset, value} = events;
  const nameOf = number => `${header.places[number].line} of ${header.files[header.places[number].file].name}`;
  const lines = Array.from({length: events.n}, (_, i) => {
    const access = kind[i] >= 2 && kind[i] <= 4 ? header.variables[variable[i]] : undefined;
    const what = access === undefined ? '' : ` ${access.space} ${access.name}[${offset[i] / access.size}] ${access.format === 'x64' ? '' : numberOf(access.format, value.map(column => column[i]))}`;
    return `thread ${thread[i]}: ${KINDS[kind[i]]} line ${kind[i] === 0 ? 0 : nameOf(place[i])}${what}`;
  });
  const reads = new Map(); // of each thread: the last ones, of one statement
  const sort = list => list.map(i => lines[i]).sort().forEach((line, i) => { lines[list[i]] = line; });
  for (let i = 0; i < events.n; ++i) {
    const list = reads.get(thread[i]) ?? [];
    if (kind[i] === READ && (list.length === 0 || place[list[0]] === place[i])) {
      reads.set(thread[i], [...list, i]);
      continue;
    }
    sort(list);
    reads.set(thread[i], kind[i] === READ ? [i] : []);
  }
  reads.forEach(sort);
  const shown = new Set(); // files
  for (let i = 0; i < events.n; ++i)
    shown.add(header.files[header.places[place[i]].file]);
  const {program, order, launches, left_out: left} = header, findings = header.findings.map(({words}) => words);
  return [JSON.stringify({program, arguments: header.arguments, order, launches, left, findings}), ...[...shown].map(({name, text}) => `${name}: ${text}`), ...lines];
}
