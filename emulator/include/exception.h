// exception.h, of the family of helper_cuda.h: exceptions that say where they were thrown.
#ifndef COMMON_EXCEPTION_H_
#define COMMON_EXCEPTION_H_

#include <cstdlib>
#include <exception>
#include <iostream>
#include <stdexcept>
#include <string>

template <class Std_Exception> class Exception : public Std_Exception {
public:
    static void throw_it(const char *file, const int line, const std::string &detailed = "-") {
        throw Exception(std::string("Exception in file '") + file + "' in line " +
                        std::to_string(line) + "\nDetailed description: " + detailed + "\n");
    }

private:
    explicit Exception(const std::string &what) : Std_Exception(what) {}
};

template <class Exception_Typ> inline void handleException(const Exception_Typ &e) {
    std::cerr << e.what() << std::endl;
    exit(EXIT_FAILURE);
}

#define RUNTIME_EXCEPTION(text) Exception<std::runtime_error>::throw_it(__FILE__, __LINE__, text)
#define LOGIC_EXCEPTION(text) Exception<std::logic_error>::throw_it(__FILE__, __LINE__, text)
#define RANGE_EXCEPTION(text) Exception<std::range_error>::throw_it(__FILE__, __LINE__, text)

#endif
