// pack.js: files in one, as the compiler package has them: the length of an index, the index, the
// bytes. The index is JSON: [path, bytes] of each file.
import {File, Folder} from './wasi.js';

const encoder = new TextEncoder(), decoder = new TextDecoder();

export function pack(files) {
  const all = [...files];
  const index = encoder.encode(JSON.stringify(all.map(([path, file]) => [path, file.size])));
  const packed = new Uint8Array(4 + index.length + all.reduce((sum, [, file]) => sum + file.size, 0));
  new DataView(packed.buffer).setUint32(0, index.length, true);
  packed.set(index, 4);
  let at = 4 + index.length;
  for (const [, file] of all) {
    packed.set(file.contents, at);
    at += file.size;
  }
  return packed;
}

export function unpack(packed) {
  const length = new DataView(packed.buffer, packed.byteOffset).getUint32(0, true);
  const root = new Folder();
  let at = 4 + length;
  for (const [path, size] of JSON.parse(decoder.decode(packed.subarray(4, at)))) {
    root.put(path, new File(packed.subarray(at, at + size)));
    at += size;
  }
  return root;
}
