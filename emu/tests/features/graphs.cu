// prints: 3 0
#include <stdio.h>
__global__ void add(int* x) { *x += 1; }
int main() { int* x; cudaMalloc(&x, 4); cudaMemset(x, 0, 4); cudaStream_t s; cudaStreamCreate(&s); cudaGraph_t g; cudaGraphExec_t e; cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal); add<<<1, 1, 0, s>>>(x); cudaStreamEndCapture(s, &g); cudaGraphInstantiate(&e, g, nullptr, nullptr, 0); for (int i = 0; i < 3; ++i) cudaGraphLaunch(e, s); cudaStreamSynchronize(s); int h; cudaMemcpy(&h, x, 4, cudaMemcpyDeviceToHost); printf("%d %d\n", h, cudaGraphExecDestroy(e)); }
