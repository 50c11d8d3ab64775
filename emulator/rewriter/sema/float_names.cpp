#include "float_names.h"

#include "../syntax/words.h"

namespace cuda_rewriter {
namespace {

bool is_float(std::string_view word) {
    return word == "float" || word == "double";
}

} // namespace

void float_names::find(const source_file &file) {
    for (const macro_definition &macro : file.macros()) {
        const bool is_one = !macro.function_like && macro.body.size() == 1;
        (is_one && is_float(macro.body.text(0)) ? floats_ : others_).emplace(macro.name);
    }
    const region &text = file.main_text();
    for (int position = 0; position + 1 < text.size(); ++position) {
        const std::string_view here = text.text(position);
        const int second = position + 1, third = position + 2;
        if (here == "typedef" && is_float(text.text(second)) && text.is(position + 3, ";")) {
            floats_.emplace(text.text(third));
        } else if (here == "using" && text.is(third, "=") && is_float(text.text(position + 3)) &&
                   text.is(position + 4, ";")) {
            floats_.emplace(text.text(second));
        } else if (here == "typedef") {
            for (int name = second; name < text.size() && !text.is(name, ";"); ++name)
                if (text.is_name(name) && !text.is_name(name + 1))
                    others_.emplace(text.text(name));
        } else if (here == "using" || here == "typename" || is_class_key(here)) {
            others_.emplace(text.text(second));
        }
    }
}

} // namespace cuda_rewriter
