// valgrind 3.19 writes to the mask that it is given here, and libdispatch's lies in memory that
// cannot be written, so valgrind itself crashes. Preloaded, this hands it a copy.
#define _GNU_SOURCE
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

int sigsuspend(const sigset_t *mask) {
  sigset_t copy = *mask;
  return (int)syscall(SYS_rt_sigsuspend, &copy, (size_t)8);
}
