#!/bin/sh
# Runs the tests that decode, encode and build under valgrind's memcheck.
#
#   sh Tests/Faults/valgrind.sh BUILD-FOLDER [options of `swift build` ...]
#
# TESTS names the tests; without it all that call C or write files in this process are run. Fails
# for an invalid access, a use of what was never set, or memory that is definitely lost.
set -eu
folder=$1
shift
here=$(dirname "$0")
tests=${TESTS:-ImageCodecsTests|ImageContainersTests|PixelsTests|BasicsTests|StickerPacksTests|StickerBuildTests}
# Foundation cannot start a program under valgrind, which keeps the file descriptors that it counts.
skipped='AllocationFaultTests|SHA256Tests|manifestContents|silence'

command -v valgrind > /dev/null || { echo "skipped: valgrind is not installed"; exit 0; }
swift build --build-tests --disable-xctest "$@"
# This valgrind cannot read Swift's debug information.
echo "left out, since valgrind lets Foundation start no program: $skipped"
strip --strip-debug -o "$folder/valgrind.xctest" "$folder/stickerpackPackageTests.xctest"
cc -shared -fPIC -O1 -o "$folder/sigsuspend.so" "$here/sigsuspend.c"
LD_PRELOAD="$folder/sigsuspend.so" valgrind --error-exitcode=9 --leak-check=full \
  --show-leak-kinds=definite --errors-for-leak-kinds=definite --num-callers=30 --fair-sched=yes \
  --suppressions="$here/valgrind-suppressions.txt" \
  "$folder/valgrind.xctest" --testing-library swift-testing --filter "$tests" --skip "$skipped"
