#ifndef HEAP_H
#define HEAP_H

/// Whether this program's heap replaces the system's: only with glibc and without a sanitizer, which
/// has its own heap.
int heap_can_fail(void);

/// Makes the `nth` allocation from now on fail, counted from 1, and with `all` every one after it.
void heap_fail(long nth, int all);

/// Stops failing. Returns the number of failed allocations.
long heap_stop_failing(void);

/// The number of allocations that have not been freed.
long heap_live(void);

#endif
