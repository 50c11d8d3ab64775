// not_here.js: what of the emulator's own tests cannot run on WebAssembly, or ends in another way, and why: for test.js.
const OTHER_BLOCKS = 'blocks that wait for one another need an OS thread each';
const ONE_THREAD = 'a thread of the C library runs to its end within its creator: nobody can wait for a later one, and it has no ' +
                   'last error or device of its own';

const IN_ORDER = 'who does not wait lets no other thread begin';
const HIGH = 'its address has more than 32 bits';
const STACKS = 'a stack has no guard: what lies beyond it is overwritten';

// What cannot run here, and why.
export const NOT_HERE = {
  'gl_interop.cu': 'there is no OpenGL',
  'math.cu': 'it compares with j0l() and its like, which this C library lacks',
  'rounding.cu': 'it compares with a processor that rounds in four ways; this one has one, and needs no other',
  'spin_lock.cu': 'no timer takes the processor from a thread that waits in a loop',
  'side_by_side.cu': 'kernels that wait for one another need an OS thread each',
  'matrices.cu': 'hundreds of combinations of types, which take as long to compile as half of all others; the faults are here',
  'barriers.cu': OTHER_BLOCKS,
  'groups.cu': OTHER_BLOCKS,
  'clusters.cu': OTHER_BLOCKS,
  'reductions.cu': OTHER_BLOCKS,
  'print_order.cu': OTHER_BLOCKS,
  'size_macros.cu': 'it includes the headers of libraries, which a page has not',
  'grid_left.cu': OTHER_BLOCKS,
  'spin_on_later_block.cu': OTHER_BLOCKS,
  'host_deaths.cu': 'there are no processes',
  'told_to_end.cu': 'there are no signals',
  'refused_launches.cu': ONE_THREAD,
  'endless_recursion.cu': STACKS,
  'endless_tail_recursion.cu': STACKS,
  'huge_local_array.cu': STACKS,
  'large_local_array.cu': STACKS,
  'wild_read.cu': 'an array of 4 GiB has no element that far away',
  'bulk_address.cu': HIGH,
  'written_before_fault.cu': HIGH,
  'block_left.cu': OTHER_BLOCKS,
  'multiply_adds.cu': 'there is no fused multiply-add',
  'device_printf.cu': 'it prints a long of 40 bits, and this one has 32',
};
// Checks that fail here, by what they say, and why. Of a test these fail and no others.
export const FAILS_HERE = {
  'api_errors.cu': [[/: first is 101,/, ONE_THREAD], [/: cudaGetLastError\(\) is 0, expected 101/, ONE_THREAD]],
  'devices.cu': [[/: other is /, ONE_THREAD], [/: current\(\) is /, ONE_THREAD]],
  'ptx_functions.cu': [[/: cudaGetLastError\(\): cudaErrorNotSupported/, OTHER_BLOCKS], [/: copies: 317 of 320 elements are wrong/, OTHER_BLOCKS]],
  'nccl.cu': [[/: results\[r\] is ncclInvalidUsage, expected ncclSuccess/, ONE_THREAD], [/: sums\[r\] is /, ONE_THREAD]],
  'half.cu': [[/: wrong\[k\] is (5182|18881), expected 0/, 'of a long of more than 32 bits, there is nothing']],
};
// Faults that end here with other words: [why, what is expected of those that are there, and what else].
export const IN_OTHER_WORDS = {
  'beside_memory.cu': ['no pages are protected, and calls have no return addresses', line => !/\.cu:|no memory/.test(line)],
  'mutex_and_barrier.cu': [IN_ORDER, line => !/still run/.test(line), 'mutex_and_barrier\\.cu:(10|11): thread \\d still runs'],
  'null_store.cu': ['address 0 is memory', line => !/used address/.test(line), 'kernel store wrote to an address near 0'],
  'spin_on_flag.cu': [IN_ORDER, line => !/still run/.test(line), 'spin_on_flag\\.cu:10: thread \\d still runs'],
};
// Tests that are also run with several devices, as in tests/emulator.cmake.
export const OF_DEVICES = /^(devices|nccl)\.cu$/;
// Those that have no verdict: a script compares what they print, and is given the programs that it runs.
export const BY_SCRIPT = {
  'api_switches.cu': ['api_switches', 'api_fault'],
};

// Mistakes of tests/checker that are not found here, or cannot be made, and why.
const TURNS = 'blocks that wait for one another need threads of the system';
const BY_VALUE = 'the copy of a struct that is passed by value is made behind the calls of the checker';
const OF_16 = 'an access to 16 bytes that is not aligned ends a kernel on the command line, and not here';
export const NOT_CHECKED_HERE = {
  two_hosts: 'a thread of the host runs to its end where it is created',
  grid: TURNS, by_hand: TURNS, flag_waits_takes: TURNS, flag_waits_gives: TURNS, hand_barrier: TURNS,
  passed: BY_VALUE, passed_vector: BY_VALUE,
  stack: STACKS,
  misaligned_load: OF_16, misaligned_store: OF_16,
};

// Those of which more is said than on the command line, or by other numbers of bytes, and why.
const MEMBERS = 'clang stores and loads the members of a vector type one by one, g++ all at once';
const INDEX = 'clang looks at an index of which only the address is taken, too';
const WORDS = 'clang has other words for it, or says whether a bit field is read or written by another part of the same line';
const POINTER = 'a pointer has 4 bytes, so that parameters have fewer';
const STRIDES = 'threads that stride over the grid take no turns, so that fewer accesses meet';
const HANDLE = 'a handle has other digits where pointers have 32 bits';
export const SAID_OTHERWISE = {
  freed_texture: HANDLE,
  vector: MEMBERS, vector_load: MEMBERS, in_columns: MEMBERS,
  local_before: INDEX, constant_after: INDEX, constant_before: INDEX,
  misaligned_pair: WORDS, row_pointer: WORDS, last_member: WORDS, bit_fields: WORDS, odd_pair: WORDS, odd_field: WORDS, last_struct: MEMBERS, parameters: POINTER, stride: STRIDES,
};

// Profiles that differ from those of the command line, which g++ has compiled there, and why.
export const PROFILED_OTHERWISE = {
  'ch7_shared_memory/bank_conflicts': 'what does not change in a loop clang reads from shared memory in each turn, and a float4 ' +
    'that is a parameter number by number; of the lines that the chapter shows the figures are the same',
  'ch7_shared_memory/scan': 'of a statement that has two lines, clang tells the other one',
  'ch7_shared_memory/matmul_fast': 'the same, in pad.h; and before a barrier of the pipelined kernel threads access memory in ' +
    'another stretch; of the sums that the chapter shows the figures are the same',
};

// Of these a profile shows another request than on the command line where two of a statement are as bad, and why.
export const SHOWN_OTHERWISE = {
  'ch7_shared_memory/matmul': 'clang and g++ do not begin with the same operand of a product',
};
