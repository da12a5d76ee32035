#!/bin/sh
# Downloads the image libraries' sources with Debian's patches: usage: fetch-sources.sh FOLDER
#
# Each version is in sources.txt, with the SHA-256 of its description, which has those of the other files. A machine
# has no list of source packages by default, so this one is the folder's own.
set -eu
list=$(cd "$(dirname "$0")" && pwd)/sources.txt
mkdir -p "$1/apt/lists/partial" && cd "$1"
options="-o Dir::Etc::SourceList=/dev/null -o Dir::Etc::SourceParts=$PWD/apt -o Dir::State::Lists=$PWD/apt/lists"

is_current() { test -f "$1/.version" && test "$(cat "$1/.version")" = "$2"; }

has_lists=
while read -r name version digest; do
  is_current "$name" "$digest" && continue
  if test -z "$has_lists"; then
    for file in /etc/apt/sources.list.d/*.sources; do
      sed 's/^Types:.*/Types: deb-src/' "$file" > "apt/$(basename "$file")"
    done
    # shellcheck disable=SC2086
    apt-get -qq $options update
    has_lists=1
  fi
  # shellcheck disable=SC2086
  apt-get -qq $options source --download-only "$name=$version" > apt/log 2>&1 || { cat apt/log >&2; exit 1; }
  description="${name}_${version#*:}.dsc"
  echo "$digest  $description" | sha256sum --check --quiet
  rm -rf "$name"
  dpkg-source --no-check --require-strong-checksums -x "$description" "$name" > apt/log 2>&1 || { cat apt/log >&2; exit 1; }
  echo "$digest" > "$name/.version"
done < "$list"
