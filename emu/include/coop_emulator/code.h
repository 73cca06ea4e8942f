// What a build finds out about the kernels of an object once it is compiled: build/src/table.rs writes it
// after the object's assembly, src/launch/kernels.rs reads it.
#pragma once

namespace coop_emulator {

// A static shared variable.
struct shared_variable {
    std::uint64_t offset;  // in thread-local storage, as the linker counts it
    std::uint64_t bytes;
    const char* symbol;
};

// A variable in the program's data.
struct data_variable {
    const void* address;  // null ends the table
    std::uint64_t bytes;
    std::uint64_t gap;  // bytes after it that nothing else has
    const char* symbol;
};

struct kernel_code {
    const void* entry;  // null ends the table
    const char* symbol;
    std::uint32_t static_shared;       // bytes
    std::uint32_t max_threads;         // of a block; 0: as many as the device allows
    const shared_variable* variables;  // all that the kernel uses; null: not known
    std::uint64_t variable_count;
    std::uint64_t dynamic_offset;  // of dynamic shared memory, whose address is known: linkers count from different places
    const called* signature;       // null: only an export says how
};

}  // namespace coop_emulator

extern "C" {
// Each object has its own.
extern const coop_emulator::kernel_code coop_emulator_kernels[] __attribute__((visibility("hidden")));
extern const coop_emulator::data_variable coop_emulator_data[] __attribute__((visibility("hidden")));
void coop_emulator_register_code(const coop_emulator::kernel_code* table);
void coop_emulator_register_data(const coop_emulator::data_variable* table);
}

namespace {
[[maybe_unused]] const int coop_emulator_code_registered = 
    (coop_emulator_register_code(coop_emulator_kernels), coop_emulator_register_data(coop_emulator_data), 0);
}
