#!/bin/sh
# Builds the engine for web pages: usage: build.sh FOLDER
#
# FOLDER gets the image libraries' sources, which are downloaded once, objects and modules, stickerpack.wasm, and the
# names of its functions by their numbers, stickerpack.wasm.symbols. OPTIMIZATION=-Onone compiles in a fifth of the time.
set -eu
cd "$(dirname "$0")/../.."
work=$1
here=Tools/Browser
mkdir -p "$work/sources" "$work/objects" "$work/modules"
work=$(cd "$work" && pwd)

system=/usr/include/wasm32-wasi
libraries=/usr/lib/wasm32-wasi
runtime() { ls /usr/lib/llvm-*/lib/clang/*/lib/wasi/libclang_rt.builtins-wasm32.a 2>/dev/null | head -1; }
has() { for program; do command -v "$program" >/dev/null || return; done; }
if ! test -d $system || test -z "$(runtime)" || ! has wasm-opt node dpkg-source; then
  command -v apt-get >/dev/null || { echo "build.sh: only on Debian, for its wasi-libc and binaryen" >&2; exit 1; }
  as_root=
  test "$(id -u)" -eq 0 || as_root=sudo
  DEBIAN_FRONTEND=noninteractive
  export DEBIAN_FRONTEND
  $as_root apt-get update -qq
  $as_root apt-get install -qq --no-install-recommends wasi-libc libclang-rt-dev-wasm32 binaryen \
    dpkg-dev nodejs >/dev/null
fi
builtins=$(runtime)
toolchain=$(dirname "$(command -v swiftc)")

# MARK: Swift

swift() {
  swiftc -target wasm32-unknown-none-wasm -enable-experimental-feature Embedded -wmo -parse-as-library \
    -swift-version 6 -package-name stickerpack -enable-upcoming-feature ExistentialAny \
    -enable-upcoming-feature MemberImportVisibility -enable-upcoming-feature InternalImportsByDefault \
    -enable-experimental-feature Extern -warnings-as-errors \
    -I "$work/modules" -I $here/include -Xcc -msimd128 -Xcc -D__wasi__ -Xcc -isystem -Xcc $system -file-prefix-map "$work=" "$@"
}

# The modules in the order of their dependencies, each with the files that only the other builds have.
while read -r module left_out; do
  files=$(find "Sources/$module" -name '*.swift' | sort | grep -vE "${left_out:-^$}")
  # shellcheck disable=SC2086
  swift -Onone -module-name "$module" -emit-module -emit-module-path "$work/modules/$module.swiftmodule" $files
done < $here/modules.txt

# MARK: Sources

sh $here/fetch-sources.sh "$work/sources"

# MARK: C

sources=$work/sources
compile() { # NAME FLAGS... -- FILES...
  name=$1
  shift
  flags=
  while test "$1" != --; do
    flags="$flags $1"
    shift
  done
  shift
  test -z "$(find "$work/objects" -name "$name.a" -newer $here/build.sh)" || return 0
  rm -rf "$work/objects/$name" && mkdir -p "$work/objects/$name"
  for file; do
    # shellcheck disable=SC2086
    "$toolchain/clang" --target=wasm32-wasi -msimd128 -O2 -w -std=gnu17 -nostdlibinc -I $here/include -isystem $system \
      -D_WASI_EMULATED_SIGNAL -D_WASI_EMULATED_PROCESS_CLOCKS -mexception-handling \
      -ffile-prefix-map="$work=" $flags -c "$file" -o "$work/objects/$name/$(basename "${file%.?}").o"
  done
  rm -f "$work/objects/$name.a"
  "$toolchain/llvm-ar" rcs "$work/objects/$name.a" "$work/objects/$name"/*.o
}

zlib=$sources/zlib png=$sources/libpng1.6 deflate=$sources/libdeflate gif=$sources/giflib
jpeg=$sources/libjpeg-turbo
# What their own configuration would find out about the platform, without what the shim does not ask for. libpng reads
# all chunks, since it warns about those that are invalid.
unused='ALPHA_MODE|BACKGROUND|BGR|COMPOSITE_NODIV|EXPAND_16|GAMMA|INVERT|INVERT_ALPHA|PACKSWAP|QUANTIZE|RGB_TO_GRAY'
unused="READ_($unused|SCALE_16_TO_8|SHIFT|STRIP_16_TO_8|STRIP_ALPHA|SWAP_ALPHA|USER_TRANSFORM)|SIMPLIFIED_.*"
sed -E "/^#define PNG_($unused)_SUPPORTED/d" "$png/scripts/pnglibconf.h.prebuilt" > "$png/pnglibconf.h"
sed -i -E '/^#define (DCT_IFAST|DCT_FLOAT|IDCT_SCALING|UPSAMPLE_MERGING|QUANT_[12]PASS)_SUPPORTED/d' "$jpeg/jmorecfg.h"
define() { sed -e 's/@JPEG_LIB_VERSION@/62/; s/@LIBJPEG_TURBO_VERSION_NUMBER@/2001005/; s/@BITS_IN_JSAMPLE@/8/' \
  -e 's/@VERSION@/2.1.5/; s/@BUILD@/browser/; s/@INLINE@/inline/; s/@THREAD_LOCAL@//; s/@SIZE_T@/4/' \
  -e 's/@CMAKE_PROJECT_NAME@/libjpeg-turbo/; s/@COPYRIGHT_YEAR@/1991-2023/; s/^#cmakedefine WITH_SIMD.*//; s/^#cmakedefine RIGHT_SHIFT.*//' \
  -e 's/^#cmakedefine HAVE_INTRIN_H.*//; s/^#cmakedefine/#define/' "$1.in" > "$1"; }
define "$jpeg/jconfig.h"
define "$jpeg/jconfigint.h"
define "$jpeg/jversion.h"

compile zlib -- "$zlib"/adler32.c "$zlib"/crc32.c "$zlib"/deflate.c "$zlib"/inffast.c "$zlib"/inflate.c \
  "$zlib"/inftrees.c "$zlib"/trees.c "$zlib"/zutil.c
compile png -mllvm -wasm-enable-sjlj -I "$zlib" -- $(ls "$png"/png*.c | grep -v pngtest)
compile deflate -I "$deflate" -- "$deflate"/lib/*.c
compile gif -I "$gif" -- "$gif"/dgif_lib.c "$gif"/gifalloc.c "$gif"/gif_err.c "$gif"/gif_hash.c \
  "$gif"/openbsd-reallocarray.c
compile jpeg -mllvm -wasm-enable-sjlj -DNO_GETENV -DNO_PUTENV -I "$jpeg" -- $(for name in jcomapi jdapimin jdapistd \
  jdatasrc jdcoefct jdcolor jddctmgr jdhuff jdicc jdinput jdmainct jdmarker jdmaster jdphuff jdpostct jdsample jerror \
  jidctint jutils jmemmgr jmemnobs jaricom jdarith jsimd_none; do echo "$jpeg/$name.c"; done)
# Its resources, such as the scripts of pages, change without a trace in a C file.
rm -f "$work/objects/project.a"
compile project -std=gnu2x -mllvm -wasm-enable-sjlj -DSTICKERPACK_SAFE_FIXES_ONLY -I Sources/CImageShim/include \
  -I Sources/CSHA256/include -I Sources/CResources/include -I "$png" -I "$zlib" -I "$deflate" -I "$gif" -I "$jpeg" -- \
  Sources/CImageShim/*.c Sources/CSHA256/*.c Sources/CResources/*.c $here/library.c $here/longjmp.s

# MARK: Engine

# A copy of each function for each closure that it is called with makes the engine larger by a twentieth, and no faster.
# What code generation would keep for the next build is a digest that depends on the path of the object.
swift "${OPTIMIZATION:--O}" -Xllvm -sil-disable-pass=closure-specialize \
  -Xfrontend -disable-incremental-llvm-codegen -module-name Browser -emit-object \
  -o "$work/modules/Browser.o" Sources/Browser/*.swift

# MARK: Link

"$toolchain/wasm-ld" -o "$work/linked.wasm" --no-entry --export=_initialize --gc-sections -z stack-size=1048576 \
  --strip-debug "$libraries/crt1-reactor.o" "$work/modules/Browser.o" "$work"/objects/project.a \
  "$work"/objects/png.a "$work"/objects/zlib.a "$work"/objects/deflate.a "$work"/objects/gif.a \
  "$work"/objects/jpeg.a "$toolchain"/../lib/swift/embedded/wasm32-unknown-none-wasm/*.a \
  "$libraries/libc-printscan-no-floating-point.a" "$libraries/libc.a" "$libraries/libm.a" \
  "$libraries/libwasi-emulated-process-clocks.a" "$libraries/libwasi-emulated-signal.a" "$builtins"
# Higher levels make it larger with gzip.
wasm-opt --enable-bulk-memory --enable-exception-handling --enable-mutable-globals --enable-nontrapping-float-to-int \
  --enable-sign-ext --enable-simd -O1 --merge-similar-functions --debuginfo \
  --symbolmap="$work/stickerpack.wasm.symbols" "$work/linked.wasm" -o "$work/named.wasm"
"$toolchain/llvm-objcopy" --strip-all "$work/named.wasm" "$work/stickerpack.wasm"
