#pragma once
#include <coop_emulator/host_api.h>
