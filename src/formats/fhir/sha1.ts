// SHA-1 (FIPS 180-4 §6.1), which FHIR wants of the data of an attachment; synchronous because crypto.subtle is not. It keeps no secret.

/** @returns 20 bytes */
export function sha1(message: Uint8Array): Uint8Array {
  const blocks = ((message.length + 8) >> 6) + 1
  const padded = new Uint8Array(blocks * 64)
  padded.set(message)
  padded[message.length] = 0x80
  const view = new DataView(padded.buffer)
  view.setUint32(padded.length - 8, Math.floor(message.length / 0x2000_0000))
  view.setUint32(padded.length - 4, (message.length << 3) >>> 0)
  const state = new Int32Array([0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0])
  const words = new Int32Array(80)
  for (let at = 0; at < padded.length; at += 64) mix(state, words, view, at)
  const digest = new DataView(new ArrayBuffer(20))
  for (const [i, part] of state.entries()) digest.setInt32(i * 4, part)
  return new Uint8Array(digest.buffer)
}

function mix(state: Int32Array, words: Int32Array, view: DataView, at: number): void {
  for (let i = 0; i < 16; i++) words[i] = view.getInt32(at + i * 4)
  for (let i = 16; i < 80; i++) words[i] = rotate(words[i - 3]! ^ words[i - 8]! ^ words[i - 14]! ^ words[i - 16]!, 1)
  let [a, b, c, d, e] = state as unknown as [number, number, number, number, number]
  for (let i = 0; i < 80; i++) {
    const chosen = i < 20 ? (b & c) | (~b & d) : i >= 40 && i < 60 ? (b & c) | (b & d) | (c & d) : b ^ c ^ d
    const next = (rotate(a, 5) + chosen + e + CONSTANTS[Math.floor(i / 20)]! + words[i]!) | 0
    e = d
    d = c
    c = rotate(b, 30)
    b = a
    a = next
  }
  for (const [i, part] of [a, b, c, d, e].entries()) state[i] = (state[i]! + part) | 0
}

const CONSTANTS = [0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xca62c1d6]

function rotate(word: number, by: number): number {
  return (word << by) | (word >>> (32 - by))
}
