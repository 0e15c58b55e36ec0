// The answer of a tool that did not see a part of its document: the part is put in its place while the answer is stored.
import { createHash } from 'node:crypto'
import { freeBytes } from '../../core/free-bytes.ts'
import type { ByteSpan } from '../../core/tool.ts'
import type { Bypassed } from '../../http/jobs/bypass-sink.ts'
import type { PartOutcome } from '../../http/jobs/portable-work.ts'
import { digestValue } from '../../http/response/content-digest.ts'
import { damaged } from './payload-cipher.ts'

const ZEROS = new Uint8Array(1 << 16)

/**
 * @param bypassed what the tool did not see of the stored content
 * @param read the stored content
 * @returns undefined if the answer does not have zeros in the place of these bytes: then the tool has to see all of them
 * @throws ProblemError `storage_unavailable`
 */
export async function fillAnswer(
  outcome: PartOutcome,
  { span, findIn }: Bypassed,
  read: () => AsyncIterable<Uint8Array>,
): Promise<PartOutcome | undefined> {
  const { answer } = outcome
  const { body } = answer
  const place = body instanceof Uint8Array ? findIn(body) : undefined
  if (!(body instanceof Uint8Array) || !place || !isZero(body.subarray(place.byteStart, place.byteEnd))) return undefined
  const bodyPieces = async function* (): AsyncGenerator<Uint8Array> {
    yield body.subarray(0, place.byteStart)
    yield* cutOut(read(), span)
    yield body.subarray(place.byteEnd)
  }
  const hash = createHash('sha256')
  for await (const piece of bodyPieces()) hash.update(piece)
  const headers = { ...answer.headers, 'Content-Digest': digestValue(hash.digest()) }
  return { ...outcome, answer: { ...answer, headers }, bodyPieces }
}

function isZero(bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length; at += ZEROS.length) {
    const block = bytes.subarray(at, at + ZEROS.length)
    if (Buffer.compare(block, ZEROS.subarray(0, block.length)) !== 0) return false
  }
  return true
}

/** Bytes of a content from one place to another. */
async function* cutOut(pieces: AsyncIterable<Uint8Array>, { byteStart, byteEnd }: ByteSpan): AsyncGenerator<Uint8Array> {
  let at = 0
  for await (const piece of pieces) {
    const part = piece.subarray(Math.max(0, byteStart - at), Math.max(0, byteEnd - at))
    at += piece.length
    if (part.length > 0) yield part
    freeBytes(piece)
  }
  if (at < byteEnd) throw damaged()
}
