#!/usr/bin/env bash
# Builds the fuzz targets with coverage and sanitizers and runs each, two at a time.
# Usage: fuzz.sh MINUTES [TARGET]
set -euo pipefail
cd "$(dirname "$0")/../.."

minutes=${1:?minutes for each target}
only=${2:-}
# libFuzzer runs forever with a limit of 0.
[ "$minutes" -gt 0 ] || { echo "MINUTES must be at least 1" >&2; exit 1; }
folder=$PWD/.build-fuzz
logs=$folder/logs
found=$folder/found

# libFuzzer without main(), from the toolchain.
tools=$(dirname "$(readlink -f "$(command -v swiftc)")")
library=$(find "$tools/../lib/clang" -name "libclang_rt.fuzzer_no_main*$(uname -m)*.a" | head -n 1)
if [ -z "$library" ]; then
  echo "the Swift toolchain in $tools has no libFuzzer for $(uname -m)" >&2
  exit 1
fi

build=(swift build -c release --scratch-path "$folder" --sanitize address
  -Xswiftc -sanitize-coverage=edge,inline-8bit-counters,pc-table,trace-cmp
  -Xcc -fsanitize=fuzzer-no-link,undefined -Xcc -fno-sanitize-recover=undefined
  -Xlinker "$library" -Xlinker -lstdc++)
export STICKERPACK_FUZZ=1
"${build[@]}" --product Fuzz
fuzz=$("${build[@]}" --show-bin-path)/Fuzz

# Swift's crash reports would replace the sanitizer's.
export SWIFT_BACKTRACE=enable=no
# Some targets write temporary folders; in memory this is several times faster.
[ -d /dev/shm ] && export TMPDIR=/dev/shm
targets=$("$fuzz" --targets)
if [ -n "$only" ]; then
  grep -qx "$only" <<< "$targets" || { echo "unknown target $only; expected one of" $targets >&2; exit 1; }
  targets=$only
fi
mkdir -p "$logs" "$found"
rm -rf "$folder/seeds"
# Foundation leaks when it reads an empty file, so leaks are detected in the targets only.
ASAN_OPTIONS=detect_leaks=0 "$fuzz" --seeds "$folder/seeds"

# Symbolize reports if a symbolizer is installed.
symbolizer=$tools/llvm-symbolizer
[ -x "$symbolizer" ] || symbolizer=$(command -v llvm-symbolizer || true)
export ASAN_OPTIONS=external_symbolizer_path=$symbolizer UBSAN_OPTIONS=print_stacktrace=1

run() {
  local target=$1 corpus=$folder/corpus/$1 regressions=Tests/FuzzTargetTests/Regressions/$1
  local arguments=("$corpus" "$folder/seeds/$target")
  mkdir -p "$corpus"
  if [ -d "$regressions" ]; then arguments+=("$regressions"); fi
  # Its tasks may still hold images when an input or the program ends, by references that the detector does not follow.
  local sanitizer=$ASAN_OPTIONS
  if [ "$target" = stores ]; then sanitizer+=:detect_leaks=0; fi
  if [ -s "$folder/seeds/$target.dict" ]; then
    arguments+=("-dict=$folder/seeds/$target.dict")
  fi
  if ! ASAN_OPTIONS=$sanitizer "$fuzz" "$target" "${arguments[@]}" -max_total_time=$((minutes * 60)) \
    -timeout=10 -report_slow_units=1 -rss_limit_mb=1024 -len_control=100 -print_final_stats=1 \
    -artifact_prefix="$found/$target-" > "$logs/$target.txt" 2>&1
  then
    {
      echo "$target: libFuzzer failed; the end of $logs/$target.txt:"
      tail -n 40 "$logs/$target.txt"
    } >&2
  fi
}

rm -f "$found"/*
for target in $targets; do
  while [ "$(jobs -rp | wc -l)" -ge 2 ]; do wait -n || true; done
  echo "$(date +%H:%M:%S) $target, $minutes min"
  run "$target" &
done
wait

number() { sed -n "s/^stat::$2: *//p" "$logs/$1.txt" | tail -n 1; }
progress() { grep -oE " $2: [0-9]+" "$logs/$1.txt" | tail -n 1 | grep -oE '[0-9]+'; }
echo
echo "| target | minutes | executions | a second | edges | features | corpus | peak RSS | found |"
echo "| --- | --- | --- | --- | --- | --- | --- | --- | --- |"
for target in $targets; do
  findings=$(find "$found" -name "$target-*" | wc -l)
  echo "| $target | $minutes | $(number "$target" number_of_executed_units)" \
    "| $(number "$target" average_exec_per_sec) | $(progress "$target" cov)" \
    "| $(progress "$target" ft) | $(progress "$target" corp)" \
    "| $(number "$target" peak_rss_mb) MB | $findings |"
done

if [ -n "$(ls -A "$found")" ]; then
  echo
  echo "Findings. To reproduce one: SWIFT_BACKTRACE=enable=no $fuzz TARGET FILE"
  ls -1 "$found"/*
  exit 1
fi
