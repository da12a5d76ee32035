#ifndef CIMAGESHIM_SUPPORT_H
#define CIMAGESHIM_SUPPORT_H

#include "CImageShim.h"

/// Keeps the first error, or the first warning while there is no error.
void cis_note_error(cis_outcome *outcome, const char *message);
void cis_note_warning(cis_outcome *outcome, const char *message);

/// A byte sink that grows. `append` returns 0 when memory ran out.
typedef struct {
  cis_buffer buffer;
  size_t capacity;
} cis_sink;

int cis_sink_append(cis_sink *sink, const uint8_t *bytes, size_t count);

/// The whole buffer of an operation that succeeded, or an empty one.
cis_buffer cis_sink_take(cis_sink *sink, const cis_outcome *outcome);

#endif
