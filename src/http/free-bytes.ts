// Gives the memory of large arrays back at once: a process that waits for its next request collects no garbage.

/**
 * Smaller arrays are left to the garbage collector, which has them cheaply. Some of them are pieces of buffers that are used again: zlib
 * writes into 16 KiB at a time, TLS hands out as much while Node still reads it.
 */
const FREED_ABOVE_BYTES = 1 << 14

/** @param bytes whose whole buffer nobody uses any more; views into a part of one are left alone */
export function freeBytes({ buffer, byteLength }: Uint8Array): void {
  if (byteLength > FREED_ABOVE_BYTES && byteLength === buffer.byteLength && buffer instanceof ArrayBuffer) buffer.transfer(0)
}
