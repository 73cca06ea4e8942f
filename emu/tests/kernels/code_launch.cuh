// Beside the file that includes it in quotes.
#pragma once

void run_filled(float* out, cudaStream_t stream);

inline __global__ void in_header(double* out, signed char add, const float* in, unsigned long long index) {
    out[index] = in[0] + add;
}
