#ifndef CSHA256_H
#define CSHA256_H

#include <stddef.h>
#include <stdint.h>

/// Adds `count` blocks of 64 bytes to the state of a SHA-256 digest (FIPS 180-4, 6.2.2), with the
/// processor's instructions for it if it has them.
void csha_add_blocks(uint32_t state[8], const uint8_t *blocks, size_t count);

/// The same without these instructions, for tests.
void csha_add_blocks_portably(uint32_t state[8], const uint8_t *blocks, size_t count);

#endif
