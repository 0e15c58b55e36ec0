// Whether two long runs of bytes are the same; without a platform's help sixteen bytes at a time, however they lie in their buffers.
import { nativeMemory } from '../../../core/memory.ts'

/** Every byte is compared. */
export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false
  const memory = nativeMemory()
  if (memory) return memory.isSame(a, b)
  const end = a.length - (a.length % BLOCK_BYTES)
  return sameBlocks(a, b, end) && sameEach(a, b, end)
}

const BLOCK_BYTES = 16

function sameEach(a: Uint8Array, b: Uint8Array, start: number): boolean {
  for (let i = start; i < a.length; i++) if (a[i] !== b[i]) return false
  return true
}

/** By views that read words at any offset: words that lie across two of an array would have to be put together. */
function sameBlocks(a: Uint8Array, b: Uint8Array, end: number): boolean {
  const left = new DataView(a.buffer, a.byteOffset, a.length)
  const right = new DataView(b.buffer, b.byteOffset, b.length)
  for (let i = 0; i < end; i += BLOCK_BYTES) {
    const first = left.getInt32(i, true) ^ right.getInt32(i, true)
    const second = left.getInt32(i + 4, true) ^ right.getInt32(i + 4, true)
    const third = left.getInt32(i + 8, true) ^ right.getInt32(i + 8, true)
    const fourth = left.getInt32(i + 12, true) ^ right.getInt32(i + 12, true)
    if ((first | second | third | fourth) !== 0) return false
  }
  return true
}

/** True where the value is at this place. */
export function isAt(bytes: Uint8Array, at: number, value: Uint8Array): boolean {
  for (let i = 0; i < value.length; i++) if (bytes[at + i] !== value[i]) return false
  return true
}
