// What a skimmer lets go of a document that comes in pieces: the spans that it names, and the document with something else in their place.
import type { ByteSpan, Skimmer } from '../../../src/core/tool.ts'
import { hex } from './build-dicom.ts'

/** What stands in place of the bytes that are let go: items and delimiters, on which a reader that looked there would act. */
const NOISE = hex('feff00e0 08000000 feff0de0 00000000 feffdde0 00000000 e07f1000')

export function listSpans(skimmer: Skimmer, bytes: Uint8Array, chunkBytes: number): ByteSpan[] {
  const spans: ByteSpan[] = []
  const seen = bytes.slice()
  for (let length = Math.min(chunkBytes, bytes.length); ; length = Math.min(length + chunkBytes, bytes.length)) {
    let step = skimmer.next(seen.subarray(0, length))
    for (; typeof step === 'object'; step = skimmer.next(seen.subarray(0, length))) {
      spans.push(step)
      fillNoise(seen, step)
    }
    if (step === 'none' || length === bytes.length) return spans
  }
}

/** A copy with noise in the spans. */
export function withoutSpans(bytes: Uint8Array, spans: readonly ByteSpan[]): Uint8Array {
  const copy = bytes.slice()
  for (const span of spans) fillNoise(copy, span)
  return copy
}

function fillNoise(bytes: Uint8Array, { byteStart, byteEnd }: ByteSpan): void {
  for (let i = byteStart; i < Math.min(byteEnd, bytes.length); i++) bytes[i] = NOISE[i % NOISE.length]!
}
