#!/bin/sh
# Runs the tests that decode, encode and build under valgrind's memcheck.
#
#   sh Tests/Faults/valgrind.sh BUILD-FOLDER [options of `swift build` ...]
#
# TESTS is a filter for tests; the default selects those that call C or write files in-process. Fails
# on invalid accesses, uses of uninitialized values and definitely lost memory.
set -eu
folder=$1
shift
here=$(dirname "$0")
tests=${TESTS:-ImageCodecsTests|ImageContainersTests|PixelsTests|BasicsTests|StickerPacksTests|StickerBuildTests}
# Foundation cannot start processes under valgrind, which reserves file descriptors. A child of `fork` has only one
# thread, so what other threads hold would count as lost in it.
skipped='AllocationFaultTests|SHA256Tests|manifestContents|silence|SubprocessTests|GitRepositoryTests|GitIgnoreTests'

command -v valgrind > /dev/null || { echo "skipped: valgrind is not installed"; exit 0; }
swift build --build-tests --disable-xctest "$@"
# valgrind 3.19 cannot read Swift's debug information.
echo "skipped, because Foundation cannot start processes under valgrind: $skipped"
strip --strip-debug -o "$folder/valgrind.xctest" "$folder/stickerpackPackageTests.xctest"
cc -shared -fPIC -O1 -o "$folder/sigsuspend.so" "$here/sigsuspend.c"
LD_PRELOAD="$folder/sigsuspend.so" valgrind --error-exitcode=9 --leak-check=full \
  --show-leak-kinds=definite --errors-for-leak-kinds=definite --num-callers=30 --fair-sched=yes \
  --child-silent-after-fork=yes \
  --suppressions="$here/valgrind-suppressions.txt" \
  "$folder/valgrind.xctest" --testing-library swift-testing --filter "$tests" --skip "$skipped"
