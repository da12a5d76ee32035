#include "CFolderSwap.h"

#if defined(__APPLE__)

#include <copyfile.h>
#include <stddef.h>

void cfs_copy_attributes(const char *source, const char *target) {
  copyfile(source, target, NULL, COPYFILE_ACL | COPYFILE_XATTR | COPYFILE_NOFOLLOW);
}

#elif defined(__linux__)

#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/xattr.h>

// The kernel's limit for one value and for all names.
enum { limit = 65536 };

// Whether a name is in a list of names that each end with a NUL.
static int contains(const char *list, ssize_t size, const char *name) {
  for (const char *other = list; other < list + size; other += strlen(other) + 1)
    if (strcmp(other, name) == 0) return 1;
  return 0;
}

static void copy(const char *source, const char *target, char *names, char *others, char *value) {
  ssize_t count = llistxattr(source, names, limit), other_count = llistxattr(target, others, limit);
  if (count < 0) return;
  for (char *name = others; name - others < other_count; name += strlen(name) + 1)
    if (!contains(names, count, name)) lremovexattr(target, name);
  for (char *name = names; name - names < count; name += strlen(name) + 1) {
    ssize_t size = lgetxattr(source, name, value, limit);
    if (size >= 0) lsetxattr(target, name, value, (size_t)size, 0);
  }
}

void cfs_copy_attributes(const char *source, const char *target) {
  char *buffer = malloc(3 * limit);
  if (buffer) copy(source, target, buffer, buffer + limit, buffer + 2 * limit);
  free(buffer);
}

#else

void cfs_copy_attributes(const char *source, const char *target) {
  (void)source;
  (void)target;
}

#endif
