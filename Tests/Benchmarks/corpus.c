// Draws the files that the benchmarks read. Downloads nothing.
//
//   corpus SET FOLDER
//
// Sets:
//   files     2,000 files in 50 packs: 1,640 PNG, 120 APNG, 120 GIF and 120 JPEG, 5,064 frames
//   samples   one small file of each format, and a raw canvas of 618 x 618 RGBA
//
// Pixels depend only on the number of a file: integers, and floating point without functions whose
// last bit differs between machines (compile with -ffp-contract=off). The bytes of PNG and JPEG
// files also depend on the versions of zlib and libjpeg. stickerpack encodes nothing here, so
// its encoder cannot change what is measured.

#include <errno.h>
#include <gif_lib.h>
#include <math.h>
#include <png.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <zlib.h>

// Needs FILE.
#include <jpeglib.h>

enum { large = 618, medium = 408, small = 300 };

static void *checked(void *memory) {
  if (memory == NULL) {
    perror("corpus");
    exit(1);
  }
  return memory;
}

// Random numbers

static uint32_t hash(uint32_t value) {
  value = (value ^ value >> 16) * 0x7feb352d;
  value = (value ^ value >> 15) * 0x846ca68b;
  return value ^ value >> 16;
}

static uint32_t state;

static uint32_t below(uint32_t limit) { return hash(state++) % limit; }

static float between(float low, float high) {
  return low + (high - low) * (float)below(1 << 16) / (1 << 16);
}

// Bytes of a file

struct bytes {
  uint8_t *start;
  size_t count, capacity;
};

static void append(struct bytes *bytes, const void *more, size_t count) {
  if (bytes->count + count > bytes->capacity) {
    bytes->capacity = 2 * bytes->capacity + count;
    bytes->start = checked(realloc(bytes->start, bytes->capacity));
  }
  if (count > 0) memcpy(bytes->start + bytes->count, more, count);
  bytes->count += count;
}

static void append32(struct bytes *bytes, uint32_t value) {
  append(bytes, (uint8_t[]){value >> 24, value >> 16, value >> 8, value}, 4);
}

// Drawing

struct shape {
  float x, y, width, height;
  int is_box;
  float color[3];
};

struct scene {
  // The outline is around the body; details move inside of it.
  struct shape body[6], details[8];
  int body_count, detail_count;
  // The amplitudes of smooth texture, of grain that compresses badly, and of the color gradient.
  float texture, grain, gradient;
  float shadow;
  int texture_x, texture_y;
  uint32_t seed;
};

enum { tile = 256 };
static float texture_tile[tile][tile];

// Value noise of five octaves, each of half the amplitude and twice the frequency.
static void make_texture(void) {
  float amplitude = 0.5f;
  for (int cells = 8; cells <= 128; cells *= 2, amplitude /= 2) {
    const int size = tile / cells;
    for (int y = 0; y < tile; y++) {
      for (int x = 0; x < tile; x++) {
        float corner[4];
        for (int index = 0; index < 4; index++) {
          const int column = (x / size + (index & 1)) % cells,
                    row = (y / size + (index >> 1)) % cells;
          corner[index] =
              (float)(hash((uint32_t)(cells * 65536 + row * cells + column)) >> 16) / 32768 - 1;
        }
        const float u = (float)(x % size) / (float)size, v = (float)(y % size) / (float)size;
        const float top = corner[0] + (corner[1] - corner[0]) * u;
        const float bottom = corner[2] + (corner[3] - corner[2]) * u;
        texture_tile[y][x] += amplitude * (top + (bottom - top) * v);
      }
    }
  }
}

// A shape around a point, with half sides from `least` to `width` and `height`. Statements, because
// the order of random numbers in an initializer depends on the compiler.
static struct shape make_shape(
    float x, float y, float spread, float least, float width, float height) {
  struct shape shape;
  shape.x = x + between(-spread, spread);
  shape.y = y + between(-spread, spread);
  shape.width = between(least, width);
  shape.height = between(least, height);
  shape.is_box = below(3) == 0;
  for (int channel = 0; channel < 3; channel++) shape.color[channel] = between(30, 225);
  return shape;
}

static struct scene make_scene(uint32_t seed) {
  state = hash(seed);
  struct scene scene = {.seed = seed};
  scene.body_count = 3 + (int)below(3);
  scene.detail_count = 5 + (int)below(4);
  for (int index = 0; index < scene.body_count; index++) {
    scene.body[index] = index == 0 ? make_shape(0.5f, 0.5f, 0, 0.31f, 0.41f, 0.41f)
                                   : make_shape(0.5f, 0.5f, 0.22f, 0.15f, 0.25f, 0.25f);
  }
  const struct shape *body = &scene.body[0];
  for (int index = 0; index < scene.detail_count; index++) {
    scene.details[index] = make_shape(body->x, body->y, 0.13f, 0.01f, 0.07f, 0.05f);
  }
  scene.gradient = between(10, 60);
  scene.shadow = below(3) == 0 ? between(0.2f, 0.5f) : 0;
  // Some art is flat, most is painted with texture and fine grain, and some has the grain of a
  // photo.
  const uint32_t kind = below(20);
  scene.texture = kind < 7 ? 0 : between(5, 50);
  scene.grain = kind < 7 ? 0 : kind < 17 ? between(0.5f, 3) : kind < 19 ? 5 : 20;
  scene.texture_x = (int)below(tile);
  scene.texture_y = (int)below(tile);
  return scene;
}

// The distance of a point from a shape's edge, negative inside; exact only near the edge.
static float distance(const struct shape *shape, float x, float y) {
  const float dx = fabsf(x - shape->x), dy = fabsf(y - shape->y);
  const float smaller = shape->width < shape->height ? shape->width : shape->height;
  if (shape->is_box) {
    const float corner = smaller / 3;
    const float u = dx - shape->width + corner, v = dy - shape->height + corner;
    if (u < 0 || v < 0) return (u > v ? u : v) - corner;
    return sqrtf(u * u + v * v) - corner;
  }
  const float u = dx / shape->width, v = dy / shape->height;
  return (sqrtf(u * u + v * v) - 1) * smaller;
}

static float clamp(float value, float low, float high) {
  return value < low ? low : value > high ? high : value;
}

// Draws a moment of a scene. `details_by` moves the details, `by` everything; in sides of the
// canvas.
static void draw(const struct scene *scene, int side, float details_by, float by, uint8_t *rgba) {
  const float scale = (float)side, pixel = 1 / scale;
  for (int row = 0; row < side; row++) {
    for (int column = 0; column < side; column++, rgba += 4) {
      const float x = ((float)column + 0.5f) * pixel, y = ((float)row + 0.5f) * pixel - by;
      float nearest = 1;
      const struct shape *body = &scene->body[0];
      for (int index = 0; index < scene->body_count; index++) {
        const float edge = distance(&scene->body[index], x, y);
        if (edge < nearest) {
          nearest = edge;
          body = &scene->body[index];
        }
      }
      const float outline = clamp(0.5f - (nearest - 0.022f) * scale, 0, 1);
      const float shadow =
          outline == 1 ? 0 : scene->shadow * clamp(1 - (nearest - 0.022f) * 16, 0, 1);
      const float alpha = outline + shadow * (1 - outline);
      if (alpha * 255 < 0.5f) {
        memset(rgba, 0, 4);
        continue;
      }
      float color[3] = {255, 255, 255};
      const float fill = clamp(0.5f - nearest * scale, 0, 1);
      if (fill > 0) {
        float light = scene->gradient * (0.5f - y);
        if (scene->texture > 0) {
          light += scene->texture *
              texture_tile[(row + scene->texture_y) % tile][(column + scene->texture_x) % tile];
        }
        if (scene->grain > 0) {
          const uint32_t noise = hash(scene->seed * 0x9e3779b9 + (uint32_t)(row * side + column));
          light += scene->grain * ((float)(noise & 255) / 127.5f - 1);
        }
        float paint[3];
        for (int channel = 0; channel < 3; channel++) paint[channel] = body->color[channel];
        for (int index = 0; index < scene->detail_count; index++) {
          const struct shape *detail = &scene->details[index];
          if (fabsf(x - detail->x) > 0.12f || fabsf(y - detail->y - details_by) > 0.1f) continue;
          const float cover = clamp(0.5f - distance(detail, x, y - details_by) * scale, 0, 1);
          for (int channel = 0; channel < 3; channel++) {
            paint[channel] += (detail->color[channel] - paint[channel]) * cover;
          }
        }
        for (int channel = 0; channel < 3; channel++) {
          color[channel] += (clamp(paint[channel] + light, 0, 255) - color[channel]) * fill;
        }
      }
      // The shadow is black, below the rest.
      for (int channel = 0; channel < 3; channel++) {
        rgba[channel] = (uint8_t)(color[channel] * outline / alpha + 0.5f);
      }
      rgba[3] = (uint8_t)(alpha * 255 + 0.5f);
    }
  }
}

// PNG

static void write_png(png_structp png, png_bytep data, size_t count) {
  append(png_get_io_ptr(png), data, count);
}
static void flush_png(png_structp png) { (void)png; }

enum png_kind { rgba8, palette8, rgb8, gray_alpha8, rgba16, interlaced };

// 216 opaque colors, 20 steps of translucent white for edges, 20 of black for shadows.
enum { edges = 216, shadows = 236 };

static uint8_t palette_index(const uint8_t *pixel) {
  if (pixel[3] < 255) {
    return (uint8_t)((pixel[0] > 127 ? edges : shadows) + pixel[3] * 20 / 255);
  }
  return (uint8_t)((pixel[0] + 25) / 51 * 36 + (pixel[1] + 25) / 51 * 6 + (pixel[2] + 25) / 51);
}

static void put_palette(png_structp png, png_infop info) {
  png_color colors[256];
  uint8_t alpha[256];
  for (int index = 0; index < 256; index++) {
    const uint8_t gray = index < shadows ? 255 : 0;
    colors[index] = index < edges
        ? (png_color){
              (png_byte)(index / 36 * 51), (png_byte)(index / 6 % 6 * 51), (png_byte)(index % 6 * 51)}
        : (png_color){gray, gray, gray};
    alpha[index] = index < edges ? 255 : (uint8_t)((index - edges) % 20 * 255 / 20);
  }
  png_set_PLTE(png, info, colors, 256);
  png_set_tRNS(png, info, alpha, 256, NULL);
}

// Appends an area of a canvas as a complete PNG file.
static void encode_png(
    const uint8_t *rgba, int stride, int width, int height, enum png_kind kind, int level,
    struct bytes *bytes) {
  static const int color_types[] = {PNG_COLOR_TYPE_RGBA, PNG_COLOR_TYPE_PALETTE,
                                    PNG_COLOR_TYPE_RGB,  PNG_COLOR_TYPE_GRAY_ALPHA,
                                    PNG_COLOR_TYPE_RGBA, PNG_COLOR_TYPE_RGBA};
  png_structp png = checked(png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL));
  png_infop info = checked(png_create_info_struct(png));
  png_set_write_fn(png, bytes, write_png, flush_png);
  png_set_compression_level(png, level);
  png_set_IHDR(
      png, info, (png_uint_32)width, (png_uint_32)height, kind == rgba16 ? 16 : 8,
      color_types[kind], kind == interlaced ? PNG_INTERLACE_ADAM7 : PNG_INTERLACE_NONE,
      PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  if (kind == palette8) put_palette(png, info);
  png_write_info(png, info);
  uint8_t *row = checked(malloc((size_t)width * 8));
  for (int pass = png_set_interlace_handling(png); pass > 0; pass--) {
    for (int y = 0; y < height; y++) {
      uint8_t *target = row;
      for (int x = 0; x < width; x++) {
        const uint8_t *pixel = rgba + 4 * ((size_t)y * (size_t)stride + (size_t)x);
        switch (kind) {
          case palette8: *target++ = palette_index(pixel); break;
          case rgb8:
            // On white.
            for (int channel = 0; channel < 3; channel++) {
              *target++ = (uint8_t)(255 - (255 - pixel[channel]) * pixel[3] / 255);
            }
            break;
          case gray_alpha8: *target++ = pixel[1], *target++ = pixel[3]; break;
          case rgba16:
            for (int channel = 0; channel < 4; channel++)
              *target++ = pixel[channel], *target++ = pixel[channel];
            break;
          default: memcpy(target, pixel, 4), target += 4;
        }
      }
      png_write_row(png, row);
    }
  }
  png_write_end(png, info);
  png_destroy_write_struct(&png, &info);
  free(row);
}

static void append_chunk(struct bytes *bytes, const char *type, const void *data, size_t count) {
  append32(bytes, (uint32_t)count);
  const size_t start = bytes->count;
  append(bytes, type, 4);
  append(bytes, data, count);
  append32(bytes, (uint32_t)crc32(0, bytes->start + start, (uInt)(count + 4)));
}

// Animations

enum motion { details_move, everything_moves };

struct animation {
  int side, count;
  enum motion motion;
  // Frames cover the whole canvas and are disposed of, as simple encoders write them.
  int replaces;
  uint8_t *canvas, *previous;
};

static void draw_frame(const struct scene *scene, struct animation *animation, int index) {
  uint8_t *swap = animation->previous;
  animation->previous = animation->canvas;
  animation->canvas = swap;
  const float phase = (float)index / (float)animation->count, swing = 4 * phase * (1 - phase);
  const int moves_all = animation->motion == everything_moves;
  draw(
      scene, animation->side, moves_all ? 0 : swing * 0.06f, moves_all ? swing * 0.05f - 0.025f : 0,
      animation->canvas);
}

struct area {
  int x, y, width, height;
};

static struct area changed_area(const struct animation *animation) {
  const int side = animation->side;
  const uint32_t *now = (const uint32_t *)animation->canvas,
                 *before = (const uint32_t *)animation->previous;
  int left = side, right = -1, top = side, bottom = -1;
  for (int y = 0; y < side; y++) {
    for (int x = 0; x < side; x++) {
      if (now[y * side + x] == before[y * side + x]) continue;
      if (x < left) left = x;
      if (x > right) right = x;
      if (y < top) top = y;
      bottom = y;
    }
  }
  return right < 0 ? (struct area){0, 0, 1, 1}
                   : (struct area){left, top, right - left + 1, bottom - top + 1};
}

// Clears unchanged pixels of an area, for frames that are blended; false if a changed pixel is not
// opaque.
static int clear_unchanged(const struct animation *animation, struct area area, uint8_t *patch) {
  for (int y = 0; y < area.height; y++) {
    for (int x = 0; x < area.width; x++) {
      const size_t place =
          4 * ((size_t)(area.y + y) * (size_t)animation->side + (size_t)(area.x + x));
      const uint8_t *pixel = animation->canvas + place;
      if (memcmp(pixel, animation->previous + place, 4) == 0) {
        memset(patch, 0, 4);
      } else if (pixel[3] == 255) {
        memcpy(patch, pixel, 4);
      } else {
        return 0;
      }
      patch += 4;
    }
  }
  return 1;
}

static void encode_apng(
    const struct scene *scene, struct animation *animation, int blends, struct bytes *bytes) {
  struct bytes file = {0};
  uint8_t *patch = checked(malloc((size_t)animation->side * (size_t)animation->side * 4));
  uint32_t sequence = 0;
  for (int index = 0; index < animation->count; index++) {
    draw_frame(scene, animation, index);
    const int is_whole = index == 0 || animation->replaces;
    const struct area area =
        is_whole ? (struct area){0, 0, animation->side, animation->side} : changed_area(animation);
    const int is_blended = !is_whole && blends && clear_unchanged(animation, area, patch);
    file.count = 0;
    encode_png(
        is_blended ? patch : animation->canvas + 4 * (area.y * animation->side + area.x),
        is_blended ? area.width : animation->side, area.width, area.height, rgba8, 6, &file);
    struct bytes control = {0};
    append32(&control, sequence++);
    append32(&control, (uint32_t)area.width);
    append32(&control, (uint32_t)area.height);
    append32(&control, (uint32_t)area.x);
    append32(&control, (uint32_t)area.y);
    // 1/12 s; dispose operation "background" or "none"; blend operation "over" or "source".
    append(
        &control, (uint8_t[]){0, 1, 0, 12, (uint8_t)animation->replaces, (uint8_t)is_blended}, 6);
    struct bytes data = {0};
    if (index > 0) append32(&data, sequence++);
    for (size_t at = 8; at + 12 <= file.count;) {
      const uint8_t *chunk = file.start + at;
      const size_t count =
          (size_t)chunk[0] << 24 | (size_t)chunk[1] << 16 | (size_t)chunk[2] << 8 | chunk[3];
      if (memcmp(chunk + 4, "IDAT", 4) == 0) append(&data, chunk + 8, count);
      at += count + 12;
      if (index == 0 && memcmp(chunk + 4, "IHDR", 4) == 0) {
        append(bytes, file.start, at);
        struct bytes animated = {0};
        append32(&animated, (uint32_t)animation->count);
        append32(&animated, 0);
        append_chunk(bytes, "acTL", animated.start, animated.count);
        free(animated.start);
      }
    }
    append_chunk(bytes, "fcTL", control.start, control.count);
    append_chunk(bytes, index == 0 ? "IDAT" : "fdAT", data.start, data.count);
    free(control.start);
    free(data.start);
  }
  append_chunk(bytes, "IEND", NULL, 0);
  free(file.start);
  free(patch);
}

static int write_gif(GifFileType *gif, const GifByteType *data, int count) {
  append(gif->UserData, data, (size_t)count);
  return count;
}

// 252 opaque colors of 6 reds, 7 greens and 6 blues; 255 is transparent. Dithers by a 4 x 4 matrix.
static uint8_t gif_index(const uint8_t *pixel, int x, int y, int dithers) {
  static const int matrix[16] = {0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5};
  if (pixel[3] < 128) return 255;
  const int offset = dithers ? matrix[y % 4 * 4 + x % 4] * 16 + 8 : 128;
  return (uint8_t)((pixel[0] * 5 + offset) / 256 * 42 + (pixel[1] * 6 + offset) / 256 * 6 +
                   (pixel[2] * 5 + offset) / 256);
}

static void encode_gif(
    const struct scene *scene, struct animation *animation, int dithers, struct bytes *bytes) {
  int error = 0;
  GifColorType colors[256] = {0};
  for (int index = 0; index < 252; index++) {
    colors[index] = (GifColorType){
        (GifByteType)(index / 42 * 51), (GifByteType)(index / 6 % 7 * 255 / 6),
        (GifByteType)(index % 6 * 51)};
  }
  GifFileType *gif = checked(EGifOpen(bytes, write_gif, &error));
  ColorMapObject *map = checked(GifMakeMapObject(256, colors));
  const int side = animation->side;
  EGifSetGifVersion(gif, true);
  EGifPutScreenDesc(gif, side, side, 8, 0, map);
  EGifPutExtensionLeader(gif, APPLICATION_EXT_FUNC_CODE);
  EGifPutExtensionBlock(gif, 11, "NETSCAPE2.0");
  EGifPutExtensionBlock(gif, 3, (GifByteType[]){1, 0, 0});
  EGifPutExtensionTrailer(gif);
  uint8_t row[large];
  for (int index = 0; index < animation->count; index++) {
    draw_frame(scene, animation, index);
    const int is_whole = index == 0 || animation->replaces;
    const struct area area = is_whole ? (struct area){0, 0, side, side} : changed_area(animation);
    const GraphicsControlBlock control = {
        .DisposalMode = animation->replaces ? DISPOSE_BACKGROUND : DISPOSE_DO_NOT,
        .DelayTime = 8,
        .TransparentColor = 255};
    GifByteType block[4];
    EGifGCBToExtension(&control, block);
    EGifPutExtension(gif, GRAPHICS_EXT_FUNC_CODE, 4, block);
    EGifPutImageDesc(gif, area.x, area.y, area.width, area.height, false, NULL);
    for (int y = area.y; y < area.y + area.height; y++) {
      for (int x = area.x; x < area.x + area.width; x++) {
        row[x - area.x] = gif_index(animation->canvas + 4 * (y * side + x), x, y, dithers);
      }
      EGifPutLine(gif, row, area.width);
    }
  }
  EGifCloseFile(gif, &error);
  GifFreeMapObject(map);
}

// JPEG

static void encode_jpeg(
    const uint8_t *rgba, int side, int quality, int is_progressive, int subsamples,
    struct bytes *bytes) {
  struct jpeg_compress_struct jpeg;
  struct jpeg_error_mgr errors;
  jpeg.err = jpeg_std_error(&errors);
  jpeg_create_compress(&jpeg);
  unsigned char *memory = NULL;
  unsigned long count = 0;
  jpeg_mem_dest(&jpeg, &memory, &count);
  jpeg.image_width = jpeg.image_height = (JDIMENSION)side;
  jpeg.input_components = 3;
  jpeg.in_color_space = JCS_RGB;
  jpeg_set_defaults(&jpeg);
  jpeg_set_quality(&jpeg, quality, TRUE);
  if (is_progressive) jpeg_simple_progression(&jpeg);
  if (!subsamples) jpeg.comp_info[0].h_samp_factor = jpeg.comp_info[0].v_samp_factor = 1;
  jpeg_start_compress(&jpeg, TRUE);
  uint8_t row[large * 3];
  for (int y = 0; y < side; y++) {
    for (int x = 0; x < side; x++) {
      // On a gradient.
      const uint8_t *pixel = rgba + 4 * (y * side + x);
      const int ground = 160 + 80 * y / side;
      for (int channel = 0; channel < 3; channel++) {
        row[3 * x + channel] = (uint8_t)(ground + (pixel[channel] - ground) * pixel[3] / 255);
      }
    }
    jpeg_write_scanlines(&jpeg, (JSAMPROW[]){row}, 1);
  }
  jpeg_finish_compress(&jpeg);
  append(bytes, memory, count);
  jpeg_destroy_compress(&jpeg);
  free(memory);
}

// Sets

static struct animation make_animation(uint32_t number, int side, int count) {
  const size_t size = (size_t)side * (size_t)side * 4;
  return (struct animation){
      .side = side,
      .count = count,
      .motion = number % 3 == 2 ? everything_moves : details_move,
      .replaces = number % 3 == 2,
      .canvas = checked(calloc(1, size)),
      .previous = checked(calloc(1, size))};
}

static void make_folder(const char *path) {
  if (mkdir(path, 0777) != 0 && errno != EEXIST) {
    perror(path);
    exit(1);
  }
}

// Creates the folders of the pack.
static void write_file(
    const char *folder, const char *pack, uint32_t number, const char *extension,
    const struct bytes *bytes) {
  char path[4096];
  for (const char *end = pack; end != NULL; end = strchr(end + 1, '/')) {
    snprintf(path, sizeof path, "%s/%.*s", folder, (int)(end - pack), pack);
    make_folder(path);
  }
  snprintf(path, sizeof path, "%s/%s", folder, pack);
  make_folder(path);
  snprintf(path, sizeof path, "%s/%s/%05u.%s", folder, pack, number, extension);
  FILE *file = fopen(path, "wb");
  if (file == NULL || fwrite(bytes->start, 1, bytes->count, file) != bytes->count ||
      fclose(file) != 0) {
    perror(path);
    exit(1);
  }
}

static void write_still(
    const char *folder, const char *pack, uint32_t number, const struct scene *scene, int side,
    enum png_kind kind, int level) {
  struct bytes bytes = {0};
  uint8_t *canvas = checked(malloc((size_t)side * (size_t)side * 4));
  draw(scene, side, 0, 0, canvas);
  encode_png(canvas, side, side, side, kind, level, &bytes);
  write_file(folder, pack, number, "png", &bytes);
  free(canvas);
  free(bytes.start);
}

static void write_animation(
    const char *folder, const char *pack, uint32_t number, const struct scene *scene, int side,
    int count, int is_gif) {
  struct bytes bytes = {0};
  struct animation animation = make_animation(number, side, count);
  if (is_gif) {
    encode_gif(scene, &animation, number % 2 == 0, &bytes);
  } else {
    encode_apng(scene, &animation, number % 3 == 1, &bytes);
  }
  write_file(folder, pack, number, is_gif ? "gif" : "png", &bytes);
  free(animation.canvas);
  free(animation.previous);
  free(bytes.start);
}

static void write_jpeg(
    const char *folder, const char *pack, uint32_t number, const struct scene *scene, int side) {
  struct bytes bytes = {0};
  uint8_t *canvas = checked(malloc((size_t)side * (size_t)side * 4));
  draw(scene, side, 0, 0, canvas);
  encode_jpeg(canvas, side, 85 + 5 * (int)(number % 3), number % 4 == 0, number % 2 == 0, &bytes);
  write_file(folder, pack, number, "jpg", &bytes);
  free(canvas);
  free(bytes.start);
}

// The shares of 60 stills.
static enum png_kind png_kind(uint32_t number) {
  const uint32_t share = number * 7 % 60;
  return share < 40 ? rgba8
      : share < 52  ? palette8
      : share < 54  ? rgb8
      : share < 55  ? gray_alpha8
      : share < 58  ? rgba16
                    : interlaced;
}

static void write_benchmark_file(const char *folder, uint32_t number) {
  const struct scene scene = make_scene(number);
  // All stickers of a pack have one size.
  static const int sizes[] = {large, large, large, medium, large,
                              large, small, large, medium, large};
  const int side = sizes[number / 40 % 10];
  // 1,760 stills and 3,304 frames.
  const int frames = 8 + (int)(number % 12) + (number % 15 < 4);
  char pack[32];
  snprintf(
      pack, sizeof pack, "%s/%02u",
      number < 1640       ? "png"
          : number < 1760 ? "apng"
          : number < 1880 ? "gif"
                          : "jpeg",
      number / 40);
  if (number < 1640) {
    write_still(folder, pack, number, &scene, side, png_kind(number), number % 10 == 0 ? 9 : 6);
  } else if (number < 1880) {
    write_animation(folder, pack, number, &scene, side, frames, number >= 1760);
  } else {
    write_jpeg(folder, pack, number, &scene, side);
  }
}

static void write_canvas(const char *folder, const char *pack, uint32_t number) {
  const struct scene scene = make_scene(400000 + number);
  struct bytes bytes = {.count = large * large * 4};
  bytes.start = checked(malloc(bytes.count));
  draw(&scene, large, 0, 0, bytes.start);
  write_file(folder, pack, number, "rgba", &bytes);
  free(bytes.start);
}

static void write_sample(const char *folder, uint32_t number) {
  const struct scene scene = make_scene(300000);
  if (number == 0) write_still(folder, "still", number, &scene, small, rgba8, 6);
  if (number == 1) write_animation(folder, "apng", number, &scene, small, 4, 0);
  if (number == 2) write_animation(folder, "gif", number, &scene, small, 4, 1);
  if (number == 3) write_jpeg(folder, "jpeg", number, &scene, small);
  if (number == 4) write_canvas(folder, "canvas", number);
}

static const struct set {
  const char *name;
  void (*write)(const char *folder, uint32_t number);
  uint32_t count;
} sets[] = {
    {"files", write_benchmark_file, 2000},
    {"samples", write_sample, 5},
};

int main(int count, char **arguments) {
  for (size_t index = 0; count == 3 && index < sizeof sets / sizeof *sets; index++) {
    const struct set *set = &sets[index];
    if (strcmp(arguments[1], set->name) != 0) continue;
    const char *folder = arguments[2];
    make_folder(folder);
    make_texture();
    const uint32_t processes = 2;
    for (uint32_t process = 0; process < processes; process++) {
      if (fork() != 0) continue;
      for (uint32_t number = process; number < set->count; number += processes)
        set->write(folder, number);
      return 0;
    }
    int failures = 0, status;
    while (wait(&status) > 0) failures += status != 0;
    return failures > 0;
  }
  fprintf(stderr, "usage: corpus files|samples FOLDER\n");
  return 2;
}
