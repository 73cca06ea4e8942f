// The runtime for C and C++: beside a kernel, or in a program that links the emulator. What it does not do it declares all
// the same, and answers cudaErrorNotSupported.
#pragma once

#include <coop_emulator/runtime_declarations.h>
#include <coop_emulator/runtime_macros.h>

#ifdef __cplusplus
#include <coop_emulator/host_templates.h>
#include <coop_emulator/earlier_releases.h>
#endif
