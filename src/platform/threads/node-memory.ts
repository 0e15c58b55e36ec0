// Comparing bytes, getting memory for them and reading them as text by Node: several times as fast as code that knows no platform.
import type { Memory } from '../../core/memory.ts'

const { latin1Slice } = Buffer.prototype

export const nodeMemory: Memory = {
  isSame: (a, b) => Buffer.compare(a, b) === 0,
  // Not of the pool, which small buffers share: what is given away must be alone in its memory.
  allocate: (length) => {
    const { buffer } = Buffer.allocUnsafeSlow(length)
    return new Uint8Array(buffer as ArrayBuffer)
  },
  // On any bytes, without a view of the few that are read.
  readLatin1: (bytes, start, end) => latin1Slice.call(bytes as Buffer, start, end),
}
