// dice.h: chance for programs that invent programs: the same for a seed, whatever the library.
#ifndef DICE_H
#define DICE_H

#include <initializer_list>
#include <random>

// The distributions of the standard library differ between libraries, the engines do not.
class dice {
public:
    explicit dice(unsigned long long seed) : engine_(seed) {}
    unsigned below(unsigned n) { return static_cast<unsigned>(engine_() % n); }
    unsigned between(unsigned low, unsigned high) { return low + below(high - low + 1); }
    bool one_in(unsigned n) { return below(n) == 0; }
    const char *one_of(std::initializer_list<const char *> texts) {
        return texts.begin()[below(static_cast<unsigned>(texts.size()))];
    }

private:
    std::mt19937_64 engine_;
};

#endif
