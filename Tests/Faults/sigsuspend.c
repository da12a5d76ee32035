// valgrind 3.19 writes to the mask passed to sigsuspend and crashes, because libdispatch's is in
// read-only memory. Loaded with LD_PRELOAD, this passes a copy.
#define _GNU_SOURCE
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

int sigsuspend(const sigset_t *mask) {
  sigset_t copy = *mask;
  return (int)syscall(SYS_rt_sigsuspend, &copy, (size_t)8);
}
