// Compressors of answers by the names of their encodings.

export interface Encoder {
  compress(bytes: Uint8Array): Promise<Uint8Array>
  /** For a body that comes bit by bit: what has been written can be read without waiting for more. */
  open(): ReadableWritablePair<Uint8Array, Uint8Array>
}

/** By the name of the Content-Encoding; the first of equally welcome ones is taken. */
export type Encoders = Readonly<Record<string, Encoder>>
