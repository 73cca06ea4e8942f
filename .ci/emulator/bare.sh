# Sourced by the scripts beside it. They run from the root of the workspace, with `bare` before a command: an environment without
# CUDA's variables and without nvcc, as on a machine that has Rust and a C++ compiler and nothing else.
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
. .ci/basics.sh
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
bare=(env -i "PATH=${CARGO_HOME:-$HOME/.cargo}/bin:/usr/local/bin:/usr/bin:/bin" "HOME=$HOME" CARGO_INCREMENTAL=0
    CARGO_PROFILE_DEV_DEBUG=line-tables-only "CARGO_TARGET_DIR=$target")
for name in CARGO_HOME RUSTUP_HOME RUSTUP_TOOLCHAIN; do [ -z "${!name:-}" ] || bare+=("$name=${!name}"); done
bare() { "${bare[@]}" "$@"; }
