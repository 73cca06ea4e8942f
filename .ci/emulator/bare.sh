# Sourced by the scripts beside it. They run from the root of the workspace, with `bare` before a command: an environment without
# CUDA's variables and without nvcc, as on a machine that has Rust and a C++ compiler and nothing else.
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
bare=(env -i "PATH=${CARGO_HOME:-$HOME/.cargo}/bin:/usr/local/bin:/usr/bin:/bin" "HOME=$HOME" CARGO_INCREMENTAL=0
    CARGO_PROFILE_DEV_DEBUG=line-tables-only "CARGO_TARGET_DIR=$target")
for name in CARGO_HOME RUSTUP_HOME RUSTUP_TOOLCHAIN; do [ -z "${!name:-}" ] || bare+=("$name=${!name}"); done
bare() { "${bare[@]}" "$@"; }

fail() {
    echo "error: $*" >&2
    exit 1
}

# need COMMAND=PACKAGE...: installs the Debian packages of the commands that are missing.
need() {
    local missing=() root=() pair
    for pair; do command -v "${pair%%=*}" >/dev/null || missing+=("${pair#*=}"); done
    [ ${#missing[@]} -gt 0 ] || return 0
    [ "$(id -u)" -eq 0 ] || root=(sudo)
    "${root[@]}" apt-get update -q
    "${root[@]}" apt-get install -qy --no-install-recommends "${missing[@]}"
}
