#ifndef CIMAGESHIM_SUPPORT_H
#define CIMAGESHIM_SUPPORT_H

#include "CImageShim.h"

/// Keeps the first error, or the first warning while there is no error.
void cis_note_error(cis_outcome *outcome, const char *message);
void cis_note_warning(cis_outcome *outcome, const char *message);

/// Where an image is decoded to: straight RGBA, row by row, without padding.
typedef struct {
  uint32_t width, height;
  uint8_t *pixels;
  size_t capacity;
} cis_canvas;

/// Whether the rows of an image fit into the canvas's pixels.
int cis_canvas_holds_rows(const cis_canvas *canvas, size_t row_size);

/// A byte sink that grows. `append` returns 0 when memory runs out.
typedef struct {
  cis_buffer buffer;
  size_t capacity;
} cis_sink;

int cis_sink_append(cis_sink *sink, const uint8_t *bytes, size_t count);

/// The sink's buffer after a success, or an empty one.
cis_buffer cis_sink_take(cis_sink *sink, const cis_outcome *outcome);

#endif
