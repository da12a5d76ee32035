// Scales canvases with the algorithm of Sources/Pixels/Resampling: Lanczos3 in linear light with
// premultiplied alpha, clamped to the range of the main lobe. Keep both the same.
//
//   resample SIDE ROUNDS OUTPUT CANVAS...
//
// Prints the CPU seconds of the loop, without reading and writing files. OUTPUT gets the samples.

#include "canvases.h"

#include <math.h>
#include <string.h>

typedef float pixel __attribute__((vector_size(16)));

#ifdef __SSE__
#include <xmmintrin.h>
static inline pixel least_of(pixel a, pixel b) { return _mm_min_ps(a, b); }
static inline pixel most_of(pixel a, pixel b) { return _mm_max_ps(a, b); }
#elif defined(__ARM_NEON)
#include <arm_neon.h>
static inline pixel least_of(pixel a, pixel b) {
  return (pixel)vminq_f32((float32x4_t)a, (float32x4_t)b);
}
static inline pixel most_of(pixel a, pixel b) {
  return (pixel)vmaxq_f32((float32x4_t)a, (float32x4_t)b);
}
#endif

// The source samples that contribute to one result along one axis, and those of the main lobe.
struct tap {
  int start, count, lobe_start, lobe_end;
  float *weights;
};

static float light_of_code[256];
static uint8_t code_of_light[65536];

static void make_tables(void) {
  for (int code = 0; code < 256; code++) {
    const double value = code / 255.0;
    light_of_code[code] =
        (float)(value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4));
  }
  for (int step = 0; step < 65536; step++) {
    const double value = step / 65535.0;
    code_of_light[step] = (uint8_t)round(
        255 * (value <= 0.0031308 ? value * 12.92 : 1.055 * pow(value, 1 / 2.4) - 0.055));
  }
}

static double lanczos3(double x) {
  if (x == 0) return 1;
  if (fabs(x) >= 3) return 0;
  const double angle = 3.14159265358979323846 * x;
  return 3 * sin(angle) * sin(angle / 3) / (angle * angle);
}

static struct tap *make_taps(int from, int to) {
  struct tap *taps = malloc((size_t)to * sizeof *taps);
  const double scale = (double)from / to, reach = scale > 1 ? scale : 1;
  for (int index = 0; index < to; index++) {
    const double center = (index + 0.5) * scale;
    const int start = (int)fmax(0, floor(center - 3 * reach)),
              end = (int)fmin(from, ceil(center + 3 * reach));
    struct tap tap = {start, end - start, -1, 0, malloc((size_t)(end - start) * sizeof(float))};
    double sum = 0;
    for (int at = start; at < end; at++) sum += lanczos3((at + 0.5 - center) / reach);
    for (int at = start; at < end; at++) {
      const double x = (at + 0.5 - center) / reach;
      tap.weights[at - start] = (float)(lanczos3(x) / sum);
      if (fabs(x) >= 1) continue;
      if (tap.lobe_start < 0) tap.lobe_start = at;
      tap.lobe_end = at + 1;
    }
    taps[index] = tap;
  }
  return taps;
}

static void decode(const uint8_t *samples, pixel *pixels) {
  for (int index = 0; index < side * side; index++, samples += 4) {
    const float alpha = (float)samples[3] / 255;
    const pixel color = {
        light_of_code[samples[0]], light_of_code[samples[1]], light_of_code[samples[2]], 1};
    pixels[index] = color * alpha;
  }
}

static void resample_columns(const pixel *pixels, const struct tap *taps, int to, pixel *result) {
  for (int y = 0; y < side; y++) {
    const pixel *row = pixels + (size_t)y * side;
    for (int x = 0; x < to; x++) {
      const struct tap *tap = &taps[x];
      pixel sum = {0}, least = row[tap->lobe_start], most = least;
      for (int at = 0; at < tap->count; at++) sum += row[tap->start + at] * tap->weights[at];
      for (int at = tap->lobe_start + 1; at < tap->lobe_end; at++) {
        least = least_of(least, row[at]);
        most = most_of(most, row[at]);
      }
      *result++ = least_of(most_of(sum, least), most);
    }
  }
}

// `lines` is memory for three rows.
static void resample_rows(
    const pixel *pixels, const struct tap *taps, int to, pixel *lines, pixel *result) {
  pixel *sums = lines, *least = lines + to, *most = lines + 2 * to;
  const size_t line = (size_t)to * sizeof(pixel);
  for (int y = 0; y < to; y++, result += to) {
    const struct tap *tap = &taps[y];
    memset(sums, 0, line);
    for (int at = 0; at < tap->count; at++) {
      const pixel *row = pixels + (size_t)(tap->start + at) * (size_t)to;
      for (int x = 0; x < to; x++) sums[x] += row[x] * tap->weights[at];
    }
    memcpy(least, pixels + (size_t)tap->lobe_start * (size_t)to, line);
    memcpy(most, least, line);
    for (int at = tap->lobe_start + 1; at < tap->lobe_end; at++) {
      const pixel *row = pixels + (size_t)at * (size_t)to;
      for (int x = 0; x < to; x++) {
        least[x] = least_of(least[x], row[x]);
        most[x] = most_of(most[x], row[x]);
      }
    }
    for (int x = 0; x < to; x++) result[x] = least_of(most_of(sums[x], least[x]), most[x]);
  }
}

static void encode(const pixel *pixels, int count, uint8_t *samples) {
  for (int index = 0; index < count; index++, samples += 4) {
    const pixel value = pixels[index];
    const int alpha = (int)(value[3] * 255 + 0.5f);
    if (alpha == 0) {
      memset(samples, 0, 4);
      continue;
    }
    const float scale = 65535 / value[3];
    for (int channel = 0; channel < 3; channel++) {
      const int step = (int)(value[channel] * scale + 0.5f);
      samples[channel] = code_of_light[step < 65535 ? step : 65535];
    }
    samples[3] = (uint8_t)alpha;
  }
}

int main(int count, char **arguments) {
  if (count < 5) return fprintf(stderr, "usage: resample SIDE ROUNDS OUTPUT CANVAS...\n"), 2;
  const int to = atoi(arguments[1]), rounds = atoi(arguments[2]);
  FILE *output = fopen(arguments[3], "wb");
  if (output == NULL) return perror(arguments[3]), 1;
  make_tables();
  const struct tap *taps = make_taps(side, to);
  pixel *source = malloc(sizeof(pixel) * side * side),
        *columns = malloc(sizeof(pixel) * (size_t)to * side);
  pixel *rows = malloc(sizeof(pixel) * (size_t)to * (size_t)to),
        *lines = malloc(sizeof(pixel) * (size_t)to * 3);
  uint8_t *result = malloc((size_t)to * (size_t)to * 4);
  double seconds = 0;
  for (int index = 4; index < count; index++) {
    uint8_t *samples = read_canvas(arguments[index]);
    const double start = cpu_seconds();
    for (int round = 0; round < rounds; round++) {
      decode(samples, source);
      resample_columns(source, taps, to, columns);
      resample_rows(columns, taps, to, lines, rows);
      encode(rows, to * to, result);
    }
    seconds += cpu_seconds() - start;
    fwrite(result, 4, (size_t)to * (size_t)to, output);
    free(samples);
  }
  printf("%.6f\n", seconds);
  return fclose(output) != 0;
}
