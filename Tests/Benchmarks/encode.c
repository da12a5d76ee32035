// Encodes canvases as PNG with libpng at level 6 and its default filters.
//
//   encode ROUNDS CANVAS...
//
// Prints the CPU seconds of the loop and the bytes of all files of one round.

#include "canvases.h"

#include <png.h>
#include <string.h>

struct output {
  uint8_t *start;
  size_t count, capacity;
};

static void write_bytes(png_structp png, png_bytep bytes, size_t count) {
  struct output *output = png_get_io_ptr(png);
  if (output->count + count > output->capacity) {
    output->capacity = 2 * output->capacity + count;
    output->start = realloc(output->start, output->capacity);
  }
  memcpy(output->start + output->count, bytes, count);
  output->count += count;
}

static void flush(png_structp png) { (void)png; }

static void encode(uint8_t *samples, struct output *output) {
  output->count = 0;
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
  png_infop info = png_create_info_struct(png);
  png_set_write_fn(png, output, write_bytes, flush);
  png_set_compression_level(png, 6);
  png_set_IHDR(
      png, info, side, side, 8, PNG_COLOR_TYPE_RGBA, PNG_INTERLACE_NONE,
      PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_write_info(png, info);
  for (int row = 0; row < side; row++) png_write_row(png, samples + 4 * row * side);
  png_write_end(png, NULL);
  png_destroy_write_struct(&png, &info);
}

int main(int count, char **arguments) {
  if (count < 3) return fprintf(stderr, "usage: encode ROUNDS CANVAS...\n"), 2;
  struct output output = {0};
  size_t bytes = 0;
  double seconds = 0;
  for (int index = 2; index < count; index++) {
    uint8_t *samples = read_canvas(arguments[index]);
    const double start = cpu_seconds();
    for (int round = atoi(arguments[1]); round > 0; round--) encode(samples, &output);
    seconds += cpu_seconds() - start;
    bytes += output.count;
    free(samples);
  }
  printf("%.6f %zu\n", seconds, bytes);
  return 0;
}
