// console.js: what a program prints, on its way to the page. A page that is told of each line of a program that prints
// without end hears nothing else any more. So only so many writes become a message each; what comes sooner waits and is
// told together, and of much only the end as text, the rest as bytes, with the number of its lines.
const WINDOW = 50;          // milliseconds
const MESSAGES = 500;       // in each of them
const TEXT = 1 << 16;       // bytes of what has waited that are told as text
const RUNS = 200;           // and how often in them stdout and stderr may take turns
const WAITING = 4 << 20;    // bytes that may wait
const NEWLINE = 10;

function countLines(bytes) {
  let count = 0;
  for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1))
    ++count;
  return count;
}

// Bytes of one stream that wait, one write behind the other.
class Run {
  constructor(stream) {
    this.stream = stream;
    this.buffer = new Uint8Array(1 << 10);
    this.size = 0;
  }
  add(bytes) {
    if (this.size + bytes.length > this.buffer.length) {
      const larger = new Uint8Array(2 * (this.size + bytes.length));
      larger.set(this.bytes);
      this.buffer = larger;
    }
    this.buffer.set(bytes, this.size);
    this.size += bytes.length;
  }
  get bytes() { return this.buffer.subarray(0, this.size); }
}

export class Console {
  // post: called with {stream, text}, or with {stream, left, bytes}: what is not told as text, and how many lines end
  // in it. Lines may begin and end in any message. now: milliseconds.
  constructor(post, now = () => performance.now()) {
    this.post = post;
    this.now = now;
    this.decoders = [];
    this.runs = []; // that wait
    this.waiting = 0; // bytes of them
    this.begun = -Infinity; // of the window
    this.messages = 0; // in it
  }

  write(stream, bytes) {
    const isNew = this.now() - this.begun >= WINDOW;
    if (isNew) {
      this.begun = this.now();
      this.messages = this.runs.length === 0 ? 0 : MESSAGES; // who has been too quick is told together
    }
    if (this.runs.length === 0 && this.messages < MESSAGES) {
      ++this.messages;
      this.tell(stream, bytes);
      return;
    }
    if (this.runs.at(-1)?.stream !== stream)
      this.runs.push(new Run(stream));
    this.runs.at(-1).add(bytes);
    this.waiting += bytes.length;
    if (isNew || this.waiting >= WAITING)
      this.flush();
  }

  // To be called now and then while the program prints nothing: what waits is told when it is time.
  beat() {
    if (this.runs.length !== 0 && this.now() - this.begun >= WINDOW)
      this.flush();
  }

  flush() {
    let room = TEXT;
    const runs = this.runs;
    this.runs = [];
    this.waiting = 0;
    // The last ones are told as text, as far as there is room.
    let first = runs.length;
    while (first > 0 && runs.length - first < RUNS && runs[first - 1].size <= room)
      room -= runs[--first].size;
    for (const [i, run] of runs.entries())
      if (i >= first)
        this.tell(run.stream, run.bytes);
      else if (i < first - 1)
        this.leave(run.stream, run.bytes);
      else {
        const cut = room === 0 ? -1 : run.bytes.indexOf(NEWLINE, run.size - room);
        this.leave(run.stream, run.bytes.subarray(0, cut < 0 ? run.size : cut + 1));
        if (cut >= 0)
          this.tell(run.stream, run.bytes.subarray(cut + 1));
      }
  }

  tell(stream, bytes) {
    this.decoders[stream] ??= new TextDecoder();
    const text = this.decoders[stream].decode(bytes, {stream: true});
    if (text !== '')
      this.post({stream, text});
  }

  leave(stream, bytes) {
    delete this.decoders[stream]; // half a letter is left with the rest of it
    this.post({stream, left: countLines(bytes), bytes: bytes.slice()});
  }
}
