// One call is one complete operation on memory. No state outlives a call, nothing is printed, nothing
// calls back into Swift, and this header exposes no library types.
#ifndef CIMAGESHIM_H
#define CIMAGESHIM_H

#include <stddef.h>
#include <stdint.h>

#define CIS_MESSAGE_SIZE 160

/// A buffer of the C heap. Release it with `cis_buffer_free`.
typedef struct {
  uint8_t *bytes;
  size_t count;
} cis_buffer;

void cis_buffer_free(cis_buffer buffer);

/// The result of an operation. `message` is the first error's text, or else the first warning's.
/// A failed operation returns an empty buffer.
typedef struct {
  int succeeded;
  uint32_t warnings;
  char message[CIS_MESSAGE_SIZE];
} cis_outcome;

/// Decodes a still PNG of a known size to straight RGBA, row by row, without padding.
/// `bits_per_channel`: 16 for a file of 16 bits, in this machine's byte order, and 8 for any other.
/// `pixels`: `capacity` bytes, enough for every sample; undefined after a failure.
/// CRCs are not checked: the caller's container walk has already done so.
void cis_png_decode(
  const uint8_t *bytes, size_t count, uint32_t width, uint32_t height, uint32_t bits_per_channel,
  uint8_t *pixels, size_t capacity, cis_outcome *outcome);

/// Inflates a zlib stream of `count` bytes to exactly `size` bytes. Returns 1 if all of it is valid, and
/// otherwise 0: for damage of any kind, distances that may leave the declared window, and lack of memory.
/// `bytes` is undefined after a failure.
int cis_inflate(const uint8_t *stream, size_t count, uint8_t *bytes, size_t size);

/// Does the same with a deflate stream, which has neither the header nor the checksum of zlib.
int cis_inflate_raw(const uint8_t *stream, size_t count, uint8_t *bytes, size_t size);

/// Inflates the ICC profile of a PNG, which may be cut off where its image data begins. Fails for a
/// profile of over 1 MiB and for one that libpng rejects.
void cis_png_profile(
  const uint8_t *bytes, size_t count, cis_outcome *outcome, cis_buffer *profile);

/// Compresses bytes to a zlib stream. `level`: libdeflate's, 1 (fastest) to 12 (smallest).
void cis_deflate(
  const uint8_t *bytes, size_t count, int level, cis_outcome *outcome, cis_buffer *stream);

/// Compresses bytes to the smallest zlib stream that is known, in about 100 times the time of level 12.
/// zopfli ends the process if memory runs out. Fails in the engine of web pages.
void cis_deflate_smallest(
  const uint8_t *bytes, size_t count, cis_outcome *outcome, cis_buffer *stream);

/// Decodes the image at the start of a GIF without a palette to one index per pixel, in the order of the stored
/// rows. Fails unless every row can be read. `indices`: `capacity` bytes, at least one per pixel; undefined
/// after a failure.
void cis_gif_decode(
  const uint8_t *bytes, size_t count, uint32_t width, uint32_t height, uint8_t *indices,
  size_t capacity, cis_outcome *outcome);

/// Decodes a JPEG of a known size to RGBA with alpha 255, CMYK and YCCK converted, orientation as
/// stored. `pixels`: `capacity` bytes, enough for every sample; undefined after a failure.
void cis_jpeg_decode(
  const uint8_t *bytes, size_t count, uint32_t width, uint32_t height, uint8_t *pixels,
  size_t capacity, cis_outcome *outcome);

/// Encodes RGBA (alpha ignored) as a baseline JPEG, 4:4:4. `quality`: 1 to 100. Fails in the engine of web pages.
void cis_jpeg_encode(
  const uint8_t *rgba, uint32_t width, uint32_t height, int quality,
  cis_outcome *outcome, cis_buffer *jpeg);

/// Encodes RGBA as a WebP file of one image. `quality`: 0 to 100 of a lossy encoding, which keeps alpha as it is, or -1
/// for a lossless one. Colors of transparent pixels are lost. Fails in a build without libwebp.
void cis_webp_encode(
  const uint8_t *rgba, uint32_t width, uint32_t height, int quality, cis_outcome *outcome,
  cis_buffer *webp);

/// Decodes a WebP file of one image of a known size to straight RGBA. `pixels`: `capacity` bytes, enough for every
/// sample; undefined after a failure. Fails in a build without libwebp.
void cis_webp_decode(
  const uint8_t *bytes, size_t count, uint32_t width, uint32_t height, uint8_t *pixels,
  size_t capacity, cis_outcome *outcome);

#endif
