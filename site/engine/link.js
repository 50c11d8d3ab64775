// link.js: object files become a program whose fibers can leave their frames.
import {callersByPointer, functionsIn, functionsOf, namesIn, sections} from './object.js';
import {CALLS, joined, sectionOf, shortPlaces, withPlaces, withoutMarks} from './places.js';

// The functions of the runtime that call a kernel by pointer (see machine/webassembly/switch.cpp), and those that call the
// recorder so, which may let another thread run.
const CALLERS = ['cuda_emulator_fiber', '_ZN13cuda_emulatorL13stay_on_fiberEv',
                 '_ZN13cuda_emulator19tell_thread_arrivesENS_7meetingE', '_ZN13cuda_emulator18tell_thread_leavesENS_7meetingE'];

// What puts faults into words (runtime/faults.cpp), also where nothing else of the emulator is used.
const LAST_WORDS = '_ZN13cuda_emulator16assertion_failedEPKcS1_jS1_';

// Who refers to one of these may read stdin, by functions of C or by streams.
const BY_C = /^(v?w?scanf|getw?char(_unlocked)?|gets|readv?|stdin)$/, BY_STREAMS = /^_ZNSt3__2(3|4w)cinE$/;
// The functions of the C library that call by pointer what reads a file.
const READERS = ['__uflow', 'fread'];
// The checker, in which nobody waits.
const CHECKER = ['__tsan_*', '__ubsan_*', '_ZN13cuda_emulator7checker*'];

// What clang uses, and browsers of the last years have.
const FEATURES = ['MutableGlobals', 'NontrappingFPToInt', 'SignExt', 'BulkMemory', 'BulkMemoryOpt',
                  'ReferenceTypes', 'Multivalue', 'CallIndirectOverlong', 'SIMD128'];

const LIBRARIES = '/usr/lib/wasm32-wasip1';

// What the checker remembers lies below the program's variables (see emulator/checker/shadow.h). The other two are told of
// calls (see places.js).
const SHADOW_ENDS = 1456 << 20;
const OF_LISTENERS = ['--initial-memory=16777216', '--export=cuda_emulator_place', ...CALLS.map(name => `--export=${name}`)];
const OF_FLAVOUR = {
  run: ['--initial-memory=16777216'],
  check: [`--global-base=${SHADOW_ENDS}`, `--initial-memory=${SHADOW_ENDS + (64 << 20)}`, '--export=cuda_emulator_place'],
  profile: OF_LISTENERS,
  see: OF_LISTENERS,
};

// What the linker is called with. objects: paths. map: where it writes what lies where.
// reads: of mayRead(). how: of FLAVOURS. wrapped: what is called by way of who watches.
export function linkArguments(objects, runtime, output, {how = 'run', wrapped = [], reads = '', map} = {}) {
  return ['wasm-ld', '--no-demangle', '--stack-first', '-z', 'stack-size=1048576',
          '--undefined=cuda_emulator_loop', // which loops call (see places.js), also where nothing else is of the emulator
          '--export=__stack_pointer', '--export-table', `--export=${LAST_WORDS}`,
          ...reads ? ['--export=cuda_emulator_home'] : [],
          ...OF_FLAVOUR[how], ...how === 'check' ? [`-Map=${map}`] : [],
          ...wrapped.flatMap(name => [`--wrap=${name}`, `--undefined=${name}`]), // or the linker may fail to wrap one
          '--max-memory=2147483648', '-o', output, `-L${LIBRARIES}`, `${LIBRARIES}/crt1-command.o`,
          ...objects, runtime, '-lwasi-emulated-signal', '-lwasi-emulated-getpid',
          '-lwasi-emulated-process-clocks', '-lc++',
          '-lc++abi', '-lc-printscan-long-double', '-lc', '/usr/lib/wasm32-unknown-wasip1/libclang_rt.builtins.a'];
}

// How objects, as bytes, may read stdin: 'by C', 'by streams', or ''.
export function mayRead(objects) {
  const names = objects.flatMap(bytes => [...namesIn(bytes)]);
  return names.some(name => BY_STREAMS.test(name)) ? 'by streams' : names.some(name => BY_C.test(name)) ? 'by C' : '';
}

// The variables of the program's own that can be written, by address, in lines of "ADDRESS SIZE NAME": out
// of the linker's map.
export function variablesIn(map, objects) {
  const found = [];
  let section = '', own = false;
  for (const line of map.split('\n')) {
    const parts = /^ *([0-9a-f]+) +[0-9a-f]+ +([0-9a-f]+)( +)(.*)$/.exec(line);
    if (parts === null)
      continue;
    const [, address, size, {length: indent}, text] = parts;
    if (indent === 1)
      section = text;
    else if (indent === 9)
      own = objects.some(object => text.startsWith(`${object}:`));
    else if (own && (section === '.data' || section === '.bss'))
      found.push([parseInt(address, 16), parseInt(size, 16), text]);
  }
  return found.sort((a, b) => a[0] - b[0]).map(entry => `${entry.join(' ')}\n`).join('');
}

// Makes of what the linker has written a program whose fibers can leave their frames, and that knows
// its places. Returns its bytes. binaryen: the package. objects: the bytes of the program's own object
// files. how: of FLAVOURS. textOf: a function from a file's name to its text. variables: of variablesIn(), for the checker.
// reads: of mayRead().
export function finish(binaryen, linked, objects, {how = 'run', textOf, variables, reads = ''} = {}) {
  const there = new Set(functionsIn(sections(linked)).names.values());
  const callers = [...CALLERS, ...objects.flatMap(callersByPointer), ...reads ? READERS : []].filter(name => there.has(name));
  const own = new Set(objects.flatMap(functionsOf));
  const {wasm, places} = withPlaces(linked, own, how);
  const extra = [sectionOf('places', shortPlaces(places))];
  if (how !== 'run')
    extra.push(sectionOf('watched', {how, variables, sources: how === 'profile' ? {} : sourcesOf(places, textOf)}));
  if (reads)
    extra.push(sectionOf('reads', true));
  const module = binaryen.readBinary(wasm);
  try {
    module.setFeatures(FEATURES.reduce((all, name) => all | binaryen.Features[name], 0));
    binaryen.setOptimizeLevel(0); // what Asyncify adds, too, comes sooner so
    binaryen.setShrinkLevel(0);
    const asyncify = (name, names) => binaryen.setPassArgument(`asyncify-${name}`, names.join(','));
    asyncify('imports', ['page.wait', ...reads ? ['wasi_snapshot_preview1.fd_read'] : []]);
    asyncify('addlist', callers);
    if (reads)
      asyncify('propagate-addlist', ['1']);
    // Only these wait in calls by pointer, but where streams are read: those are calls of virtual functions all over.
    if (reads !== 'by streams')
      asyncify('ignore-indirect', ['1']);
    else if (how === 'check')
      asyncify('removelist', CHECKER);
    module.runPasses(['asyncify']);
    const {wasm: program, offsets} = withoutMarks(module.emitBinary());
    return joined([program, ...extra, sectionOf('offsets', offsets)]);
  } finally {
    binaryen.clearPassArguments();
    module.dispose();
  }
}

// The files that places are in, by name: the checker looks at their lines for names and comments, and the recorder keeps them.
function sourcesOf(places, textOf) {
  const names = new Set(places.map(place => place.replace(/:\d+$/, '')));
  return Object.fromEntries([...names].map(name => [name, textOf(name)]).filter(([, text]) => text !== undefined));
}
