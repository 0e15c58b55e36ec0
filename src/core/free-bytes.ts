// Gives the memory of large arrays back at once: a process that waits for its next request collects no garbage.

/**
 * Smaller arrays are left to the garbage collector, which has them cheaply. Some of them are pieces of buffers that are used again: zlib
 * writes into 16 KiB at a time, TLS hands out as much while Node still reads it.
 */
const FREED_ABOVE_BYTES = 1 << 14

/** What a platform reads at once, or cuts from a pool, is not longer: a longer buffer was made for one body. */
const OWN_ABOVE_BYTES = 1 << 16

/** @param bytes whose whole buffer nobody uses any more; views into a part of one are left alone */
export function freeBytes({ buffer, byteLength }: Uint8Array): void {
  if (byteLength > FREED_ABOVE_BYTES && byteLength === buffer.byteLength && buffer instanceof ArrayBuffer) buffer.transfer(0)
}

/** @param views into bodies that nobody uses any more; what they are parts of goes with them */
export function freeBodies(views: readonly Uint8Array[]): void {
  for (const { buffer } of views) {
    if (buffer.byteLength > OWN_ABOVE_BYTES && buffer instanceof ArrayBuffer) buffer.transfer(0)
  }
}
