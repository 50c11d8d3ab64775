// opencl_peer.h: a processor as a device of OpenCL, which runs opencl_kernels.cl
#ifndef OPENCL_PEER_H
#define OPENCL_PEER_H

#include <cstddef>
#include <initializer_list>
#include <map>
#include <string>

class opencl_peer {
public:
    struct extent {
        std::size_t x, y;
    };
    struct argument {
        const void *value;
        std::size_t bytes;
        template <class T> argument(const T &of) : value(&of), bytes(sizeof of) {}
    };

    // POCL on so many processors, or what else there is for processors. `options`: of the compiler.
    opencl_peer(int processors, const std::string &options);
    bool is_there() const { return device_ != nullptr; }
    // What it is, or why there is none.
    const std::string &name() const { return name_; }

    // Null where nobody is there.
    void *allocate(std::size_t bytes, const void *contents = nullptr);
    void clear(void *buffer, std::size_t bytes);
    void read(void *to, void *buffer, std::size_t bytes);
    void release(void *buffer);
    // Returns when the kernel has ended. The sizes are those of a CUDA launch.
    void run(const char *kernel, extent grid, extent block,
             std::initializer_list<argument> arguments);

private:
    std::string name_;
    void *device_ = nullptr, *context_ = nullptr, *queue_ = nullptr, *program_ = nullptr;
    std::map<std::string, void *> kernels_;
};

#endif
