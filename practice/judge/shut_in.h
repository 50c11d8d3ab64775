// shut_in.h: what the answer's process may not do from now on, whatever the answer is.
#ifndef PRACTICE_SHUT_IN_H
#define PRACTICE_SHUT_IN_H

namespace practice {

// No network, no file but those that are there already, no signals to others, no other program's
// memory, where the system can refuse it (Linux on x86-64 and 64-bit Arm). Limits of time, memory,
// files and processes are set by the judge (process.h), before this process begins.
void shut_in();

} // namespace practice

#endif
