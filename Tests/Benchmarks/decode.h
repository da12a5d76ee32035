// One PNG image, and what decodes it.

#include <stddef.h>
#include <stdint.h>

struct piece {
  const uint8_t *start;
  size_t count;
};

// One image of a PNG or APNG: the static image or a frame.
struct png_image {
  uint32_t width, height;
  int depth, color_type, is_interlaced;
  // The whole file, if the image is its static image.
  struct piece file;
  // The content of PLTE and tRNS, and of IDAT or of fdAT without the sequence number.
  struct piece palette, transparency, *data;
  size_t data_count;
  // Buffers that all images of a thread share.
  struct buffer {
    uint8_t *start;
    size_t capacity;
  } buffers[2];
};

// The buffer's memory, which has at least a number of bytes. Its content is lost.
uint8_t *reserve(struct buffer *buffer, size_t count);

// Decodes to 8-bit straight RGBA and verifies all checksums of the image. Returns 0 if it is
// invalid.
int decode_png(struct png_image *image, uint8_t *rgba);
