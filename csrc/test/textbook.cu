// Kernels of textbooks, which know nothing of this project, and the lines by which tests/textbook.rs finds them.
#include "textbook/transpose.cu"

#include "textbook/block_scan.cu"

#include "textbook/histogram.cu"

#include <coop/export.cuh>

COOP_KERNEL(textbook_transpose, transpose);
COOP_KERNEL(textbook_scan_blocks, scan_blocks);
COOP_KERNEL(textbook_add_block_offsets, add_block_offsets);
COOP_KERNEL(textbook_histogram, histogram);
