# Sourced by the scripts of .ci/linking: they run from the root of the workspace, whatever folder they are called from.
# One target directory for all of them, so that what they have in common is compiled once.
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. .ci/basics.sh
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
export CARGO_TARGET_DIR=$target CARGO_INCREMENTAL=0 CARGO_PROFILE_DEV_DEBUG=line-tables-only
# Only what a script says itself.
unset CUDART_LINK RUSTFLAGS LD_LIBRARY_PATH

if [ -z "${CUDA_PATH:-}" ]; then
    # Not inside eval, which would hide a failure.
    exports=$(cargo xtask toolkit)
    eval "$exports"
fi
cuda=$CUDA_PATH
export CUDA_ARCHS=${CUDA_ARCHS:-90}

# The shared runtime of the toolkit, and the folder of both.
shared_runtime=$(compgen -G "$cuda/lib*/libcudart.so*" | sort | head -n 1) || fail "no libcudart.so is in $cuda"
lib=$(dirname "$shared_runtime")

# Where a program or a library has the runtime from: `inside`, `shared`, both or neither.
runtime_of() {
    local symbols libraries
    symbols=$(nm "$1" 2>/dev/null) libraries=$(ldd "$1" 2>/dev/null || true)
    if [[ $symbols == *" "[tT]" cudaLaunchCooperativeKernel"* ]]; then echo -n inside; fi
    if [[ $libraries == *libcudart* ]]; then echo -n shared; fi
}

# check NAME FILE RUNTIME: has it from there, and nowhere else.
check() {
    local found
    found=$(runtime_of "$2")
    printf '  %-52s %s\n' "$1" "${found:-none}"
    [ "$found" = "$3" ] || fail "$1: the runtime is '$found', not '$3'"
}

# runs COMMAND...: with a device it succeeds; without one it says so in one sentence, with exit code 1. What it says is in $said.
runs() {
    local status=0 wanted=1
    [ ! -e /dev/nvidiactl ] || wanted=0
    said=$("$@" 2>&1) || status=$?
    [ $status -eq $wanted ] || fail "$*: exit code $status, not $wanted: $said"
    [ $wanted -eq 0 ] || { [ "$(wc -l <<<"$said")" -eq 1 ] && [[ $said == *"No NVIDIA driver was found"* ]]; } || fail "$*: $said"
}

# keep NAME FILE: for .ci/linking/gpu-programs, without its symbols.
keep() {
    mkdir -p "$target/linking/programs"
    strip -o "$target/linking/programs/$1" "$2"
}
