// barriers FILE: how many barriers each kernel has. The pass that emulator/rewriter/README.md shows how to write.
#include "driver/file_io.h"
#include "syntax/source_file.h"

#include <iostream>

namespace {

using namespace cuda_rewriter;

bool is_kernel(const tree &syntax, const node &n) {
    if (n.what == kind::function)
        for (int position = n.first; position < n.open; ++position)
            if (syntax.text().is(position, "__global__"))
                return true;
    return false;
}

void count_barriers(const tree &syntax) {
    const region &text = syntax.text();
    for (const node &kernel : syntax.nodes()) {
        if (!is_kernel(syntax, kernel))
            continue;
        int count = 0;
        for (const node &call : syntax.below(kernel))
            if (call.what == kind::call && text.is(call.name, "__syncthreads"))
                ++count;
        std::cout << text.text(kernel.name) << ": " << count << "\n";
    }
}

} // namespace

int main(int argc, char **argv) {
    if (argc != 2) {
        std::cerr << "usage: barriers FILE\n";
        return 2;
    }
    const source_file file(argv[1], read_file(argv[1]));
    count_barriers(file.syntax());
}
