#include "heap.h"

#include <errno.h>
#include <stdlib.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif

static long until_failure, failed, live;
static int fails_on;

#if defined(__GLIBC__) && !defined(SANITIZED)

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void __libc_free(void *);

static int refuses(void) {
  if (until_failure == 0) return 0;
  if (until_failure > 1) {
    until_failure -= 1;
    return 0;
  }
  if (!fails_on) until_failure = 0;
  failed += 1;
  errno = ENOMEM;
  return 1;
}

static void *counted(void *block) {
  if (block) live += 1;
  return block;
}

void *malloc(size_t size) { return refuses() ? NULL : counted(__libc_malloc(size)); }

void *calloc(size_t count, size_t size) {
  return refuses() ? NULL : counted(__libc_calloc(count, size));
}

void *realloc(void *block, size_t size) {
  if (refuses()) return NULL;
  void *moved = __libc_realloc(block, size);
  if (!block && moved) live += 1;
  if (block && size == 0 && !moved) live -= 1;
  return moved;
}

void free(void *block) {
  if (block) live -= 1;
  __libc_free(block);
}

int heap_can_fail(void) { return 1; }

#else

int heap_can_fail(void) { return 0; }

#endif

void heap_fail(long nth, int all) {
  until_failure = nth;
  fails_on = all;
  failed = 0;
}

long heap_stop_failing(void) {
  until_failure = 0;
  return failed;
}

long heap_live(void) { return live; }
