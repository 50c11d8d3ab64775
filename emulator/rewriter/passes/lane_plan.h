// What becomes of each statement of a kernel whose threads are lanes.
#pragma once

#include "lane_values.h"

#include <vector>

namespace cuda_rewriter {

struct piece {
    enum class what {
        block_text, // stays as it is, once for the block
        barrier,
        shuffle,         // what the call of the next piece gives, once for the block
        neighbours,      // what stands in front of it neighbouring blocks run side by side
        leave,           // "if (i >= n) return;": the others come to the barriers behind it
        stay,            // "if (i < n) { ... }" around barriers, with nothing behind it
        around_barriers, // a loop or a branch that all threads take alike
        moved,           // a definition that each segment has that needs it
        row_text,        // stays as it is, once for a row
        around,          // a loop or a branch that the threads of a row take alike
        narrow,          // a branch that some neighbours take
        narrow_rest,     // the others leave the kernel
        narrow_loop,     // a loop in which some neighbours go on
        narrow_value,    // "v = i > 0 ? a[i - 1] : 0;": some neighbours take the first value
        rounds,          // a loop that each lane goes round as often as it likes
        remainder,       // "v = (v + 1) % n;" in there
        each             // statements that each thread runs by itself
    };
    what is;
    int first, last;
    const node *statement; // the first one
    std::vector<piece> inner, otherwise;
};

// At most: "float" 4, "double" 8, "float *" 8, "double4" 32.
int bytes_of(const std::string &type);
// What a thread keeps while its block and its neighbours run side by side.
constexpr int MOST_BYTES_OF_NEIGHBOURS = 16;

class lane_plan {
public:
    lane_plan(const tree &syntax, const node &kernel, int body, lane_values &values)
        : syntax_(syntax), text_(syntax.text()), kernel_(kernel), body_(body), values_(values) {}

    // Whether there is one.
    bool make();

    const std::vector<piece> &pieces() const { return pieces_; }
    // Of a position: the number of the segment, and of the piece, or -1.
    int segment_at(int position) const { return segments_[position - body_]; }
    int piece_at(int position) const { return numbers_[position - body_]; }
    // Where that ends which neighbouring blocks run side by side, or -1.
    int neighbours_end() const { return neighbours_end_; }
    // Whether neighbouring blocks are one row from beginning to end.
    bool is_of_grid() const { return is_of_grid_; }
    bool is_moved(const lane_variable &v) const { return moved_.count(v.definition) != 0; }
    // Whether each lane works it out anew where it needs it.
    bool is_recalculated(const lane_variable &v) const {
        return is_moved(v) && v.how == sameness::none;
    }
    // Whether no segment needs what it was in another one.
    bool is_new(const lane_variable &v) const { return new_.count(v.definition) != 0; }
    // Whether each thread has its own, in an array.
    bool is_in_array(const lane_variable &v) const { return arrays_.count(v.definition) != 0; }
    bool is_kept(const lane_variable &v) const { return kept_.count(v.definition) != 0; }

    // Whether compilers make vectors of the lanes that run these statements; some do where what a
    // lane reads and writes lies as far behind that of the lane before as several steps are.
    bool pays(int first, int last, bool also_steps = false) const;
    // By how much a whole number is greater in each lane than in the one before: "1", "4"; or "".
    std::string step_of(int first, int last) const;
    // Where the condition of a statement's choice begins, and the '?' behind it.
    std::pair<int, int> choice_in(const node &statement) const;
    // The call of a shuffle in a statement, of a variable, by what is the same for the block; and
    // its arguments: a mask, which may be missing ({0, 0}), the variable, and one or two more. -1:
    // none.
    int shuffle_in(const node &statement,
                   std::vector<std::pair<int, int>> *arguments = nullptr) const;
    bool has_shuffles() const { return !shuffled_.empty(); }
    // The expression that narrows lanes by a condition, or "".
    std::string narrowed(int first, int last, const std::string &lanes, bool negated) const;

private:
    std::vector<const node *> statements_of(int first) const;
    bool has_barrier(int first, int last) const;
    bool is_barrier(const node &statement) const;
    bool has_jump(const node &loop) const;
    bool is_update(int first, int last, sameness most) const;
    bool is_text(const node &statement, sameness most) const;
    bool head_stays(const node &loop) const;
    bool head_stays_for_block(const node &statement) const;
    bool gives_its_own(const node &statement) const;
    bool narrows_value(const node &statement) const;
    bool leaves_others(const std::vector<piece> &pieces, int position) const;
    bool strides(const node &loop) const;
    bool pays_in_rounds(const node &loop) const;
    bool is_remainder(const node &statement) const;
    void build_rounds(const node &loop, std::vector<piece> &to);
    std::string term(int first, int last, const std::string &lanes, bool negated) const;
    bool is_return(int first) const;
    bool narrows_for_good(const node &s, bool negated) const;
    // ends: whether nothing of the kernel runs behind these.
    void build_body(const std::vector<const node *> &statements, bool ends, bool top,
                    std::vector<piece> &to);
    bool is_for_one(const node &branch) const;
    void build_each(int body, std::vector<piece> &to);
    void build_row(const node &statement, std::vector<piece> &to);
    void set_neighbours_apart(std::vector<piece> &pieces);
    bool suits_neighbours(const piece &p) const;
    bool only_reads(int first, int last) const;
    bool knows_only_grid(int first, int last, std::set<int> &seen) const;
    bool counts_threads_of_grid(const lane_variable &v) const;
    bool lies_close(int first, int last) const;
    bool suits_grid(const std::vector<piece> &pieces) const;
    bool suits_grid() const;
    bool settle(const std::vector<piece> &pieces, std::vector<const piece *> &around);
    bool settle_text(int first, int last, const std::vector<const piece *> &around, bool of_row);
    bool level_definitions();
    bool demote(lane_variable &v, sameness how);
    void number(const std::vector<piece> &pieces, bool of_row);
    bool place_variables();
    int bytes_of_arrays() const;
    bool move_with_others(std::set<int> &moved, std::set<std::string> &names);
    bool is_derivable(const lane_variable &v) const;
    bool is_derivable(const lane_variable &v, std::set<int> &seen) const;
    bool is_constant(const lane_variable &v) const;
    bool is_recalculable(const lane_variable &v) const;
    bool all_move(const lane_variable &v) const;
    bool stands_with_lanes(const lane_variable &v) const;
    bool begins_anew(const lane_variable &v) const;
    void fail() { failed_ = true; }

    const tree &syntax_;
    const region &text_;
    [[maybe_unused]] const node &kernel_; // which not each of the class's files uses
    const int body_;
    lane_values &values_;
    std::vector<piece> pieces_;
    std::vector<int> segments_, numbers_;
    int segment_ = 0, number_ = 0;
    int neighbours_end_ = -1;
    bool is_of_grid_ = false;
    std::vector<const lane_variable *> shuffled_;
    std::set<int> tops_; // where statements begin that all threads of a segment run
    std::set<int> moved_, arrays_, kept_, new_; // variables by their definitions
    std::set<int> known_arrays_;                // when the plan was made
    bool failed_ = false;
    bool waits_ = false; // at barriers
    bool top_ = false;   // where a return of some leaves the others alone
};

} // namespace cuda_rewriter
