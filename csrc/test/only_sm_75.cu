// Compiled as machine code for compute capability 7.5 and nothing else: no other device can run it.
#include <coop/export.cuh>

namespace errors {

__global__ void only_sm_75(unsigned* data) { data[0] = 75; }

}  // namespace errors

COOP_KERNEL(only_sm_75, errors::only_sm_75);
