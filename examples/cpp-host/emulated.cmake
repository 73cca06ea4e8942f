# The same program on the CPU: Cargo compiles kernels.cu for the emulator, and the Rust library has that and the runtime inside.
project(cpp_host LANGUAGES CXX)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()
set(CMAKE_CXX_STANDARD 17)

find_program(CARGO cargo REQUIRED)
set(rust_target "${CMAKE_BINARY_DIR}/rust")
set(library "${rust_target}/release/libgridscan.a")
add_custom_target(rust
  COMMAND "${CARGO}" rustc --release --locked --features emu --crate-type staticlib
          --manifest-path "${CMAKE_SOURCE_DIR}/rust/Cargo.toml" --target-dir "${rust_target}"
  BYPRODUCTS "${library}"
  USES_TERMINAL VERBATIM)

find_package(Threads REQUIRED)
add_executable(host_static main.cpp)
add_dependencies(host_static rust)
target_include_directories(host_static PRIVATE rust/include)
# The emulator's <cuda_runtime_api.h>.
target_include_directories(host_static SYSTEM PRIVATE "${CMAKE_SOURCE_DIR}/../../emu/include")
target_compile_options(host_static PRIVATE -Wall -Wextra)
target_link_libraries(host_static PRIVATE "${library}" Threads::Threads ${CMAKE_DL_LIBS} m)
