// Runs every operation of CImageShim again and again, each time with another allocation failing,
// until one run asks for so few that none fails. Takes PNG and JPEG files to decode; what it
// encodes it makes itself. The first word of the last line says how it ended.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "CImageShim.h"
#include "heap.h"

// Large enough that the shim's growing buffer grows more than once, even for one grey channel.
enum { SIDE = 400, MOST_ALLOCATIONS = 10000 };

static uint8_t noise[SIDE * SIDE * 4];

typedef struct {
  cis_outcome outcome;
  cis_buffer buffer;
} answer;

typedef struct {
  char name[200];
  cis_buffer file;
  uint32_t channels;
  int filters;
  answer (*run)(const void *operation);
} operation;

static answer decode(
    const operation *it,
    void (*function)(const uint8_t *, size_t, uint64_t, cis_image *)) {
  cis_image image;
  function(it->file.bytes, it->file.count, UINT64_MAX, &image);
  return (answer){image.outcome, image.pixels};
}

static answer decode_png(const void *it) { return decode(it, cis_png_decode); }
static answer decode_jpeg(const void *it) { return decode(it, cis_jpeg_decode); }

static answer encode_png(const void *it) {
  const operation *png = it;
  answer result;
  cis_png_encode(
    noise, SIDE, SIDE, png->channels, 6, png->filters, &result.outcome, &result.buffer);
  return result;
}

static answer encode_jpeg(const void *it) {
  (void)it;
  answer result;
  cis_jpeg_encode(noise, SIDE, SIDE, 90, &result.outcome, &result.buffer);
  return result;
}

static answer encode_gif(const void *it) {
  (void)it;
  answer result;
  cis_gif_encode_indices(noise, SIDE, SIDE, 8, &result.outcome, &result.buffer);
  return result;
}

static int is_same(cis_buffer one, cis_buffer other) {
  return one.count == other.count && memcmp(one.bytes, other.bytes, one.count) == 0;
}

// Returns what is wrong with one run, or NULL.
static const char *fault(answer result, answer expected, long failed, long before, long after) {
  if (after != before) return "memory leaked";
  if (result.outcome.succeeded) {
    return is_same(result.buffer, expected.buffer) ? NULL : "it succeeded with another result";
  }
  if (failed == 0) return "it failed without a failing allocation";
  if (result.outcome.message[0] == '\0') return "the failure has no message";
  if (result.buffer.bytes || result.buffer.count) return "a failure returned a buffer";
  return NULL;
}

static long total_failed, faults;

static void explore(const operation *it, answer expected, int all) {
  for (long nth = 1; nth <= MOST_ALLOCATIONS; nth++) {
    long before = heap_live();
    heap_fail(nth, all);
    answer result = it->run(it);
    long failed = heap_stop_failing();
    long held = result.buffer.bytes ? 1 : 0;
    const char *wrong = fault(result, expected, failed, before, heap_live() - held);
    cis_buffer_free(result.buffer);
    if (wrong) {
      faults += 1;
      printf("fault: %s, allocation %ld%s: %s (live %+ld, “%s”)\n", it->name, nth,
        all ? " and all after it" : "", wrong, heap_live() - before, result.outcome.message);
    }
    if (failed == 0) {
      if (!all) printf("%s: %ld allocations\n", it->name, nth - 1);
      return;
    }
    total_failed += failed;
  }
  faults += 1;
  printf("fault: %s: more than %d allocations\n", it->name, MOST_ALLOCATIONS);
}

static void try_all(const operation *it) {
  answer expected = it->run(it);
  if (!expected.outcome.succeeded) {
    faults += 1;
    printf("fault: %s: it fails with memory enough: %s\n", it->name, expected.outcome.message);
  } else {
    explore(it, expected, 0);
    explore(it, expected, 1);
  }
  cis_buffer_free(expected.buffer);
}

static int read_file(const char *path, cis_buffer *file) {
  FILE *stream = fopen(path, "rb");
  if (!stream) return 0;
  file->bytes = malloc(1 << 20);
  file->count = file->bytes ? fread(file->bytes, 1, 1 << 20, stream) : 0;
  fclose(stream);
  return file->count > 0;
}

int main(int count, char **paths) {
  if (!heap_can_fail()) {
    puts("skipped: only glibc's heap, without a sanitizer, can be made to fail");
    return 0;
  }
  // A crash must not take the lines before it along.
  setvbuf(stdout, NULL, _IOLBF, 0);
  uint32_t state = 1;
  for (size_t i = 0; i < sizeof noise; i++) {
    state = state * 1664525u + 1013904223u;
    noise[i] = (uint8_t)(state >> 24);
  }
  int operations = 0;
  for (int i = 1; i < count; i++) {
    operation it = {.run = NULL};
    const char *slash = strrchr(paths[i], '/');
    snprintf(it.name, sizeof it.name, "decode %s", slash ? slash + 1 : paths[i]);
    if (!read_file(paths[i], &it.file)) {
      printf("fault: %s cannot be read\n", paths[i]);
      return 1;
    }
    it.run = it.file.bytes[0] == 0x89 ? decode_png : decode_jpeg;
    try_all(&it);
    cis_buffer_free(it.file);
    operations += 1;
  }
  for (uint32_t channels = 1; channels <= 4; channels++) {
    for (int filters = 0; filters <= 1; filters++) {
      operation it = {.channels = channels, .filters = filters, .run = encode_png};
      snprintf(it.name, sizeof it.name, "encode PNG of %u channels%s", channels,
        filters ? ", filtered" : "");
      try_all(&it);
      operations += 1;
    }
  }
  try_all(&(operation){.name = "encode JPEG", .run = encode_jpeg});
  try_all(&(operation){.name = "encode GIF", .run = encode_gif});
  operations += 2;
  printf("%s: %d operations, %ld failed allocations, %ld faults\n",
    faults ? "broken" : "fine", operations, total_failed, faults);
  return faults ? 1 : 0;
}
