// Runs a command without its output and prints what it needed: seconds of CPU, seconds, bytes of memory.
//
//   measure COMMAND...
//
// Linux counts the memory of a parent as its child's until the child executes a program, so the parent
// must be small. The exit status is the command's.

#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double elapsed(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static double seconds(struct timeval time) {
  return (double)time.tv_sec + (double)time.tv_usec / 1e6;
}

int main(int count, char **arguments) {
  if (count < 2) return fprintf(stderr, "usage: measure COMMAND...\n"), 2;
  const double start = elapsed();
  const pid_t child = vfork();
  if (child == 0) {
    dup2(open("/dev/null", O_WRONLY), 1);
    execvp(arguments[1], arguments + 1);
    _exit(127);
  }
  int status = 0;
  struct rusage usage;
  if (child < 0 || wait4(child, &status, 0, &usage) < 0) return perror("measure"), 1;
  printf(
      "%.6f %.6f %ld\n", seconds(usage.ru_utime) + seconds(usage.ru_stime), elapsed() - start,
      usage.ru_maxrss * 1024);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
