// helper_string.h, of the family that NVIDIA's CUDA samples have for themselves: options of the
// command line, paths. Options begin with any number of '-', and upper and lower case are the same.
// A program that comes with a header of this name gets its own.
#ifndef COMMON_HELPER_STRING_H_
#define COMMON_HELPER_STRING_H_

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <string>
#include <strings.h>

#ifndef STRCASECMP
#define STRCASECMP strcasecmp
#endif
#ifndef STRNCASECMP
#define STRNCASECMP strncasecmp
#endif
#ifndef STRCPY
#define STRCPY(to, size, from) strcpy(to, from)
#endif
#ifndef FOPEN
#define FOPEN(file, name, mode) (file = fopen(name, mode))
#endif
#ifndef FOPEN_FAIL
#define FOPEN_FAIL(file) (file == NULL)
#endif
#ifndef SSCANF
#define SSCANF sscanf
#endif
#ifndef SPRINTF
#define SPRINTF sprintf
#endif
#ifndef EXIT_WAIVED
#define EXIT_WAIVED 2
#endif

// How many of these stand in front; 0 if nothing stands behind them.
inline int stringRemoveDelimiter(char delimiter, const char *string) {
    const char *rest = string;
    while (*rest == delimiter && *rest != '\0')
        ++rest;
    return *rest == '\0' || rest[1] == '\0' ? 0 : static_cast<int>(rest - string);
}

// Sets extension to what stands behind the last dot, or null, and returns where that is.
inline int getFileExtension(char *filename, char **extension) {
    char *const dot = strrchr(filename, '.');
    *extension = dot == nullptr || dot == filename ? nullptr : dot + 1;
    return *extension == nullptr ? 0 : static_cast<int>(*extension - filename);
}

// What follows the name of an option in an argument, or null if it is a different one.
inline const char *helper_after_name(const char *argument, const char *name) {
    const char *const option = argument + stringRemoveDelimiter('-', argument);
    const size_t length = strlen(name);
    return STRNCASECMP(option, name, length) == 0 ? option + length : nullptr;
}

// The last of these options; what follows its name and the '=' behind it, or null.
inline const char *helper_option(int argc, const char **argv, const char *name) {
    const char *found = nullptr;
    for (int i = 1; i < argc; ++i)
        if (const char *after = helper_after_name(argv[i], name))
            found = *after == '=' ? after + 1 : after;
    return found;
}

inline bool checkCmdLineFlag(const int argc, const char **argv, const char *name) {
    for (int i = 1; i < argc; ++i) {
        const char *const after = helper_after_name(argv[i], name);
        if (after != nullptr && (*after == '\0' || *after == '='))
            return true;
    }
    return false;
}

template <class T>
inline bool getCmdLineArgumentValue(const int argc, const char **argv, const char *name, T *value) {
    const char *const text = helper_option(argc, argv, name);
    if (text != nullptr && *text != '\0')
        *value = static_cast<T>(atoi(text));
    return text != nullptr;
}

inline int getCmdLineArgumentInt(const int argc, const char **argv, const char *name) {
    const char *const text = helper_option(argc, argv, name);
    return text == nullptr ? 0 : atoi(text);
}

inline float getCmdLineArgumentFloat(const int argc, const char **argv, const char *name) {
    const char *const text = helper_option(argc, argv, name);
    return text == nullptr ? 0.0f : static_cast<float>(atof(text));
}

inline bool getCmdLineArgumentString(const int argc, const char **argv, const char *name,
                                     char **value) {
    *value = const_cast<char *>(helper_option(argc, argv, name));
    return *value != nullptr;
}

// The path of a file beside the program or in its folder data, in the folder where it was started,
// or in those above; null if it is in none. The caller may free() it.
inline char *sdkFindFilePath(const char *filename, const char *executable_path) {
    std::string program = executable_path == nullptr ? "" : executable_path;
    const size_t slash = program.rfind('/');
    const std::string folder = slash == std::string::npos ? "" : program.substr(0, slash + 1);
    const std::string name = slash == std::string::npos ? program : program.substr(slash + 1);
    std::string up;
    for (int level = 0; level < 5; ++level, up += "../")
        for (const std::string &beside : {std::string(), folder})
            for (const std::string &inside :
                 {std::string(), std::string("data/"), std::string("Common/data/"), name + "/",
                  name + "/data/"}) {
                const std::string path = beside + up + inside + filename;
                if (FILE *file = fopen(path.c_str(), "rb")) {
                    fclose(file);
                    return strdup(path.c_str());
                }
            }
    return nullptr;
}

#endif
