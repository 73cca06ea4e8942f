# Sourced by the other scripts.

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
