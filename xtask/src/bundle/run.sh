#!/bin/sh
# Runs the programs of this bundle one after the other, each under a time limit, and sums up.
set -u

usage() {
    cat <<'EOF'
usage: run [-v] [-t SECONDS] [-o DIR] [tests|residency|examples|benches|all] [FILTER [ARGUMENT...]]

  -v            show what the programs print while they run, not only where one fails
  -t SECONDS    time limit of each program (default 300)
  -o DIR        folder for the programs' output, one file a run (default: logs, beside this script)
  FILTER        only programs whose name contains it; ARGUMENTs go to the program

Without a GPU, tests that need one say so and count as skipped; COOP_REQUIRE_GPU=1 makes that a failure.
The last line is `N passed, N failed, N skipped`; the exit code is 0 only if nothing failed.
EOF
}

# What each example is run with, a line a run; most are run once with nothing. Data is where this script runs.
runs_of() {
    case $1 in
    solve)
        echo "--poisson 64"
        for matrix in LFAT5 bcsstk09 1138_bus bcsstk13; do
            if [ -f "data/$matrix.mtx" ]; then echo "data/$matrix.mtx"; fi
        done
        ;;
    lab) echo all ;;
    *) echo ;;
    esac
}

passed=0 failed=0 skipped=0 programs=0
verbose='' limit=300 logs=''

fail() {
    failed=$((failed + 1))
    echo "FAILED   $*"
}

skip() {
    skipped=$((skipped + 1))
    echo "skipped: $*"
}

# run_program NAME COMMAND...: leaves $status, $seconds and, with the output, $log.
run_program() {
    log=$logs/$(echo "$1" | tr '/ ' '__').log
    shift
    # Intended to split: a command and its options, or nothing where the machine has no such program.
    set -- $under_limit $line_buffered "$@"
    begin=$(date +%s)
    if [ "$verbose" ]; then
        { "$@" </dev/null 2>&1; echo $? >"$log.status"; } | tee "$log"
        status=$(cat "$log.status")
        rm -f "$log.status"
    else
        "$@" </dev/null >"$log" 2>&1
        status=$?
    fi
    seconds=$(($(date +%s) - begin))
}

# Why a program failed, from its exit status.
reason() {
    if [ "$status" -eq 124 ] || { [ "$status" -eq 137 ] && [ "$seconds" -ge "$limit" ]; }; then
        echo "over the time limit of $limit s"
    elif [ "$status" -gt 128 ]; then
        echo "killed by signal $((status - 128))"
    else
        echo "exit code $status"
    fi
}

show_log() {
    if [ -z "$verbose" ]; then sed 's/^/    | /' "$log"; fi
}

# The counts of a libtest program that ran with one thread: passed, failed, ignored, tests that said `skipped:`, and
# whether it came to its result. Only the last result counts: a test may start its own program, which prints one too.
count_tests() {
    awk '
        /^test .* \.\.\. / { said = 0 }
        /(^|\.\.\. )skipped: / && !said { said = 1; skipped++ }
        /^test result: / {
            found = 1
            for (i = 2; i <= NF; i++) {
                if ($i == "passed;") passed = $(i - 1)
                if ($i == "failed;") failed = $(i - 1)
                if ($i == "ignored;") ignored = $(i - 1)
            }
        }
        END { print passed + 0, failed + 0, ignored + 0, skipped + 0, found + 0 }
    ' "$1"
}

run_test() {
    program=$1
    shift
    run_program "$program" "./$program" --test-threads=1 --nocapture "$@"
    # Intended to split.
    set -- $(count_tests "$log")
    ok=$(($1 - $4)) bad=$2 left=$(($3 + $4)) why=''
    if [ "$status" -ne 0 ] && { [ "$bad" -eq 0 ] || [ "$5" -eq 0 ]; }; then
        bad=$((bad + 1)) why=", $(reason)"
    elif [ "$5" -eq 0 ]; then
        bad=1 why=", ended without a result"
    fi
    if [ "$ok" -lt 0 ]; then ok=0; fi
    passed=$((passed + ok)) failed=$((failed + bad)) skipped=$((skipped + left))
    counts="$program: $ok passed, $bad failed, $left skipped in $seconds s$why"
    if [ "$bad" -eq 0 ]; then
        echo "ok       $counts"
        # Why tests were skipped, each reason once: a line is `skipped: test: reason`.
        if [ -z "$verbose" ]; then
            sed -n 's/^.*skipped: \([^ ]*: \)\{0,1\}/tests skipped: /p' "$log" | sort | uniq -c
        fi
    else
        echo "FAILED   $counts"
        show_log
    fi
}

# run_once NAME COMMAND...: counts as one test, which passes with exit code 0.
run_once() {
    run_program "$@"
    if [ "$status" -eq 0 ]; then
        passed=$((passed + 1))
        echo "ok       $1 in $seconds s"
    else
        fail "$1 in $seconds s, $(reason)"
        show_log
    fi
}

run_example() {
    program=$1
    shift
    if [ $# -gt 0 ]; then
        run_once "$program $*" "./$program" "$@"
        return
    fi
    while IFS= read -r arguments; do
        # Intended to split.
        run_once "$program${arguments:+ $arguments}" "./$program" $arguments
    done <<EOF
$(runs_of "${program#examples/}")
EOF
}

# A kernel must be as resident when the dev profile built it: one test.
compare_residency() {
    for profile in dev release; do
        run_program "$profile/device_info" "./$profile/device_info"
        if [ "$status" -ne 0 ]; then
            fail "$profile/device_info, $(reason)"
            show_log
            return
        fi
    done
    if diff "$logs/dev_device_info.log" "$logs/release_device_info.log" >"$logs/residency.diff"; then
        passed=$((passed + 1))
        echo "ok       residency is the same in the dev and the release profile"
    else
        fail "residency differs between the dev (<) and the release (>) profile"
        sed 's/^/    | /' "$logs/residency.diff"
    fi
}

required() {
    case ${COOP_REQUIRE_GPU-} in '' | 0) return 1 ;; esac
}

has_device() {
    [ -e /dev/nvidiactl ] || [ -e /dev/nvgpu ] || [ -e /dev/dxg ]
}

while getopts vt:o:h option; do
    case $option in
    v) verbose=1 ;;
    t) limit=$OPTARG ;;
    o) logs=$OPTARG ;;
    h) usage; exit 0 ;;
    *) usage >&2; exit 2 ;;
    esac
done
shift $((OPTIND - 1))
case $limit in '' | *[!0-9]* | 0*) echo "run: -t takes a number of seconds, not '$limit'" >&2; exit 2 ;; esac
which=${1-all}
case $which in tests | residency | examples | benches | all) ;; *) usage >&2; exit 2 ;; esac
filter=${2-}
if [ $# -ge 2 ]; then shift 2; else set --; fi

mkdir -p "${logs:=$(dirname -- "$0")/logs}" || exit 2
logs=$(CDPATH='' cd -- "$logs" && pwd) || exit 2
cd -- "$(dirname -- "$0")" || exit 2
if [ -d data ]; then
    COOP_DATA=$PWD/data
    export COOP_DATA
fi
line_buffered='' under_limit=''
if command -v stdbuf >/dev/null; then line_buffered='stdbuf -oL'; fi
if command -v timeout >/dev/null; then
    under_limit="timeout -k 10 $limit"
else
    echo "run: this machine has no \`timeout\`; nothing ends a program that hangs" >&2
fi

while read -r program _ <&3; do
    kind=${program%%/*} name=${program#*/}
    case $kind in tests | examples | benches) ;; dev) kind=residency name=device_info ;; *) continue ;; esac
    case $which in "$kind" | all) ;; *) continue ;; esac
    case $name in *"$filter"*) ;; *) continue ;; esac
    programs=$((programs + 1))
    if [ ! -x "$program" ]; then
        fail "$program is in the manifest, but is no program here"
    elif [ "$kind" = tests ]; then
        run_test "$program" "$@"
    elif ! required && ! has_device; then
        skip "$program: this machine has no NVIDIA device"
    else
        case $kind in
        residency) compare_residency ;;
        examples) run_example "$program" "$@" ;;
        # As `cargo bench` does.
        benches) run_once "$program" "./$program" --bench "$@" ;;
        esac
    fi
done 3<manifest.txt

if [ "$programs" -eq 0 ]; then
    echo "run: no program of '$which' has a name that contains '$filter'" >&2
    exit 2
fi
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ]
