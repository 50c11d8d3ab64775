// wasi.js: what a program for WASI preview 1 asks of its system, with a file system in memory.
//
// It serves everything that runs here: the programs of the book, the rewriter, the compiler, the
// linker. Without dependencies, in a browser's worker and in Node.
//
//   const system = new System({args: ['dot', '--n', '8'], root, output: (stream, bytes) => ...});
//   const instance = new WebAssembly.Instance(module, {wasi_snapshot_preview1: system.imports});
//   system.memory = instance.exports.memory;
//   const code = system.start(instance.exports._start);

const SUCCESS = 0, BADF = 8, EXIST = 20, INVAL = 28, ISDIR = 31, NOENT = 44, NOSPC = 51,
      NOSYS = 52, NOTDIR = 54, NOTEMPTY = 55, PERM = 63, SPIPE = 70;
const DEVICE = 2, FOLDER = 3, REGULAR = 4; // types of files
const CREATE = 1, DIRECTORY = 2, EXCLUSIVE = 4, TRUNCATE = 8; // flags of path_open
const APPEND = 1;
const RIGHT_TO_WRITE = 64n, ALL_RIGHTS = 0x1fffffffn;

let lastNumber = 0;

// A file. Room grows by doubling, so `bytes` may be longer than the file.
export class File {
  constructor(bytes = new Uint8Array()) {
    this.bytes = bytes;
    this.size = bytes.length;
    this.number = ++lastNumber;
    this.changed = 0n;
  }
  get contents() {
    return this.bytes.subarray(0, this.size);
  }
  write(at, bytes) {
    const end = at + bytes.length;
    if (end > this.bytes.length) {
      const larger = new Uint8Array(Math.max(end, 2 * this.bytes.length, 256));
      larger.set(this.contents);
      this.bytes = larger;
    }
    if (at > this.size)
      this.bytes.fill(0, this.size, at);
    this.bytes.set(bytes, at);
    this.size = Math.max(this.size, end);
  }
  resize(size) {
    if (size > this.size)
      this.write(size, new Uint8Array());
    this.bytes.fill(0, size, this.bytes.length);
    this.size = size;
  }
}

export class Folder {
  constructor(entries = {}) {
    this.entries = new Map(Object.entries(entries));
    this.number = ++lastNumber;
  }
  // The file or folder at a path below this one, or undefined.
  find(path) {
    let at = this;
    for (const name of path.split('/'))
      if (name !== '' && name !== '.')
        at = at instanceof Folder ? at.entries.get(name) : undefined;
    return at;
  }
  // Puts a file at a path below this one, and makes the folders on the way.
  put(path, file) {
    const names = path.split('/').filter(name => name !== '');
    const last = names.pop();
    let at = this;
    for (const name of names) {
      if (!at.entries.has(name))
        at.entries.set(name, new Folder());
      at = at.entries.get(name);
    }
    at.entries.set(last, file);
  }
  // A copy: its folders are its own, the files in them are shared.
  copy() {
    const result = new Folder();
    for (const [name, entry] of this.entries)
      result.entries.set(name, entry instanceof Folder ? entry.copy() : entry);
    return result;
  }
  // [path, file] of all files below.
  *files(prefix = '') {
    for (const [name, entry] of this.entries)
      if (entry instanceof Folder)
        yield* entry.files(prefix + name + '/');
      else if (entry instanceof File)
        yield [prefix + name, entry];
  }
}

// /dev/null, /dev/full, and what the standard streams are.
export class Device {
  constructor(write) {
    this.write = write; // of bytes; returns an error
    this.number = ++lastNumber;
  }
}

export class Exit extends Error {
  constructor(code) {
    super(`exit ${code}`);
    this.code = code;
  }
}

const encoder = new TextEncoder(), decoder = new TextDecoder();

export class System {
  // output(stream, bytes): what the program writes to stdout (1) and stderr (2).
  constructor({args = ['program'], env = {}, root = new Folder(), output = () => {}, input = null}) {
    this.args = args.map(text => encoder.encode(text + '\0'));
    this.env = Object.entries(env).map(([name, value]) => encoder.encode(`${name}=${value}\0`));
    this.root = root;
    this.input = input ?? new Uint8Array(); // bytes of stdin
    this.inputRead = 0;
    this.silent = false; // whether what is written to stdout and stderr goes nowhere
    const stream = number => new Device(bytes => {
      if (!this.silent)
        output(number, bytes.slice());
      return SUCCESS;
    });
    if (!root.entries.has('dev'))
      root.entries.set('dev', new Folder({
        null: new Device(() => SUCCESS),
        full: new Device(() => NOSPC),
      }));
    this.open = [{file: new Device(() => BADF)}, {file: stream(1)}, {file: stream(2)},
                 {file: root, preopened: true}];
    this.imports = {};
    for (const name of Object.getOwnPropertyNames(System.prototype))
      if (/^(args|environ|clock|fd|path|poll|proc|random|sched)_/.test(name))
        this.imports[name] = this[name].bind(this);
  }

  // Runs the program. Returns its exit code; what else it throws is the caller's.
  start(entry) {
    try {
      entry();
    } catch (error) {
      if (error instanceof Exit)
        return error.code;
      throw error;
    }
    return 0;
  }

  get view() {
    if (this.viewed?.buffer !== this.memory.buffer)
      this.viewed = new DataView(this.memory.buffer);
    return this.viewed;
  }
  bytes(at, length) {
    return new Uint8Array(this.memory.buffer, at >>> 0, length >>> 0);
  }
  text(at, length) {
    return decoder.decode(this.bytes(at, length).slice());
  }
  // The parts of memory that a list of ciovecs or iovecs names.
  *parts(list, count) {
    for (let i = 0; i < count; ++i)
      yield this.bytes(this.view.getUint32(list + 8 * i, true),
                       this.view.getUint32(list + 8 * i + 4, true));
  }

  // ---- arguments, environment, time -------------------------------------------------------

  putStrings(strings, pointers, buffer) {
    for (const text of strings) {
      this.view.setUint32(pointers, buffer, true);
      this.bytes(buffer, text.length).set(text);
      pointers += 4;
      buffer += text.length;
    }
    return SUCCESS;
  }
  putSizes(strings, count, size) {
    this.view.setUint32(count, strings.length, true);
    this.view.setUint32(size, strings.reduce((sum, text) => sum + text.length, 0), true);
    return SUCCESS;
  }
  args_get(pointers, buffer) { return this.putStrings(this.args, pointers, buffer); }
  args_sizes_get(count, size) { return this.putSizes(this.args, count, size); }
  environ_get(pointers, buffer) { return this.putStrings(this.env, pointers, buffer); }
  environ_sizes_get(count, size) { return this.putSizes(this.env, count, size); }

  clock_time_get(clock, precision, at) {
    const milliseconds = clock === 0 ? Date.now() : performance.now();
    this.view.setBigUint64(at, BigInt(Math.round(milliseconds * 1e6)), true);
    return SUCCESS;
  }
  clock_res_get(clock, at) {
    this.view.setBigUint64(at, 1000n, true);
    return SUCCESS;
  }
  random_get(at, length) {
    for (let done = 0; done < length; done += 65536)
      crypto.getRandomValues(this.bytes(at + done, Math.min(65536, length - done)));
    return SUCCESS;
  }
  sched_yield() { return SUCCESS; }
  proc_exit(code) { throw new Exit(code); }
  proc_raise() { return NOSYS; }

  // Only clocks are waited for: usleep() and nanosleep(). Nothing else runs here meanwhile.
  poll_oneoff(subscriptions, events, count, happened) {
    let until = Infinity;
    for (let i = 0; i < count; ++i) {
      const at = subscriptions + 48 * i;
      if (this.view.getUint8(at + 8) !== 0)
        continue;
      const time = Number(this.view.getBigUint64(at + 24, true)) / 1e6;
      const absolute = this.view.getUint16(at + 40, true) & 1;
      until = Math.min(until, absolute ? time : performance.now() + time);
    }
    while (until !== Infinity && performance.now() < until) {}
    for (let i = 0; i < count; ++i) {
      this.bytes(events + 32 * i, 32).fill(0);
      this.view.setBigUint64(events + 32 * i, this.view.getBigUint64(subscriptions + 48 * i, true),
                             true);
      this.view.setUint8(events + 32 * i + 10, this.view.getUint8(subscriptions + 48 * i + 8));
    }
    this.view.setUint32(happened, count, true);
    return SUCCESS;
  }

  // ---- open files -------------------------------------------------------------------------

  fd_close(fd) {
    if (!this.open[fd])
      return BADF;
    delete this.open[fd];
    return SUCCESS;
  }
  fd_prestat_get(fd, at) {
    if (!this.open[fd]?.preopened)
      return BADF;
    this.view.setUint32(at, 0, true);
    this.view.setUint32(at + 4, 1, true);
    return SUCCESS;
  }
  fd_prestat_dir_name(fd, at) {
    this.bytes(at, 1)[0] = '/'.charCodeAt(0);
    return SUCCESS;
  }
  typeOf(file) {
    return file instanceof Folder ? FOLDER : file instanceof File ? REGULAR : DEVICE;
  }
  fd_fdstat_get(fd, at) {
    const open = this.open[fd];
    if (!open)
      return BADF;
    const type = this.typeOf(open.file);
    this.bytes(at, 24).fill(0);
    this.view.setUint8(at, type);
    this.view.setUint16(at + 2, open.append ? APPEND : 0, true);
    // What cannot be sought in is a terminal to isatty(): stdout, whose lines then come one by one, and
    // not stderr, where nothing can be written over.
    this.view.setBigUint64(at + 8, type === DEVICE && fd !== 2 ? ALL_RIGHTS & ~0x24n : ALL_RIGHTS, true);
    this.view.setBigUint64(at + 16, ALL_RIGHTS, true);
    return SUCCESS;
  }
  fd_fdstat_set_flags(fd, flags) {
    if (!this.open[fd])
      return BADF;
    this.open[fd].append = (flags & APPEND) !== 0;
    return SUCCESS;
  }
  putStat(file, at) {
    this.bytes(at, 64).fill(0);
    this.view.setBigUint64(at, 1n, true);
    this.view.setBigUint64(at + 8, BigInt(file.number), true);
    this.view.setUint8(at + 16, this.typeOf(file));
    this.view.setBigUint64(at + 24, 1n, true);
    this.view.setBigUint64(at + 32, BigInt(file instanceof File ? file.size : 0), true);
    for (const field of [40, 48, 56])
      this.view.setBigUint64(at + field, file.changed ?? 0n, true);
    return SUCCESS;
  }
  fd_filestat_get(fd, at) {
    return this.open[fd] ? this.putStat(this.open[fd].file, at) : BADF;
  }
  fd_filestat_set_size(fd, size) {
    const file = this.open[fd]?.file;
    if (!(file instanceof File))
      return BADF;
    file.resize(Number(size));
    return SUCCESS;
  }
  fd_filestat_set_times() { return SUCCESS; }
  fd_advise() { return SUCCESS; }
  fd_allocate() { return SUCCESS; }
  fd_datasync() { return SUCCESS; }
  fd_sync() { return SUCCESS; }
  fd_renumber(from, to) {
    this.open[to] = this.open[from];
    delete this.open[from];
    return SUCCESS;
  }

  fd_seek(fd, offset, whence, at) {
    const open = this.open[fd];
    if (!open)
      return BADF;
    if (!(open.file instanceof File))
      return SPIPE;
    const from = [0, open.at, open.file.size][whence];
    if (from === undefined || from + Number(offset) < 0)
      return INVAL;
    open.at = from + Number(offset);
    this.view.setBigUint64(at, BigInt(open.at), true);
    return SUCCESS;
  }
  fd_tell(fd, at) { return this.fd_seek(fd, 0n, 1, at); }

  readAt(file, position, list, count) {
    let done = 0;
    for (const part of this.parts(list, count)) {
      const found = file.bytes.subarray(position + done,
                                        Math.min(position + done + part.length, file.size));
      part.set(found);
      done += found.length;
      if (found.length < part.length)
        break;
    }
    return done;
  }
  // Whether a file is stdin, of which all has been read.
  isDry(fd) {
    return fd === 0 && this.open[fd]?.file instanceof Device && this.inputRead === this.input.length;
  }
  // More of stdin.
  refill(bytes) {
    this.input = bytes;
    this.inputRead = 0;
  }
  fd_read(fd, list, count, at) {
    const open = this.open[fd];
    if (!open)
      return BADF;
    let done = 0;
    if (open.file instanceof File) {
      done = this.readAt(open.file, open.at, list, count);
      open.at += done;
    } else if (open.file instanceof Folder) {
      return ISDIR;
    } else if (fd === 0) {
      for (const part of this.parts(list, count)) {
        const found = this.input.subarray(this.inputRead, this.inputRead + part.length);
        part.set(found);
        this.inputRead += found.length;
        done += found.length;
      }
    }
    this.view.setUint32(at, done, true);
    return SUCCESS;
  }
  fd_pread(fd, list, count, offset, at) {
    const file = this.open[fd]?.file;
    if (!(file instanceof File))
      return BADF;
    this.view.setUint32(at, this.readAt(file, Number(offset), list, count), true);
    return SUCCESS;
  }
  fd_write(fd, list, count, at) {
    const open = this.open[fd];
    if (!open || open.file instanceof Folder)
      return BADF;
    let done = 0;
    for (const part of this.parts(list, count)) {
      if (part.length === 0)
        continue;
      if (open.file instanceof File) {
        if (open.append)
          open.at = open.file.size;
        open.file.write(open.at, part);
        open.at += part.length;
      } else {
        const error = open.file.write(part);
        if (error !== SUCCESS)
          return error;
      }
      done += part.length;
    }
    this.view.setUint32(at, done, true);
    return SUCCESS;
  }
  fd_pwrite(fd, list, count, offset, at) {
    const file = this.open[fd]?.file;
    if (!(file instanceof File))
      return BADF;
    let done = 0;
    for (const part of this.parts(list, count)) {
      file.write(Number(offset) + done, part);
      done += part.length;
    }
    this.view.setUint32(at, done, true);
    return SUCCESS;
  }
  fd_readdir(fd, buffer, size, cookie, at) {
    const folder = this.open[fd]?.file;
    if (!(folder instanceof Folder))
      return NOTDIR;
    let used = 0, next = Number(cookie);
    for (const [name, entry] of [...folder.entries].slice(next)) {
      const text = encoder.encode(name), whole = new Uint8Array(24 + text.length);
      const head = new DataView(whole.buffer);
      head.setBigUint64(0, BigInt(++next), true);
      head.setBigUint64(8, BigInt(entry.number), true);
      head.setUint32(16, text.length, true);
      head.setUint8(20, this.typeOf(entry));
      whole.set(text, 24);
      const part = whole.subarray(0, size - used);
      this.bytes(buffer + used, part.length).set(part);
      used += part.length;
      if (used === size)
        break;
    }
    this.view.setUint32(at, used, true);
    return SUCCESS;
  }

  // ---- paths ------------------------------------------------------------------------------

  // Where a path leads: the folder it would lie in, its name there, and what is there, if anything.
  // {error} if there is no such folder.
  locate(fd, at, length) {
    const start = this.open[fd]?.file;
    if (!(start instanceof Folder))
      return {error: start ? NOTDIR : BADF};
    const names = this.text(at, length).split('/').filter(name => name !== '' && name !== '.');
    const way = [start];
    for (const [i, name] of names.entries()) {
      const folder = way[way.length - 1];
      if (!(folder instanceof Folder))
        return {error: NOTDIR};
      if (name === '..') {
        if (way.length > 1)
          way.pop();
        continue;
      }
      const found = folder.entries.get(name);
      if (i === names.length - 1)
        return {folder, name, found};
      if (found === undefined)
        return {error: NOENT};
      way.push(found);
    }
    return {folder: null, name: '.', found: way[way.length - 1]};
  }

  path_open(fd, lookup, at, length, flags, rights, inherited, status, result) {
    const {error, folder, name, found} = this.locate(fd, at, length);
    if (error)
      return error;
    let file = found;
    if (file === undefined) {
      if ((flags & CREATE) === 0)
        return NOENT;
      file = new File();
      folder.entries.set(name, file);
    } else if (flags & EXCLUSIVE) {
      return EXIST;
    }
    if (flags & DIRECTORY && !(file instanceof Folder))
      return NOTDIR;
    if (file instanceof Folder && (flags & CREATE || rights & RIGHT_TO_WRITE && !(flags & DIRECTORY)))
      return ISDIR;
    if (flags & TRUNCATE && file instanceof File)
      file.resize(0);
    let number = 3;
    while (this.open[number])
      ++number;
    this.open[number] = {file, at: 0, append: (status & APPEND) !== 0};
    this.view.setUint32(result, number, true);
    return SUCCESS;
  }
  path_filestat_get(fd, flags, at, length, result) {
    const {error, found} = this.locate(fd, at, length);
    if (error)
      return error;
    return found === undefined ? NOENT : this.putStat(found, result);
  }
  path_filestat_set_times() { return SUCCESS; }
  path_create_directory(fd, at, length) {
    const {error, folder, name, found} = this.locate(fd, at, length);
    if (error)
      return error;
    if (found !== undefined)
      return EXIST;
    folder.entries.set(name, new Folder());
    return SUCCESS;
  }
  path_unlink_file(fd, at, length) {
    const {error, folder, name, found} = this.locate(fd, at, length);
    if (error || found === undefined)
      return error || NOENT;
    if (found instanceof Folder)
      return ISDIR;
    if (found instanceof Device)
      return PERM;
    folder.entries.delete(name);
    return SUCCESS;
  }
  path_remove_directory(fd, at, length) {
    const {error, folder, name, found} = this.locate(fd, at, length);
    if (error || found === undefined)
      return error || NOENT;
    if (!(found instanceof Folder))
      return NOTDIR;
    if (found.entries.size !== 0)
      return NOTEMPTY;
    folder.entries.delete(name);
    return SUCCESS;
  }
  path_rename(fd, at, length, newFd, newAt, newLength) {
    const from = this.locate(fd, at, length), to = this.locate(newFd, newAt, newLength);
    if (from.error || to.error || from.found === undefined)
      return from.error || to.error || NOENT;
    if (to.found instanceof Folder)
      return ISDIR;
    from.folder.entries.delete(from.name);
    to.folder.entries.set(to.name, from.found);
    return SUCCESS;
  }
  path_link() { return NOSYS; }
  path_symlink() { return NOSYS; }
  path_readlink(fd, at, length) {
    const {error, found} = this.locate(fd, at, length);
    return error || (found === undefined ? NOENT : INVAL); // there are no links
  }
}
