// Phases whose results are wrong wherever one of them runs into another.
#include <coop/phases.cuh>

namespace phases {

// Each reads what threads anywhere wrote in the phase before, and writes over what threads anywhere read in the one before that.
struct spread {
    __device__ void operator()(coop::turn turn, unsigned* x, unsigned* y, unsigned*, unsigned n) const {
        for (unsigned i = turn.rank; i < n; i += turn.size) y[i] = x[(i * 7 + turn.step) % n] + i;
    }
};

struct gather {
    __device__ void operator()(coop::turn turn, unsigned* x, unsigned* y, unsigned*, unsigned n) const {
        for (unsigned i = turn.rank; i < n; i += turn.size) x[i] = y[(n - 1 - i) % n] ^ turn.step;
    }
};

// Adds all up, each block through its shared memory.
struct sum {
    __device__ void operator()(coop::turn turn, unsigned* x, unsigned*, unsigned* total, unsigned n) const {
        __shared__ unsigned of_block;
        if (threadIdx.x == 0) of_block = 0;

        // Separates the 0 from the additions.
        __syncthreads();

        unsigned own = 0;
        for (unsigned i = turn.rank; i < n; i += turn.size) own += x[i];
        atomicAdd(&of_block, own);

        // Separates the additions from the read; the next phase of this block begins behind a barrier.
        __syncthreads();

        if (threadIdx.x == 0) atomicAdd(total, of_block * (turn.step + 1));
    }
};

}  // namespace phases

COOP_PHASES(spread_gather_sum, phases::spread, phases::gather, phases::sum);
COOP_PHASES(spread_alone, phases::spread);
