// giflib as the reference for the LZW decoder in ImageCodecs.
#ifndef GIFREFERENCE_H
#define GIFREFERENCE_H

#include <stddef.h>
#include <stdint.h>

/// Decodes the first image of a GIF to palette indices in stored row order and returns how many
/// rows giflib could read. `indices` has room for `width` times `height`.
uint32_t gif_reference_rows(
  const uint8_t *bytes, size_t count, uint32_t width, uint32_t height, uint8_t *indices);

/// Whether giflib reads the whole file without an error.
int gif_reference_reads(const uint8_t *bytes, size_t count);

#endif
