// Cooperative groups: the grid, the cluster, the block, tiles of a warp, and the lanes that are together.
#pragma once

#include <cuda_runtime.h>

#define _CG_HAS_CLUSTER_GROUP
#define _CG_CPP11_FEATURES

#include <coop_emulator/groups/ranks.h>
#include <coop_emulator/groups/grid.h>
#include <coop_emulator/groups/cluster.h>
#include <coop_emulator/groups/block.h>
#include <coop_emulator/groups/lanes.h>
#include <coop_emulator/groups/wide_tile.h>
#include <coop_emulator/groups/tile.h>
#include <coop_emulator/groups/partition.h>
#include <coop_emulator/groups/invoke.h>
#include <coop_emulator/groups/missing.h>
