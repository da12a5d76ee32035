// Decodes one PNG image with libdeflate instead of zlib and libpng. On x86-64, rows are unfiltered
// with SSE2; elsewhere one byte at a time.

#include "decode.h"

#include <libdeflate.h>
#include <stdlib.h>
#include <string.h>

#ifdef __SSE2__
#include <emmintrin.h>

// Load and store a pixel of 3 to 8 bytes. A row has 16 more bytes of memory than it needs.
static __m128i load(const uint8_t *bytes, int size) {
  uint64_t value = 0;
  memcpy(&value, bytes, (size_t)size);
  return _mm_cvtsi64_si128((long long)value);
}
static void store(uint8_t *bytes, __m128i pixel, int size) {
  const uint64_t value = (uint64_t)_mm_cvtsi128_si64(pixel);
  memcpy(bytes, &value, (size_t)size);
}

static inline void unfilter_up(uint8_t *row, const uint8_t *above, size_t count) {
  for (size_t index = 0; index < count; index += 16) {
    const __m128i sum = _mm_add_epi8(
        _mm_loadu_si128((const __m128i *)(row + index)),
        _mm_loadu_si128((const __m128i *)(above + index)));
    if (index + 16 <= count) _mm_storeu_si128((__m128i *)(row + index), sum);
    else
      for (; index < count; index++) row[index] = (uint8_t)(row[index] + above[index]);
  }
}

static inline __m128i absolute(__m128i value) {
  return _mm_max_epi16(value, _mm_sub_epi16(_mm_setzero_si128(), value));
}

static inline __m128i choose(__m128i condition, __m128i first, __m128i second) {
  return _mm_or_si128(_mm_and_si128(condition, first), _mm_andnot_si128(condition, second));
}

// Inlined for each filter and size of a pixel.
static inline __attribute__((always_inline)) void unfilter_pixels(
    int filter, uint8_t *row, const uint8_t *above, size_t count, int size) {
  const __m128i zero = _mm_setzero_si128();
  __m128i left = zero, corner = zero;
  for (size_t index = 0; index < count; index += (size_t)size) {
    __m128i pixel = load(row + index, size);
    const __m128i top = filter == 1 ? zero : load(above + index, size);
    if (filter == 1) {
      pixel = _mm_add_epi8(pixel, left);
    } else if (filter == 3) {
      // _mm_avg_epu8 rounds up, PNG down.
      const __m128i odd = _mm_and_si128(_mm_xor_si128(left, top), _mm_set1_epi8(1));
      pixel = _mm_add_epi8(pixel, _mm_sub_epi8(_mm_avg_epu8(left, top), odd));
    } else {
      const __m128i a = _mm_unpacklo_epi8(left, zero), b = _mm_unpacklo_epi8(top, zero);
      const __m128i c = _mm_unpacklo_epi8(corner, zero);
      const __m128i to_b = _mm_sub_epi16(b, c), to_a = _mm_sub_epi16(a, c);
      const __m128i pa = absolute(to_b), pb = absolute(to_a),
                    pc = absolute(_mm_add_epi16(to_a, to_b));
      const __m128i least = _mm_min_epi16(pc, _mm_min_epi16(pa, pb));
      const __m128i nearest =
          choose(_mm_cmpeq_epi16(least, pa), a, choose(_mm_cmpeq_epi16(least, pb), b, c));
      pixel = _mm_add_epi8(pixel, _mm_packus_epi16(nearest, zero));
      corner = top;
    }
    left = pixel;
    store(row + index, pixel, size);
  }
}
#endif

static uint8_t paeth(uint8_t left, uint8_t above, uint8_t corner) {
  const int pa = abs(above - corner), pb = abs(left - corner), pc = abs(left + above - 2 * corner);
  return pa <= pb && pa <= pc ? left : pb <= pc ? above : corner;
}

static void unfilter_bytes(
    int filter, uint8_t *row, const uint8_t *above, size_t count, size_t size) {
  for (size_t index = 0; index < count; index++) {
    const uint8_t left = index < size ? 0 : row[index - size],
                  corner = index < size ? 0 : above[index - size];
    const uint8_t top = above[index];
    const int predictions[] = {
        0, left, top, (left + top) / 2, filter == 4 ? paeth(left, top, corner) : 0};
    row[index] = (uint8_t)(row[index] + predictions[filter]);
  }
}

static int unfilter(int filter, uint8_t *row, const uint8_t *above, size_t count, int size) {
  if (filter > 4) return 0;
  if (filter == 0) return 1;
#ifdef __SSE2__
#define SIZE(bytes) \
  case bytes: \
    if (filter == 1) unfilter_pixels(1, row, above, count, bytes); \
    if (filter == 3) unfilter_pixels(3, row, above, count, bytes); \
    if (filter == 4) unfilter_pixels(4, row, above, count, bytes); \
    return 1
  if (filter == 2) return unfilter_up(row, above, count), 1;
  switch (size) {
    SIZE(3);
    SIZE(4);
    SIZE(6);
    SIZE(8);
  }
#endif
  unfilter_bytes(filter, row, above, count, (size_t)size);
  return 1;
}

struct layout {
  int channels, depth;
  uint8_t palette[256][4];
  // The color that tRNS makes transparent, as stored.
  int has_key;
  uint16_t key[3];
};

static uint16_t sample(const uint8_t *row, size_t index, int depth) {
  if (depth == 16) return (uint16_t)(row[2 * index] << 8 | row[2 * index + 1]);
  if (depth == 8) return row[index];
  const size_t bit = index * (size_t)depth;
  return (uint16_t)(row[bit / 8] >> (8 - depth - (int)(bit % 8)) & ((1 << depth) - 1));
}

static void expand_slowly(
    const struct layout *layout, const uint8_t *row, uint32_t width, uint8_t *rgba, size_t step) {
  const int channels = layout->channels, colors = channels < 3 ? 1 : 3,
            has_alpha = channels % 2 == 0;
  const uint32_t most = (1u << layout->depth) - 1;
  for (uint32_t x = 0; x < width; x++, rgba += step) {
    int is_key = layout->has_key;
    for (int channel = 0; channel < 3; channel++) {
      const uint16_t value = sample(
          row, (size_t)x * (size_t)channels + (colors == 3 ? (size_t)channel : 0), layout->depth);
      is_key = is_key && value == layout->key[channel];
      rgba[channel] = (uint8_t)((value * 255u + most / 2) / most);
    }
    const uint16_t alpha = has_alpha
        ? sample(row, (size_t)x * (size_t)channels + (size_t)channels - 1, layout->depth)
        : (uint16_t)most;
    rgba[3] = is_key ? 0 : (uint8_t)((alpha * 255u + most / 2) / most);
  }
}

// Writes a row's pixels `step` bytes apart.
static void expand(
    const struct layout *layout, int color_type, const uint8_t *row, uint32_t width, uint8_t *rgba,
    size_t step) {
  if (color_type == 3) {
    for (uint32_t x = 0; x < width; x++)
      memcpy(rgba + x * step, layout->palette[sample(row, x, layout->depth)], 4);
  } else if (color_type == 6 && layout->depth == 8 && step == 4) {
    memcpy(rgba, row, 4 * (size_t)width);
  } else if (color_type == 2 && layout->depth == 8 && !layout->has_key) {
    for (uint32_t x = 0; x < width; x++, rgba += step) memcpy(rgba, row + 3 * x, 3), rgba[3] = 255;
  } else {
    expand_slowly(layout, row, width, rgba, step);
  }
}

static struct layout read_layout(const struct png_image *image) {
  static const int channels[] = {1, 0, 3, 1, 2, 0, 4};
  struct layout layout = {.channels = channels[image->color_type], .depth = image->depth};
  const struct piece palette = image->palette, transparency = image->transparency;
  for (size_t index = 0; index < 256; index++) {
    if (3 * index + 3 <= palette.count) memcpy(layout.palette[index], palette.start + 3 * index, 3);
    layout.palette[index][3] = index < transparency.count ? transparency.start[index] : 255;
  }
  layout.has_key = image->color_type != 3 && transparency.count >= 2;
  for (size_t channel = 0; layout.has_key && channel < 3; channel++) {
    const uint8_t *key = transparency.start + (transparency.count >= 6 ? 2 * channel : 0);
    layout.key[channel] = (uint16_t)(key[0] << 8 | key[1]);
  }
  return layout;
}

struct pass {
  uint32_t x, y, across, down;
};

int decode_png(struct png_image *image, uint8_t *rgba) {
  static _Thread_local struct libdeflate_decompressor *inflater;
  if (inflater == NULL) inflater = libdeflate_alloc_decompressor();
  static const struct pass whole = {0, 0, 1, 1};
  static const struct pass adam7[] = {{0, 0, 8, 8}, {4, 0, 8, 8}, {0, 4, 4, 8}, {2, 0, 4, 4},
                                      {0, 2, 2, 4}, {1, 0, 2, 2}, {0, 1, 1, 2}};
  const struct pass *passes = image->is_interlaced ? adam7 : &whole;
  const int pass_count = image->is_interlaced ? 7 : 1;
  const struct layout layout = read_layout(image);
  const size_t bits = (size_t)(layout.channels * layout.depth);

  size_t size = 0, stored = 0;
  for (int index = 0; index < pass_count; index++) {
    const struct pass pass = passes[index];
    const size_t width = (image->width - pass.x + pass.across - 1) / pass.across;
    const size_t height = (image->height - pass.y + pass.down - 1) / pass.down;
    if (width > 0) size += height * (1 + (width * bits + 7) / 8);
  }
  for (size_t index = 0; index < image->data_count; index++) {
    const struct piece piece = image->data[index];
    // The checksum includes the type, and the sequence number of fdAT.
    const int is_fdat = image->file.count == 0;
    const uint8_t *checksum = piece.start + piece.count, *start = piece.start - (is_fdat ? 8 : 4);
    const uint32_t expected = (uint32_t)checksum[0] << 24 | (uint32_t)checksum[1] << 16 |
        (uint32_t)checksum[2] << 8 | checksum[3];
    if (libdeflate_crc32(0, start, (size_t)(checksum - start)) != expected) return 0;
    stored += piece.count;
  }
  const uint8_t *compressed = image->data[0].start;
  if (image->data_count > 1) {
    uint8_t *to = reserve(&image->buffers[0], stored);
    compressed = to;
    for (size_t index = 0; index < image->data_count; index++) {
      memcpy(to, image->data[index].start, image->data[index].count);
      to += image->data[index].count;
    }
  }
  // A row before the first one, of zeros, and memory after the last one for loads of 16 bytes.
  const size_t longest = (image->width * bits + 7) / 8 + 1;
  uint8_t *zeros = reserve(&image->buffers[1], longest + size + 32), *row = zeros + longest;
  memset(zeros, 0, longest);
  if (libdeflate_zlib_decompress(inflater, compressed, stored, row, size, NULL) !=
      LIBDEFLATE_SUCCESS)
    return 0;

  for (int index = 0; index < pass_count; index++) {
    const struct pass pass = passes[index];
    const uint32_t width = (image->width - pass.x + pass.across - 1) / pass.across;
    const size_t count = (width * bits + 7) / 8;
    const uint8_t *above = zeros;
    for (uint32_t y = pass.y; width > 0 && y < image->height; y += pass.down) {
      if (!unfilter(row[0], row + 1, above, count, bits < 8 ? 1 : (int)bits / 8)) return 0;
      expand(
          &layout, image->color_type, row + 1, width,
          rgba + 4 * ((size_t)y * image->width + pass.x), 4 * pass.across);
      above = row + 1;
      row += count + 1;
    }
  }
  return 1;
}
