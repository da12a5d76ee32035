#include <stdlib.h>
#include <string.h>

#include "libraries.h"
#include "support.h"

// libdeflate does not compare distances with the window size in the header (RFC 1950, 2.2), as zlib does.
static int window_holds(const uint8_t *stream, size_t size) {
  unsigned bits = 8u + (stream[0] >> 4);
  return bits == 15 || size <= (size_t)1 << bits;
}

static int inflate_with(
    enum libdeflate_result (*decompress)(
      struct libdeflate_decompressor *, const void *, size_t, void *, size_t, size_t *, size_t *),
    const uint8_t *stream, size_t count, uint8_t *bytes, size_t size) {
  struct libdeflate_decompressor *decompressor = libdeflate_alloc_decompressor();
  if (!decompressor) return 0;
  size_t used = 0;
  // Without a pointer for the number of inflated bytes, any number but `size` is an error.
  enum libdeflate_result result = decompress(decompressor, stream, count, bytes, size, &used, NULL);
  libdeflate_free_decompressor(decompressor);
  return result == LIBDEFLATE_SUCCESS && used == count;
}

int cis_inflate(const uint8_t *stream, size_t count, uint8_t *bytes, size_t size) {
  if (count == 0 || !window_holds(stream, size)) return 0;
  return inflate_with(libdeflate_zlib_decompress_ex, stream, count, bytes, size);
}

int cis_inflate_raw(const uint8_t *stream, size_t count, uint8_t *bytes, size_t size) {
  return inflate_with(libdeflate_deflate_decompress_ex, stream, count, bytes, size);
}

void cis_deflate(
    const uint8_t *bytes, size_t count, int level, cis_outcome *outcome, cis_buffer *stream) {
  memset(outcome, 0, sizeof *outcome);
  *stream = (cis_buffer){NULL, 0};
  struct libdeflate_compressor *compressor = libdeflate_alloc_compressor(level);
  size_t capacity = compressor ? libdeflate_zlib_compress_bound(compressor, count) : 0;
  uint8_t *target = compressor ? malloc(capacity) : NULL;
  size_t used = target ? libdeflate_zlib_compress(compressor, bytes, count, target, capacity) : 0;
  libdeflate_free_compressor(compressor);
  if (used > 0) {
    outcome->succeeded = 1;
    *stream = (cis_buffer){target, used};
  } else {
    free(target);
    cis_note_error(outcome, "out of memory");
  }
}

void cis_deflate_smallest(
    const uint8_t *bytes, size_t count, cis_outcome *outcome, cis_buffer *stream) {
  memset(outcome, 0, sizeof *outcome);
#ifdef STICKERPACK_SAFE_FIXES_ONLY
  (void)bytes, (void)count;
  cis_note_error(outcome, "this build has no zopfli");
  *stream = (cis_buffer){NULL, 0};
#else
  ZopfliOptions options;
  ZopfliInitOptions(&options);
  unsigned char *target = NULL;
  size_t used = 0;
  ZopfliCompress(&options, ZOPFLI_FORMAT_ZLIB, bytes, count, &target, &used);
  outcome->succeeded = 1;
  *stream = (cis_buffer){target, used};
#endif
}
