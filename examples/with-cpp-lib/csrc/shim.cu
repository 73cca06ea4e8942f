// C names for the kernels of numerics that have none: a template's instances, and what is in a namespace.
#include <coop/export.cuh>
#include <numerics/kernels.cuh>

COOP_COOPERATIVE_KERNEL(centre_f32, numerics::centre<float>);
COOP_COOPERATIVE_KERNEL(centre_f64, numerics::centre<double>);
COOP_KERNEL(reverse, numerics::reverse);
