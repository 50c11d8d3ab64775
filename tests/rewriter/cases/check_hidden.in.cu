// A macro may make device variables of which no note can be made.
#define TABLE(NAME) __device__ float NAME[4]
TABLE(weights);
int on_host;
