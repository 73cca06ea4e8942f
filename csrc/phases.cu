// A membrane that swings: two phases a step, run every way.
#include <coop/phases.cuh>

namespace {

// Half of what the stiffness may be before the steps are too long for it.
constexpr float stiffness = 0.25f;

// The edge is held: outside it nothing moves.
__device__ float height(const float* u, unsigned side, unsigned x, unsigned y) {
    return x < side && y < side ? u[y * side + x] : 0.0f;
}

// `u` is the height and `v` the speed at side x side points.
struct accelerate {
    __device__ void operator()(coop::turn turn, float* u, float* v, unsigned side) const {
        for (unsigned i = turn.rank; i < side * side; i += turn.size) {
            const unsigned x = i % side, y = i / side;
            const float neighbours = (height(u, side, x - 1, y) + height(u, side, x + 1, y)) +
                                     (height(u, side, x, y - 1) + height(u, side, x, y + 1));
            // Rounded once, as on the CPU.
            v[i] = fmaf(stiffness, fmaf(-4.0f, u[i], neighbours), v[i]);
        }
    }
};

// Only now: a neighbour's height was read above.
struct move {
    __device__ void operator()(coop::turn turn, float* u, float* v, unsigned side) const {
        for (unsigned i = turn.rank; i < side * side; i += turn.size) u[i] += v[i];
    }
};

}  // namespace

COOP_PHASES(membrane, accelerate, move);
