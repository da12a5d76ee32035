#include "GIFReference.h"

#include <gif_lib.h>
#include <string.h>

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

static int find_image(GifFileType *gif) {
  GifRecordType record;
  do {
    if (DGifGetRecordType(gif, &record) == GIF_ERROR) return 0;
    if (record == EXTENSION_RECORD_TYPE) {
      GifByteType *block;
      int code;
      if (DGifGetExtension(gif, &code, &block) == GIF_ERROR) return 0;
      while (block) {
        if (DGifGetExtensionNext(gif, &block) == GIF_ERROR) return 0;
      }
    }
  } while (record != IMAGE_DESC_RECORD_TYPE && record != TERMINATE_RECORD_TYPE);
  return record == IMAGE_DESC_RECORD_TYPE && DGifGetImageDesc(gif) != GIF_ERROR;
}

uint32_t gif_reference_rows(
    const uint8_t *bytes, size_t count, uint32_t width, uint32_t height, uint8_t *indices) {
  source from = {bytes, count};
  int code = 0;
  GifFileType *gif = DGifOpen(&from, on_read, &code);
  if (!gif) return 0;
  uint32_t rows = 0;
  if (find_image(gif) && (uint32_t)gif->Image.Width == width
      && (uint32_t)gif->Image.Height == height) {
    while (rows < height
           && DGifGetLine(gif, indices + (size_t)rows * width, (int)width) != GIF_ERROR) {
      rows += 1;
    }
  }
  DGifCloseFile(gif, &code);
  return rows;
}

int gif_reference_reads(const uint8_t *bytes, size_t count) {
  source from = {bytes, count};
  int code = 0;
  GifFileType *gif = DGifOpen(&from, on_read, &code);
  if (!gif) return 0;
  int reads = DGifSlurp(gif) == GIF_OK;
  DGifCloseFile(gif, &code);
  return reads;
}
