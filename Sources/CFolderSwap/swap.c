// The system's headers hide these calls from Swift behind feature macros.
#define _GNU_SOURCE
#include "CFolderSwap.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>

int cfs_swap(const char *first, const char *second) {
#if defined(__APPLE__)
  int result = renamex_np(first, second, RENAME_SWAP);
#elif defined(RENAME_EXCHANGE)
  int result = renameat2(AT_FDCWD, first, AT_FDCWD, second, RENAME_EXCHANGE);
#else
  int result = -1;
  errno = ENOTSUP;
#endif
  return result == 0 ? 0 : errno;
}
