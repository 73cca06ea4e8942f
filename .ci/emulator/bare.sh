# Sourced by the scripts beside it. They run from the root of the workspace, with `bare` before a command: no variable of CUDA's,
# and an nvcc that only says that it was started, which the end of the script takes for a failure.
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
. .ci/basics.sh
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
export CARGO_TARGET_DIR=$target CARGO_INCREMENTAL=0 CARGO_PROFILE_DEV_DEBUG=line-tables-only

decoy=$(mktemp -d)
printf '#!/bin/sh\necho "$@" >>"%s/started"\nexit 1\n' "$decoy" >"$decoy/nvcc"
chmod +x "$decoy/nvcc"
not_started() {
    local status=$? started=0
    [ ! -e "$decoy/started" ] || started=1
    rm -rf "$decoy"
    [ $started -eq 0 ] || { echo "error: nvcc was started" >&2; exit 1; }
    exit $status
}
trap not_started EXIT

bare() {
    env -u CUDA_PATH -u CUDA_HOME -u CUDA_ROOT -u CUDA_TOOLKIT_ROOT_DIR -u CUDA_ARCHS -u CUDART_LINK -u LIBCLANG_PATH \
        "PATH=$decoy:$PATH" "$@"
}
