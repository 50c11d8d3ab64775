// link.js: object files become a program whose fibers can leave their frames.
import {callersByPointer} from './object.js';

// The functions of the runtime that call a kernel by pointer (see machine/webassembly/switch.cpp).
const CALLERS = ['cuda_emulator_fiber', '_ZN13cuda_emulatorL14stay_on_fiberEv'];

const LIBRARIES = '/usr/lib/wasm32-wasip1';

// What the linker is called with. objects: paths.
export function linkArguments(objects, runtime, output) {
  return ['wasm-ld', '--no-demangle', '--stack-first', '-z', 'stack-size=1048576',
          '--export=__stack_pointer', '--initial-memory=16777216', '--max-memory=4294967296',
          '--strip-debug', '-o', output, `-L${LIBRARIES}`, `${LIBRARIES}/crt1-command.o`,
          ...objects, runtime, '-lwasi-emulated-signal', '-lwasi-emulated-getpid', '-lc++',
          '-lc++abi', '-lc', '/usr/lib/wasm32-unknown-wasip1/libclang_rt.builtins.a'];
}

// Applies Asyncify to what the linker has written. Returns the program's bytes.
// binaryen: the package. objects: the bytes of the program's own object files.
export function makeSuspendable(binaryen, linked, objects, {optimise = 0, names = false} = {}) {
  const callers = [...CALLERS, ...objects.flatMap(callersByPointer)];
  const module = binaryen.readBinary(linked);
  try {
    module.setFeatures(binaryen.Features.All);
    binaryen.setOptimizeLevel(optimise);
    binaryen.setShrinkLevel(0);
    binaryen.setPassArgument('asyncify-imports', 'cuda_emulator.leave,page.wait');
    binaryen.setPassArgument('asyncify-ignore-indirect', '1');
    binaryen.setPassArgument('asyncify-addlist', callers.join(','));
    module.runPasses(['asyncify']);
    if (optimise > 0)
      module.optimize();
    binaryen.setDebugInfo(names);
    return module.emitBinary();
  } finally {
    binaryen.clearPassArguments();
    module.dispose();
  }
}
