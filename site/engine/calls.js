// calls.js: lets Binaryen find sooner what it calls.
//
// Functions that may throw it calls by way of JavaScript, which keeps them in an array, by number, as they come. Of an
// array with such gaps V8 makes a hash table, and looks into that at each call.

const FUNCTIONS = 1 << 14; // more than it has numbers

// The text of its module, whose array has no gaps.
export function callsSooner(text) {
  const changed = text.replace(/(\w+)=\[\](,\w+=(\w+)=>\{var \w+=\1\[\3\];)/, `$1=Array(${FUNCTIONS}).fill(0)$2`);
  if (changed === text)
    throw new Error('calls.js: Binaryen keeps what it calls in no way that is known here');
  return changed;
}
