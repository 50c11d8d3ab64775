// judge.js: judges an answer in a page as `./book practice check` does, by the same judge (practice/judge), whose
// processes are programs here.
import {Device, File, Folder, System} from './wasi.js';
import {Late, Program} from './program.js';

const CHANNEL = 9;                               // practice/judge/channel.h
const LATE = -1;                                 // practice/judge/process_page.cpp
const MOST_SENT = 256 << 20, MOST_SAID = 1 << 16; // practice/judge/process.cpp

// A file that grows to so many bytes; of more, nothing is kept.
class Heard {
  constructor(most) {
    Object.assign(this, {most, file: new File()});
  }
  add(bytes) {
    if (this.file.size + bytes.length <= this.most)
      this.file.write(this.file.size, bytes);
    return 0;
  }
}

// Runs the judge's program, a module. run: of process_page.cpp. Returns its exit code.
function call(module, args, root, output, run = () => {}) {
  const system = new System({args: ['judge', ...args], root, output});
  const instance = new WebAssembly.Instance(module, {
    wasi_snapshot_preview1: system.imports,
    practice: {run: (request, length, seconds) => run(system.text(request, length).split('\0').slice(0, -1), seconds)},
  });
  system.memory = instance.exports.memory;
  return system.start(instance.exports._start);
}

function folderOf(text) {
  const root = new Folder();
  root.put('answer/answer.cu', new File(new TextEncoder().encode(text)));
  return root;
}

// What the judge, as bytes, says of an answer that may not be compiled; empty if it may be.
export function readAnswer(judge, main, text) {
  let said = '';
  call(new WebAssembly.Module(judge), ['read', '/answer/answer.cu', main], folderOf(text),
       (stream, bytes) => { said += new TextDecoder().decode(bytes); });
  return said;
}

// programs: what practice.js makes. main: the answer's file; text: what is in it. output(stream, bytes): what the judge
// says. Returns its exit code.
export async function judge({refused, ...programs}, {main, text, output}) {
  if (refused !== undefined) {
    output(1, new TextEncoder().encode(refused));
    return 1;
  }
  const modules = {};
  for (const [name, bytes] of Object.entries(programs))
    modules[name] = await WebAssembly.compile(bytes);
  const root = folderOf(text);
  for (const name of ['checked', 'profiled'])
    root.put(`answer/${name}`, new File());
  return call(modules.judge, [await seedOf(text), '/answer', main], root, output,
              ([program, ...words], seconds) => runAnswer(modules[program.replace('/answer/', '')], words, seconds, root));
}

// Numbers and made-up sizes come from the answer's file: the same as in the terminal (book.d/practice.sh).
async function seedOf(text) {
  const sum = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return Array.from(sum, byte => byte.toString(16).padStart(2, '0')).join('').slice(0, 15);
}

// Runs the answer for one case, in a memory of its own. Leaves in the judge's files what it has sent, said and counted.
function runAnswer(module, words, seconds, judged) {
  const sent = new Heard(MOST_SENT), said = new Heard(MOST_SAID), root = new Folder();
  const program = new Program(module, {
    args: ['answer', ...words.filter(word => !word.includes('='))],
    env: Object.fromEntries(words.filter(word => word.includes('=')).map(word => word.split(/=(.*)/s, 2))),
    root, output: (stream, bytes) => stream === 2 && said.add(bytes), deadline: performance.now() + 1000 * seconds,
  });
  program.system.open[CHANNEL] = {file: new Device(bytes => sent.add(bytes))};
  let code = LATE;
  try {
    code = program.go();
  } catch (error) {
    if (!(error instanceof Late))
      throw error;
  }
  for (const [name, file] of [['sent', sent.file], ['said', said.file], ['figures.json', root.find('figures.json')]])
    if (file !== undefined)
      judged.put(name, file);
  return code;
}
