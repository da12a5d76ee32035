#!/bin/sh
# Installs the image libraries that the build needs, where they are missing, without a question,
# and pkg-config, which tells the package manager where they are.
set -eu

if command -v brew >/dev/null 2>&1; then
  missing=
  for library in libdeflate libpng giflib jpeg-turbo webp zopfli; do
    brew list "$library" >/dev/null 2>&1 || missing="$missing $library"
  done
  command -v pkg-config >/dev/null 2>&1 || missing="$missing pkgconf"
  [ -z "$missing" ] && exit 0
  echo "Installing$missing with brew"
  # shellcheck disable=SC2086
  exec brew install --quiet $missing
fi

if command -v apt-get >/dev/null 2>&1; then
  missing=
  for library in libdeflate-dev libpng-dev libgif-dev libjpeg-dev libwebp-dev libzopfli-dev; do
    dpkg-query -W -f '${Status}' "$library" 2>/dev/null | grep -q 'ok installed' \
      || missing="$missing $library"
  done
  command -v pkg-config >/dev/null 2>&1 || missing="$missing pkg-config"
  [ -z "$missing" ] && exit 0
  echo "Installing$missing with apt-get"
  as_root=
  [ "$(id -u)" -eq 0 ] || as_root=sudo
  export DEBIAN_FRONTEND=noninteractive
  $as_root apt-get update -qq
  # shellcheck disable=SC2086
  $as_root apt-get install -qq --no-install-recommends $missing >/dev/null
  exit 0
fi

echo "Neither apt-get nor brew is here: install the development files of libdeflate, libpng," >&2
echo "giflib, libjpeg-turbo, libwebp and zopfli with this system's package manager, then run make again." >&2
# They may be there already, and then the build succeeds.
exit 0
