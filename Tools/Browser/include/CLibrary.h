// The parts of the C library that the engine uses. Swift sees no macros with casts, no functions of variable arguments
// and no variables of a thread.
#include <__errno_values.h>
#include <dirent.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define CONSTANT(name) static const int library_##name = name;
CONSTANT(EBADF)
CONSTANT(EDQUOT)
CONSTANT(EFBIG)
CONSTANT(EINTR)
CONSTANT(ENOSPC)
CONSTANT(EROFS)
CONSTANT(O_CLOEXEC)
CONSTANT(O_NONBLOCK)
CONSTANT(O_RDONLY)
CONSTANT(SEEK_SET)
CONSTANT(S_IFDIR)
CONSTANT(S_IFLNK)
CONSTANT(S_IFMT)
CONSTANT(S_IFREG)
#undef CONSTANT

/// The number of the last error: `errno`.
int library_error(void);
void set_library_error(int code);

int library_open(const char *path, int flags);

/// The name of an entry, whose array has no length in the header.
const char *library_name(const struct dirent *entry);

/// wasi-libc has none. A path that names nothing is NULL.
char *realpath(const char *path, char *resolved);
