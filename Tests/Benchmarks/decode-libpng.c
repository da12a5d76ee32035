// Decodes one PNG image with libpng and zlib. libpng has no APNG, so each frame becomes a file.

#include "decode.h"

#include <png.h>
#include <string.h>
#include <zlib.h>

static void read_piece(png_structp png, png_bytep bytes, size_t count) {
  struct piece *rest = png_get_io_ptr(png);
  if (rest->count < count) png_error(png, "truncated");
  memcpy(bytes, rest->start, count);
  rest->start += count;
  rest->count -= count;
}

static void ignore(png_structp png, png_const_charp message) { (void)png, (void)message; }

static void put32(uint8_t *bytes, uint32_t value) {
  for (int index = 0; index < 4; index++) bytes[index] = (uint8_t)(value >> (24 - 8 * index));
}

static uint8_t *put_chunk(uint8_t *to, const char *type, const uint8_t *content, size_t count) {
  put32(to, (uint32_t)count);
  memcpy(to + 4, type, 4);
  if (count > 0) memcpy(to + 8, content, count);
  put32(to + 8 + count, (uint32_t)crc32(0, to + 4, (uInt)(count + 4)));
  return to + count + 12;
}

// A file with one image. Its checksums are those of the frame's chunks, except for their type.
static struct piece frame_file(struct png_image *image) {
  size_t count = 200 + image->palette.count + image->transparency.count;
  for (size_t index = 0; index < image->data_count; index++) count += image->data[index].count + 12;
  uint8_t *start = reserve(&image->buffers[0], count), *to = start + 8;
  memcpy(start, "\x89PNG\r\n\x1a\n", 8);
  uint8_t header[13] = {
      [8] = (uint8_t)image->depth, (uint8_t)image->color_type, 0, 0, (uint8_t)image->is_interlaced};
  put32(header, image->width);
  put32(header + 4, image->height);
  to = put_chunk(to, "IHDR", header, sizeof header);
  if (image->palette.count > 0)
    to = put_chunk(to, "PLTE", image->palette.start, image->palette.count);
  if (image->transparency.count > 0)
    to = put_chunk(to, "tRNS", image->transparency.start, image->transparency.count);
  for (size_t index = 0; index < image->data_count; index++) {
    to = put_chunk(to, "IDAT", image->data[index].start, image->data[index].count);
  }
  to = put_chunk(to, "IEND", NULL, 0);
  return (struct piece){start, (size_t)(to - start)};
}

int decode_png(struct png_image *image, uint8_t *rgba) {
  struct piece rest = image->file.count > 0 ? image->file : frame_file(image);
  png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, ignore);
  png_infop info = png_create_info_struct(png);
  if (setjmp(png_jmpbuf(png))) {
    png_destroy_read_struct(&png, &info, NULL);
    return 0;
  }
  // put_chunk has calculated the checksums of a frame's file, which costs as much as verifying
  // them.
  if (image->file.count == 0) png_set_crc_action(png, PNG_CRC_QUIET_USE, PNG_CRC_QUIET_USE);
  png_set_read_fn(png, &rest, read_piece);
  png_read_info(png, info);
  png_set_expand(png);
  png_set_scale_16(png);
  png_set_gray_to_rgb(png);
  png_set_add_alpha(png, 255, PNG_FILLER_AFTER);
  for (int pass = png_set_interlace_handling(png); pass > 0; pass--) {
    for (uint32_t row = 0; row < image->height; row++) {
      png_read_row(png, rgba + 4 * (size_t)row * image->width, NULL);
    }
  }
  png_read_end(png, NULL);
  png_destroy_read_struct(&png, &info, NULL);
  return 1;
}
