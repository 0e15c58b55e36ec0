// The layers of the PHI detector's network for WebAssembly with SIMD; src/formats/phi/network/kernel.ts calls them. Channels are multiples of sixteen.
#include <wasm_simd128.h>

#define WIDTH 64

static inline v128_t positive(v128_t value) { return wasm_f32x4_max(value, wasm_f32x4_splat(0)); }
static inline v128_t added(v128_t sum, v128_t value, v128_t weight) { return wasm_f32x4_add(sum, wasm_f32x4_mul(value, weight)); }

// out = in + relu(bias + sum of three taps), for `rows` rows of WIDTH channels; rows before and behind them are readable.
// Weights: output group of eight, tap, input channel, eight outputs. Four rows at a time share each weight: `rows` is rounded up to four.
void layer(const float *in, float *out, int rows, int dilation, const float *weights, const float *bias) {
  for (int t = 0; t < rows; t += 4)
    for (int g = 0; g < WIDTH; g += 8) {
      const float *w = weights + g * 3 * WIDTH;
      v128_t low = wasm_v128_load(bias + g), high = wasm_v128_load(bias + g + 4);
      v128_t a0 = low, a1 = high, b0 = low, b1 = high, c0 = low, c1 = high, d0 = low, d1 = high;
      for (int tap = -1; tap <= 1; tap++) {
        const float *a = in + (t + tap * dilation) * WIDTH, *b = a + WIDTH, *c = b + WIDTH, *d = c + WIDTH;
        for (int i = 0; i < WIDTH; i++, w += 8) {
          v128_t first = wasm_v128_load(w), second = wasm_v128_load(w + 4);
          v128_t value = wasm_v128_load32_splat(a + i);
          a0 = added(a0, value, first), a1 = added(a1, value, second);
          value = wasm_v128_load32_splat(b + i);
          b0 = added(b0, value, first), b1 = added(b1, value, second);
          value = wasm_v128_load32_splat(c + i);
          c0 = added(c0, value, first), c1 = added(c1, value, second);
          value = wasm_v128_load32_splat(d + i);
          d0 = added(d0, value, first), d1 = added(d1, value, second);
        }
      }
      const float *from = in + t * WIDTH + g;
      float *to = out + t * WIDTH + g;
#define STORE(row, low, high) \
  wasm_v128_store(to + row * WIDTH, wasm_f32x4_add(wasm_v128_load(from + row * WIDTH), positive(low))); \
  wasm_v128_store(to + row * WIDTH + 4, wasm_f32x4_add(wasm_v128_load(from + row * WIDTH + 4), positive(high)));
      STORE(0, a0, a1) STORE(1, b0, b1) STORE(2, c0, c1) STORE(3, d0, d1)
    }
}

// Sixteen outputs for each row. Weights: input channel, sixteen outputs.
void head(const float *in, float *out, int rows, const float *weights, const float *bias) {
  for (int t = 0; t < rows; t++, in += WIDTH, out += 16) {
    v128_t sums[4];
    for (int g = 0; g < 4; g++) sums[g] = wasm_v128_load(bias + 4 * g);
    for (int i = 0; i < WIDTH; i++) {
      v128_t value = wasm_v128_load32_splat(in + i);
      for (int g = 0; g < 4; g++) sums[g] = added(sums[g], value, wasm_v128_load(weights + i * 16 + 4 * g));
    }
    for (int g = 0; g < 4; g++) wasm_v128_store(out + 4 * g, sums[g]);
  }
}
