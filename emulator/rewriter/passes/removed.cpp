//     texture<float, 2, cudaReadModeElementType> image;
// becomes
//     cuda_emulator_texture<float, 2, cudaReadModeElementType> image;
// with a warning, as there is for functions and members that are gone. What they do here is in
// include/emulator/removed.h.
#include "removed.h"

#include <iostream>
#include <set>
#include <string>

namespace cuda_rewriter {
namespace {

struct removed_name {
    std::string_view name;
    std::string_view today; // after "write"
};

// `./book` says the same of what nvcc does not know (book.d/removed.awk reads these lines).
constexpr removed_name functions[] = {
    {"cudaThreadSynchronize", "cudaDeviceSynchronize()"},
    {"cudaThreadExit", "cudaDeviceReset()"},
    {"cudaThreadSetLimit", "cudaDeviceSetLimit()"},
    {"cudaThreadGetLimit", "cudaDeviceGetLimit()"},
    {"cudaThreadGetCacheConfig", "cudaDeviceGetCacheConfig()"},
    {"cudaThreadSetCacheConfig", "cudaDeviceSetCacheConfig()"},
    {"cudaSetDoubleForDevice", "nothing: a double is a double on the device too"},
    {"cudaSetDoubleForHost", "nothing: a double is a double on the device too"},
    {"cudaBindTexture", "cudaCreateTextureObject(), with resType cudaResourceTypeLinear"},
    {"cudaBindTexture2D", "cudaCreateTextureObject(), with resType cudaResourceTypePitch2D"},
    {"cudaBindTextureToArray", "cudaCreateTextureObject(), with resType cudaResourceTypeArray"},
    {"cudaUnbindTexture", "cudaDestroyTextureObject()"},
    {"cudaGetTextureAlignmentOffset", "a texture object, whose memory begins where it should"},
    {"cudaBindSurfaceToArray", "cudaCreateSurfaceObject()"},
    {"cudaMemcpyToArray", "cudaMemcpy2DToArray()"},
    {"cudaMemcpyFromArray", "cudaMemcpy2DFromArray()"},
    {"cudaMemcpyArrayToArray", "cudaMemcpy2DArrayToArray()"},
    {"__shfl", "__shfl_sync(0xffffffff, ...), whose mask names the lanes that take part"},
    {"__shfl_up", "__shfl_up_sync(0xffffffff, ...), whose mask names the lanes that take part"},
    {"__shfl_down", "__shfl_down_sync(0xffffffff, ...), whose mask names the lanes that take part"},
    {"__shfl_xor", "__shfl_xor_sync(0xffffffff, ...), whose mask names the lanes that take part"},
    {"__any", "__any_sync(0xffffffff, ...), whose mask names the lanes that take part"},
    {"__all", "__all_sync(0xffffffff, ...), whose mask names the lanes that take part"},
    {"__ballot", "__ballot_sync(0xffffffff, ...), whose mask names the lanes that take part"},
};
constexpr removed_name members[] = {
    {"clockRate", "cudaDeviceGetAttribute(&value, cudaDevAttrClockRate, device)"},
    {"memoryClockRate", "cudaDeviceGetAttribute(&value, cudaDevAttrMemoryClockRate, device)"},
    {"deviceOverlap", "the member asyncEngineCount"},
    {"kernelExecTimeoutEnabled",
     "cudaDeviceGetAttribute(&value, cudaDevAttrKernelExecTimeout, device)"},
    {"computeMode", "cudaDeviceGetAttribute(&value, cudaDevAttrComputeMode, device)"},
    {"maxTexture1DLinear",
     "cudaDeviceGetAttribute(&value, cudaDevAttrMaxTexture1DLinearWidth, device)"},
    {"singleToDoublePrecisionPerfRatio",
     "cudaDeviceGetAttribute(&value, cudaDevAttrSingleToDoublePrecisionPerfRatio, device)"},
    {"cooperativeMultiDeviceLaunch", "the member cooperativeLaunch: a launch is on one device"},
};
constexpr removed_name templates[] = {
    {"texture", "a cudaTextureObject_t, an argument of the kernel"},
    {"surface", "a cudaSurfaceObject_t, an argument of the kernel"},
};

template <std::size_t COUNT>
const removed_name *find(const removed_name (&names)[COUNT], std::string_view name) {
    for (const removed_name &candidate : names)
        if (candidate.name == name)
            return &candidate;
    return nullptr;
}

// Behind a class key or a type, or in front of a body, the program declares one of its own.
bool is_declared(const region &text, std::string_view name) {
    for (int position = 1; position < text.size(); ++position) {
        if (!text.is(position, name))
            continue;
        if (text.is(position - 1, "class") || text.is(position - 1, "struct"))
            return true;
        if (text.is(position + 1, "(") && text.is(text.closer(position + 1) + 1, "{") &&
            text.is_identifier(position - 1) && !text.is(position - 1, "else"))
            return true;
    }
    return false;
}

bool mentions(const region &text, std::string_view name) {
    for (int position = 0; position < text.size(); ++position)
        if (text.is(position, name))
            return true;
    return false;
}

class replacer {
public:
    replacer(const source_file &file, edit_list &edits) : file_(file), edits_(edits) {
        for (const macro_definition &macro : file.macros())
            macros_.insert(macro.name);
        has_properties_ = mentions(file.main_text(), "cudaDeviceProp");
    }

    void look_through(const region &text) {
        for (int position = 0; position < text.size(); ++position) {
            const std::string_view name = text.text(position);
            const bool is_member = text.is(position - 1, ".") ||
                                   (text.is(position - 1, ">") && text.is(position - 2, "-"));
            if (is_member) {
                if (const removed_name *gone = find(members, name); gone && has_properties_)
                    warn(text, position, std::string(name), *gone);
            } else if (text.is(position - 1, ":")) {
                continue; // of a namespace
            } else if (const removed_name *gone = find(functions, name);
                       gone && text.is(position + 1, "(")) {
                if (!is_of_the_program(name))
                    warn(text, position, std::string(name) + "()", *gone);
            } else if (const removed_name *type = find(templates, name);
                       type && text.is(position + 1, "<") && !is_of_the_program(name)) {
                warn(text, position, std::string(name) + "<>", *type);
                edits_.replace(text.token_index(position), "cuda_emulator_" + std::string(name));
            }
        }
    }

private:
    bool is_of_the_program(std::string_view name) {
        return macros_.count(name) != 0 || is_declared(file_.main_text(), name);
    }

    void warn(const region &text, int position, const std::string &name, const removed_name &gone) {
        if (warned_.insert(gone.name).second)
            std::cerr << file_.message_at(text.token_index(position),
                                          name + " is of an older CUDA: write " +
                                              std::string(gone.today),
                                          "warning")
                      << "\n";
    }

    const source_file &file_;
    edit_list &edits_;
    std::set<std::string_view> macros_;
    std::set<std::string_view> warned_;
    bool has_properties_;
};

} // namespace

void replace_removed(const source_file &file, edit_list &edits) {
    replacer r(file, edits);
    r.look_through(file.main_text());
    for (const macro_definition &macro : file.macros())
        r.look_through(macro.body);
}

} // namespace cuda_rewriter
