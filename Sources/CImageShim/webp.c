#include <string.h>

#include "libraries.h"
#include "support.h"

#ifdef STICKERPACK_WEBP

static int on_write(const uint8_t *bytes, size_t count, const WebPPicture *picture) {
  return cis_sink_append(picture->custom_ptr, bytes, count);
}

static void encode(
    WebPPicture *picture, const uint8_t *rgba, uint32_t width, uint32_t height, int quality,
    cis_outcome *outcome) {
  WebPConfig config;
  if (!WebPConfigInit(&config)) {
    cis_note_error(outcome, "another version of libwebp");
    return;
  }
  if (quality < 0) {
    WebPConfigLosslessPreset(&config, 6);
  } else {
    config.quality = (float)quality;
    config.use_sharp_yuv = 1;
  }
  picture->use_argb = 1;
  picture->width = (int)width;
  picture->height = (int)height;
  if (WebPPictureImportRGBA(picture, rgba, (int)width * 4) && WebPEncode(&config, picture)) {
    outcome->succeeded = 1;
  } else {
    // Only memory that runs out makes writing fail.
    int lacks_memory = picture->error_code == VP8_ENC_ERROR_OUT_OF_MEMORY
      || picture->error_code == VP8_ENC_ERROR_BITSTREAM_OUT_OF_MEMORY
      || picture->error_code == VP8_ENC_ERROR_BAD_WRITE;
    cis_note_error(outcome, lacks_memory ? "out of memory" : "libwebp cannot encode the image");
  }
}

void cis_webp_encode(
    const uint8_t *rgba, uint32_t width, uint32_t height, int quality, cis_outcome *outcome,
    cis_buffer *webp) {
  memset(outcome, 0, sizeof *outcome);
  cis_sink sink = {{NULL, 0}, 0};
  WebPPicture picture;
  if (width == 0 || height == 0 || width > WEBP_MAX_DIMENSION || height > WEBP_MAX_DIMENSION) {
    cis_note_error(outcome, "a WebP image has 1 to 16383 px per side");
  } else if (!WebPPictureInit(&picture)) {
    cis_note_error(outcome, "another version of libwebp");
  } else {
    picture.writer = on_write;
    picture.custom_ptr = &sink;
    encode(&picture, rgba, width, height, quality, outcome);
    WebPPictureFree(&picture);
  }
  *webp = cis_sink_take(&sink, outcome);
}

void cis_webp_decode(
    const uint8_t *bytes, size_t count, uint32_t width, uint32_t height, uint8_t *pixels,
    size_t capacity, cis_outcome *outcome) {
  memset(outcome, 0, sizeof *outcome);
  cis_canvas to = {width, height, pixels, capacity};
  size_t row_size = (size_t)width * 4;
  int own_width = 0, own_height = 0;
  if (width > WEBP_MAX_DIMENSION || height > WEBP_MAX_DIMENSION
      || !WebPGetInfo(bytes, count, &own_width, &own_height) || own_width != (int)width
      || own_height != (int)height || !cis_canvas_holds_rows(&to, row_size)) {
    cis_note_error(outcome, "unexpected image size");
  } else if (!WebPDecodeRGBAInto(bytes, count, pixels, row_size * height, (int)row_size)) {
    cis_note_error(outcome, "the WebP image is damaged, or memory ran out");
  } else {
    outcome->succeeded = 1;
  }
}

#else

static const char *const missing = "this build has no libwebp";

void cis_webp_encode(
    const uint8_t *rgba, uint32_t width, uint32_t height, int quality, cis_outcome *outcome,
    cis_buffer *webp) {
  (void)rgba, (void)width, (void)height, (void)quality;
  memset(outcome, 0, sizeof *outcome);
  cis_note_error(outcome, missing);
  *webp = (cis_buffer){NULL, 0};
}

void cis_webp_decode(
    const uint8_t *bytes, size_t count, uint32_t width, uint32_t height, uint8_t *pixels,
    size_t capacity, cis_outcome *outcome) {
  (void)bytes, (void)count, (void)width, (void)height, (void)pixels, (void)capacity;
  memset(outcome, 0, sizeof *outcome);
  cis_note_error(outcome, missing);
}

#endif
