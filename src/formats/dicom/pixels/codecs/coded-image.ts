// What compressed data say of their image, in the words that all codecs share.

export interface CodedImage {
  readonly rows: number
  readonly columns: number
  readonly components: number
  /** Bits of a sample. */
  readonly precision: number
  readonly signed: boolean
  /** Components differ in size. */
  readonly subsampled: boolean
}
