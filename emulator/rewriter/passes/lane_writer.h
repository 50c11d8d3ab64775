// Writes down what a plan says of a kernel whose threads are lanes.
#pragma once

#include "lane_plan.h"
#include "lanes.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace cuda_rewriter {

class lane_writer {
public:
    lane_writer(const source_file &file, const tree &syntax, int body, const lane_values &values,
                const lane_plan &plan)
        : file_(file), syntax_(syntax), text_(syntax.text()), body_(body), values_(values),
          plan_(plan) {}

    step_ends write(const std::string &bounds, edit_list &edits);

private:
    void write_body(const std::vector<piece> &pieces);
    void write_row(const std::vector<piece> &pieces, std::string lanes);
    void write_around(const piece &p, const std::string &lanes);
    void write_each(const piece &p, const std::string &lanes);
    // What stands in front of what each lane runs: outside of the loop over them, and inside.
    struct head_of_each {
        std::string outer, inner;
    };
    head_of_each head(const piece &p, const std::string &lanes, bool in_steps = false);
    std::string begin_each(const piece &p, const std::string &lanes, bool in_steps = false);
    bool has_steps(const piece &p) const;
    bool is_step(const lane_variable &v) const;
    bool is_step(int open, int first_of_piece) const;
    std::string in_first_lane(int first, int last, const std::string &lanes) const;
    std::string indices_in_steps(const piece &p, const std::string &lanes);
    std::string several_rounds(const piece &loop, const std::string &lanes);
    void write_value(const piece &p, const std::string &lanes);
    void write_loop(const piece &p, const std::string &lanes);
    void write_rounds(const piece &p, const std::string &lanes);
    void write_remainder(const piece &p, const std::string &lanes);
    void begin_segment(const piece *first, const piece *last, bool with_neighbours,
                       const std::string &lanes);
    std::string moved(const std::vector<const lane_variable *> &needed, bool quiet) const;
    std::string those_that_stay() const;
    void write_leave(const piece &p);
    void write_shuffle(const piece &p);
    std::string bytes_of_neighbours() const;
    void open_brace(int first) { before_[first] += "{ "; }
    void close_brace(int first);
    void tell_of_shared_memory();
    bool is_in_shared_array(int name) const;
    bool is_declared_since(int first, int use) const;
    void blank(int first, int last, const std::string &by);
    std::string fetches(const piece &loop) const;
    bool sums_up(const piece &loop) const;
    bool is_of_shared_memory(const piece *first, const piece *last) const;
    bool is_used_in_place(const lane_variable &v, const piece *first, const piece *last) const;
    bool is_in_sum(const lane_variable &v, int position) const;
    bool changes_in(const lane_variable &v, int first, int last) const;
    bool mentions(int first, int last, std::string_view name) const;
    std::vector<const lane_variable *> used_in(int first, int last) const;
    std::vector<const lane_variable *> needed_in(int first, int last) const;
    std::vector<const lane_variable *> needed(std::vector<const lane_variable *> open) const;
    std::vector<const lane_variable *> used_to_stay() const;
    std::string new_lanes() { return "cuda_emulator_lanes_" + std::to_string(++lanes_); }

    const source_file &file_;
    const tree &syntax_;
    const region &text_;
    const int body_;
    const lane_values &values_;
    const lane_plan &plan_;
    int lanes_ = 0, indices_ = 0;
    struct condition {
        int first, last;
        bool leaves; // those for which it holds
    };
    std::vector<condition> staying_; // which threads have come so far
    int part_ = -1;                  // the loop that runs part by part
    std::string lanes_of_part_;
    std::set<std::pair<int, int>> sums_; // variables that such a loop adds to
    bool in_rounds_ = false;
    std::map<int, std::string> before_, begin_, after_, replaced_; // begin_: further in front
};

} // namespace cuda_rewriter
