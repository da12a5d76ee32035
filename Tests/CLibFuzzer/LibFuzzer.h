// libFuzzer's interface for a program that has its own main; LLVM installs no header for it.
#ifndef LIBFUZZER_H
#define LIBFUZZER_H

#include <stddef.h>
#include <stdint.h>

/// Runs libFuzzer with the arguments of its command line, calling `run` for each input.
int LLVMFuzzerRunDriver(
  int *argc, char ***argv, int (*run)(const uint8_t *bytes, size_t count));

/// libFuzzer's own mutation, in place. Returns the new size, at most `capacity`.
size_t LLVMFuzzerMutate(uint8_t *bytes, size_t count, size_t capacity);

#endif
