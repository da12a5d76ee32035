#ifndef CFOLDERSWAP_H
#define CFOLDERSWAP_H

/// Exchanges what two paths name, in one step. Returns 0, or errno's value; ENOTSUP and EINVAL mean
/// that the file system cannot.
int cfs_swap(const char *first, const char *second);

/// Gives the folder `target` the extended attributes of the folder `source`, access control lists
/// included, as far as the system allows.
void cfs_copy_attributes(const char *source, const char *target);

#endif
