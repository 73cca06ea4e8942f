#!/usr/bin/env bash
# Runs the programs of this folder on a GPU, and prints the section about linking of docs/gpu-results.md.
# The last line sums up; the exit code is 0 only if every program printed what it must.
set -u
cd "$(dirname "${BASH_SOURCE[0]}")" || exit 2
programs=0 failed=0

# show NAME LINES PATTERN: the program and what it prints, which must have that many lines with the pattern.
show() {
    local said status lines
    programs=$((programs + 1))
    said=$(timeout 60 stdbuf -oL "./$1" 2>&1)
    status=$?
    printf '\n```text\n$ ./%s\n%s\n' "$1" "$said"
    lines=$(grep -cE -- "$3" <<<"$said")
    if [ $status -ne 0 ] || [ "$lines" -ne "$2" ]; then
        failed=$((failed + 1))
        echo "[FAILED: exit code $status; lines with \`$3\`: $lines of $2]"
    fi
    printf '```\n'
}

cat <<TEXT

## Linking

Printed by \`run\` of the folder that \`.ci/linking/gpu-programs\` makes; built with glibc $(cat built-with-glibc), here is
$(getconf GNU_LIBC_VERSION).

A C++ program with Rust in it, with the static and with the shared runtime:
TEXT
show host_static 4 '^n = [0-9]+: 0 wrong$'
show host_shared 4 '^n = [0-9]+: 0 wrong$'
printf '\nA Rust program with a C++ library of kernels in it:\n'
show with-cpp-lib 6 ': 0 wrong$'
printf "\nThe README's crate:\n"
show downstream 1 '^\[-2\.0, -1\.0, 3\.0\]$'
printf '\nThe C API, from C99:\n'
show c-api 1 ' blocks, 0 wrong$'

printf '\nA program with glibc inside, where that of the machine %s:\n' \
    "$([ "$(getconf GNU_LIBC_VERSION)" = "glibc $(cat built-with-glibc)" ] && echo 'is of the same version' || echo 'is of another version')"
programs=$((programs + 1))
said=$(timeout 60 stdbuf -oL ./crt-static 2>&1)
status=$?
printf '\n```text\n$ ./crt-static\n%s\n[exit code %d]\n' "$said" $status
# It runs where glibc is of the same version; of another the build has warned.
if [ $status -ne 0 ] && [ "$(getconf GNU_LIBC_VERSION)" = "glibc $(cat built-with-glibc)" ]; then
    failed=$((failed + 1))
    echo '[FAILED]'
fi
printf '```\n\nThe portable bundle, for glibc 2.28 and later:\n\n```text\n$ COOP_REQUIRE_GPU=1 portable/run\n'
programs=$((programs + 1))
if ! COOP_REQUIRE_GPU=1 portable/run -t 60 2>&1; then
    failed=$((failed + 1))
    echo '[FAILED]'
fi
printf '```\n\n%d programs, %d failed\n' $programs $failed
[ $failed -eq 0 ]
