// One call is one whole operation on memory: no state outlives it, nothing is printed, nothing
// calls back into Swift, and no library type shows through this header.
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

/// How an operation ended. `message` is the first error's text, or else the first warning's.
/// An operation that failed returns an empty buffer.
typedef struct {
  int succeeded;
  uint32_t warnings;
  char message[CIS_MESSAGE_SIZE];
} cis_outcome;

/// Decodes a still PNG of a known size to straight RGBA, row by row, without padding.
/// `bits_per_channel`: 16 for a file of 16 bits, in this machine's byte order, and 8 for any other.
/// `pixels`: room for every sample; what it holds after a failure means nothing.
/// CRCs are not checked: the caller's container walk has done that.
void cis_png_decode(
  const uint8_t *bytes, size_t count, uint32_t width, uint32_t height, uint32_t bits_per_channel,
  uint8_t *pixels, cis_outcome *outcome);

/// Inflates the ICC profile of a PNG, which may end where its image data begins. A profile of over a
/// MiB, or one that libpng finds no profile in, is refused.
void cis_png_profile(
  const uint8_t *bytes, size_t count, cis_outcome *outcome, cis_buffer *profile);

/// Encodes 8-bit rows. `channels`: 1 gray, 2 gray and alpha, 3 RGB, 4 RGBA. `level`: zlib's 0 to 9.
/// `filters`: whether each row takes the filter that suits it best, or none does.
void cis_png_encode(
  const uint8_t *pixels, uint32_t width, uint32_t height, uint32_t channels, int level, int filters,
  cis_outcome *outcome, cis_buffer *png);

/// Decodes a JPEG of a known size to RGBA with alpha 255, CMYK and YCCK converted, orientation as
/// stored. `pixels`: room for every sample; what it holds after a failure means nothing.
void cis_jpeg_decode(
  const uint8_t *bytes, size_t count, uint32_t width, uint32_t height, uint8_t *pixels,
  cis_outcome *outcome);

/// Encodes RGBA (alpha ignored) as a baseline JPEG, 4:4:4. `quality`: 1 to 100.
void cis_jpeg_encode(
  const uint8_t *rgba, uint32_t width, uint32_t height, int quality,
  cis_outcome *outcome, cis_buffer *jpeg);

/// Encodes palette indices as a GIF of one image, so that its LZW data can be lifted out.
/// `bits`: palette size as a power of two, 1 to 8; every index is below 2^bits.
void cis_gif_encode_indices(
  const uint8_t *indices, uint32_t width, uint32_t height, uint32_t bits,
  cis_outcome *outcome, cis_buffer *gif);

#endif
