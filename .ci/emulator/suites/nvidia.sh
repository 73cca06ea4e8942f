# NVIDIA's samples: https://github.com/NVIDIA/cuda-samples. A sample is the sources of its folder.
programs_nvidia() {
    (cd "$1/Samples" && printf '%s\n' {0_Introduction,2_Concepts_and_Techniques,3_CUDA_Features,5_Domain_Specific,6_Performance}/*/CMakeLists.txt) | xargs -n 1 dirname
}

folder_nvidia() {
    cp -r "$1/Samples/$2" "$3"
}

compile_nvidia() {
    local work=$out/nvidia/$2
    judge nvidia "$2" bash -c "'$coopcc' -std=c++17 -I . -I inc -I '$1/Common' $3 -o program \$(find . -name '*.cu' -o -name '*.cpp' -o -name '*.c')"
}
for function in programs_nvidia folder_nvidia compile_nvidia; do export -f "${function?}"; done
