// tar.js: the files of a tar archive, as a folder of wasi.js.
import {File, Folder} from './wasi.js';

const decoder = new TextDecoder();

export function untar(bytes) {
  const root = new Folder();
  const text = (at, length) => decoder.decode(bytes.subarray(at, at + length)).replace(/\0.*/s, '');
  let longName = null;
  for (let at = 0; at + 512 <= bytes.length && bytes[at] !== 0;) {
    const size = parseInt(text(at + 124, 12).trim() || '0', 8);
    const type = text(at + 156, 1), prefix = text(at + 345, 155);
    const content = bytes.subarray(at + 512, at + 512 + size);
    const name = longName ?? (prefix !== '' ? `${prefix}/` : '') + text(at, 100);
    longName = null;
    if (type === 'L')
      longName = decoder.decode(content).replace(/\0.*/s, '');
    else if (type === '0' || type === '')
      root.put(name, new File(content));
    at += 512 + Math.ceil(size / 512) * 512;
  }
  return root;
}
