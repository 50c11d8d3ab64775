// link.js: object files become a program whose fibers can leave their frames.
import {callersByPointer, functionsIn, functionsOf, sections} from './object.js';
import {placesSection, withPlaces} from './places.js';

// The functions of the runtime that call a kernel by pointer (see machine/webassembly/switch.cpp).
const CALLERS = ['cuda_emulator_fiber', '_ZN13cuda_emulatorL13stay_on_fiberEv'];

// What clang uses, and browsers of the last years have.
const FEATURES = ['MutableGlobals', 'NontrappingFPToInt', 'SignExt', 'BulkMemory', 'BulkMemoryOpt',
                  'ReferenceTypes', 'Multivalue', 'CallIndirectOverlong', 'SIMD128'];

const LIBRARIES = '/usr/lib/wasm32-wasip1';

// What the linker is called with. objects: paths.
export function linkArguments(objects, runtime, output) {
  return ['wasm-ld', '--no-demangle', '--stack-first', '-z', 'stack-size=1048576',
          '--export=__stack_pointer', '--export-table', '--initial-memory=16777216',
          '--max-memory=2147483648', '-o', output, `-L${LIBRARIES}`, `${LIBRARIES}/crt1-command.o`,
          ...objects, runtime, '-lwasi-emulated-signal', '-lwasi-emulated-getpid',
          '-lwasi-emulated-process-clocks', '-lc++',
          '-lc++abi', '-lc-printscan-long-double', '-lc', '/usr/lib/wasm32-unknown-wasip1/libclang_rt.builtins.a'];
}

// Makes of what the linker has written a program whose fibers can leave their frames, and that knows
// its places. Returns its bytes. binaryen: the package. objects: the bytes of the program's own object
// files. optimise: 0 to 2, names: whether to keep those of functions.
export function finish(binaryen, linked, objects, {optimise = 0, names = false} = {}) {
  const there = new Set(functionsIn(sections(linked)).names.values());
  const callers = [...CALLERS, ...objects.flatMap(callersByPointer)].filter(name => there.has(name));
  const own = new Set(objects.flatMap(functionsOf));
  const {wasm, places} = withPlaces(linked, own);
  const module = binaryen.readBinary(wasm);
  try {
    module.setFeatures(FEATURES.reduce((all, name) => all | binaryen.Features[name], 0));
    binaryen.setOptimizeLevel(optimise);
    binaryen.setShrinkLevel(0);
    binaryen.setPassArgument('asyncify-imports', 'cuda_emulator.leave,page.wait');
    binaryen.setPassArgument('asyncify-ignore-indirect', '1');
    binaryen.setPassArgument('asyncify-addlist', callers.join(','));
    module.runPasses(['asyncify']);
    if (optimise > 0)
      module.optimize();
    binaryen.setDebugInfo(names);
    const program = module.emitBinary(), section = placesSection(places);
    const whole = new Uint8Array(program.length + section.length);
    whole.set(program);
    whole.set(section, program.length);
    return whole;
  } finally {
    binaryen.clearPassArguments();
    module.dispose();
  }
}
