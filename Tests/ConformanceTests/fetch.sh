#!/usr/bin/env bash
# Downloads the conformance suites into .conformance, at pinned commits, and verifies checksums.
# Usage: fetch.sh [HOST]    HOST replaces https://github.com, for mirrors
set -euo pipefail
cd "$(dirname "$0")/../.."

host=${1:-https://github.com}
target=.conformance
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The SHA-256 of the SHA-256 of every file in a folder, in the order of the names.
checksum() {
  local sum=(shasum -a 256)
  command -v shasum > /dev/null || sum=(sha256sum)
  (cd "$1" && find . -type f -print0 | LC_ALL=C sort -z | xargs -0 "${sum[@]}" | "${sum[@]}") \
    | cut -d ' ' -f 1
}

# fetch SUITE REPOSITORY COMMIT CHECKSUM FOLDER=SUBFOLDER... [!EXCLUDED...]
fetch() {
  local suite=$1 repository=$2 commit=$3 expected=$4 clone=$work/clone folder=$work/$1
  shift 4
  if [ -d "$target/$suite" ] && [ "$(checksum "$target/$suite")" = "$expected" ]; then
    echo "$suite: already present"
    return
  fi
  echo "$suite: fetching $host/$repository at $commit"
  rm -rf "$clone" "$folder"
  git init -q "$clone"
  git -C "$clone" remote add origin "$host/$repository"
  git -C "$clone" sparse-checkout set --no-cone "${@/%=*//}"
  git -C "$clone" fetch -q --depth 1 --filter=blob:none origin "$commit"
  git -C "$clone" -c advice.detachedHead=false checkout -q "$commit"
  local pair
  for pair in "$@"; do
    [[ $pair != '!'* ]] || continue
    mkdir -p "$folder/${pair#*=}"
    cp -R "$clone/${pair%%=*}/." "$folder/${pair#*=}"
  done
  local found
  found=$(checksum "$folder")
  if [ "$found" != "$expected" ]; then
    echo "$suite: checksum mismatch: expected $expected, found $found" >&2
    exit 1
  fi
  mkdir -p "$target"
  rm -rf "${target:?}/$suite"
  mv "$folder" "$target/$suite"
}

# PngSuite and its CgBI variants with expected samples.
fetch png tayloraswift/swift-png d444d98aa32f022bf4a8e74b5a697c7ee856a6ad \
  5338b0894623c5f2e457906b680d2332ecfcda604e205e9ae03e7ffe11d6cfc2 \
  Sources/PNGIntegrationTests/Inputs/Common=valid \
  Sources/PNGIntegrationTests/Inputs/Invalid=invalid \
  Sources/PNGIntegrationTests/Inputs/iOS=cgbi Sources/PNGIntegrationTests/RGBA=expected
# The APNG browser tests. Their expected canvases are in no public repository.
fetch apng python-pillow/Pillow 4e5f09f533dbd0d87d39951f48b62f4d1a421cba \
  1725edabb2e8df0bc0b8bde90b8bd15646902d83f6d0c2bf0f19abef78974761 Tests/images/apng=.
fetch gif robert-ancell/pygif 741b282047e0dde112e5ac2df0c7f8f923cb5df6 \
  2653d7a7b82581b32056680a64748c6def22658ac568bb4deff29884b0a16826 test-suite=.
# Without two files of more than 4 MiB.
fetch jpeg image-rs/jpeg-decoder eb2d7c0f6a2d0298aba7a7f8b9ca1440353e8f8c \
  b9880fec4ad5f14404eda4484bc3120a0b89147fb753534e1df27e3d26dff43d \
  tests/reftest/images=reftest/images \
  '!/tests/reftest/images/lossless/1/jpeg_lossless_sel1-rgb.*'
