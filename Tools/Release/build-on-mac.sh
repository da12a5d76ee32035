#!/bin/sh
# Builds the program for the processor of this Mac, with Homebrew's libraries linked in, and strips it.
#
# usage: build-on-mac.sh OUTPUT
set -eu
output=$1
cd "$(dirname "$0")/../.."
prefix=$(brew --prefix)
make setup
# The linker prefers shared libraries, so it gets a folder that has only the static ones.
rm -rf Build/static
mkdir -p Build/static
for library in deflate gif jpeg png png16 sharpyuv webp zopfli; do
  ln -s "$prefix/lib/lib$library.a" Build/static
done
STICKERPACK_STATIC=1 make build FLAGS="-Xcc -I$prefix/include -Xlinker -L$PWD/Build/static -Xlinker -lsharpyuv"
strip -o "$output" .build/release/stickerpack
if otool -L "$output" | grep "$prefix"; then
  echo "$output needs these libraries of Homebrew, which other Macs do not have" >&2
  exit 1
fi
