// channel.h: how the answer's process speaks to the judge's: over a pipe, in messages of a letter,
// a length and that many bytes. The last one is `done`: an answer that ends its process before has
// not answered.
#ifndef PRACTICE_CHANNEL_H
#define PRACTICE_CHANNEL_H

namespace practice {

// The descriptor, in the answer's process.
#ifdef __wasi__
constexpr int channel = 9; // 3 is the folder of all files there
#else
constexpr int channel = 3;
#endif

enum message : char {
    result = 'R', // what is in a piece of memory in the end; in the order of input() and output()
    failed = 'F', // what has failed, in words
    done = 'D'
};

} // namespace practice

#endif
