#ifndef CFOLDERSWAP_H
#define CFOLDERSWAP_H

/// Exchanges what two paths name, in one step. Returns 0, or errno's value; ENOTSUP and EINVAL mean
/// that the file system cannot.
int cfs_swap(const char *first, const char *second);

#endif
