// emitter.h: the text of a random kernel, the calls that launch it, and what has to be found with
// each of its mistakes.
#ifndef FUZZ_EMITTER_H
#define FUZZ_EMITTER_H

#include "../../dice.h"
#include "kernel.h"
#include "model.h"

#include <map>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace fuzz {

// "KIND:LINE" or "KIND:LINE:LINE", once as numbers of steps or lines and their kind.
struct expectation {
    mistake what;
    findings found;                     // by the model
    std::set<std::string> needed, also; // one of the first has to be found, the others may
};

class emitter {
public:
    emitter(dice &random, kernel &k, std::shared_ptr<std::vector<unsigned>> order, unsigned line)
        : random_(random), k_(k), order_(std::move(order)), line_(line), name_(number(k.id)) {}
    void emit(unsigned most_mistakes);
    std::string text() const { return text_.str(); }
    unsigned next_line() const { return line_; }
    const std::vector<expectation> &expectations() const { return chosen_; }

private:
    // emitter_mistakes.cpp
    void gather(const steps &list, std::vector<mistake> &all) const;
    unsigned blocks_that_stay() const;
    void may_leave(const step &s, std::vector<mistake> &all) const;
    void choose_mistakes(unsigned most);
    static bool has_effect(const expectation &e);
    unsigned mistake_of(mistake_kind kind, const step *at, const array *of = nullptr) const;
    std::string unless(mistake_kind kind, const step *at, const array *of = nullptr) const;
    std::string choice(mistake_kind kind, const step *at, const std::string &wrong,
                       const std::string &right, const array *of = nullptr) const;
    std::string unless_one(mistake_kind kind, const step &s, bool by_thread) const;

    // emitter.cpp
    unsigned put(const std::string &text);
    static std::string plain_type(const array &a) { return a.type->name; }
    std::string flat(const array &a, const std::string &index) const;
    std::string element(const step &s, const access &a, const std::string &base) const;
    static std::string subscript(const array &a, const std::string &at, const std::string &base);
    static std::string part(const access &a);
    static std::string taken(const access &a, const std::string &element, std::string &before);
    static std::string braced(const std::string &before, const std::string &statement);
    static std::string part_type(const access &a);
    void put_shared(const array &a);
    void emit_kernel();
    void emit_helpers(steps &list);
    void emit_shared_of_pieces(const steps &list);
    void emit_steps(steps &list);
    void emit_step(step &s);
    // With the result of its reads, or the compiler would leave them out for who does not stay.
    std::string leaving() const {
        return k_.in_steps ? "return;" : "{ " + result() + " = r; return; }";
    }
    std::string result() const { return "out[b * " + u(k_.threads) + " + t]"; }

    // emitter_pieces.cpp
    void emit_inside(step &s);
    void emit_lock(step &s, const std::string &id);
    void emit_bytes(step &s, const std::string &id);
    void emit_last_block(step &s, const std::string &id);
    void emit_ticket(step &s, const std::string &id);

    // emitter_host.cpp
    static std::string extent(const unsigned *e);
    void emit_host();
    std::string freed_test(const array &a) const;

    // emitter_expected.cpp
    static void lines_of(const steps &list, std::map<unsigned, unsigned> &lines,
                         std::map<unsigned, unsigned> &calls);
    void expect(expectation &e) const;
    static unsigned line_of_barrier(const steps &list, unsigned id);

    dice &random_;
    kernel &k_;
    std::shared_ptr<std::vector<unsigned>> order_;
    std::vector<expectation> chosen_;
    std::ostringstream text_;
    unsigned line_;
    std::string name_, indent_;
    unsigned dynamic_bytes_ = 0;
    const array *last_dynamic_ = nullptr;
};

} // namespace fuzz

#endif
