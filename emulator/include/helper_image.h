// helper_image.h, of the family of helper_cuda.h: images in PGM and PPM files, files of numbers,
// comparisons. What is loaded is malloc()ed, unless the caller has brought memory.
#ifndef COMMON_HELPER_IMAGE_H_
#define COMMON_HELPER_IMAGE_H_

#include "helper_string.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <string>
#include <type_traits>
#include <vector>

#ifndef MIN
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#endif
#ifndef MAX
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#endif

// ---- Images. Bytes are 0 to 255, floating-point numbers 0 to 1.

// The number behind blanks and comments in the head of a PGM or PPM file; -1 if there is none.
inline long helper_number_of_head(FILE *file) {
    int c = fgetc(file);
    while (c == '#' || isspace(c)) {
        if (c == '#')
            while (c != '\n' && c != EOF)
                c = fgetc(file);
        c = fgetc(file);
    }
    ungetc(c, file);
    long number = -1;
    return fscanf(file, "%ld", &number) == 1 ? number : -1;
}

inline bool __loadPPM(const char *name, unsigned char **data, unsigned int *w, unsigned int *h,
                      unsigned int *channels) {
    FILE *file = fopen(name, "rb");
    if (file == nullptr) {
        std::cerr << "__LoadPPM() : Failed to open file: " << name << std::endl;
        return false;
    }
    char magic[3] = "";
    const bool known =
        fread(magic, 1, 2, file) == 2 && (!strcmp(magic, "P5") || !strcmp(magic, "P6"));
    const long width = known ? helper_number_of_head(file) : -1,
               height = known ? helper_number_of_head(file) : -1;
    const bool good = width > 0 && height > 0 && helper_number_of_head(file) == 255;
    fgetc(file); // the one blank behind the head
    *channels = magic[1] == '5' ? 1 : 3;
    if (!good || width > 1 << 20 || height > 1 << 20) {
        std::cerr << "__LoadPPM() : File is not a PPM or PGM image" << std::endl;
        fclose(file);
        return false;
    }
    if (*data != nullptr &&
        (*w != static_cast<unsigned>(width) || *h != static_cast<unsigned>(height))) {
        std::cerr << "__LoadPPM() : Invalid image dimensions." << std::endl;
        fclose(file);
        return false;
    }
    *w = static_cast<unsigned>(width);
    *h = static_cast<unsigned>(height);
    const size_t size = static_cast<size_t>(width) * static_cast<size_t>(height) * *channels;
    if (*data == nullptr)
        *data = static_cast<unsigned char *>(malloc(size));
    const bool whole = fread(*data, 1, size, file) == size;
    if (!whole)
        std::cerr << "__LoadPPM() read data returned error." << std::endl;
    fclose(file);
    return whole;
}

inline bool __savePPM(const char *name, const unsigned char *data, unsigned int w, unsigned int h,
                      unsigned int channels) {
    assert(data != nullptr && w > 0 && h > 0);
    if (channels != 1 && channels != 3) {
        std::cerr << "__savePPM() : Invalid number of channels." << std::endl;
        return false;
    }
    FILE *file = fopen(name, "wb");
    if (file == nullptr) {
        std::cerr << "__savePPM() : Opening file failed." << std::endl;
        return false;
    }
    fprintf(file, "P%d\n%u\n%u\n255\n", channels == 1 ? 5 : 6, w, h);
    const size_t size = static_cast<size_t>(w) * h * channels;
    const bool whole = fwrite(data, 1, size, file) == size;
    return fclose(file) == 0 && whole;
}

template <class T>
inline bool sdkLoadPGM(const char *name, T **data, unsigned int *w, unsigned int *h) {
    unsigned char *bytes = nullptr;
    unsigned int channels = 0, width = 0, height = 0;
    if (!__loadPPM(name, &bytes, &width, &height, &channels))
        return false;
    if (*data != nullptr && (*w != width || *h != height || channels != 1)) {
        std::cerr << "sdkLoadPGM() : Invalid image dimensions." << std::endl;
        free(bytes);
        return false;
    }
    *w = width;
    *h = height;
    const size_t size = static_cast<size_t>(width) * height * channels;
    if (*data == nullptr)
        *data = static_cast<T *>(malloc(sizeof(T) * size));
    for (size_t i = 0; i < size; ++i)
        (*data)[i] = std::is_same<T, unsigned char>::value ? static_cast<T>(bytes[i])
                                                           : static_cast<T>(bytes[i] / 255.0f);
    free(bytes);
    return true;
}

// Three channels of the file become four; the last is 0.
template <class T>
inline bool sdkLoadPPM4(const char *name, T **data, unsigned int *w, unsigned int *h) {
    unsigned char *bytes = nullptr;
    unsigned int channels = 0;
    if (!__loadPPM(name, &bytes, w, h, &channels))
        return false;
    const size_t size = static_cast<size_t>(*w) * *h;
    *data = static_cast<T *>(malloc(sizeof(T) * size * 4));
    for (size_t i = 0; i < size; ++i)
        for (size_t c = 0; c < 4; ++c)
            (*data)[4 * i + c] =
                c == 3 ? T(0) : static_cast<T>(bytes[channels == 3 ? 3 * i + c : i]);
    free(bytes);
    return true;
}
inline bool sdkLoadPPM4ub(const char *name, unsigned char **data, unsigned int *w,
                          unsigned int *h) {
    return sdkLoadPPM4(name, data, w, h);
}
inline bool sdkLoadPPMub(const char *name, unsigned char **data, unsigned int *w, unsigned int *h) {
    unsigned int channels = 0;
    return __loadPPM(name, data, w, h, &channels);
}

template <class T>
inline bool sdkSavePGM(const char *name, T *data, unsigned int w, unsigned int h) {
    std::vector<unsigned char> bytes(static_cast<size_t>(w) * h);
    for (size_t i = 0; i < bytes.size(); ++i)
        bytes[i] = static_cast<unsigned char>(
            std::is_same<T, unsigned char>::value ? data[i] : data[i] * 255);
    return __savePPM(name, bytes.data(), w, h, 1);
}
inline bool sdkSavePPMub(const char *name, unsigned char *data, unsigned int w, unsigned int h) {
    return __savePPM(name, data, w, h, 3);
}
inline bool sdkSavePPM4ub(const char *name, unsigned char *data, unsigned int w, unsigned int h) {
    std::vector<unsigned char> bytes;
    for (size_t i = 0; i < static_cast<size_t>(w) * h; ++i)
        bytes.insert(bytes.end(), data + 4 * i, data + 4 * i + 3);
    return __savePPM(name, bytes.data(), w, h, 3);
}

// ---- Files of numbers

template <class T>
inline bool sdkReadFile(const char *name, T **data, unsigned int *count, bool /*verbose*/) {
    std::ifstream file(name);
    if (!file) {
        printf("Unable to open input file: %s\n", name);
        return false;
    }
    std::vector<T> read;
    for (T number; file >> number;)
        read.push_back(number);
    if (*data != nullptr && *count != read.size()) {
        std::cerr << "sdkReadFile() : there is room for " << *count << " numbers, and " << name
                  << " has " << read.size() << std::endl;
        return false;
    }
    if (*data == nullptr)
        *data = static_cast<T *>(malloc(sizeof(T) * read.size()));
    *count = static_cast<unsigned>(read.size());
    std::copy(read.begin(), read.end(), *data);
    return true;
}

template <class T>
inline bool sdkReadFileBlocks(const char *name, T **data, unsigned int *count, unsigned int block,
                              unsigned int bytes, bool /*verbose*/) {
    FILE *file = fopen(name, "rb");
    if (file == nullptr) {
        std::cerr << "sdkReadFile() : Opening file failed." << std::endl;
        return false;
    }
    data[block] = static_cast<T *>(malloc(bytes));
    fseek(file, static_cast<long>(block) * static_cast<long>(bytes), SEEK_SET);
    *count = static_cast<unsigned>(fread(data[block], sizeof(T), bytes / sizeof(T), file));
    fclose(file);
    return true;
}

template <class T, class S>
inline bool sdkWriteFile(const char *name, const T *data, unsigned int count, const S epsilon,
                         bool verbose, bool /*append*/ = false) {
    if (verbose)
        std::cerr << "sdkWriteFile() : Open file " << name << " for write/append." << std::endl;
    std::ofstream file(name);
    file << "# " << epsilon << "\n";
    for (unsigned int i = 0; i < count && file; ++i)
        file << data[i] << ' ';
    file << std::endl;
    if (!file && verbose)
        std::cerr << "sdkWriteFile() : Writing file failed." << std::endl;
    return file.good();
}

inline void sdkDumpBin(void *data, unsigned int bytes, const char *name) {
    printf("sdkDumpBin: <%s>\n", name);
    if (FILE *file = fopen(name, "wb")) {
        fwrite(data, bytes, 1, file);
        fclose(file);
    }
}

// ---- Comparisons

// Whether no difference is above epsilon, or, where threshold is not 0, less than this part of all.
template <class T, class S>
inline bool compareData(const T *reference, const T *data, const unsigned int count,
                        const S epsilon, const float threshold) {
    unsigned int wrong = 0;
    for (unsigned int i = 0; i < count; ++i) {
        const float difference = static_cast<float>(reference[i]) - static_cast<float>(data[i]);
        wrong += !(difference <= epsilon && difference >= -epsilon);
    }
    if (threshold == 0.0f)
        return wrong == 0;
    if (wrong != 0)
        printf("%4.2f(%%) of bytes mismatched (count=%u)\n",
               static_cast<float>(wrong) * 100 / static_cast<float>(count), wrong);
    return static_cast<float>(count) * threshold > static_cast<float>(wrong);
}

#ifndef __MIN_EPSILON_ERROR
#define __MIN_EPSILON_ERROR 1e-3f
#endif

template <class T, class S>
inline bool compareDataAsFloatThreshold(const T *reference, const T *data, const unsigned int count,
                                        const S epsilon, const float threshold) {
    const float most = MAX(static_cast<float>(epsilon), __MIN_EPSILON_ERROR);
    unsigned int wrong = 0;
    for (unsigned int i = 0; i < count; ++i)
        wrong +=
            !(std::fabs(static_cast<float>(reference[i]) - static_cast<float>(data[i])) < most);
    if (threshold == 0.0f) {
        if (wrong != 0)
            printf("total # of errors = %u\n", wrong);
        return wrong == 0;
    }
    if (wrong != 0)
        printf("%4.2f(%%) of bytes mismatched (count=%u)\n",
               static_cast<float>(wrong) * 100 / static_cast<float>(count), wrong);
    return static_cast<float>(count) * threshold > static_cast<float>(wrong);
}

// Whether the difference is small beside the reference, both as lengths.
inline bool sdkCompareL2fe(const float *reference, const float *data, const unsigned int count,
                           const float epsilon) {
    float error = 0, whole = 0;
    for (unsigned int i = 0; i < count; ++i) {
        const float difference = reference[i] - data[i];
        error += difference * difference;
        whole += reference[i] * reference[i];
    }
    return std::fabs(whole) >= 1e-7f && std::sqrt(error) / std::sqrt(whole) < epsilon;
}

// Two files of binary numbers. The second is looked for as sdkFindFilePath does.
template <class T>
inline bool helper_compare_files(const char *type, const char *name, const char *reference_name,
                                 unsigned int count, float epsilon, float threshold,
                                 char *program) {
    std::vector<T> data(count), reference(count);
    char *const path = sdkFindFilePath(reference_name, program);
    const auto load = [&](const char *from, std::vector<T> &to) {
        FILE *file = from == nullptr ? nullptr : fopen(from, "rb");
        if (file == nullptr) {
            printf("compareBin2Bin <%s> unable to open %s\n", type,
                   from == nullptr ? reference_name : from);
            return false;
        }
        to.resize(fread(to.data(), sizeof(T), to.size(), file));
        fclose(file);
        return to.size() == count;
    };
    printf("> compareBin2Bin <%s> nelements=%u, epsilon=%4.2f, threshold=%4.2f\n", type, count,
           epsilon, threshold);
    const bool good =
        load(name, data) && load(path, reference) &&
        compareDataAsFloatThreshold(reference.data(), data.data(), count, epsilon, threshold);
    free(path);
    puts(good ? "  OK" : "  FAILURE");
    return good;
}
inline bool sdkCompareBin2BinFloat(const char *name, const char *reference, unsigned int count,
                                   const float epsilon, const float threshold, char *program) {
    return helper_compare_files<float>("float", name, reference, count, epsilon, threshold,
                                       program);
}
inline bool sdkCompareBin2BinUint(const char *name, const char *reference, unsigned int count,
                                  const float epsilon, const float threshold, char *program) {
    return helper_compare_files<unsigned int>("unsigned int", name, reference, count, epsilon,
                                              threshold, program);
}

// Two images, by the channels that they are loaded with.
template <class Load>
inline bool helper_compare_images(const char *kind, const char *name, const char *reference_name,
                                  float epsilon, float threshold, bool verbose,
                                  unsigned int channels, Load load) {
    unsigned char *data = nullptr, *reference = nullptr;
    unsigned int width = 0, height = 0, reference_width = 0, reference_height = 0;
    if (verbose)
        std::cerr << "> Compare (a)rendered:  <" << name << ">\n>         (b)reference: <"
                  << reference_name << ">\n";
    bool good = name != nullptr && reference_name != nullptr &&
                load(reference_name, &reference, &reference_width, &reference_height) &&
                load(name, &data, &width, &height);
    if (good && (width != reference_width || height != reference_height)) {
        std::cerr << kind << ": source and ref size mismatch (" << width << "," << height << ")vs("
                  << reference_width << "," << reference_height << ")\n";
        good = false;
    }
    good = good && compareData(reference, data, width * height * channels, epsilon, threshold);
    free(data);
    free(reference);
    if (verbose)
        std::cerr << (good ? "    OK\n\n" : "    FAILURE!\n\n");
    return good;
}
inline bool sdkComparePPM(const char *name, const char *reference, const float epsilon,
                          const float threshold, bool verbose) {
    return helper_compare_images("PPMvsPPM", name, reference, epsilon, threshold, verbose, 4,
                                 sdkLoadPPM4ub);
}
inline bool sdkComparePGM(const char *name, const char *reference, const float epsilon,
                          const float threshold, bool verbose) {
    return helper_compare_images("PGMvsPGM", name, reference, epsilon, threshold, verbose, 1,
                                 sdkLoadPGM<unsigned char>);
}

#endif
