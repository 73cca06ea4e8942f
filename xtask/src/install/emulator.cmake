# For CMake: CUDA on the emulator, of this prefix. `project(x LANGUAGES CXX CUDA)` needs no toolkit with it:
#
#     cmake -S . -B build -DCMAKE_TOOLCHAIN_FILE=PREFIX/lib/cmake/coop/emulator.cmake
#
# CMake takes coopcc for nvcc. What it would find out by running nvcc is stated here.
get_filename_component(_coop_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)

set(CMAKE_CUDA_COMPILER "${_coop_prefix}/bin/coopcc")
set(CMAKE_CUDA_COMPILER_ID_RUN TRUE)
set(CMAKE_CUDA_COMPILER_ID NVIDIA)
set(CMAKE_CUDA_COMPILER_VERSION 13.0.0)
set(CMAKE_CUDA_COMPILER_TOOLKIT_VERSION 13.0.0)
set(CMAKE_CUDA_COMPILER_TOOLKIT_ROOT "${_coop_prefix}")
set(CMAKE_CUDA_COMPILER_LIBRARY_ROOT "${_coop_prefix}")
set(CMAKE_CUDA_STANDARD_COMPUTED_DEFAULT 17)
set(CMAKE_CUDA_EXTENSIONS_COMPUTED_DEFAULT OFF)
set(CMAKE_CUDA_HOST_COMPILER_ID GNU)
set(CMAKE_CUDA_COMPILER_PRODUCED_OUTPUT "#$ PATH=${_coop_prefix}/bin
#$ LIBRARIES=-L${_coop_prefix}/lib
#$ INCLUDES=-I${_coop_prefix}/include/coop-emulator
${_coop_prefix}/bin/coopcc -o a.out a.o -L${_coop_prefix}/lib
")
# Files without kernels include <cuda_runtime.h>, too.
set(CMAKE_C_STANDARD_INCLUDE_DIRECTORIES "${_coop_prefix}/include/coop-emulator")
set(CMAKE_CXX_STANDARD_INCLUDE_DIRECTORIES "${_coop_prefix}/include/coop-emulator")
# What a C++ program of the project, linked by the C++ compiler, takes from the emulator: nothing, if it has nothing of CUDA. (CMake 4
# finds that out by itself.)
set(CMAKE_CXX_STANDARD_LIBRARIES "\"${_coop_prefix}/lib/libcoop_c.a\" -lutil -lpthread -ldl -lm")
if(NOT CMAKE_CUDA_ARCHITECTURES)
  set(CMAKE_CUDA_ARCHITECTURES 90)
endif()
unset(_coop_prefix)
