#ifndef CRESOURCES_H
#define CRESOURCES_H

#include <stddef.h>

/// Returns a file that is part of the program by its name without folders, and sets `count` to its number of
/// bytes. Returns NULL for an unknown name.
const unsigned char *cres_file(const char *name, size_t *count);

#endif
