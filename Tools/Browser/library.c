// The functions that Swift, the image libraries and the engine need and wasi-libc does not have.

#include <errno.h>
#include <limits.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "CLibrary.h"

// MARK: What Swift cannot see

int library_error(void) { return errno; }
void set_library_error(int code) { errno = code; }
int library_open(const char *path, int flags) { return open(path, flags); }
const char *library_name(const struct dirent *entry) { return entry->d_name; }

// MARK: Paths

/// Resolves links from the root to the last name. Follows at most 40, as Linux does (path_resolution(7)).
static int resolve(const char *path, char *result, int links) {
  if (*path == '/') {
    strcpy(result, "/");
  }
  while (*path) {
    while (*path == '/') path++;
    size_t length = strcspn(path, "/");
    if (length == 0) break;
    size_t size = strlen(result);
    if (length == 2 && path[0] == '.' && path[1] == '.') {
      char *slash = strrchr(result, '/');
      slash[slash == result] = 0;
    } else if (length != 1 || path[0] != '.') {
      if (size + length + 2 > PATH_MAX) return ENAMETOOLONG;
      size_t start = size;
      if (size > 1) result[size++] = '/';
      memcpy(result + size, path, length);
      result[size + length] = 0;
      char target[PATH_MAX];
      ssize_t count = readlink(result, target, sizeof target - 1);
      if (count >= 0) {
        if (links == 0) return ELOOP;
        target[count] = 0;
        result[start] = 0;
        int error = resolve(target, result, links - 1);
        if (error) return error;
      } else if (errno != EINVAL) {
        return errno;
      }
    }
    path += length;
  }
  return 0;
}

char *realpath(const char *restrict path, char *restrict resolved) {
  char result[PATH_MAX] = "";
  if (*path != '/' && !getcwd(result, sizeof result)) return NULL;
  int error = *path ? resolve(path, result, 40) : ENOENT;
  if (error) {
    errno = error;
    return NULL;
  }
  return resolved ? strcpy(resolved, result) : strdup(result);
}

// MARK: Swift's runtime

uintptr_t __stack_chk_guard = 0x5A17C3;
__attribute__((noreturn)) void __stack_chk_fail(void) { __builtin_trap(); }

/// The seeds of hashing: the same in each run, so the engine is repeatable.
void arc4random_buf(void *bytes, size_t count) { memset(bytes, 0x5A, count); }

const char *_swift_stdlib_strtod_clocale(const char *text, double *value) {
  char *end;
  *value = strtod(text, &end);
  return end == text ? NULL : end;
}

// MARK: setjmp

void __wasm_setjmp(void *environment, uint32_t label, void *owner) {
  jmp_buf *buffer = environment;
  (*buffer)->owner = owner;
  (*buffer)->label = label;
}

uint32_t __wasm_setjmp_test(void *environment, void *owner) {
  jmp_buf *buffer = environment;
  return (*buffer)->owner == owner ? (*buffer)->label : 0;
}

void __wasm_longjmp(void *environment, int value) {
  jmp_buf *buffer = environment;
  (*buffer)->argument.environment = environment;
  (*buffer)->argument.value = value ? value : 1;
  __builtin_wasm_throw(1, &(*buffer)->argument);
}
