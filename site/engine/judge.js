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

// programs: what practice.js makes: the bytes of judge, checked and profiled; or judge, and why the answer is refused. main: the answer's file; text: what is in
// it. output(stream, bytes): what the judge says. Returns its exit code.
export async function judge({refused, ...programs}, {main, text, output}) {
  const modules = {};
  for (const [name, bytes] of Object.entries(programs))
    modules[name] = await WebAssembly.compile(bytes);
  const root = new Folder();
  for (const name of ['checked', 'profiled'])
    root.put(`answer/${name}`, new File());
  root.put('answer/answer.cu', new File(new TextEncoder().encode(text)));
  const call = args => {
    const system = new System({args: ['judge', ...args], root, output});
    const run = (request, length, seconds) => {
      const [program, ...words] = system.text(request, length).split('\0').slice(0, -1);
      return runAnswer(modules[program.replace('/answer/', '')], words, seconds, root);
    };
    const instance = new WebAssembly.Instance(modules.judge, {wasi_snapshot_preview1: system.imports, practice: {run}});
    system.memory = instance.exports.memory;
    return system.start(instance.exports._start);
  };
  if (call(['read', '/answer/answer.cu', main]) !== 0)
    return 1;
  if (refused === undefined)
    return call([await seedOf(text), '/answer', main]);
  output(1, new TextEncoder().encode(`REFUSED: ${refused}\n`));
  return 1;
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
