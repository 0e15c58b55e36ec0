// The weights of a network of the text detector, unpacked once a thread.

/** Channels behind each layer; build/train-text/network.py and build/text-kernel/kernel.c have the same. */
export const CHANNELS = [8, 24, 32, 32, 32, 32] as const
export const DILATIONS = [1, 2, 4, 1] as const

export interface SeparableWeights {
  /** Nine taps of each source channel: tap * source + channel. */
  readonly depth: Float32Array
  /** source * target + channel. */
  readonly point: Float32Array
  readonly bias: Float32Array
}

export interface TextWeights {
  /** Of samples 0 to 255: 25 taps, 8 channels. */
  readonly first: Float32Array
  readonly firstBias: Float32Array
  /** Nine taps of 8 channels, 24 targets. */
  readonly second: Float32Array
  readonly secondBias: Float32Array
  readonly layers: readonly SeparableWeights[]
  readonly head: Float32Array
  readonly headBias: number
}

/** @param packed as build/train-text/train.py writes them */
export function unpackWeights(packed: string): TextWeights {
  const bytes = Uint8Array.from(atob(packed), (sign) => sign.charCodeAt(0))
  const view = new DataView(bytes.buffer)
  let at = 0
  const take = (count: number): Float32Array => {
    const values = new Float32Array(count)
    for (let i = 0; i < count; i++, at += 2) values[i] = fromHalf(view.getUint16(at, true))
    return values
  }
  const [a, b] = CHANNELS
  const first = take(25 * a)
  const firstBias = take(a)
  // Training shifts samples by 128 and divides by it; here the weights do.
  for (let i = 0; i < first.length; i++) {
    firstBias[i % a]! -= first[i]!
    first[i]! /= 128
  }
  const second = take(9 * a * b)
  const secondBias = take(b)
  const layers = DILATIONS.map((_, i) => {
    const source = CHANNELS[i + 1]!
    const target = CHANNELS[i + 2]!
    return { depth: take(9 * source), point: take(source * target), bias: take(target) }
  })
  return { first, firstBias, second, secondBias, layers, head: take(CHANNELS[5]), headBias: take(1)[0]! }
}

/** IEEE 754 binary16. */
function fromHalf(half: number): number {
  const sign = half & 0x8000 ? -1 : 1
  const exponent = (half >> 10) & 31
  const fraction = half & 1023
  return sign * (exponent === 0 ? fraction * 2 ** -24 : (1024 + fraction) * 2 ** (exponent - 25))
}
