// Put before a program's system calls by LD_PRELOAD, to make faults that this machine has no
// hardware or file system for. FAULT_QUOTA: after so many bytes write() answers EDQUOT.
// FAULT_NO_SWAP: two folders cannot change places, and a rename takes its time.
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
  (void)one, (void)from, (void)other, (void)to, (void)flags;
  errno = EINVAL;
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
