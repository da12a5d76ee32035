// Decodes and composites every frame of PNG, APNG, GIF and JPEG files, and does nothing else: the
// least that a linter in C would need. Damaged files end the program.
//
//   decode [--jobs N] PATH...

// For nftw.
#define _XOPEN_SOURCE 700

#include "decode.h"

#include <ftw.h>
#include <gif_lib.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Needs FILE.
#include <jpeglib.h>

static struct {
  char **start;
  size_t count, capacity;
} paths;
static atomic_size_t next_path;

static void fail(const char *path, const char *reason) {
  fprintf(stderr, "%s: %s\n", path, reason);
  exit(1);
}

uint8_t *reserve(struct buffer *buffer, size_t count) {
  if (buffer->capacity < count) {
    free(buffer->start);
    buffer->start = malloc(count);
    buffer->capacity = count;
    if (buffer->start == NULL) fail("decode", "out of memory");
  }
  return buffer->start;
}

// The buffers of a thread.
struct worker {
  struct buffer file, canvas, frame, saved;
  struct png_image image;
  size_t data_capacity;
};

struct area {
  uint32_t x, y, width, height;
};

static uint32_t read32(const uint8_t *bytes) {
  return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

// Blends a pixel over another with straight alpha, rounding once.
static void blend(uint8_t *below, const uint8_t *pixel) {
  const uint32_t alpha = pixel[3];
  if (alpha == 255 || below[3] == 0) {
    memcpy(below, pixel, 4);
  } else if (alpha > 0) {
    const uint32_t above = alpha * 255, rest = below[3] * (255 - alpha), total = above + rest;
    for (int channel = 0; channel < 3; channel++) {
      below[channel] =
          (uint8_t)((pixel[channel] * above + below[channel] * rest + total / 2) / total);
    }
    below[3] = (uint8_t)((total + 127) / 255);
  }
}

static void copy_rows(
    uint8_t *to, size_t to_stride, const uint8_t *from, size_t from_stride, size_t count,
    uint32_t rows) {
  for (uint32_t row = 0; row < rows; row++)
    memcpy(to + row * to_stride, from + row * from_stride, count);
}

static void clear(uint8_t *canvas, uint32_t width, struct area area) {
  for (uint32_t y = 0; y < area.height; y++) {
    memset(canvas + 4 * ((size_t)(area.y + y) * width + area.x), 0, 4 * (size_t)area.width);
  }
}

// PNG and APNG

struct frame_control {
  struct area area;
  int dispose, blends;
};

static void finish_frame(
    struct worker *worker, const struct frame_control *control, uint32_t width, uint32_t height,
    const char *path) {
  struct png_image *image = &worker->image;
  const struct area area = control->area;
  image->width = area.width;
  image->height = area.height;
  if (area.x + area.width > width || area.y + area.height > height)
    fail(path, "frame outside the canvas");
  uint8_t *frame = reserve(&worker->frame, 4 * (size_t)area.width * area.height);
  if (!decode_png(image, frame)) fail(path, "invalid frame");
  uint8_t *place = worker->canvas.start + 4 * ((size_t)area.y * width + area.x);
  const size_t stride = 4 * (size_t)width, count = 4 * (size_t)area.width;
  if (control->dispose == 2)
    copy_rows(
        reserve(&worker->saved, count * area.height), count, place, stride, count, area.height);
  if (control->blends) {
    for (uint32_t y = 0; y < area.height; y++) {
      for (uint32_t x = 0; x < area.width; x++)
        blend(place + y * stride + 4 * x, frame + y * count + 4 * x);
    }
  } else {
    copy_rows(place, stride, frame, count, count, area.height);
  }
  if (control->dispose == 1) clear(worker->canvas.start, width, area);
  if (control->dispose == 2)
    copy_rows(place, stride, worker->saved.start, count, count, area.height);
}

static void decode_png_file(struct worker *worker, struct piece file, const char *path) {
  struct png_image *image = &worker->image;
  image->palette.count = image->transparency.count = image->data_count = 0;
  image->file = file;
  uint32_t width = 0, height = 0;
  int is_animated = 0, has_control = 0;
  struct frame_control control = {0};
  for (size_t at = 8; at + 12 <= file.count;) {
    const uint8_t *chunk = file.start + at;
    struct piece content = {chunk + 8, read32(chunk)};
    if (content.count > file.count - at - 12) fail(path, "truncated");
    at += content.count + 12;
    const int is_fdat = memcmp(chunk + 4, "fdAT", 4) == 0,
              is_control = memcmp(chunk + 4, "fcTL", 4) == 0;
    const int is_end = memcmp(chunk + 4, "IEND", 4) == 0;
    if (memcmp(chunk + 4, "IHDR", 4) == 0) {
      width = read32(content.start);
      height = read32(content.start + 4);
      image->depth = content.start[8];
      image->color_type = content.start[9];
      image->is_interlaced = content.start[12];
      memset(reserve(&worker->canvas, 4 * (size_t)width * height), 0, 4 * (size_t)width * height);
    } else if (memcmp(chunk + 4, "acTL", 4) == 0) {
      is_animated = 1;
    } else if (memcmp(chunk + 4, "PLTE", 4) == 0) {
      image->palette = content;
    } else if (memcmp(chunk + 4, "tRNS", 4) == 0) {
      image->transparency = content;
    } else if (is_fdat || memcmp(chunk + 4, "IDAT", 4) == 0) {
      if (image->data_count == worker->data_capacity) {
        worker->data_capacity = 2 * worker->data_capacity + 64;
        image->data = realloc(image->data, worker->data_capacity * sizeof *image->data);
      }
      // The checksum is 4 bytes after the content.
      if (is_fdat) content.start += 4, content.count -= 4;
      image->data[image->data_count++] = content;
    }
    if (is_animated && image->data_count > 0 && (is_control || is_end)) {
      // A static image that is not a frame is skipped.
      if (has_control) finish_frame(worker, &control, width, height, path);
      image->data_count = 0;
      image->file.count = 0;
    }
    if (is_control) {
      control = (struct frame_control){
          {read32(content.start + 12), read32(content.start + 16), read32(content.start + 4),
           read32(content.start + 8)},
          content.start[24],
          content.start[25]};
      has_control = 1;
    }
    if (is_end) break;
  }
  if (is_animated) return;
  image->width = width;
  image->height = height;
  if (!decode_png(image, worker->canvas.start)) fail(path, "invalid image");
}

// GIF

static int read_gif(GifFileType *gif, GifByteType *bytes, int count) {
  struct piece *rest = gif->UserData;
  const size_t available = rest->count < (size_t)count ? rest->count : (size_t)count;
  memcpy(bytes, rest->start, available);
  rest->start += available;
  rest->count -= available;
  return (int)available;
}

static void decode_gif(struct worker *worker, struct piece file, const char *path) {
  GifFileType *gif = DGifOpen(&file, read_gif, NULL);
  if (gif == NULL || DGifSlurp(gif) == GIF_ERROR) fail(path, "invalid GIF");
  const uint32_t width = (uint32_t)gif->SWidth, height = (uint32_t)gif->SHeight;
  const size_t size = 4 * (size_t)width * height;
  uint8_t *canvas = reserve(&worker->canvas, size);
  memset(canvas, 0, size);
  for (int index = 0; index < gif->ImageCount; index++) {
    const SavedImage *image = &gif->SavedImages[index];
    const GifImageDesc *frame = &image->ImageDesc;
    const struct area area = {
        (uint32_t)frame->Left, (uint32_t)frame->Top, (uint32_t)frame->Width,
        (uint32_t)frame->Height};
    if (area.x + area.width > width || area.y + area.height > height)
      fail(path, "frame outside the canvas");
    GraphicsControlBlock control = {.TransparentColor = NO_TRANSPARENT_COLOR};
    DGifSavedExtensionToGCB(gif, index, &control);
    if (control.DisposalMode == DISPOSE_PREVIOUS)
      memcpy(reserve(&worker->saved, size), canvas, size);
    const ColorMapObject *map = frame->ColorMap != NULL ? frame->ColorMap : gif->SColorMap;
    uint8_t colors[256][4] = {0};
    for (int color = 0; color < map->ColorCount; color++) {
      const GifColorType *stored = &map->Colors[color];
      memcpy(colors[color], (uint8_t[]){stored->Red, stored->Green, stored->Blue, 255}, 4);
    }
    const GifByteType *indices = image->RasterBits;
    for (uint32_t y = 0; y < area.height; y++) {
      uint8_t *pixel = canvas + 4 * ((size_t)(area.y + y) * width + area.x);
      for (uint32_t x = 0; x < area.width; x++, pixel += 4, indices++) {
        if (*indices != control.TransparentColor) memcpy(pixel, colors[*indices], 4);
      }
    }
    if (control.DisposalMode == DISPOSE_BACKGROUND) clear(canvas, width, area);
    if (control.DisposalMode == DISPOSE_PREVIOUS) memcpy(canvas, worker->saved.start, size);
  }
  DGifCloseFile(gif, NULL);
}

// JPEG

static void decode_jpeg(struct worker *worker, struct piece file) {
  struct jpeg_decompress_struct jpeg;
  struct jpeg_error_mgr errors;
  jpeg.err = jpeg_std_error(&errors);
  jpeg_create_decompress(&jpeg);
  jpeg_mem_src(&jpeg, file.start, file.count);
  jpeg_read_header(&jpeg, TRUE);
  jpeg.out_color_space = JCS_EXT_RGBA;
  jpeg_start_decompress(&jpeg);
  const size_t stride = 4 * (size_t)jpeg.output_width;
  uint8_t *canvas = reserve(&worker->canvas, stride * jpeg.output_height);
  while (jpeg.output_scanline < jpeg.output_height) {
    jpeg_read_scanlines(&jpeg, (JSAMPROW[]){canvas + jpeg.output_scanline * stride}, 1);
  }
  jpeg_finish_decompress(&jpeg);
  jpeg_destroy_decompress(&jpeg);
}

// Files

static struct piece read_file(struct worker *worker, const char *path) {
  FILE *file = fopen(path, "rb");
  if (file == NULL || fseek(file, 0, SEEK_END) != 0) fail(path, "cannot be opened");
  const size_t count = (size_t)ftell(file);
  rewind(file);
  // Headers can be read without a check of the length.
  uint8_t *bytes = reserve(&worker->file, count + 64);
  if (fread(bytes, 1, count, file) != count) fail(path, "cannot be read");
  fclose(file);
  return (struct piece){bytes, count};
}

static void *work(void *unused) {
  (void)unused;
  struct worker worker = {0};
  for (size_t index; (index = atomic_fetch_add(&next_path, 1)) < paths.count;) {
    const char *path = paths.start[index];
    const struct piece file = read_file(&worker, path);
    if (memcmp(file.start, "\x89PNG", 4) == 0) {
      decode_png_file(&worker, file, path);
    } else if (memcmp(file.start, "GIF8", 4) == 0) {
      decode_gif(&worker, file, path);
    } else {
      decode_jpeg(&worker, file);
    }
  }
  return NULL;
}

static int add_path(const char *path, const struct stat *status, int type, struct FTW *place) {
  (void)status, (void)place;
  if (type != FTW_F) return 0;
  if (paths.count == paths.capacity) {
    paths.capacity = 2 * paths.capacity + 64;
    paths.start = realloc(paths.start, paths.capacity * sizeof *paths.start);
  }
  paths.start[paths.count++] = strdup(path);
  return 0;
}

int main(int count, char **arguments) {
  int jobs = 1;
  for (int index = 1; index < count; index++) {
    if (strcmp(arguments[index], "--jobs") == 0 && index + 1 < count) {
      jobs = atoi(arguments[++index]);
    } else if (nftw(arguments[index], add_path, 16, FTW_PHYS) != 0) {
      fail(arguments[index], "cannot be opened");
    }
  }
  if (jobs < 1 || jobs > 64) fail("--jobs", "expected 1 to 64");
  pthread_t threads[64];
  for (int job = 0; job < jobs; job++) pthread_create(&threads[job], NULL, work, NULL);
  for (int job = 0; job < jobs; job++) pthread_join(threads[job], NULL);
  return 0;
}
