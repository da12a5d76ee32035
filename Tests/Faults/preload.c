// Loaded with LD_PRELOAD to simulate faults of hardware or file systems that are not available.
// FAULT_QUOTA: write() fails with EDQUOT after so many bytes to regular files.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static atomic_long written;

ssize_t write(int descriptor, const void *bytes, size_t count) {
  static ssize_t (*next)(int, const void *, size_t);
  if (!next) next = (ssize_t (*)(int, const void *, size_t))dlsym(RTLD_NEXT, "write");
  const char *quota = getenv("FAULT_QUOTA");
  struct stat status;
  if (quota && fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode)) {
    if (atomic_fetch_add(&written, (long)count) + (long)count > atol(quota)) {
      errno = EDQUOT;
      return -1;
    }
  }
  return next(descriptor, bytes, count);
}
