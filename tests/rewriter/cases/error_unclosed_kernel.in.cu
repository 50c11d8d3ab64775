int a;
__global__ void k()
{
