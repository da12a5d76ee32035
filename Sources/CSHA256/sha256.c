#include "CSHA256.h"

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#if defined(__linux__)
#include <sys/auxv.h>
#endif
#endif

// The first 32 bits of the fractional parts of the cube roots of the first 64 primes (FIPS 180-4,
// 4.2.2).
static const uint32_t constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static uint32_t rotated(uint32_t word, int count) { return word >> count | word << (32 - count); }

void csha_add_blocks_portably(uint32_t state[8], const uint8_t *blocks, size_t count) {
  for (; count > 0; count--, blocks += 64) {
    uint32_t words[64];
    for (int i = 0; i < 16; i++) {
      words[i] = (uint32_t)blocks[i * 4] << 24 | (uint32_t)blocks[i * 4 + 1] << 16 |
                 (uint32_t)blocks[i * 4 + 2] << 8 | blocks[i * 4 + 3];
    }
    for (int i = 16; i < 64; i++) {
      uint32_t early = words[i - 15], late = words[i - 2];
      uint32_t sigma0 = rotated(early, 7) ^ rotated(early, 18) ^ early >> 3;
      uint32_t sigma1 = rotated(late, 17) ^ rotated(late, 19) ^ late >> 10;
      words[i] = words[i - 16] + sigma0 + words[i - 7] + sigma1;
    }
    uint32_t a = state[0], b = state[1], c = state[2], d = state[3];
    uint32_t e = state[4], f = state[5], g = state[6], h = state[7];
    for (int i = 0; i < 64; i++) {
      uint32_t sum1 = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25);
      uint32_t first = h + sum1 + ((e & f) ^ (~e & g)) + constants[i] + words[i];
      uint32_t sum0 = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22);
      uint32_t second = sum0 + ((a & b) ^ (a & c) ^ (b & c));
      h = g, g = f, f = e, e = d + first;
      d = c, c = b, b = a, a = first + second;
    }
    state[0] += a, state[1] += b, state[2] += c, state[3] += d;
    state[4] += e, state[5] += f, state[6] += g, state[7] += h;
  }
}

#if defined(__x86_64__)

// Intel, "SHA Extensions": the state is kept as ABEF and CDGH, and each step does four rounds.
__attribute__((target("sha,sse4.1"))) static void add_blocks_with_instructions(
    uint32_t state[8], const uint8_t *blocks, size_t count) {
  const __m128i byte_order = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
  __m128i cdab = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)state), 0xB1);
  __m128i efgh = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)(state + 4)), 0x1B);
  __m128i abef = _mm_alignr_epi8(cdab, efgh, 8);
  __m128i cdgh = _mm_blend_epi16(efgh, cdab, 0xF0);
  for (; count > 0; count--, blocks += 64) {
    __m128i words[4];
    for (int i = 0; i < 4; i++) {
      words[i] = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)blocks + i), byte_order);
    }
    __m128i first_abef = abef, first_cdgh = cdgh;
#pragma clang loop unroll(full)
    for (int i = 0; i < 16; i++) {
      __m128i *word = &words[i & 3], next = words[(i + 1) & 3], last = words[(i + 3) & 3];
      __m128i sum = _mm_add_epi32(*word, _mm_loadu_si128((const __m128i *)constants + i));
      cdgh = _mm_sha256rnds2_epu32(cdgh, abef, sum);
      abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(sum, 0x0E));
      __m128i middle = _mm_alignr_epi8(last, words[(i + 2) & 3], 4);
      *word = _mm_sha256msg2_epu32(
          _mm_add_epi32(_mm_sha256msg1_epu32(*word, next), middle), last);
    }
    abef = _mm_add_epi32(abef, first_abef);
    cdgh = _mm_add_epi32(cdgh, first_cdgh);
  }
  __m128i feba = _mm_shuffle_epi32(abef, 0x1B);
  __m128i dchg = _mm_shuffle_epi32(cdgh, 0xB1);
  _mm_storeu_si128((__m128i *)state, _mm_blend_epi16(feba, dchg, 0xF0));
  _mm_storeu_si128((__m128i *)(state + 4), _mm_alignr_epi8(dchg, feba, 8));
}

static int has_instructions(void) {
  unsigned a, b, c, d;
  // SHA extensions, then SSSE3 and SSE4.1.
  if (!__get_cpuid_count(7, 0, &a, &b, &c, &d) || !(b & 1u << 29)) return 0;
  return __get_cpuid(1, &a, &b, &c, &d) && (c & 1u << 9) && (c & 1u << 19);
}

#elif defined(__aarch64__)

// Arm Architecture Reference Manual: SHA256H, SHA256H2, SHA256SU0 and SHA256SU1 do four rounds.
__attribute__((target("sha2"))) static void add_blocks_with_instructions(
    uint32_t state[8], const uint8_t *blocks, size_t count) {
  uint32x4_t abcd = vld1q_u32(state), efgh = vld1q_u32(state + 4);
  for (; count > 0; count--, blocks += 64) {
    uint32x4_t words[4];
    for (int i = 0; i < 4; i++) {
      words[i] = vreinterpretq_u32_u8(vrev32q_u8(vld1q_u8(blocks + i * 16)));
    }
    uint32x4_t first_abcd = abcd, first_efgh = efgh;
#pragma clang loop unroll(full)
    for (int i = 0; i < 16; i++) {
      uint32x4_t *word = &words[i & 3], next = words[(i + 1) & 3], last = words[(i + 3) & 3];
      uint32x4_t sum = vaddq_u32(*word, vld1q_u32(constants + i * 4)), before = abcd;
      abcd = vsha256hq_u32(abcd, efgh, sum);
      efgh = vsha256h2q_u32(efgh, before, sum);
      *word = vsha256su1q_u32(vsha256su0q_u32(*word, next), words[(i + 2) & 3], last);
    }
    abcd = vaddq_u32(abcd, first_abcd);
    efgh = vaddq_u32(efgh, first_efgh);
  }
  vst1q_u32(state, abcd);
  vst1q_u32(state + 4, efgh);
}

static int has_instructions(void) {
#if defined(__linux__)
  // HWCAP_SHA2 of Linux's asm/hwcap.h.
  return (getauxval(AT_HWCAP) & 1ul << 6) != 0;
#else
  // All of Apple's 64-bit processors have them.
  return 1;
#endif
}

#endif

void csha_add_blocks(uint32_t state[8], const uint8_t *blocks, size_t count) {
#if defined(__x86_64__) || defined(__aarch64__)
  // Every thread writes the same value.
  static _Atomic int known = -1;
  int has = known;
  if (has < 0) known = has = has_instructions();
  if (has) {
    add_blocks_with_instructions(state, blocks, count);
    return;
  }
#endif
  csha_add_blocks_portably(state, blocks, count);
}
