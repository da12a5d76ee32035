#include <stdlib.h>
#include <string.h>

#include "libraries.h"
#include "support.h"

static int on_write(GifFileType *gif, const GifByteType *bytes, int count) {
  return cis_sink_append(gif->UserData, bytes, (size_t)count) ? count : 0;
}

static void note_code(cis_outcome *outcome, int code) {
  const char *text = GifErrorString(code);
  cis_note_error(outcome, text ? text : "the image data is damaged");
}

// Writes a GIF of one image and keeps only its image data in the sink.
static int write_image(
    GifFileType *gif, const uint8_t *indices, uint32_t width, uint32_t height,
    const ColorMapObject *map, cis_sink *sink) {
  if (EGifPutScreenDesc(gif, (int)width, (int)height, 8, 0, map) == GIF_ERROR) return 0;
  if (EGifPutImageDesc(gif, 0, 0, (int)width, (int)height, false, NULL) == GIF_ERROR) return 0;
  // giflib has just written the code size, the first byte of the image data.
  sink->buffer.bytes[0] = sink->buffer.bytes[sink->buffer.count - 1];
  sink->buffer.count = 1;
  for (uint32_t y = 0; y < height; y++) {
    // giflib does not change the row, although its pointer is not const.
    GifPixelType *row = (GifPixelType *)(uintptr_t)(indices + (size_t)y * width);
    if (EGifPutLine(gif, row, (int)width) == GIF_ERROR) return 0;
  }
  return 1;
}

void cis_gif_encode_data(
    const uint8_t *indices, uint32_t width, uint32_t height, uint32_t bits,
    cis_outcome *outcome, cis_buffer *data) {
  memset(outcome, 0, sizeof *outcome);
  *data = (cis_buffer){NULL, 0};
  if (bits < 1 || bits > 8) {
    cis_note_error(outcome, "bits must be 1 to 8");
    return;
  }
  cis_sink sink = {{NULL, 0}, 0};
  int code = 0;
  ColorMapObject *map = GifMakeMapObject(1 << bits, NULL);
  GifFileType *gif = map ? EGifOpen(&sink, on_write, &code) : NULL;
  if (!gif) {
    cis_note_error(outcome, "out of memory");
  } else {
    outcome->succeeded = write_image(gif, indices, width, height, map, &sink);
    size_t data_end = sink.buffer.count;
    if (!outcome->succeeded) note_code(outcome, gif->Error);
    if (EGifCloseFile(gif, &code) == GIF_ERROR && outcome->succeeded) note_code(outcome, code);
    // Closing writes the file's trailer.
    sink.buffer.count = data_end;
  }
  GifFreeMapObject(map);
  *data = cis_sink_take(&sink, outcome);
}
