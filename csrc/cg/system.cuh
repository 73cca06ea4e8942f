// What the host hands to the solver. Stated again in src/cg/raw.rs.
#pragma once

#include <cstdint>

#include <coop/exchange.cuh>
#include <coop/sums.cuh>

namespace solver {

constexpr unsigned warp = 32;

// A matrix of n rows in compressed rows.
struct csr {
    const std::uint32_t* row_ptr;  // n + 1
    const std::uint32_t* columns;
    const double* values;
    std::uint32_t n;
};

// How the rows are divided among the blocks, and how a block's shared memory is.
//
// The block's part of the matrix is in slices (sliced ELLPACK): the rows that a warp works on at a time, 32 / lanes of them,
// are padded to the length of the longest, and step k of a slice has entry k * lanes + l of each row for lane l of the row. So a
// warp reads 32 values side by side, and its lanes all go as many steps.
struct division {
    const std::uint32_t* slice_start;  // slices + 1: the step that each slice begins with, through all blocks
    const std::uint32_t* ghost_start;  // blocks + 1: where each block's ghosts begin
    const std::uint32_t* ghosts;       // rows of other blocks
    const std::uint8_t* wanted;        // n: whether a row is somebody's ghost
    const std::uint32_t* send_start;   // blocks + 1: where each block's sends begin; for a cluster
    const coop::send* sends;
    std::uint32_t rows;         // of a block, whole slices; the last block may have fewer
    std::uint32_t lanes;        // threads that share a row: a power of two, at most 32
    std::uint32_t kept_steps;   // room for so many steps of the matrix
    std::uint32_t kept_ghosts;  // for so many ghosts
    std::uint32_t kept_sends;
    std::uint32_t kept_w;       // for w of so many rows that are not in registers
    std::uint32_t stage_steps;  // for so many steps in each stage of a warp's ring
};

// The numbers of the iteration where they have no place on the chip, and what the blocks tell each other. void*: `Real`, which is
// double or float.
struct work {
    double* x;            // n; in: the first guess; out: the solution
    const double* b;      // n
    const void* values;   // Real, 32 a step
    const void* columns;  // 32 a step: std::uint16_t as the block numbers them (own rows from 0, then ghosts), or std::uint32_t
    const float* inverse;  // n: the preconditioner, reciprocals of the diagonal times any number
    void* d;               // Real, n each: the correction, the residual, the matrix times the direction, and the direction
    void* r;
    void* w;
    void* u;
    void* words;        // coop::exchange, zeroed before every launch
    void* lines;        // coop::grid_words
    double* slots;      // coop::grid_words
    unsigned* barrier;  // coop::grid_barrier
};

enum status : std::uint32_t {
    running = 0,
    converged = 1,
    max_iterations = 2,
    stagnated = 3,
    not_positive_definite = 4,
    not_finite = 5,
};

struct outcome {
    double relative_residual;
    std::uint32_t iterations;
    std::uint32_t status;
};

struct limits {
    double tolerance;  // of |r| / |b|
    double unit;       // what r is multiplied by, a power of two that brings it into the range of single precision; 1 for double
    double drop;       // a correction is done when |r| has fallen to this part of what it was; 0 for double precision
    std::uint32_t max_iterations;
    std::uint32_t report_every;  // iterations
};

}  // namespace solver
