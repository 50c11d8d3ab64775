// Names of the C and C++ libraries that device code cannot use, and of CUDA's that host code
// cannot.
#pragma once

#include <string>
#include <string_view>

namespace cuda_rewriter {

// What a reader should do instead of using a name in device code: "a kernel prints with printf()";
// empty if the name is none of these.
std::string instead_of_host_function(std::string_view name); // of C or of the CUDA runtime
std::string instead_of_std_function(std::string_view name);  // of std::
std::string instead_of_std_stream(std::string_view name);    // of std::, an object: cout
std::string instead_of_std_class(std::string_view name);     // of std::, with a host constructor

// Whether device code has functions of this name, which overloads of a reader's may join.
bool is_device_name(std::string_view name);
// Whether only device code has it: __syncthreads.
bool is_only_of_device(std::string_view name);

} // namespace cuda_rewriter
