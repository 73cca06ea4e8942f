// Sums and exchanges over a block, a cluster and the grid: what each block finds.
#include <coop/exchange.cuh>
#include <coop/export.cuh>
#include <coop/sums.cuh>

namespace {

// In each round every thread contributes scales[round] * (its number in the scope + 1), and 1. `found` gets for each round and
// block both sums, as the block's last thread has them. `lines` and `slots`: coop::grid_words.
template <class Scope>
__global__ void sums_in_rounds(const double* scales, unsigned rounds, double2* found, void* lines, double* slots) {
    const Scope scope;
    coop::sums<Scope, 2> sums(scope, {static_cast<coop::grid_words::line*>(lines), slots});
    const double number = scope.rank() * blockDim.x + threadIdx.x + 1;
    for (unsigned round = 0; round < rounds; ++round) {
        const double2 both = sums.total({scales[round] * number, 1}, [](const double(&total)[2]) {
            return make_double2(total[0], total[1]);
        });
        if (threadIdx.x == blockDim.x - 1) found[round * scope.size() + scope.rank()] = both;
    }
    // A block that has ended can no longer be sent to.
    scope.sync();
}

// Every block has blockDim.x elements and asks for the first of each other block. Element e is (step + 1) * e in each step, its
// further numbers twice that and so on. `wrong` counts elements that are something else. `split`: the meeting begins before the
// elements are read. `words`: 32 bytes for each element, zero.
template <class Scope, typename T, unsigned N, bool split>
__global__ void exchange_in_steps(unsigned steps, unsigned* wrong, void* words, void* lines, double* slots) {
    using vector_type = coop::exchange<Scope, T, N>;
    using element = typename vector_type::element;
    constexpr unsigned stride = 256 + 32;
    __shared__ element elements[2 * stride];
    __shared__ std::uint32_t ghosts[32];
    __shared__ coop::send sends[32];
    const Scope scope;
    const unsigned own = blockDim.x, first = scope.rank() * own, others = scope.size() - 1;
    if (threadIdx.x < others) {
        const unsigned other = threadIdx.x + (threadIdx.x >= scope.rank());
        ghosts[threadIdx.x] = other * own;
        // This block's place among the others' ghosts.
        const unsigned place = scope.rank() - (scope.rank() > other);
        sends[threadIdx.x] = {0, std::uint16_t(own + place), std::uint16_t(other), 0};
    }
    const auto nothing = [](const double(&total)[1]) { return total[0]; };
    coop::sums<Scope, 1> meeting(scope, {static_cast<coop::grid_words::line*>(lines), slots});
    vector_type vector(scope, {elements, own, first, ghosts, others, sends, others, stride}, words);
    for (unsigned step = 0; step < steps; ++step) {
        T mine[N];
        for (unsigned i = 0; i < N; ++i) mine[i] = T(i + 1) * T(step + 1) * T(first + threadIdx.x);
        vector.put(threadIdx.x, mine, threadIdx.x == 0);
        if (split) {
            meeting.begin({1.0});
        } else {
            // Separates the writes by put() from the reads of whoever sends them on.
            __syncthreads();
        }
        vector.get();
        const auto is_right = [&](unsigned at, unsigned number) {
            T numbers[N];
            memcpy(numbers, &vector[at], sizeof numbers);
            bool right = true;
            for (unsigned i = 0; i < N; ++i) right = right && numbers[i] == T(i + 1) * T(step + 1) * T(number);
            return right;
        };
        bool right = is_right(own - 1 - threadIdx.x, first + own - 1 - threadIdx.x);
        for (unsigned g = 0; g < others; ++g) right = right && is_right(own + g, ghosts[g]);
        if (!right) atomicAdd(wrong, 1u);
        // Separates the reads of this step from the writes of the next but one (split) or the next, in all blocks.
        if (split) {
            meeting.end(nothing);
        } else {
            meeting.total({1.0}, nothing);
        }
    }
    scope.sync();
}

}  // namespace

COOP_COOPERATIVE_KERNEL(sums_of_block, sums_in_rounds<coop::block_scope>);
COOP_COOPERATIVE_KERNEL(sums_of_cluster, sums_in_rounds<coop::cluster_scope>);
COOP_COOPERATIVE_KERNEL(sums_of_grid, sums_in_rounds<coop::grid_scope>);
COOP_COOPERATIVE_KERNEL(exchange_of_block_f64, exchange_in_steps<coop::block_scope, double, 1, false>);
COOP_COOPERATIVE_KERNEL(exchange_of_block_f64x2, exchange_in_steps<coop::block_scope, double, 2, true>);
COOP_COOPERATIVE_KERNEL(exchange_of_block_f32, exchange_in_steps<coop::block_scope, float, 1, false>);
COOP_COOPERATIVE_KERNEL(exchange_of_block_f32x2, exchange_in_steps<coop::block_scope, float, 2, true>);
COOP_COOPERATIVE_KERNEL(exchange_of_cluster_f64, exchange_in_steps<coop::cluster_scope, double, 1, false>);
COOP_COOPERATIVE_KERNEL(exchange_of_cluster_f64x2, exchange_in_steps<coop::cluster_scope, double, 2, true>);
COOP_COOPERATIVE_KERNEL(exchange_of_cluster_f32, exchange_in_steps<coop::cluster_scope, float, 1, false>);
COOP_COOPERATIVE_KERNEL(exchange_of_cluster_f32x2, exchange_in_steps<coop::cluster_scope, float, 2, true>);
COOP_COOPERATIVE_KERNEL(exchange_of_grid_f64, exchange_in_steps<coop::grid_scope, double, 1, false>);
COOP_COOPERATIVE_KERNEL(exchange_of_grid_f64x2, exchange_in_steps<coop::grid_scope, double, 2, true>);
COOP_COOPERATIVE_KERNEL(exchange_of_grid_f32, exchange_in_steps<coop::grid_scope, float, 1, false>);
COOP_COOPERATIVE_KERNEL(exchange_of_grid_f32x2, exchange_in_steps<coop::grid_scope, float, 2, true>);
