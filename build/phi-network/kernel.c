// The layers of the PHI detector's network for WebAssembly with SIMD; src/formats/phi/network/kernel.ts calls them.
// Each sum adds its parts in one order, so that every processor gets the same bits.
#include <wasm_simd128.h>

#define WIDTH 64
#define GROUP 32
#define VECTOR 32
#define GRAMS 32
#define CHAR_CLASSES 64

static inline v128_t positive(v128_t value) { return wasm_f32x4_max(value, wasm_f32x4_splat(0)); }
static inline v128_t added(v128_t sum, v128_t value, v128_t weight) { return wasm_f32x4_add(sum, wasm_f32x4_mul(value, weight)); }

// A bit for each channel that is not 0.
static inline unsigned long long channels(const float *row) {
  unsigned long long bits = 0;
  for (int i = 0; i < WIDTH; i += 4)
    bits |= (unsigned long long)wasm_i32x4_bitmask(wasm_f32x4_ne(wasm_v128_load(row + i), wasm_f32x4_splat(0))) << i;
  return bits;
}

// out = in + relu(bias + sum of three taps), for `rows` rows of WIDTH channels; rows before and behind them count as 0.
// Weights: output group of 32, tap, input channel, 32 outputs. Nearly half of the channels are 0 and add nothing: they are left out.
// `bits` has room for a number of 64 bits for each row, and for `dilation` of them on both sides.
void layer(const float *in, float *out, int rows, int dilation, const float *weights, const float *bias, unsigned long long *bits) {
  for (int t = 0; t < rows; t++) bits[t] = channels(in + t * WIDTH);
  for (int t = 1; t <= dilation; t++) bits[-t] = bits[rows + t - 1] = 0;
  for (int g = 0; g < WIDTH; g += GROUP)
    for (int t = 0; t < rows; t++) {
      v128_t sums[GROUP / 4];
      for (int k = 0; k < GROUP / 4; k++) sums[k] = wasm_v128_load(bias + g + 4 * k);
      for (int tap = 0; tap < 3; tap++) {
        int from = t + (tap - 1) * dilation;
        const float *w = weights + (g * 3 + tap * GROUP) * WIDTH;
        for (unsigned long long rest = bits[from]; rest; rest &= rest - 1) {
          int i = __builtin_ctzll(rest);
          v128_t value = wasm_v128_load32_splat(in + from * WIDTH + i);
          for (int k = 0; k < GROUP / 4; k++) sums[k] = added(sums[k], value, wasm_v128_load(w + i * GROUP + 4 * k));
        }
      }
      for (int k = 0; k < GROUP / 4; k++) {
        int at = t * WIDTH + g + 4 * k;
        wasm_v128_store(out + at, wasm_f32x4_add(wasm_v128_load(in + at), positive(sums[k])));
      }
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

// Fifteen outputs of each row in hundredths, side by side; `out` has room for one more.
void hundredths(const float *in, short *out, int rows) {
  for (int t = 0; t < rows; t++, in += 16, out += 15)
    for (int k = 0; k < 16; k += 8) {
      v128_t parts[2];
      for (int n = 0; n < 2; n++) {
        v128_t value = wasm_v128_load(in + k + 4 * n), halves[2];
        value = wasm_f32x4_max(wasm_f32x4_splat(-300), wasm_f32x4_min(wasm_f32x4_splat(300), value));
        halves[0] = wasm_f64x2_promote_low_f32x4(value);
        halves[1] = wasm_f64x2_promote_low_f32x4(wasm_i64x2_shuffle(value, value, 1, 1));
        for (int h = 0; h < 2; h++) {
          v128_t scaled = wasm_f64x2_mul(halves[h], wasm_f64x2_splat(100));
          halves[h] = wasm_i32x4_trunc_sat_f64x2_zero(wasm_f64x2_floor(wasm_f64x2_add(scaled, wasm_f64x2_splat(0.5))));
        }
        parts[n] = wasm_i64x2_shuffle(halves[0], halves[1], 0, 2);
      }
      wasm_v128_store(out + k, wasm_i16x8_narrow_i32x4(parts[0], parts[1]));
    }
}

struct token {
  unsigned char chars[16];
  // In 32nds; 0 for a token without a vector.
  signed char vector[VECTOR];
  int count;
  // Inputs that are 1.
  int flags[72];
};

// Of each group of three signs the strongest. What each sign adds: tap, class of sign, gram.
static inline void readGrams(const struct token *token, const float *signs, const float *bias, float *grams) {
  for (int g = 0; g < GRAMS; g += 16) {
    v128_t most[4] = {};
    for (int place = 0; place < 16; place++) {
      v128_t sums[4];
      for (int k = 0; k < 4; k++) sums[k] = wasm_v128_load(bias + g + 4 * k);
      for (int tap = 0; tap < 3; tap++) {
        int at = place + tap - 1;
        int sign = at < 0 || at > 15 ? 0 : token->chars[at];
        if (sign == 0) continue;
        const float *row = signs + (tap * CHAR_CLASSES + sign) * GRAMS + g;
        for (int k = 0; k < 4; k++) sums[k] = wasm_f32x4_add(sums[k], wasm_v128_load(row + 4 * k));
      }
      for (int k = 0; k < 4; k++) most[k] = wasm_f32x4_max(most[k], sums[k]);
    }
    for (int k = 0; k < 4; k++) wasm_v128_store(grams + g + 4 * k, most[k]);
  }
}

// row = relu(bias + inputs of a token): its vector, its grams, its flags. Products have 64 bits. Weights: input, WIDTH outputs.
void word(const struct token *token, float *row, const float *signs, const float *gramBias, const float *weights, const float *bias) {
  float values[VECTOR + GRAMS];
  for (int i = 0; i < VECTOR; i++) values[i] = token->vector[i];
  readGrams(token, signs, gramBias, values + VECTOR);
  for (int g = 0; g < WIDTH; g += 16) {
    v128_t sums[8];
    for (int k = 0; k < 8; k++) sums[k] = wasm_f64x2_promote_low_f32x4(wasm_v128_load64_zero(bias + g + 2 * k));
    for (int i = 0; i < VECTOR + GRAMS; i++) {
      if (values[i] == 0) continue;
      v128_t value = wasm_f64x2_splat(values[i]);
      for (int k = 0; k < 8; k++) {
        v128_t weight = wasm_f64x2_promote_low_f32x4(wasm_v128_load64_zero(weights + i * WIDTH + g + 2 * k));
        sums[k] = wasm_f64x2_add(sums[k], wasm_f64x2_mul(weight, value));
        sums[k] = wasm_f64x2_promote_low_f32x4(wasm_f32x4_demote_f64x2_zero(sums[k]));
      }
    }
    for (int k = 0; k < 8; k++) wasm_v128_store64_lane(row + g + 2 * k, wasm_f32x4_demote_f64x2_zero(sums[k]), 0);
  }
  for (int n = 0; n < token->count; n++)
    for (int i = 0; i < WIDTH; i += 4)
      wasm_v128_store(row + i, wasm_f32x4_add(wasm_v128_load(row + i), wasm_v128_load(weights + token->flags[n] * WIDTH + i)));
  for (int i = 0; i < WIDTH; i += 4) wasm_v128_store(row + i, positive(wasm_v128_load(row + i)));
}
