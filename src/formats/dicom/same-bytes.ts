// Whether two long runs of bytes are the same, four bytes at a time however they lie in their buffers.

/** Every byte is compared. */
export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false
  // Up to where the words of `a` begin, and behind the last that both have whole: a word of `b` that lies across two is read from both.
  const lead = Math.min(-a.byteOffset & 3, a.length)
  const shift = ((b.byteOffset + lead) & 3) * 8
  const words = Math.max(0, ((a.length - lead) >> 2) - (shift === 0 ? 0 : 1))
  const end = lead + words * 4
  return sameEach(a, b, 0, lead) && sameWords(a, b, lead, words, shift) && sameEach(a, b, end, a.length)
}

function sameEach(a: Uint8Array, b: Uint8Array, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if (a[i] !== b[i]) return false
  return true
}

function sameWords(a: Uint8Array, b: Uint8Array, start: number, count: number, shift: number): boolean {
  if (count === 0) return true
  const left = new Uint32Array(a.buffer, a.byteOffset + start, count)
  const from = b.byteOffset + start - shift / 8
  if (shift === 0) {
    const right = new Uint32Array(b.buffer, from, count)
    for (let i = 0; i < count; i++) if (left[i] !== right[i]) return false
    return true
  }
  if (!IS_LITTLE_ENDIAN) return sameEach(a, b, start, start + count * 4)
  const right = new Uint32Array(b.buffer, from, count + 1)
  let low = right[0]!
  for (let i = 0; i < count; i++) {
    const high = right[i + 1]!
    if (left[i] !== ((low >>> shift) | (high << (32 - shift))) >>> 0) return false
    low = high
  }
  return true
}

const IS_LITTLE_ENDIAN = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1
