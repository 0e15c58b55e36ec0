// The last bytes of what came, kept while the rest goes.

/** `slice` of what a platform hands out may be one more view. */
export function copyOf(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(bytes)
}

/** The last bytes of what came, at most so many. */
export function joinTail(before: Uint8Array, chunk: Uint8Array, length: number): Uint8Array {
  if (chunk.length >= length) return copyOf(chunk.subarray(chunk.length - length))
  const joined = new Uint8Array(Math.min(length, before.length + chunk.length))
  joined.set(chunk, joined.length - chunk.length)
  joined.set(before.subarray(before.length - (joined.length - chunk.length)))
  return joined
}
