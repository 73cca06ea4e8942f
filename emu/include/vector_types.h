#pragma once
#include <coop_emulator/vector_types.h>
