// Joins texts and bytes as UTF-8.
import type { Json } from '../../core/tool.ts'

const encoder = new TextEncoder()
/** Of a code unit. */
const MAX_BYTES = 3

/** A text that is joined first is copied twice, and takes two bytes a character if one of its parts does: that takes three times as long. */
export function encodePieces(pieces: readonly Json[]): Uint8Array {
  const [first] = pieces
  if (pieces.length === 1 && first !== undefined) return typeof first === 'string' ? encoder.encode(first) : first
  // Most characters take one byte.
  const roomOf = (piece: Json): number => (typeof piece === 'string' ? piece.length + (piece.length >> 3) + MAX_BYTES : piece.length)
  let all = new Uint8Array(pieces.reduce((sum, piece) => sum + roomOf(piece), 0))
  let at = 0
  const add = (bytes: Uint8Array): void => {
    if (at + bytes.length > all.length) {
      const longer = new Uint8Array(Math.max(at + bytes.length, all.length * 2))
      longer.set(all.subarray(0, at))
      all = longer
    }
    all.set(bytes, at)
    at += bytes.length
  }
  for (const piece of pieces) {
    if (typeof piece !== 'string') add(piece)
    else if (all.length - at >= piece.length * MAX_BYTES) at += encoder.encodeInto(piece, all.subarray(at)).written
    else add(encoder.encode(piece))
  }
  return all.subarray(0, at)
}
