// The image libraries of the system. Without them, the build of any hook, plugin or package that depends
// on this one ends with these messages.
#ifndef STICKERPACK_LIBRARIES_H
#define STICKERPACK_LIBRARIES_H

#if !__has_include(<png.h>)
#error "stickerpack needs libpng: install libpng-dev (apt), libpng-devel (dnf) or libpng (brew)"
#endif
#if !__has_include(<libdeflate.h>)
#error "stickerpack needs libdeflate: install libdeflate-dev (apt), libdeflate-devel (dnf) or libdeflate (brew)"
#endif
#if !defined(STICKERPACK_SAFE_FIXES_ONLY) && !__has_include(<zopfli/zopfli.h>)
#error "stickerpack needs zopfli: install libzopfli-dev (apt), zopfli-devel (dnf) or zopfli (brew)"
#endif
#if !__has_include(<gif_lib.h>)
#error "stickerpack needs giflib: install libgif-dev (apt), giflib-devel (dnf) or giflib (brew)"
#endif
#if !__has_include(<jpeglib.h>)
#error "stickerpack needs libjpeg: install libjpeg-dev (apt), libjpeg-turbo-devel (dnf) or jpeg-turbo (brew)"
#endif
#if defined(STICKERPACK_WEBP) && !__has_include(<webp/encode.h>)
#error "stickerpack needs libwebp: install libwebp-dev (apt), libwebp-devel (dnf) or webp (brew), or use --disable-default-traits"
#endif

#include <stdio.h>

#include <gif_lib.h>
#include <jpeglib.h>
#include <libdeflate.h>
#include <png.h>
// The engine of web pages makes safe fixes only, which need neither zopfli nor libjpeg's encoder.
#ifndef STICKERPACK_SAFE_FIXES_ONLY
#include <zopfli/zopfli.h>
#endif
#ifdef STICKERPACK_WEBP
#include <webp/decode.h>
#include <webp/encode.h>
#endif

#endif
