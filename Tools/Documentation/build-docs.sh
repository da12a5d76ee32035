#!/bin/sh
# Builds the documentation of each library product from its public symbols and its DocC catalog.
# Usage: build-docs.sh BUILD OUTPUT, where BUILD is the folder that `swift build` fills.
set -eu
build=$1
output=$2

case $(uname -s) in
Darwin)
  docc=$(xcrun --find docc)
  extract=$(xcrun --find swift-symbolgraph-extract)
  set -- -sdk "$(xcrun --show-sdk-path)"
  ;;
*)
  docc=$(command -v docc)
  extract=$(command -v swift-symbolgraph-extract)
  set --
  ;;
esac
target=$(swiftc -print-target-info | sed -n 's/^ *"triple": "\(.*\)",$/\1/p' | head -n 1)
graphs=$output/symbol-graphs

# module NAME REEXPORTED: symbols of the modules that it exports again become part of its pages.
module() {
  name=$1
  reexported=$2
  shift 2
  rm -rf "${graphs:?}/$name" "${output:?}/$name.doccarchive"
  mkdir -p "$graphs/$name"
  "$extract" -module-name "$name" -target "$target" "$@" -I "$build/Modules" \
    -Xcc "-fmodule-map-file=$build/CImageShim.build/module.modulemap" \
    -Xcc "-fmodule-map-file=$build/CFolderSwap.build/module.modulemap" \
    -Xcc "-fmodule-map-file=$build/CSHA256.build/module.modulemap" \
    -Xcc "-fmodule-map-file=$build/CResources.build/module.modulemap" \
    -Xcc "-fmodule-map-file=$build/CSHA256.build/module.modulemap" \
    -minimum-access-level public -skip-synthesized-members \
    "-experimental-allowed-reexported-modules=$reexported" -output-dir "$graphs/$name"
  "$docc" convert "Sources/$name/$name.docc" --additional-symbol-graph-dir "$graphs/$name" \
    --fallback-display-name "$name" --fallback-bundle-identifier "stickerpack.$name" \
    --warnings-as-errors --output-path "$output/$name.doccarchive"
}

module StickerManifest Timing "$@"
module ImageCodecs ImageContainers,Pixels,Timing "$@"
module StickerTasks \
  ImageContainers,StickerBuild,StickerFiles,StickerFit,StickerLint,StickerPacks,StickerReports,Timing "$@"
echo "Documentation: $output/*.doccarchive"
