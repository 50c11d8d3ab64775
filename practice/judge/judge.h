// judge.h: what a task says of the answers to it, in a file task.cpp of its folder.
//
// A task defines the four functions at the end of this file. The same text of judged() runs in two
// processes. In the *answer's*, input() and output() give memory of the device, and run() calls the
// answer, sends off what is in that memory then, and ends the process. In the *judge's*, which
// holds no line of the answer, they give what was sent, run() does nothing, and expect() compares
// that with what is right. So an answer never meets the numbers that it is compared with. And its
// host code does not find the elements that it gets: they are on the device, and the vectors are
// erased.
//
// Numbers come from a seed, a hash of the answer's file: for the same file the same each time, and
// nobody knows them before the file is written.
#ifndef PRACTICE_JUDGE_H
#define PRACTICE_JUDGE_H

#include "figures.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <sstream>
#include <string>
#include <vector>

namespace practice {

// How much an answer gets to do: n elements, or two numbers, such as columns and rows.
struct size {
    int n, m;
    const char *name_of_n = "n", *name_of_m = ""; // for the reader: see named()
    size(int n, int m = -1)
        : n(n), m(m) {} // implicit, so that a list of sizes is a list of numbers
    bool has_rows() const { return m >= 0; }
};
// Sizes of two numbers, which solve() has under these names.
inline std::vector<size> named(const char *n, const char *m, std::vector<size> all) {
    all.front().name_of_n = n;
    all.front().name_of_m = m;
    return all;
}

class judge {
public:
    const size given;

    judge(size given, std::uint64_t seed) : given(given), state_(seed) {}
    virtual ~judge() = default;

    // Whole numbers from low to high. Sums of small ones are exact in float, in any order.
    int number(int low, int high);
    template <class T> std::vector<T> numbers(std::size_t count, int low, int high) {
        std::vector<T> all(count);
        for (T &one : all)
            one = static_cast<T>(number(low, high));
        return all;
    }

    // ---- What the answer gets: memory of the device
    // With these elements, which the answer must leave as they are.
    template <class T> const T *input(const char *name, const std::vector<T> &elements) {
        return static_cast<const T *>(
            memory(name, elements.data(), elements.size(), sizeof(T), false));
    }
    // With these elements, which the answer may change.
    template <class T> T *in_out(const char *name, const std::vector<T> &elements) {
        return static_cast<T *>(memory(name, elements.data(), elements.size(), sizeof(T), true));
    }
    // In which nothing has written anything yet.
    template <class T> T *output(const char *name, std::size_t count) {
        return static_cast<T *>(memory(name, nullptr, count, sizeof(T), true));
    }

    // ---- Then
    template <class F> void run(F call_of_answer) {
        if (begins())
            call_of_answer();
        ends();
    }
    // What must be there now. width: of a row, if a place is to be named by row and column.
    template <class T>
    void expect(const char *name, const T *memory, const std::vector<T> &right,
                std::size_t width = 0) {
        compare(name, std::vector<T>(memory, memory + right.size()), right, width);
    }
    // The same in whatever order: both are sorted first.
    template <class T>
    void expect_in_any_order(const char *name, const T *memory, std::vector<T> right) {
        std::vector<T> there(memory, memory + right.size());
        std::sort(there.begin(), there.end());
        std::sort(right.begin(), right.end());
        compare((std::string(name) + ", sorted: ").c_str(), there, right, 0);
    }

protected:
    virtual void *memory(const char *name, const void *elements, std::size_t count,
                         std::size_t bytes_of_one, bool may_change) = 0;
    virtual bool begins() = 0; // whether the answer is to be called
    virtual void ends() = 0;
    virtual void differs(const std::string &how) = 0;
    // What numbers are made from: nobody can tell them from now on.
    void forget() { state_ = 0; }

private:
    template <class T>
    void compare(const char *name, const std::vector<T> &there, const std::vector<T> &right,
                 std::size_t width) {
        std::size_t wrong = 0, first = 0, last = 0;
        for (std::size_t i = 0; i < right.size(); i++)
            if (!(there[i] == right[i])) { // NaN is wrong, too
                if (wrong++ == 0)
                    first = i;
                last = i;
            }
        if (wrong == 0)
            return;
        std::ostringstream text;
        text << place(name, first, width) << " is " << +there[first] << ", not " << +right[first];
        if (wrong > 1)
            text << "; " << wrong << " of " << right.size() << " are wrong, the last at "
                 << place("", last, width);
        differs(text.str());
    }
    static std::string place(const char *name, std::size_t i, std::size_t width);
    std::uint64_t state_;
};

// ------------------------------------------------------------------ what a task defines

// The sizes that every answer is tried with, from small to large. Two more are made up. The first
// one has the names for all of them.
std::vector<size> sizes();
// The size that such a one must not exceed.
size largest_made_up();
// One case: makes the data, runs the answer, says what must be there.
void judged(judge &);
// What is asked beyond a right result, of one case of that size; see figures.h.
size counted_size();
void asked(figures &);

} // namespace practice

#endif
