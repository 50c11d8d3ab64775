#include <cub/device/device_none.cuh> // to count
#include <nvgraph.h>
