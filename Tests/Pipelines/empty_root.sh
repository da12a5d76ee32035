#!/bin/sh
# Runs the GitLab job of Documentation/Pipelines.md in an empty root that has only the packages of its
# image, swift:6.2-bookworm, and this machine's toolchain.
#
# usage: empty_root.sh FOLDER [MOUNT...]
#
# FOLDER receives the root, about 1 GB, and is kept. Each MOUNT is a folder of this machine that the root
# sees at the same path, such as a cache of packages. Needs root, debootstrap and Debian 12.
set -eu
checkout=$(cd "$(dirname "$0")/../.." && pwd)
[ $# -gt 0 ] || { sed -n '5s/^# //p' "$0" >&2; exit 2; }
root=$1
shift
command -v debootstrap > /dev/null && [ "$(id -u)" = 0 ] || {
  echo "skipped: needs root and debootstrap"
  exit 0
}
# https://github.com/swiftlang/swift-docker/blob/main/6.2/debian/12/Dockerfile
packages=binutils-gold,ca-certificates,gcc,git,libcurl4-openssl-dev,libedit-dev,libicu-dev,libncurses-dev
packages=$packages,libpython3-dev,libsqlite3-dev,libxml2-dev,pkg-config,tzdata,uuid-dev
[ -e "$root/usr/bin/git" ] || debootstrap --variant=minbase --include="$packages" bookworm "$root"
# The commands of the job, with this checkout in place of the published repository.
job=$(awk '/^stickers:/ { inside = 1 } /^  artifacts:/ { inside = 0 }
  inside && sub(/^    - /, "") && !/^changes:/' "$checkout/Documentation/Pipelines.md" |
  sed 's|--depth 1 --branch VERSION https://github.com/OWNER/stickerpack|/source|')
toolchain=$(dirname "$(dirname "$(dirname "$(readlink -f "$(command -v swift)")")")")
cp /etc/resolv.conf "$root/etc/"
# Links in the root would lead to the files of this machine.
rm -rf "$root/etc/ssl/certs"
cp -rL /etc/ssl/certs "$root/etc/ssl/"
export checkout root job toolchain
# The mounts end with the command.
exec unshare --mount sh -euc '
  for folder in "$toolchain" "$@"; do
    mkdir -p "$root$folder"
    mount --bind "$folder" "$root$folder"
  done
  mkdir -p "$root/source"
  mount --bind "$checkout" "$root/source"
  mount -t proc proc "$root/proc"
  mount --rbind /dev "$root/dev"
  rm -rf "$root/tmp/stickerpack" "$root/usr/local/bin/stickerpack"
  exec chroot "$root" env -i HOME=/root PATH="$toolchain/usr/bin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin" \
    sh -exc "git config --global --add safe.directory \"*\"
      rm -rf /tmp/Stickers; cp -r /source/SampleStickers/Biscuit /tmp/Stickers; cd /tmp
$job"
' sh "$@"
