#include <setjmp.h>
#include <stdio.h>
#include <string.h>

#include "libraries.h"
#include "support.h"

static void on_error(png_structp png, png_const_charp message) {
  cis_note_error(png_get_error_ptr(png), message);
  longjmp(png_jmpbuf(png), 1);
}

static void on_warning(png_structp png, png_const_charp message) {
  cis_note_warning(png_get_error_ptr(png), message);
}

typedef struct {
  const uint8_t *bytes;
  size_t left;
  // The number of bytes that the current row may still read.
  size_t allowance;
} source;

// After the last row libpng inflates whatever follows, which may be a thousand times the file's size.
// A row needs at most as many bytes as it has samples, plus the compressor's overhead.
enum { SURPLUS = 65536 };

static void on_read(png_structp png, png_bytep destination, size_t count) {
  source *from = png_get_io_ptr(png);
  if (count > from->left) png_error(png, "the data ends too early");
  if (count > from->allowance) png_error(png, "the image data goes on after the last row");
  memcpy(destination, from->bytes, count);
  from->bytes += count;
  from->left -= count;
  from->allowance -= count;
}

// Replaces the palette indices at the start of each row with their colors. Indices beyond the palette
// become black, as browsers show them. libpng's own expansion does not report them.
static void expand_palette(
    png_structp png, png_infop info, const cis_canvas *to, size_t row_size, cis_outcome *outcome) {
  png_colorp palette = NULL;
  png_bytep alpha = NULL;
  int color_count = 0, alpha_count = 0;
  png_get_PLTE(png, info, &palette, &color_count);
  png_get_tRNS(png, info, &alpha, &alpha_count, NULL);
  uint8_t colors[256][4];
  for (int i = 0; i < 256; i++) {
    png_color color = i < color_count ? palette[i] : (png_color){0, 0, 0};
    const uint8_t rgba[] = {color.red, color.green, color.blue, i < alpha_count ? alpha[i] : 255};
    memcpy(colors[i], rgba, 4);
  }
  int invalid = 0;
  for (uint32_t y = 0; y < to->height; y++) {
    uint8_t *row = to->pixels + y * row_size;
    // From the last to the first, because a color takes four times the bytes of its index.
    for (size_t x = to->width; x-- > 0;) {
      if (row[x] >= color_count) invalid = row[x];
      memcpy(row + 4 * x, colors[row[x]], 4);
    }
    if (invalid && !outcome->warnings) {
      char message[CIS_MESSAGE_SIZE];
      snprintf(
        message, sizeof message, "invalid palette index in row %u: expected 0 to %d, found %d", y + 1,
        color_count - 1, invalid);
      cis_note_warning(outcome, message);
    }
  }
}

// The caller frees `png` and `info`, even after an error.
static void decode(
    png_structp png, png_infop info, source *from, const cis_canvas *to, uint32_t bits_per_channel,
    cis_outcome *outcome) {
  if (setjmp(png_jmpbuf(png))) return;
  png_set_crc_action(png, PNG_CRC_QUIET_USE, PNG_CRC_QUIET_USE);
  png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
  png_set_chunk_cache_max(png, 16);
  png_set_chunk_malloc_max(png, 1u << 20);
  png_read_info(png, info);
  png_byte depth = png_get_bit_depth(png, info);
  int indexed = png_get_color_type(png, info) == PNG_COLOR_TYPE_PALETTE;
  if (indexed) {
    png_set_packing(png);
  } else {
    png_set_expand(png);
    png_set_gray_to_rgb(png);
    png_set_add_alpha(png, depth == 16 ? 0xFFFF : 0xFF, PNG_FILLER_AFTER);
  }
  const uint16_t one = 1;
  if (depth == 16 && *(const uint8_t *)&one == 1) png_set_swap(png);
  int passes = png_set_interlace_handling(png);
  png_read_update_info(png, info);
  size_t row_size = (size_t)to->width * 4 * (bits_per_channel / 8);
  if (png_get_image_width(png, info) != to->width || png_get_image_height(png, info) != to->height
      || png_get_rowbytes(png, info) != row_size / (indexed ? 4 : 1)
      || !cis_canvas_holds_rows(to, row_size)) {
    png_error(png, "unexpected image size");
  }
  for (int pass = 0; pass < passes; pass++) {
    for (uint32_t y = 0; y < to->height; y++) {
      from->allowance = row_size + SURPLUS;
      png_read_row(png, to->pixels + y * row_size, NULL);
    }
  }
  if (indexed) expand_palette(png, info, to, row_size, outcome);
  png_read_end(png, NULL);
  outcome->succeeded = 1;
}

void cis_png_decode(
    const uint8_t *bytes, size_t count, uint32_t width, uint32_t height, uint32_t bits_per_channel,
    uint8_t *pixels, size_t capacity, cis_outcome *outcome) {
  memset(outcome, 0, sizeof *outcome);
  source from = {bytes, count, SIZE_MAX};
  cis_canvas to = {width, height, pixels, capacity};
  png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, outcome, on_error, on_warning);
  png_infop info = png ? png_create_info_struct(png) : NULL;
  if (info) {
    png_set_read_fn(png, &from, on_read);
    decode(png, info, &from, &to, bits_per_channel, outcome);
  } else {
    cis_note_error(outcome, "out of memory");
  }
  png_destroy_read_struct(&png, &info, NULL);
}

static void find_profile(png_structp png, png_infop info, cis_outcome *outcome, cis_sink *sink) {
  if (setjmp(png_jmpbuf(png))) return;
  png_set_crc_action(png, PNG_CRC_QUIET_USE, PNG_CRC_QUIET_USE);
  png_set_chunk_malloc_max(png, 1u << 20);
  png_read_info(png, info);
  png_charp name;
  png_bytep bytes;
  png_uint_32 count;
  int method;
  if (!png_get_iCCP(png, info, &name, &method, &bytes, &count)) {
    // libpng's warning, if there is one, says more.
    if (!outcome->message[0]) cis_note_error(outcome, "no profile");
    return;
  }
  if (!cis_sink_append(sink, bytes, count)) png_error(png, "out of memory");
  outcome->succeeded = 1;
}

void cis_png_profile(
    const uint8_t *bytes, size_t count, cis_outcome *outcome, cis_buffer *profile) {
  memset(outcome, 0, sizeof *outcome);
  cis_sink sink = {{NULL, 0}, 0};
  source from = {bytes, count, SIZE_MAX};
  png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, outcome, on_error, on_warning);
  png_infop info = png ? png_create_info_struct(png) : NULL;
  if (info) {
    png_set_read_fn(png, &from, on_read);
    find_profile(png, info, outcome, &sink);
  } else {
    cis_note_error(outcome, "out of memory");
  }
  png_destroy_read_struct(&png, &info, NULL);
  *profile = cis_sink_take(&sink, outcome);
}
