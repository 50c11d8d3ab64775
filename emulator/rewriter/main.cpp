// cuda_rewrite: a CUDA program in, C++ for the CPU emulator out. Its files; each includes only what
// stands below it:
//
//   main, options      the command line
//   translation        a translation unit: the file and its headers, each through all passes
//   verdicts           what nvcc refuses and a C++ compiler does not
//     characters       signs of print in the place of C++'s
//     host_library     names of C, C++ and CUDA that only one side has
//   explain            what a compiler says of the translation, said of the reader's text
//     names            the word of CUDA that a misspelt one is nearest to
//   columns            where the columns of the translation come from
//   the passes, which read regions and make edits:
//     launches         kernel<<<...>>>(...); kernel_expression finds the kernel in front
//     kernels          the bodies of __global__ functions
//       arguments      those of classes
//       steps          those with barriers; step_names: what their names mean; step_values: which
//                      variables a thread need not keep
//     shared_memory    __shared__; shared_limit: how much of it
//     strides          loops that stride over the grid
//     delays           loops that let time pass
//     spins            loops that wait for another thread
//     lockstep         volatile variables by which a warp's threads exchange values
//     runtime_calls    cudaLaunchKernel((void *)kernel, ...)
//     attributes       __noinline__
//     inline_ptx       asm("mov.u32 ...")
//     libraries        NVIDIA's, which are not here
//     views            __CUDA_ARCH__, which only device code sees
//     same_names       members that have the name of their type
//     member_templates tile.sum<16>(x)
//     removed          texture<float> and what else old books use
//     device_variables gaps beside __device__ and __constant__ variables
//     unused_results   calls of the API whose result nobody looks at
//     and for the checker: shared_variables, local_variables, whole_structs,
//                      bit_fields; for the profiler: profile_marks, whole_vectors;
//                      for the recorder: statement_marks
//   functions          what a file declares, and where it runs
//   device_bodies      the bodies of functions that run on the device
//   edits              changes to the tokens of a file, applied at the end
//   statements         where a statement begins and ends
//   postfix            where an expression such as a.b[i] begins
//   specifiers         where a region says __global__ or __shared__, be it through a macro
//   source_file        a file: its directives, its macros, and the rest
//   excerpt            a message with the line that it is about
//   region             a sequence of tokens with its brackets matched
//   lexer              text becomes tokens
//   words              lists of words
//   file_io, errors    files in and out, and the end of a translation that cannot go on
#include <iostream>
#include <iterator>
#include <string>
#include <vector>

#include "columns.h"
#include "explain.h"
#include "file_io.h"
#include "options.h"
#include "translation.h"

namespace {

using namespace cuda_rewriter;

std::string makefile_escaped(const std::filesystem::path &path) {
    std::string result;
    for (const char c : path.string()) {
        if (c == ' ' || c == '#')
            result += '\\';
        if (c == '$')
            result += '$';
        result += c;
    }
    return result;
}

std::string dependencies(const options &opts, const translation &t) {
    std::string result = makefile_escaped(opts.output) + ":";
    for (const std::filesystem::path &input : t.inputs())
        result += " \\\n  " + makefile_escaped(input);
    return result + "\n";
}

void translate(const options &opts) {
    translation t(opts);
    t.run(opts.input, opts.display_name);
    const std::vector<output_file> outputs = t.outputs();
    if (!opts.depfile.empty())
        write_file(opts.depfile, dependencies(opts, t));
    if (!opts.columns.empty())
        write_file(opts.columns, t.columns());
    for (const output_file &file : outputs)
        write_file(file.path, file.content);
}

} // namespace

int main(int argc, char **argv) {
    const options opts = parse_options(std::vector<std::string>(argv + 1, argv + argc));
    if (opts.help)
        std::cout << help_text;
    else if (opts.explain)
        std::cerr << explain(std::string(std::istreambuf_iterator<char>(std::cin), {}),
                             read_columns(read_file(opts.columns)));
    else
        translate(opts);
}
