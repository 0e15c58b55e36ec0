// How parts of jobs and their answers are written: a head in the form of structured clones, then the bytes of the body.
import { deserialize, serialize } from 'node:v8'
import type { Tool } from '../../core/tool.ts'
import { type Collected, openCollector } from '../../http/jobs/collect-stored.ts'
import type { PortablePart } from '../../http/jobs/portable-part.ts'
import { bytesOfStored, type StoredPart } from '../../http/jobs/stored-part.ts'
import type { Answer } from '../../http/routes/exchange-types.ts'
import { damaged } from './payload-cipher.ts'
import { type PayloadStore, readWhole, takeExactly } from './payload-store.ts'

/** Before the head: its length in bytes. */
const LENGTH_BYTES = 4

/** A part without its documents, as bytes. */
export function headOfStored(part: StoredPart): Uint8Array {
  return serialize(part)
}

/**
 * A part from what is stored of it, without bytes that its tool does not look at.
 * @param input what stands in the row of the part; null for a long one
 * @param mayBypass whether bytes may be left out that the result has unchanged, and that have to be put in their place
 * @throws ProblemError `storage_unavailable`
 */
export async function readPart(
  payloads: PayloadStore,
  { job, part }: PlaceOfPart,
  input: Uint8Array | null,
  tool: Tool,
  mayBypass: boolean,
): Promise<Collected> {
  const slot = slotOfInput(part)
  const head = input && (await payloads.readHead(job, slot, input))
  if (!head) return { part: partOf(await readWhole(payloads.read(job, slot, input ?? undefined))) }
  const stored = deserialize(head) as StoredPart
  const bytes = bytesOfStored(stored)
  const collect = async (bypasses: boolean): Promise<Collected | undefined> => {
    const collector = openCollector(tool, stored, bypasses)
    if (bytes > 0) await takeExactly(payloads.read(job, slot), bytes, (piece) => collector.append(piece))
    return collector.finish()
  }
  return (mayBypass ? await collect(true) : undefined) ?? (await collect(false))!
}

/**
 * How long the documents of a part are. Parameters as of readPart.
 * @throws ProblemError `storage_unavailable`
 */
export async function lengthOfPart(payloads: PayloadStore, { job, part }: PlaceOfPart, input: Uint8Array | null): Promise<number> {
  if (!input) return Number.POSITIVE_INFINITY
  const head = await payloads.readHead(job, slotOfInput(part), input)
  return head ? bytesOfStored(deserialize(head) as StoredPart) : input.length
}

interface PlaceOfPart {
  readonly job: string
  readonly part: number
}

export function slotOfInput(part: number): string {
  return `in/${part}`
}

/** The head of an answer, whose body follows it. */
export type AnswerHead = Pick<Answer, 'status' | 'headers' | 'code'>

export function* piecesOfPart(part: PortablePart): Generator<Uint8Array> {
  if (part.kind !== 'call' || !(part.call.body instanceof Uint8Array)) {
    yield* framed(part)
    return
  }
  const { body, ...call } = part.call
  yield* framed({ kind: 'call', call: { ...call, body: null } })
  yield body
}

function partOf(bytes: Uint8Array): PortablePart {
  const [head, body] = unframed<PortablePart & { call?: { body: unknown } }>(bytes)
  if (head.kind !== 'call' || head.call.body !== null) return head
  return { kind: 'call', call: { ...head.call, body } }
}

/** @param bodyPieces the body, where it is not that of the answer */
export async function* piecesOfAnswer(
  { status, headers, code, body }: Answer,
  bodyPieces?: () => AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield* framed({ status, headers, code } satisfies AnswerHead)
  if (bodyPieces) yield* bodyPieces()
  else if (typeof body === 'string') yield new TextEncoder().encode(body)
  else if (body instanceof Uint8Array) yield body
}

/** The head of an answer, and its body as it comes. */
export async function answerOf(pieces: AsyncGenerator<Uint8Array>): Promise<[head: AnswerHead, body: AsyncGenerator<Uint8Array>]> {
  const { value: first } = await pieces.next()
  // A head is far shorter than a chunk.
  const [head, start] = unframed<AnswerHead>(first ?? new Uint8Array())
  const body = async function* (): AsyncGenerator<Uint8Array> {
    if (start.length > 0) yield start
    yield* pieces
  }
  return [head, body()]
}

function* framed(head: unknown): Generator<Uint8Array> {
  const bytes = serialize(head)
  const length = new Uint8Array(LENGTH_BYTES)
  new DataView(length.buffer).setUint32(0, bytes.length)
  yield length
  yield bytes
}

function unframed<T>(bytes: Uint8Array): [head: T, rest: Uint8Array] {
  if (bytes.length < LENGTH_BYTES) throw damaged()
  const end = LENGTH_BYTES + new DataView(bytes.buffer, bytes.byteOffset).getUint32(0)
  if (bytes.length < end) throw damaged()
  return [deserialize(bytes.subarray(LENGTH_BYTES, end)) as T, bytes.subarray(end)]
}
