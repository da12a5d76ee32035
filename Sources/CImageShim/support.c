#include "support.h"

#include <stdlib.h>
#include <string.h>

void cis_buffer_free(cis_buffer buffer) { free(buffer.bytes); }

static void keep(cis_outcome *outcome, const char *message) {
  strncpy(outcome->message, message, CIS_MESSAGE_SIZE - 1);
  outcome->message[CIS_MESSAGE_SIZE - 1] = '\0';
}

void cis_note_error(cis_outcome *outcome, const char *message) {
  outcome->succeeded = 0;
  keep(outcome, message);
}

void cis_note_warning(cis_outcome *outcome, const char *message) {
  if (outcome->warnings == 0) keep(outcome, message);
  if (outcome->warnings < UINT32_MAX) outcome->warnings += 1;
}

int cis_canvas_holds_rows(const cis_canvas *canvas, size_t row_size) {
  return row_size > 0 && canvas->height <= canvas->capacity / row_size;
}

int cis_sink_append(cis_sink *sink, const uint8_t *bytes, size_t count) {
  if (count > SIZE_MAX / 2 - sink->buffer.count) return 0;
  size_t needed = sink->buffer.count + count;
  if (needed > sink->capacity) {
    size_t capacity = sink->capacity ? sink->capacity : 65536;
    while (capacity < needed) capacity *= 2;
    uint8_t *grown = realloc(sink->buffer.bytes, capacity);
    if (!grown) return 0;
    sink->buffer.bytes = grown;
    sink->capacity = capacity;
  }
  memcpy(sink->buffer.bytes + sink->buffer.count, bytes, count);
  sink->buffer.count = needed;
  return 1;
}

cis_buffer cis_sink_take(cis_sink *sink, const cis_outcome *outcome) {
  if (outcome->succeeded) return sink->buffer;
  cis_buffer_free(sink->buffer);
  return (cis_buffer){NULL, 0};
}
