// What follows the end of a deflated frame (RFC 1951; PS3.5 §A.4.13). The inflater does not tell where that is: it is the shortest beginning that
// inflates to an end.
import { Inflate } from 'fflate'
import { type Gap, gapOf } from './gap.ts'

/** One push can grow 1,032-fold. */
const CHUNK_BYTES = 2_048

/** @param frameBytes of the inflated frame; undefined where it is another length, or no stream */
export function deflateGaps(bytes: Uint8Array, frameBytes: number): Gap[] | undefined {
  if (!endsWithin(bytes, bytes.length, frameBytes)) return undefined
  let high = bytes.length
  // Hardly any frame has more than a byte of padding, and each step inflates a frame: steps grow from the end.
  let step = 1
  for (; high > step && endsWithin(bytes, high - step, frameBytes); step *= 2) high -= step
  let low = Math.max(high - step, 0)
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (endsWithin(bytes, middle, frameBytes)) high = middle
    else low = middle
  }
  return gapOf(high, bytes.length)
}

/** Whether the stream ends in the first bytes, with a frame of the right length; one byte of padding may follow the pixels. */
function endsWithin(bytes: Uint8Array, length: number, frameBytes: number): boolean {
  let count = 0
  const inflate = new Inflate((chunk) => {
    count += chunk.length
  })
  try {
    for (let at = 0; at < length && count <= frameBytes + 1; at += CHUNK_BYTES) {
      const end = Math.min(at + CHUNK_BYTES, length)
      inflate.push(bytes.subarray(at, end), end === length)
    }
  } catch {
    return false
  }
  return count === frameBytes || count === frameBytes + (frameBytes % 2)
}
