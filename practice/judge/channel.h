// channel.h: how the answer's process speaks to the judge's: over a pipe, in messages of a letter,
// a length and that many bytes. The last one is `done`: an answer that ends its process before has
// not answered.
#ifndef PRACTICE_CHANNEL_H
#define PRACTICE_CHANNEL_H

namespace practice {

constexpr int channel = 3; // the descriptor, in the answer's process

enum message : char {
    result = 'R',  // what expect() asks for, in the order in which it asks
    changed = 'C', // the name of an input that is not what it was
    failed = 'F',  // what has failed, in words
    done = 'D'
};

} // namespace practice

#endif
