// Raw canvases of 618 x 618 RGBA, and the clock that the loops over them print.

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { side = 618, canvas_bytes = side * side * 4 };

static inline uint8_t *read_canvas(const char *path) {
  uint8_t *samples = malloc(canvas_bytes);
  FILE *file = fopen(path, "rb");
  if (samples == NULL || file == NULL || fread(samples, 1, canvas_bytes, file) != canvas_bytes) {
    fprintf(stderr, "%s: expected %d bytes\n", path, canvas_bytes);
    exit(1);
  }
  fclose(file);
  return samples;
}

// The CPU seconds of the process.
static inline double cpu_seconds(void) { return (double)clock() / CLOCKS_PER_SEC; }
