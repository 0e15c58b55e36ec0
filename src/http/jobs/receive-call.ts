// Receives a call that becomes a job: its body goes to the store as it comes.
import { freeBytes } from '../../core/free-bytes.ts'
import type { BodyReading } from '../request/body-limit.ts'
import { type FindBytes, openFormStream } from '../request/multipart.ts'
import type { BodyLimits } from '../request/request-body.ts'
import { contentOfPart, type ToolCall } from '../routes/call.ts'
import { type JobIntake, type ReceivedWork, type RunningDigest, receiveBody } from './job-intake.ts'
import type { StoredFormPart } from './stored-part.ts'

export interface CallReading {
  readonly reading: BodyReading
  readonly limits: BodyLimits
  readonly findBytes: FindBytes
  /** Whether the request has an Idempotency-Key. */
  readonly isRepeatable: boolean
}

type CallHead = Omit<ToolCall, 'body' | 'unseenBytes'>

/** @throws ProblemError of the body, `storage_unavailable` */
export async function receiveCall(call: CallHead, from: CallReading, intake: JobIntake): Promise<ReceivedWork> {
  const { body, content } = await (call.mediaType === 'multipart/form-data' ? receiveForm(call, from, intake) : receiveWhole(from, intake))
  intake.endPart()
  return { total: 1, content, reserve: () => undefined, stored: { parts: [{ kind: 'call', call: { ...call, body } }], isList: false } }
}

interface Received<T> {
  readonly body: T
  readonly content: ReceivedWork['content']
}

async function receiveWhole({ reading, isRepeatable }: CallReading, intake: JobIntake): Promise<Received<number>> {
  const digest = isRepeatable ? intake.openDigest() : undefined
  let body = 0
  await receiveBody(reading, intake, (chunk) => {
    body += chunk.byteLength
    digest?.update(chunk)
    intake.write(chunk)
    freeBytes(chunk)
  })
  return { body, content: digest ? [{ sha256: digest.end() }] : [] }
}

async function receiveForm(
  { contentType }: CallHead,
  { reading, limits, findBytes, isRepeatable }: CallReading,
  intake: JobIntake,
): Promise<Received<StoredFormPart[]>> {
  const parts: StoredFormPart[] = []
  const content: ReceivedWork['content'][number][] = []
  let [part, digest]: [StoredFormPart | undefined, RunningDigest | undefined] = [undefined, undefined]
  const reader = openFormStream(contentType, reading.maxBytes, limits, findBytes, {
    begin({ name, contentType }) {
      part = { name, contentType, bytes: 0 }
      if (isRepeatable) digest = intake.openDigest()
    },
    take(bytes) {
      part = { ...part!, bytes: part!.bytes + bytes.byteLength }
      digest?.update(bytes)
      intake.write(bytes)
    },
    end() {
      parts.push(part!)
      if (digest) content.push(...contentOfPart(part!, { sha256: digest.end() }))
    },
  })
  await receiveBody(reading, intake, (chunk) => reader.append(chunk))
  reader.finish()
  return { body: parts, content }
}
