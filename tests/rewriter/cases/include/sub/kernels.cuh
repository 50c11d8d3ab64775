static __global__ void in_sub() { }
