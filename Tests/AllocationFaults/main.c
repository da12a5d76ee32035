// Runs every operation of CImageShim repeatedly, each time with a different allocation failing, until
// a run finishes without a failed allocation. Takes PNG, GIF and JPEG files to decode and generates what it
// encodes. The first word of the last line is the result.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "CImageShim.h"
#include "heap.h"

// Large enough that the shim's growing buffer grows more than once.
enum { SIDE = 400, MOST_ALLOCATIONS = 10000 };

static uint8_t noise[SIDE * SIDE * 4];

// The decoded image.
static uint8_t pixels[SIDE * SIDE * 8];

typedef struct {
  cis_outcome outcome;
  // The C heap's after encoding, and `pixels` after decoding.
  cis_buffer buffer;
} answer;

typedef struct {
  char name[200];
  cis_buffer file;
  uint32_t width, height, bits;
  int level;
  // Whether the library does without memory that only makes the result better.
  int may_differ;
  answer (*run)(const void *operation);
} operation;

static answer decoded(const operation *it, cis_outcome outcome) {
  size_t count = (size_t)it->width * it->height * 4 * (it->bits / 8);
  return (answer){outcome, outcome.succeeded ? (cis_buffer){pixels, count} : (cis_buffer){NULL, 0}};
}

static answer decode_png(const void *it) {
  const operation *png = it;
  cis_outcome outcome;
  cis_png_decode(
    png->file.bytes, png->file.count, png->width, png->height, png->bits, pixels,
    sizeof pixels, &outcome);
  return decoded(png, outcome);
}

static answer decode_jpeg(const void *it) {
  const operation *jpeg = it;
  cis_outcome outcome;
  cis_jpeg_decode(
    jpeg->file.bytes, jpeg->file.count, jpeg->width, jpeg->height, pixels, sizeof pixels,
    &outcome);
  return decoded(jpeg, outcome);
}

static answer decode_gif(const void *it) {
  const operation *gif = it;
  size_t size = (size_t)gif->width * gif->height;
  cis_outcome outcome;
  cis_gif_decode(
    gif->file.bytes, gif->file.count, gif->width, gif->height, pixels, sizeof pixels, &outcome);
  return (answer){outcome, outcome.succeeded ? (cis_buffer){pixels, size} : (cis_buffer){NULL, 0}};
}

static answer deflate(const void *it) {
  const operation *stream = it;
  answer result;
  cis_deflate(noise, sizeof noise, stream->level, &result.outcome, &result.buffer);
  return result;
}

static answer encode_jpeg(const void *it) {
  (void)it;
  answer result;
  cis_jpeg_encode(noise, SIDE, SIDE, 90, &result.outcome, &result.buffer);
  return result;
}

static answer inflate(const void *it) {
  (void)it;
  // Three stored bytes and their Adler-32 (RFC 1950).
  static const uint8_t stream[] = {
    0x78, 0x01, 1, 3, 0, 0xFC, 0xFF, 1, 2, 3, 0x00, 0x0D, 0x00, 0x07};
  answer result = {.buffer = {NULL, 0}};
  result.outcome.succeeded = cis_inflate(stream, sizeof stream, pixels, 3);
  if (result.outcome.succeeded) {
    result.buffer = (cis_buffer){pixels, 3};
  } else {
    strcpy(result.outcome.message, "not inflated");
  }
  return result;
}

static answer encode_webp(const void *it) {
  (void)it;
  answer result;
  cis_webp_encode(noise, 32, 32, 50, &result.outcome, &result.buffer);
  return result;
}

static answer decode_webp(const void *it) {
  const operation *webp = it;
  cis_outcome outcome;
  cis_webp_decode(
    webp->file.bytes, webp->file.count, webp->width, webp->height, pixels, sizeof pixels, &outcome);
  return decoded(webp, outcome);
}

static int is_on_heap(answer result) {
  return result.buffer.bytes && result.buffer.bytes != pixels;
}

static void release(answer result) {
  if (is_on_heap(result)) cis_buffer_free(result.buffer);
}

static int is_same(cis_buffer one, cis_buffer other) {
  return one.count == other.count && memcmp(one.bytes, other.bytes, one.count) == 0;
}

// What is wrong with a run, or NULL.
static const char *fault(
    const operation *it, answer result, answer expected, long failed, long before, long after) {
  if (after != before) return "memory leaked";
  if (result.outcome.succeeded) {
    return it->may_differ || is_same(result.buffer, expected.buffer) ? NULL : "it succeeded with another result";
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
    long held = is_on_heap(result) ? 1 : 0;
    const char *wrong = fault(it, result, expected, failed, before, heap_live() - held);
    release(result);
    if (wrong) {
      faults += 1;
      printf("fault: %s, allocation %ld%s: %s (live %+ld, \"%s\")\n", it->name, nth,
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
  answer first = it->run(it);
  // Decoding again overwrites what was decoded first.
  answer expected = {first.outcome, {malloc(first.buffer.count), first.buffer.count}};
  if (expected.buffer.bytes && first.buffer.bytes) {
    memcpy(expected.buffer.bytes, first.buffer.bytes, first.buffer.count);
  }
  release(first);
  if (!expected.outcome.succeeded) {
    faults += 1;
    printf("fault: %s: it fails with enough memory: %s\n", it->name, expected.outcome.message);
  } else {
    explore(it, expected, 0);
    explore(it, expected, 1);
  }
  cis_buffer_free(expected.buffer);
}

static uint32_t big_endian(const uint8_t *bytes, int count) {
  uint32_t value = 0;
  for (int i = 0; i < count; i++) value = value << 8 | bytes[i];
  return value;
}

// The size of an image as its IHDR chunk, its logical screen, or its SOF0 or SOF2 segment says.
static void measure(operation *it) {
  const uint8_t *bytes = it->file.bytes;
  it->bits = 8;
  if (it->run == decode_png) {
    it->width = big_endian(bytes + 16, 4);
    it->height = big_endian(bytes + 20, 4);
    if (bytes[24] == 16) it->bits = 16;
    return;
  }
  if (it->run == decode_gif) {
    it->width = bytes[6];
    it->height = bytes[8];
    return;
  }
  for (size_t i = 2; i + 8 < it->file.count; i += 2 + big_endian(bytes + i + 2, 2)) {
    if (bytes[i + 1] != 0xC0 && bytes[i + 1] != 0xC2) continue;
    it->height = big_endian(bytes + i + 5, 2);
    it->width = big_endian(bytes + i + 7, 2);
    return;
  }
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
  // Lines must reach the output before a crash.
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
    uint8_t first = it.file.bytes[0];
    it.run = first == 0x89 ? decode_png : first == 'G' ? decode_gif : decode_jpeg;
    measure(&it);
    try_all(&it);
    cis_buffer_free(it.file);
    operations += 1;
  }
  // libdeflate's compressors differ in what they allocate.
  for (int level = 1; level <= 12; level++) {
    operation it = {.level = level, .run = deflate};
    snprintf(it.name, sizeof it.name, "deflate at level %d", level);
    try_all(&it);
    operations += 1;
  }
  try_all(&(operation){.name = "encode JPEG", .run = encode_jpeg});
  try_all(&(operation){.name = "inflate", .run = inflate});
  operations += 2;
  // A build without libwebp has no WebP. Without loss, its version 1.2 crashes when memory for decoding runs out.
  operation encode = {.name = "encode WebP", .may_differ = 1, .run = encode_webp};
  answer file = encode_webp(&encode);
  if (file.outcome.succeeded) {
    try_all(&encode);
    try_all(&(operation){
      .name = "decode WebP", .file = file.buffer, .width = 32, .height = 32, .bits = 8,
      .run = decode_webp});
    operations += 2;
  }
  release(file);
  printf("%s: %d operations, %ld failed allocations, %ld faults\n",
    faults ? "broken" : "fine", operations, total_failed, faults);
  return faults ? 1 : 0;
}
