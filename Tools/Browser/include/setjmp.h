// wasi-libc has no setjmp. The compiler turns the calls into WebAssembly exceptions, and calls the functions of
// library.c.
#ifndef STICKERPACK_SETJMP_H
#define STICKERPACK_SETJMP_H

typedef struct {
  void *owner;
  unsigned label;
  struct {
    void *environment;
    int value;
  } argument;
} jmp_buf[1];

int setjmp(jmp_buf environment) __attribute__((returns_twice));
void longjmp(jmp_buf environment, int value) __attribute__((noreturn));

#endif
