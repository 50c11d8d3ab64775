// variables_of_devices.h: __device__ and __constant__ variables, of which each device has its own.
//
// A kernel knows a variable by one address, whatever the device. So the values of one device are in
// place at a time, and those of the others are kept elsewhere. Kernels of several devices run side
// by side in a program without such variables, and one device after the other in one that has any.
// Which these are, note_variable_of_devices (observer.h) is told.
#ifndef CUDA_EMULATOR_VARIABLES_OF_DEVICES_H
#define CUDA_EMULATOR_VARIABLES_OF_DEVICES_H

namespace cuda_emulator {

// While one of these lives, the values of that device are in place.
class variables_in_place {
public:
    explicit variables_in_place(int device);
    ~variables_in_place();
    variables_in_place(const variables_in_place &) = delete;
    variables_in_place &operator=(const variables_in_place &) = delete;

private:
    bool holds_;
};

} // namespace cuda_emulator

#endif
