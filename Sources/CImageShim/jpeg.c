#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include "libraries.h"
#include "support.h"

// A small progressive file may repeat its scans many times; libjpeg-turbo recommends a limit.
enum { MAX_SCANS = 500 };

typedef struct {
  struct jpeg_error_mgr manager;
  struct jpeg_progress_mgr progress;
  jmp_buf escape;
  cis_outcome *outcome;
} error_state;

static error_state *state_of(j_common_ptr jpeg) { return (error_state *)(void *)jpeg->err; }

static void on_error(j_common_ptr jpeg) {
  char text[JMSG_LENGTH_MAX];
  jpeg->err->format_message(jpeg, text);
  cis_note_error(state_of(jpeg)->outcome, text);
  longjmp(state_of(jpeg)->escape, 1);
}

static void on_message(j_common_ptr jpeg, int level) {
  if (level >= 0) return;
  char text[JMSG_LENGTH_MAX];
  jpeg->err->format_message(jpeg, text);
  cis_note_warning(state_of(jpeg)->outcome, text);
}

static void on_output(j_common_ptr jpeg) { (void)jpeg; }

static void on_progress(j_common_ptr jpeg) {
  if (!jpeg->is_decompressor) return;
  if (((j_decompress_ptr)(void *)jpeg)->input_scan_number > MAX_SCANS) {
    cis_note_error(state_of(jpeg)->outcome, "more than 500 scans");
    longjmp(state_of(jpeg)->escape, 1);
  }
}

static struct jpeg_error_mgr *prepare(error_state *state, cis_outcome *outcome) {
  struct jpeg_error_mgr *manager = jpeg_std_error(&state->manager);
  manager->error_exit = on_error;
  manager->emit_message = on_message;
  manager->output_message = on_output;
  state->progress.progress_monitor = on_progress;
  state->outcome = outcome;
  return manager;
}

// Converts inks to light without a profile: the uncovered share of each channel is its brightness.
// Adobe's files, which are almost all CMYK files, store the inks inverted.
static void convert_cmyk(const uint8_t *row, uint8_t *rgba, uint32_t width, int inverted) {
  for (uint32_t x = 0; x < width; x++) {
    unsigned black = inverted ? row[4 * x + 3] : 255u - row[4 * x + 3];
    for (unsigned c = 0; c < 3; c++) {
      unsigned ink = inverted ? row[4 * x + c] : 255u - row[4 * x + c];
      rgba[4 * x + c] = (uint8_t)((ink * black + 127) / 255);
    }
    rgba[4 * x + 3] = 255;
  }
}

static void convert_rgb(const uint8_t *row, uint8_t *rgba, uint32_t width) {
  for (uint32_t x = 0; x < width; x++) {
    memcpy(rgba + 4 * x, row + 3 * x, 3);
    rgba[4 * x + 3] = 255;
  }
}

static void convert_gray(const uint8_t *row, uint8_t *rgba, uint32_t width) {
  for (uint32_t x = 0; x < width; x++) {
    memset(rgba + 4 * x, row[x], 3);
    rgba[4 * x + 3] = 255;
  }
}

static void decode(
    j_decompress_ptr jpeg, error_state *state, const uint8_t *bytes, size_t count,
    const cis_canvas *to, uint8_t **row) {
  if (setjmp(state->escape)) return;
  jpeg_create_decompress(jpeg);
  jpeg->progress = &state->progress;
  jpeg_mem_src(jpeg, (unsigned char *)(uintptr_t)bytes, (unsigned long)count);
  jpeg_read_header(jpeg, TRUE);
  size_t row_size = (size_t)to->width * 4;
  if (jpeg->image_width != to->width || jpeg->image_height != to->height
      || !cis_canvas_holds_rows(to, row_size)) {
    cis_note_error(state->outcome, "unexpected image size");
    return;
  }
  int inks = jpeg->jpeg_color_space == JCS_CMYK || jpeg->jpeg_color_space == JCS_YCCK;
  int gray = jpeg->jpeg_color_space == JCS_GRAYSCALE;
  jpeg->out_color_space = inks ? JCS_CMYK : gray ? JCS_GRAYSCALE : JCS_RGB;
  jpeg_start_decompress(jpeg);
  *row = malloc(row_size);
  if (!*row) {
    cis_note_error(state->outcome, "out of memory");
    return;
  }
  while (jpeg->output_scanline < to->height) {
    uint8_t *rgba = to->pixels + jpeg->output_scanline * row_size;
    if (jpeg_read_scanlines(jpeg, row, 1) != 1) continue;
    if (inks) {
      convert_cmyk(*row, rgba, to->width, jpeg->saw_Adobe_marker);
    } else if (gray) {
      convert_gray(*row, rgba, to->width);
    } else {
      convert_rgb(*row, rgba, to->width);
    }
  }
  jpeg_finish_decompress(jpeg);
  state->outcome->succeeded = 1;
}

void cis_jpeg_decode(
    const uint8_t *bytes, size_t count, uint32_t width, uint32_t height, uint8_t *pixels,
    size_t capacity, cis_outcome *outcome) {
  memset(outcome, 0, sizeof *outcome);
  struct jpeg_decompress_struct jpeg;
  memset(&jpeg, 0, sizeof jpeg);
  error_state state;
  memset(&state, 0, sizeof state);
  jpeg.err = prepare(&state, outcome);
  cis_canvas to = {width, height, pixels, capacity};
  uint8_t *row = NULL;
  decode(&jpeg, &state, bytes, count, &to, &row);
  jpeg_destroy_decompress(&jpeg);
  free(row);
}

#ifdef STICKERPACK_SAFE_FIXES_ONLY

void cis_jpeg_encode(
    const uint8_t *rgba, uint32_t width, uint32_t height, int quality,
    cis_outcome *outcome, cis_buffer *result) {
  (void)rgba, (void)width, (void)height, (void)quality;
  memset(outcome, 0, sizeof *outcome);
  cis_note_error(outcome, "this build cannot write JPEG");
  *result = (cis_buffer){NULL, 0};
}

#else

// libjpeg's own growing destination frees its buffer itself, so after an error the caller cannot know
// what is left to free.
typedef struct {
  struct jpeg_destination_mgr manager;
  cis_sink sink;
  JOCTET chunk[16384];
} destination;

static void on_chunk_begin(j_compress_ptr jpeg) {
  destination *to = (destination *)(void *)jpeg->dest;
  to->manager.next_output_byte = to->chunk;
  to->manager.free_in_buffer = sizeof to->chunk;
}

static void append(j_compress_ptr jpeg, size_t count) {
  destination *to = (destination *)(void *)jpeg->dest;
  if (cis_sink_append(&to->sink, to->chunk, count)) return;
  error_state *state = state_of((j_common_ptr)jpeg);
  cis_note_error(state->outcome, "out of memory");
  longjmp(state->escape, 1);
}

static boolean on_chunk_full(j_compress_ptr jpeg) {
  append(jpeg, sizeof ((destination *)(void *)jpeg->dest)->chunk);
  on_chunk_begin(jpeg);
  return TRUE;
}

static void on_chunk_end(j_compress_ptr jpeg) {
  destination *to = (destination *)(void *)jpeg->dest;
  append(jpeg, sizeof to->chunk - to->manager.free_in_buffer);
}

static void encode(
    j_compress_ptr jpeg, error_state *state, const uint8_t *rgba, uint32_t width,
    uint32_t height, int quality, uint8_t **row, destination *to, cis_outcome *outcome) {
  if (setjmp(state->escape)) return;
  jpeg_create_compress(jpeg);
  to->manager.init_destination = on_chunk_begin;
  to->manager.empty_output_buffer = on_chunk_full;
  to->manager.term_destination = on_chunk_end;
  jpeg->dest = &to->manager;
  jpeg->image_width = width;
  jpeg->image_height = height;
  jpeg->input_components = 3;
  jpeg->in_color_space = JCS_RGB;
  jpeg_set_defaults(jpeg);
  jpeg_set_quality(jpeg, quality, TRUE);
  jpeg->optimize_coding = TRUE;
  for (int c = 0; c < 3; c++) {
    jpeg->comp_info[c].h_samp_factor = 1;
    jpeg->comp_info[c].v_samp_factor = 1;
  }
  *row = malloc((size_t)width * 3);
  if (!*row) {
    cis_note_error(outcome, "out of memory");
    return;
  }
  jpeg_start_compress(jpeg, TRUE);
  for (uint32_t y = 0; y < height; y++) {
    for (uint32_t x = 0; x < width; x++) {
      memcpy(*row + 3 * (size_t)x, rgba + 4 * ((size_t)y * width + x), 3);
    }
    jpeg_write_scanlines(jpeg, row, 1);
  }
  jpeg_finish_compress(jpeg);
  outcome->succeeded = 1;
}

void cis_jpeg_encode(
    const uint8_t *rgba, uint32_t width, uint32_t height, int quality,
    cis_outcome *outcome, cis_buffer *result) {
  memset(outcome, 0, sizeof *outcome);
  struct jpeg_compress_struct jpeg;
  memset(&jpeg, 0, sizeof jpeg);
  error_state state;
  memset(&state, 0, sizeof state);
  jpeg.err = prepare(&state, outcome);
  uint8_t *row = NULL;
  destination to;
  memset(&to, 0, sizeof to);
  encode(&jpeg, &state, rgba, width, height, quality, &row, &to, outcome);
  jpeg_destroy_compress(&jpeg);
  free(row);
  *result = cis_sink_take(&to.sink, outcome);
}

#endif
