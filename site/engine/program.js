// program.js: runs one program of the emulator: its fibers, its faults, its window.
//
// The other half is emulator/machine/webassembly/ and common/page_window.h.
import {System, Exit, File} from './wasi.js';

// emulator/machine/faults.h: fault_kind
const ADDRESS = 0, ARITHMETIC = 2, INSTRUCTION = 3, ABORT = 4, OWN_STACK = 5;
// Exit codes of a shell for who dies of SIGILL, SIGABRT, SIGFPE and SIGSEGV.
const CODES = {[INSTRUCTION]: 132, [ABORT]: 134, [ARITHMETIC]: 136, [ADDRESS]: 139, [OWN_STACK]: 139};
// What a verdict says of who dies so.
const DEEDS = {[INSTRUCTION]: 'ran an illegal instruction', [ARITHMETIC]: 'divided an integer by zero',
               [ADDRESS]: 'used an address where there is no memory', [OWN_STACK]: 'used up its stack'};
const NEAR_NULL = 4096; // emulator/machine/guards.h: is_near_null
const REWINDING = 2; // of asyncify_get_state

// More than a function has parameters. This one becomes a number of any type.
const ZEROS = Array(64).fill('0');

// So many words of memory are kept together.
const PIECE = 1 << 14;

function areZeros(words, from, to) {
  while (from < to && words[from] === 0)
    ++from;
  return from === to;
}

// Whether the stack is used up.
const isOverflow = error => error instanceof RangeError || error.name === 'InternalError';

// The calls that lead to a fault, as far as engines that keep few would tell them.
Error.stackTraceLimit = 64;

class Aborted extends Error {
  // cause: of host.h.
  constructor(cause) {
    super();
    this.deed = ['called abort()', 'failed an assertion', 'called what only kernels can call'][cause];
  }
}
// The copy of the process has done what it was made for, or takes too long for that.
class Answered extends Error {}
// It has run to its deadline.
export class Late extends Error {}
// Leaves the frames of a fiber that is given up after a fault, and never goes on.
class GivenUp extends Error {}

// "FILE:LINE" of each place, of what shortPlaces() of places.js has made.
function longPlaces(list) {
  let file;
  return list.flatMap(entry => {
    if (typeof entry !== 'string')
      return [file && `${file}:${entry}`];
    file = entry;
    return [];
  });
}

const has = (module, name) => WebAssembly.Module.customSections(module, name).length !== 0;

// What is in a section of link.js; undefined if there is none.
const contentOf = (module, name) => {
  const [section] = WebAssembly.Module.customSections(module, name);
  return section && JSON.parse(new TextDecoder().decode(section));
};

// Who watches a program: check, profile, see, as in FLAVOURS; undefined if nobody does.
export const watcherOf = module => contentOf(module, 'watched')?.how;

export class Program {
  // module: from link.js. args, env, root, output, input: as for System. window: where pictures go,
  // or null: {open(title, width, height), show(pixels), wait()}, see page_window.h; wait returns a
  // promise of {kind: 'frame'}, {kind: 'drag', x0, y0, x1, y1} or {kind: 'close'}.
  // lines: what it waits for where it reads more of stdin than `input` is: a function that returns a promise of bytes,
  // or of null at the end. most: bytes of memory that the program may have. beat: called now and then while it runs.
  // deadline: of performance.now(); who gets there throws Late.
  constructor(module, {window = null, lines = null, most = 2 ** 31, beat = () => {}, deadline = Infinity, ...system}) {
    this.window = window;
    this.lines = has(module, 'reads') ? lines : null;
    this.beat = beat;
    this.deadline = deadline;
    this.most = most;
    this.system = new System(system);
    const instance = new WebAssembly.Instance(module, {
      wasi_snapshot_preview1: {...this.system.imports, fd_read: (...request) => this.read(...request)},
      cuda_emulator: {
        enter: fiber => this.enter(fiber),
        give_up: () => { throw new GivenUp(); },
        abort: cause => { throw new Aborted(cause); },
        fault: () => { throw new WebAssembly.RuntimeError('memory access out of bounds'); },
        memory_left: () => Math.max(0, this.most - this.exports.memory.buffer.byteLength),
        set_tick: milliseconds => { this.tickEvery = milliseconds; this.tickedAt = performance.now(); },
        call: index => this.exports.__indirect_function_table.get(index)(...ZEROS),
        loop: place => this.loop(place),
        lines: (place, text, room) => this.putLine(place, text, room),
        copy_memory: (parts, count) => { this.kept = count === 0 ? undefined : this.keep(parts, count); },
        run_copy: (seconds, parts, count) => this.runCopy(seconds, this.keep(parts, count)),
        take_answer: text => { this.system.bytes(text, this.answer.length).set(this.answer); },
        answer: (text, length) => {
          this.answer = this.system.bytes(text, length).slice();
          throw new Answered();
        },
        variables: (text, room) => this.put(this.watched.variables, text, room),
      },
      page: {
        open: (title, width, height) => this.openWindow(title, width, height),
        show: pixels => this.show(pixels),
        wait: event => this.wait(event),
      },
    });
    this.exports = instance.exports;
    this.system.memory = this.exports.memory;
    this.tickEvery = 0;
    this.latest = Infinity;
    this.places = longPlaces(contentOf(module, 'places') ?? []);
    this.offsets = contentOf(module, 'offsets') ?? [];
    this.highest = this.exports.__stack_pointer.value;
    this.whose = 'the host'; // what it dies of
    // The checker reads the program's text, for names and comments, and the recorder keeps it.
    this.watched = contentOf(module, 'watched');
    for (const [name, text] of Object.entries(this.watched?.sources ?? {}))
      if (this.system.root.find(name) === undefined)
        this.system.root.put(name, new File(new TextEncoder().encode(text)));
  }

  get memory() {
    return this.system.view;
  }

  // Runs it to its end. Returns its exit code; `reason` is then what it died of, if it did.
  async run() {
    let entry = this.exports._start;
    for (;;) {
      const code = this.go(entry);
      if (this.waiting === undefined)
        return code;
      // It has left its frames to wait for something, and goes on in them.
      this.exports.asyncify_stop_unwind();
      this.event = await this.waiting;
      this.exports.asyncify_start_rewind(this.home);
    }
  }

  // Runs it until it ends or waits. Returns the exit code.
  go(entry = this.exports._start) {
    try {
      return this.system.start(entry);
    } catch (error) {
      return this.die(error);
    }
  }

  // ---- what the host program waits for ------------------------------------------------------

  // Whether it has waited: for this.event. Where an import asks that, it is called again to be told.
  hasWaited() {
    const isBack = this.exports.asyncify_get_state() === REWINDING;
    if (isBack) {
      this.exports.asyncify_stop_rewind();
      this.waiting = undefined;
    }
    return isBack;
  }

  // Leaves the frames of the host program until a promise is kept, which begin() makes.
  waitFor(begin) {
    this.home = this.exports.cuda_emulator_home();
    this.waiting = begin();
    this.exports.asyncify_start_unwind(this.home);
  }

  read(fd, list, count, at) {
    const {system} = this;
    if (this.hasWaited()) {
      if (this.event === null)
        this.lines = null;
      else
        system.refill(this.event);
    } else if (this.lines !== null && !this.inFiber && !system.silent && system.isDry(fd)) {
      this.waitFor(this.lines);
      return 0;
    }
    return system.fd_read(fd, list, count, at);
  }

  // ---- fibers -----------------------------------------------------------------------------

  enter(fiber) {
    const {exports} = this, stack = exports.__stack_pointer;
    const home = stack.value;
    this.inFiber = true;
    try {
      exports.cuda_emulator_fibers(fiber); // returns when all have left
    } catch (error) {
      stack.value = home;
      this.giveUp(error);
    } finally {
      this.inFiber = false;
    }
    stack.value = home;
  }

  // ---- a copy of the process ---------------------------------------------------------------

  // What is in parts of memory, piece by piece: `was` is undefined where there are only zeros, as in nearly all.
  keep(parts, count) {
    const words = new Int32Array(this.exports.memory.buffer), kept = [];
    for (let i = 0; i < count; ++i) {
      const at = this.memory.getUint32(parts + 8 * i, true), size = this.memory.getUint32(parts + 8 * i + 4, true);
      const end = Math.ceil((at + size) / 4);
      for (let from = at >>> 2; from < end; from += PIECE) {
        const to = Math.min(from + PIECE, end);
        kept.push({from, to, was: areZeros(words, from, to) ? undefined : words.slice(from, to)});
      }
    }
    return kept;
  }

  putBack(kept) {
    const words = new Int32Array(this.exports.memory.buffer);
    for (const {from, to, was} of kept)
      if (was !== undefined)
        words.set(was, from);
      else if (!areZeros(words, from, to))
        words.fill(0, from, to);
  }

  // Runs what was kept, unseen, as if it were another process, and puts back what is here. Returns the
  // length of its answer.
  runCopy(seconds, here) {
    const {exports, system} = this, stackPointer = exports.__stack_pointer.value;
    this.putBack(this.kept);
    this.answer = new Uint8Array();
    this.latest = performance.now() + 1000 * seconds;
    system.silent = true;
    try {
      exports.cuda_emulator_copy_begins();
    } catch {
      // It has answered, or something has gone wrong in the copy, which then found nothing.
    }
    exports.__stack_pointer.value = stackPointer;
    this.latest = Infinity;
    system.silent = false;
    exports.cuda_emulator_copy_ends();
    this.putBack(here);
    return this.answer.length;
  }

  // A loop runs (see places.js): whether the kernel still gets on is looked at now and then.
  loop(place) {
    this.beat();
    if (performance.now() > this.deadline)
      throw new Late();
    if (this.latest !== Infinity && performance.now() > this.latest)
      throw new Answered();
    if (this.tickEvery === 0 || performance.now() - this.tickedAt < this.tickEvery)
      return;
    this.tickedAt = performance.now();
    this.exports.cuda_emulator_tick(place);
  }

  putLine(place, text, room) {
    return this.put((this.places[place - 1] ?? '').slice(0, room), text, room);
  }

  // Writes a text if there is room. Returns how many bytes it has.
  put(text, at, room) {
    const bytes = new TextEncoder().encode(text);
    if (bytes.length <= room)
      this.system.bytes(at, bytes.length).set(bytes);
    return bytes.length;
  }

  // ---- faults -----------------------------------------------------------------------------

  kindOf(error) {
    if (error instanceof Aborted)
      return ABORT;
    if (isOverflow(error))
      return ADDRESS;
    if (!(error instanceof WebAssembly.RuntimeError))
      throw error;
    // In the words of each browser.
    return /divi[ds]|remainder|integer overflow/i.test(error.message) ? ARITHMETIC
      : /unreachable/i.test(error.message) ? INSTRUCTION : ADDRESS;
  }

  tell(error, kind = this.kindOf(error)) {
    // Below every stack is where one has overflown. No browser tells of addresses, but who calls through a null pointer,
    // in the words of each, calls what is at 0.
    const stackPointer = isOverflow(error) ? 16 : 0, isNull = /null|^function signature/i.test(error.message);
    this.exports.cuda_emulator_fault(kind, this.placeOf(error), stackPointer || (isNull ? 0 : -1), stackPointer);
  }

  // The number of the reader's line that an error comes from, or that led there; 0 where the browser does not say.
  placeOf(error) {
    for (const [, digits] of (error.stack ?? '').matchAll(/wasm-function\[\d+\]:0x([0-9a-f]+)/g)) {
      const offset = parseInt(digits, 16);
      let place = 0;
      for (let i = 0, from = 0; i < this.offsets.length && (from += this.offsets[i]) <= offset; i += 2)
        place = this.offsets[i + 1];
      if (place !== 0)
        return place;
    }
    return 0;
  }

  // A fiber that ends without having left has given up, or has met a fault: then the emulator is
  // told, and gives up in its place, or the program dies.
  giveUp(error) {
    if (error instanceof GivenUp)
      return;
    if (!(error instanceof Exit || error instanceof Answered))
      try {
        this.tell(error);
      } catch (end) {
        if (end instanceof GivenUp)
          return;
        throw end;
      }
    this.whose = 'a kernel';
    throw error;
  }

  // A fault that the program dies of. Returns its exit code.
  die(error) {
    const stack = this.exports.__stack_pointer;
    const overflown = isOverflow(error) || stack.value < NEAR_NULL || stack.value > this.highest;
    const kind = overflown ? OWN_STACK : this.kindOf(error);
    this.reason = `${this.whose} ${error.deed ?? DEEDS[kind]}`;
    stack.value = this.highest; // nobody goes on in these frames
    try {
      this.tell(error, kind);
    } catch (end) {
      if (end instanceof Exit)
        return end.code;
    }
    return CODES[kind];
  }

  // ---- the window -------------------------------------------------------------------------

  text(at) {
    const bytes = new Uint8Array(this.exports.memory.buffer, at);
    return this.system.text(at, bytes.indexOf(0));
  }

  openWindow(title, width, height) {
    if (this.window === null)
      return 0;
    this.width = width;
    this.height = height;
    this.window.open(this.text(title), width, height);
    return 1;
  }

  show(pixels) {
    // Row 0 is at the bottom here, and at the top of a canvas.
    const row = 4 * this.width, picture = new Uint8ClampedArray(row * this.height);
    const from = new Uint8Array(this.exports.memory.buffer, pixels, picture.length);
    for (let y = 0; y < this.height; ++y)
      picture.set(from.subarray(y * row, (y + 1) * row), (this.height - 1 - y) * row);
    for (let alpha = 3; alpha < picture.length; alpha += 4)
      picture[alpha] = 255;
    this.window.show(picture);
  }

  wait(event) {
    if (this.hasWaited()) {
      const {kind, x0 = 0, y0 = 0, x1 = 0, y1 = 0} = this.event;
      const values = [['frame', 'drag', 'close'].indexOf(kind), x0, y0, x1, y1];
      for (const [i, value] of values.entries())
        this.memory.setInt32(event + 4 * i, value, true);
      return;
    }
    this.waitFor(() => this.window.wait());
  }
}
