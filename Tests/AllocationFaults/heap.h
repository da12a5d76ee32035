#ifndef HEAP_H
#define HEAP_H

/// Whether this program's own heap stands in front of the system's. It does with glibc alone, and
/// not under a sanitizer, which brings a heap of its own.
int heap_can_fail(void);

/// From here on the `nth` allocation fails, counted from 1, and with `all` every one after it too.
void heap_fail(long nth, int all);

/// Ends failing. Returns how many allocations failed.
long heap_stop_failing(void);

/// How many allocations have not been freed.
long heap_live(void);

#endif
