#include <png.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

static void on_error(png_structp png, png_const_charp message) {
  cis_note_error(png_get_error_ptr(png), message);
  longjmp(png_jmpbuf(png), 1);
}

static void on_warning(png_structp png, png_const_charp message) {
  cis_note_warning(png_get_error_ptr(png), message);
}

static void on_read(png_structp png, png_bytep destination, size_t count) {
  if (cis_source_read(png_get_io_ptr(png), destination, count) < count) {
    png_error(png, "the data ends too early");
  }
}

static void on_write(png_structp png, png_bytep bytes, size_t count) {
  if (!cis_sink_append(png_get_io_ptr(png), bytes, count)) png_error(png, "out of memory");
}

static void on_flush(png_structp png) { (void)png; }

// The caller frees `png`, `info` and `result->pixels` whichever way this ends.
static void decode(
    png_structp png, png_infop info, png_bytepp *rows, uint64_t max_pixels, cis_image *result) {
  if (setjmp(png_jmpbuf(png))) return;
  png_set_crc_action(png, PNG_CRC_QUIET_USE, PNG_CRC_QUIET_USE);
  // Four mebi-samples a side is far over any image, and keeps libpng's own row sums in range.
  png_set_user_limits(png, 1u << 22, 1u << 22);
  png_set_chunk_cache_max(png, 16);
  png_set_chunk_malloc_max(png, 1u << 20);
  png_read_info(png, info);
  png_uint_32 width = png_get_image_width(png, info), height = png_get_image_height(png, info);
  if ((uint64_t)width * height > max_pixels) png_error(png, "too many pixels");
  png_byte depth = png_get_bit_depth(png, info);
  png_set_expand(png);
  png_set_gray_to_rgb(png);
  png_set_add_alpha(png, depth == 16 ? 0xFFFF : 0xFF, PNG_FILLER_AFTER);
  const uint16_t one = 1;
  if (depth == 16 && *(const uint8_t *)&one == 1) png_set_swap(png);
  png_set_interlace_handling(png);
  png_read_update_info(png, info);
  size_t row_size = png_get_rowbytes(png, info);
  size_t expected = (size_t)width * 4 * (depth == 16 ? 2 : 1);
  if (row_size != expected) png_error(png, "unexpected row size");
  result->pixels.bytes = calloc(height, row_size);
  *rows = malloc(height * sizeof(png_bytep));
  if (!result->pixels.bytes || !*rows) png_error(png, "out of memory");
  for (png_uint_32 y = 0; y < height; y++) (*rows)[y] = result->pixels.bytes + y * row_size;
  png_read_image(png, *rows);
  png_read_end(png, NULL);
  result->width = width;
  result->height = height;
  result->bits_per_channel = depth == 16 ? 16 : 8;
  result->pixels.count = height * row_size;
  result->outcome.succeeded = 1;
}

void cis_png_decode(const uint8_t *bytes, size_t count, uint64_t max_pixels, cis_image *result) {
  memset(result, 0, sizeof *result);
  cis_source source = {bytes, count, 0};
  png_bytepp rows = NULL;
  png_structp png =
      png_create_read_struct(PNG_LIBPNG_VER_STRING, &result->outcome, on_error, on_warning);
  png_infop info = png ? png_create_info_struct(png) : NULL;
  if (info) {
    png_set_read_fn(png, &source, on_read);
    decode(png, info, &rows, max_pixels, result);
  } else {
    cis_note_error(&result->outcome, "out of memory");
  }
  png_destroy_read_struct(&png, &info, NULL);
  free(rows);
  if (!result->outcome.succeeded) {
    cis_buffer_free(result->pixels);
    result->pixels = (cis_buffer){NULL, 0};
  }
}

static void encode(
    png_structp png, png_infop info, const uint8_t *pixels, uint32_t width, uint32_t height,
    uint32_t channels, int level, int filters, cis_outcome *outcome) {
  static const int color_types[] = {
    0, PNG_COLOR_TYPE_GRAY, PNG_COLOR_TYPE_GRAY_ALPHA, PNG_COLOR_TYPE_RGB, PNG_COLOR_TYPE_RGBA};
  if (setjmp(png_jmpbuf(png))) return;
  png_set_IHDR(
    png, info, width, height, 8, color_types[channels], PNG_INTERLACE_NONE,
    PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_set_compression_level(png, level);
  png_set_filter(png, PNG_FILTER_TYPE_BASE, filters ? PNG_ALL_FILTERS : PNG_FILTER_NONE);
  png_write_info(png, info);
  for (uint32_t y = 0; y < height; y++) {
    png_write_row(png, pixels + (size_t)y * width * channels);
  }
  png_write_end(png, NULL);
  outcome->succeeded = 1;
}

void cis_png_encode(
    const uint8_t *pixels, uint32_t width, uint32_t height, uint32_t channels, int level, int filters,
    cis_outcome *outcome, cis_buffer *result) {
  memset(outcome, 0, sizeof *outcome);
  cis_sink sink = {{NULL, 0}, 0};
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, outcome, on_error, on_warning);
  png_infop info = png ? png_create_info_struct(png) : NULL;
  if (channels < 1 || channels > 4) {
    cis_note_error(outcome, "channels must be 1 to 4");
  } else if (info) {
    png_set_write_fn(png, &sink, on_write, on_flush);
    encode(png, info, pixels, width, height, channels, level, filters, outcome);
  } else {
    cis_note_error(outcome, "out of memory");
  }
  png_destroy_write_struct(&png, &info);
  *result = cis_sink_take(&sink, outcome);
}
