#!/bin/sh
# Writes docs/gpu-results.md to standard output: what the programs of this bundle print on this machine's GPU.
set -u
cd "$(dirname "$0")" || exit 1

# A command and what it prints, as the page shows it.
show() {
    printf '\n```text\n$ %s\n' "$*"
    timeout 300 "$@" 2>&1
    status=$?
    [ $status -eq 0 ] || echo "[exit code $status]"
    printf '```\n'
}

driver=$(nvidia-smi --query-gpu=driver_version --format=csv,noheader | head -n 1)
gpus=$(nvidia-smi --query-gpu=name --format=csv,noheader | sort | uniq -c | sed 's/^ *//')

cat <<EOF
# What it prints on a GPU

Printed by \`cargo xtask bundle --data DIR\` on one machine and \`./results > gpu-results.md\` on another, where DIR holds
the four positive definite matrices from the SuiteSparse Matrix Collection that are named below. The section on linking, at the
end, is printed by \`run\` of the folder that \`.ci/linking/gpu-programs\` makes.

| | |
|---|---|
| devices | $gpus |
| driver | $driver |
| runtime | $(examples/device_info | head -n 1) |
| system | $(. /etc/os-release && echo "$PRETTY_NAME"), $(getconf GNU_LIBC_VERSION) |
| date | $(date -u +%Y-%m-%d) |

## Tests

All of them, with a device required:
EOF
COOP_REQUIRE_GPU=$(nvidia-smi -L | wc -l)
export COOP_REQUIRE_GPU
[ ! -d data ] || export COOP_DATA="$PWD/data"
printf '\n`COOP_REQUIRE_GPU=%s`\n' "$COOP_REQUIRE_GPU"
show ./run tests
show ./run examples
printf '\nThe formula against the query, and barriers that the runtime does not report:\n\n```text\n'
grep -ho 'residency: .*' logs/tests_residency.log
printf '```\n\n## What a launch costs the host\n'
show benches/launch_cost
printf '\n## When one launch is worth it\n\n[docs/when.md](when.md) says what follows from it. NVIDIA'"'"'s libraries are measured where the loader finds them.\n'
show benches/ways --bench --plots plots
show benches/barriers --bench
printf '\n## Examples\n'
show examples/two_pass
show examples/two_pass 1
show examples/reduce
show examples/reduce 200000003
show examples/phases
show examples/phases 256
printf '\n### solve\n\nWithout arguments; emulated it takes as many iterations (tests/examples.rs):\n'
show examples/solve
printf '\nReal matrices, with b = A x ones:\n'
for matrix in LFAT5 bcsstk09 1138_bus bcsstk13; do
    if [ -f data/$matrix.mtx ]; then show examples/solve data/$matrix.mtx; fi
done
printf '\nThe Poisson equation. Four times the points have a quarter of the error, as the discretisation allows:\n'
for points in 64 1024 2048; do show examples/solve --poisson $points --tolerance 1e-10; done
printf '\nMore than double precision can hold:\n'
show examples/solve --poisson 2048 --tolerance 1e-12

printf '\n## The lab\n\nThe hazards of [lessons.md](lessons.md), each part in a process of its own, ended after 5 seconds:\n'
show examples/lab all

printf '\n## compute-sanitizer\n\n'
# Small sizes; the tools run beside each other, as nothing is measured here.
sanitize() {
    while read -r program; do
        # Intended to split: a program and its arguments.
        last=$(timeout 120 compute-sanitizer --tool "$1" $program 2>&1 </dev/null | tail -n 1)
        echo "| $1 | \`$program\` | ${last#========= } |"
    done <<'PROGRAMS'
examples/two_pass 5000
examples/reduce 5000
examples/phases 12 3
examples/heat --size 64x48 --sweeps 20
examples/solve --poisson 12 --scope block
examples/solve --poisson 24 --scope cluster
examples/solve --poisson 24 --scope grid
examples/solve --poisson 24 --scope streamed
examples/solve --poisson 24 --precision mixed
tests/grid_barrier
PROGRAMS
}
# A row of the table for each part of each hazard, as the lab lists them.
sanitize_lab() {
    examples/lab | awk '
        /^[a-z-]+$/ { name = $1 }
        sub(/^ +parts: /, "") { n = split($0, parts, ", "); for (i = 1; i <= n; i++) print name, parts[i] }
    ' | while read -r hazard part; do
        said=$(timeout -k 5 30 compute-sanitizer --tool "$1" examples/lab --here "$hazard" "$part" 2>&1 </dev/null)
        case $? in
        124 | 137) found=hangs ;;
        *) found=$(echo "$said" | sed -n 's/.*SUMMARY: \([0-9]*\) .*/\1/p' | tail -n 1) ;;
        esac
        echo "| $1 | \`$hazard $part\` | ${found:-none told} |"
    done
}
if command -v compute-sanitizer >/dev/null; then
    printf '| tool | program | last line |\n|---|---|---|\n'
    tools='memcheck racecheck initcheck synccheck'
    for tool in $tools; do sanitize $tool >logs/sanitizer_$tool & done
    wait
    for tool in $tools; do cat logs/sanitizer_$tool; done
    printf '\nThe hazards of the lab, and beside each what is right. A number is of errors; what `hangs` was ended after 30 s:\n\n'
    printf '| tool | hazard, part | errors |\n|---|---|---|\n'
    for tool in $tools; do sanitize_lab $tool >logs/sanitizer_lab_$tool & done
    wait
    for tool in $tools; do cat logs/sanitizer_lab_$tool; done
else
    echo "Not on this machine."
fi

printf '\n## device_info\n'
show examples/device_info
