#include <string.h>

#include "libraries.h"
#include "support.h"

typedef struct {
  const uint8_t *bytes;
  size_t left;
} source;

static int on_read(GifFileType *gif, GifByteType *destination, int count) {
  source *from = gif->UserData;
  size_t taken = (size_t)count < from->left ? (size_t)count : from->left;
  memcpy(destination, from->bytes, taken);
  from->bytes += taken;
  from->left -= taken;
  return (int)taken;
}

// Returns whether every row is read.
static int decode(GifFileType *gif, uint32_t width, uint32_t height, uint8_t *indices) {
  GifRecordType record;
  if (DGifGetRecordType(gif, &record) == GIF_ERROR || record != IMAGE_DESC_RECORD_TYPE
      || DGifGetImageDesc(gif) == GIF_ERROR
      || gif->Image.Width != (GifWord)width || gif->Image.Height != (GifWord)height) {
    return 0;
  }
  for (uint32_t y = 0; y < height; y++) {
    if (DGifGetLine(gif, indices + (size_t)y * width, (int)width) == GIF_ERROR) return 0;
  }
  return 1;
}

void cis_gif_decode(
    const uint8_t *bytes, size_t count, uint32_t width, uint32_t height, uint8_t *indices,
    size_t capacity, cis_outcome *outcome) {
  memset(outcome, 0, sizeof *outcome);
  source from = {bytes, count};
  cis_canvas to = {width, height, indices, capacity};
  int code = 0;
  GifFileType *gif = DGifOpen(&from, on_read, &code);
  if (gif) {
    if (!cis_canvas_holds_rows(&to, width)) {
      cis_note_error(outcome, "unexpected image size");
    } else if (decode(gif, width, height, indices)) {
      outcome->succeeded = 1;
    } else {
      code = gif->Error;
    }
    int closing = 0;
    DGifCloseFile(gif, &closing);
  }
  if (!outcome->succeeded && !outcome->message[0]) {
    const char *reason = GifErrorString(code);
    cis_note_error(outcome, reason ? reason : "unexpected image");
  }
}
