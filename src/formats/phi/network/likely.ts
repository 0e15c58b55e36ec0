// A token that the network judges to be something.

/** What a text's tokens are likely to be. */
export interface Likely {
  /** Logarithm of the odds that the token is part of an identifier. */
  readonly odds: Float32Array
  /** The same of words and numbers that rules know better. */
  readonly heard: Float32Array
  /** Its likeliest kind. */
  readonly kinds: Uint8Array
  /** Position of its language in `LANGUAGES`. */
  readonly languages: Uint8Array
}
