// The layers of the text detector's network for WebAssembly with SIMD; src/formats/dicom/text/network.ts calls them. Channels are multiples of four.
#include <wasm_simd128.h>

typedef unsigned char byte;

static inline v128_t positive(v128_t value) { return wasm_f32x4_max(value, wasm_f32x4_splat(0)); }

// 5 x 5 samples around each second sample of each second row; 8 channels. The plane is padded: 2 before, 3 behind.
void first(const byte *plane, int stride, const int *cells, int count, int columns, const float *weights, const float *bias, float *out) {
  for (int i = 0; i < count; i++) {
    int row = cells[i] / columns, column = cells[i] % columns;
    for (int part = 0; part < 4; part++) {
      int y = 2 * row + (part >> 1), x = 2 * column + (part & 1);
      const byte *from = plane + 2 * y * stride + 2 * x;
      v128_t low = wasm_v128_load(bias), high = wasm_v128_load(bias + 4);
      const float *w = weights;
      for (int dy = 0; dy < 5; dy++, from += stride)
        for (int dx = 0; dx < 5; dx++, w += 8) {
          v128_t value = wasm_f32x4_splat((float)from[dx]);
          low = wasm_f32x4_add(low, wasm_f32x4_mul(value, wasm_v128_load(w)));
          high = wasm_f32x4_add(high, wasm_f32x4_mul(value, wasm_v128_load(w + 4)));
        }
      float *to = out + (y * 2 * columns + x) * 8;
      wasm_v128_store(to, positive(low));
      wasm_v128_store(to + 4, positive(high));
    }
  }
}

// Adds value * weights to sums; groups of four channels.
#define ADD(sums, value, weights, groups) \
  for (int g = 0; g < (groups); g++) (sums)[g] = wasm_f32x4_add((sums)[g], wasm_f32x4_mul(value, wasm_v128_load((weights) + 4 * g)));

// 3 x 3 of each second of the first layer: 8 channels to 24.
void second(const float *in, const int *cells, int count, int columns, const float *weights, const float *bias, float *out) {
  int width = 2 * columns;
  for (int i = 0; i < count; i++) {
    int y = 2 * (cells[i] / columns), x = 2 * (cells[i] % columns);
    v128_t sums[6];
    for (int g = 0; g < 6; g++) sums[g] = wasm_v128_load(bias + 4 * g);
    for (int dy = -1; dy <= 1; dy++) {
      if (y + dy < 0) continue;
      for (int dx = -1; dx <= 1; dx++) {
        if (x + dx < 0) continue;
        const float *from = in + ((y + dy) * width + x + dx) * 8;
        const float *w = weights + ((dy + 1) * 3 + dx + 1) * 8 * 24;
        for (int c = 0; c < 8; c++, w += 24) {
          v128_t value = wasm_v128_load32_splat(from + c);
          ADD(sums, value, w, 6)
        }
      }
    }
    for (int g = 0; g < 6; g++) wasm_v128_store(out + cells[i] * 24 + 4 * g, positive(sums[g]));
  }
}

// 3 x 3 of each channel with a dilation, then all channels to 32. source: 24 or 32.
static inline void separable_of(const float *in, const int *cells, int count, int rows, int columns, int dilation, const float *depth, const float *point,
                                const float *bias, float *out, const int source) {
  for (int i = 0; i < count; i++) {
    int y = cells[i] / columns, x = cells[i] % columns;
    v128_t mixed[8];
    for (int g = 0; g < source / 4; g++) mixed[g] = wasm_f32x4_splat(0);
    for (int dy = -1; dy <= 1; dy++) {
      int v = y + dy * dilation;
      if (v < 0 || v >= rows) continue;
      for (int dx = -1; dx <= 1; dx++) {
        int u = x + dx * dilation;
        if (u < 0 || u >= columns) continue;
        const float *from = in + (v * columns + u) * source;
        const float *w = depth + ((dy + 1) * 3 + dx + 1) * source;
        for (int g = 0; g < source / 4; g++)
          mixed[g] = wasm_f32x4_add(mixed[g], wasm_f32x4_mul(wasm_v128_load(from + 4 * g), wasm_v128_load(w + 4 * g)));
      }
    }
    v128_t sums[8];
    for (int g = 0; g < 8; g++) sums[g] = wasm_v128_load(bias + 4 * g);
    for (int g = 0; g < source / 4; g++) {
      const float *w = point + 4 * g * 32;
      v128_t value = wasm_i32x4_shuffle(mixed[g], mixed[g], 0, 0, 0, 0);
      ADD(sums, value, w, 8)
      value = wasm_i32x4_shuffle(mixed[g], mixed[g], 1, 1, 1, 1);
      ADD(sums, value, w + 32, 8)
      value = wasm_i32x4_shuffle(mixed[g], mixed[g], 2, 2, 2, 2);
      ADD(sums, value, w + 64, 8)
      value = wasm_i32x4_shuffle(mixed[g], mixed[g], 3, 3, 3, 3);
      ADD(sums, value, w + 96, 8)
    }
    for (int g = 0; g < 8; g++) wasm_v128_store(out + cells[i] * 32 + 4 * g, positive(sums[g]));
  }
}

void separable(const float *in, const int *cells, int count, int rows, int columns, int dilation, const float *depth, const float *point, const float *bias,
               float *out, int source) {
  if (source == 24) separable_of(in, cells, count, rows, columns, dilation, depth, point, bias, out, 24);
  else separable_of(in, cells, count, rows, columns, dilation, depth, point, bias, out, 32);
}
