// Loaded with LD_PRELOAD to simulate faults of hardware or file systems that are not available.
// FAULT_QUOTA: write() fails with EDQUOT after so many bytes to regular files.
// FAULT_NO_SWAP: rename() is slow, and swapping two folders fails.
// FAULT_NO_LINK: no file gets a second name, as on exFAT.
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

int renameat2(int one, const char *from, int other, const char *to, unsigned flags) {
  static int (*next)(int, const char *, int, const char *, unsigned);
  if (!next) {
    next = (int (*)(int, const char *, int, const char *, unsigned))dlsym(RTLD_NEXT, "renameat2");
  }
  if (!getenv("FAULT_NO_SWAP")) return next(one, from, other, to, flags);
  errno = EINVAL;
  return -1;
}

int linkat(int one, const char *from, int other, const char *to, int flags) {
  static int (*next)(int, const char *, int, const char *, int);
  if (!next) next = (int (*)(int, const char *, int, const char *, int))dlsym(RTLD_NEXT, "linkat");
  if (!getenv("FAULT_NO_LINK")) return next(one, from, other, to, flags);
  errno = EPERM;
  return -1;
}

int rename(const char *from, const char *to) {
  static int (*next)(const char *, const char *);
  if (!next) next = (int (*)(const char *, const char *))dlsym(RTLD_NEXT, "rename");
  int result = next(from, to);
  int code = errno;
  if (getenv("FAULT_NO_SWAP")) usleep(3000);
  errno = code;
  return result;
}
