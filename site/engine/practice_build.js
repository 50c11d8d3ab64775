// practice_build.js: what judges answers to the tasks of practice/, compiled for the page: practice.js takes it.
import {mkdirSync, readFileSync, readdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {gzipSync} from 'node:zlib';
import {headers, here, root} from './build.js';
import {pack} from './pack.js';
import {File} from './wasi.js';

// The judge's program, and what an answer is linked with, as in practice/CMakeLists.txt. A page has its own processes.
const PARTS = {
  judge: ['judge', 'figures', 'verdict', 'advice', 'source_rules', 'process_page', 'messages'],
  answer: ['judge', 'figures', 'answer', 'shut_in'],
};
const FLAGS = ['-O1'];

const folder = 'practice/judge', sourceOf = name => `${folder}/${name}`;

async function library(build, name) {
  const sum = build.sum(/^(emulator\/include|practice\/judge|posix)\/.*h$/);
  const objects = await Promise.all(PARTS[name].map(part => build.make(`${part}.cpp`, {
    kind: 'c', flags: [...FLAGS, '-Wall', '-Wextra', '-Werror'], precompiled: {flags: FLAGS},
    source: `/${sourceOf(part)}.cpp`, text: readFileSync(join(root, `${sourceOf(part)}.cpp`), 'utf8'),
  }, sum)));
  return build.make(`libpractice_${name}.a`, {kind: 'archive', objects});
}

// Makes OUT/engine/practice: a package as compiler/ is one.
export async function practice(build, out) {
  await headers(build, {flags: FLAGS});
  const names = Object.keys(PARTS), made = await Promise.all(names.map(name => library(build, name)));
  if (made.includes(null))
    return;
  const files = readdirSync(join(root, folder)).filter(name => /\.h$|^allowed_calls$/.test(name)).sort()
    .map(name => [sourceOf(name), new File(readFileSync(join(root, sourceOf(name))))]);
  const packed = gzipSync(pack([...names.map((name, i) => [`lib/libpractice_${name}.a`, new File(made[i])]), ...files]), {level: 9});
  const there = join(out, 'engine/practice');
  mkdirSync(there, {recursive: true});
  writeFileSync(join(there, 'judge.packed'), packed);
  writeFileSync(join(there, 'package.json'), JSON.stringify({parts: {'judge.packed': packed.length}}));
  for (const name of ['practice.js', 'judge.js', 'reach.js'])
    writeFileSync(join(out, 'engine', name), readFileSync(join(here, name)));
}
