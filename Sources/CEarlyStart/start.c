#include "CEarlyStart.h"

#ifdef __linux__
#include <unistd.h>

// The Swift runtime reads the arguments from /proc, and a static one looks there for itself and aborts
// before main if it is not mounted, as in a bare chroot. The runtime's own constructors have no priority,
// so they run after this one.
__attribute__((constructor(101))) static void require_proc(void) {
  static const char message[] = "stickerpack: /proc is not mounted: mount it, then run this again\n";
  if (access("/proc/self/cmdline", R_OK) == 0) return;
  ssize_t written = write(STDERR_FILENO, message, sizeof message - 1);
  (void)written;
  _exit(3);
}

// Canvases have a few megabytes. By default, glibc returns each to the system and gets cleared memory for the next one,
// which takes 8% of the time of fit; see Tests/Measurements/Fixing.md.
#ifdef __GLIBC__
#include <malloc.h>

__attribute__((constructor)) static void keep_freed_memory(void) {
  mallopt(M_MMAP_THRESHOLD, 16 << 20);
  mallopt(M_TRIM_THRESHOLD, 32 << 20);
}
#endif
#endif
