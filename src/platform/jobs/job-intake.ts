// Takes the input of a job while its request comes in: documents go to the table of chunks as soon as a chunk is full.
import { createHash } from 'node:crypto'
import type { JobState } from '../../http/jobs/job-directory.ts'
import type { JobIntake } from '../../http/jobs/job-intake.ts'
import type { NewSharedJob } from '../../http/jobs/new-shared-job.ts'
import type { PortablePart } from '../../http/jobs/portable-part.ts'
import { inputsOfStored, restorePart, type StoredPart } from '../../http/jobs/stored-part.ts'
import { mayBeDone } from '../storage/postgres/postgres.ts'
import type { NewPart } from './job-create.ts'
import { headOfStored, slotOfInput } from './part-format.ts'
import type { PayloadStore, PayloadWriter } from './payload-store.ts'

interface IntakeMeans {
  storeParts(parts: readonly PortablePart[]): Promise<NewPart[]>
  /** @returns undefined if there is a job with the same key */
  create(job: NewSharedJob, isList: boolean, parts: readonly NewPart[]): Promise<JobState | undefined>
}

/** @param id of the job */
export function openIntake(payloads: PayloadStore, id: string, { storeParts, create }: IntakeMeans): JobIntake {
  /** Of parts that ended and of the one that is coming, in their order. */
  let writers: PayloadWriter[] = []
  let writer: PayloadWriter | undefined
  let part = 0
  let isOver = false
  let isStored = false
  let flushing: Promise<void> | undefined

  const writeDue = async (): Promise<void> => {
    for (const each of writers) await each.flush()
    writers = writers.filter((each) => each === writer)
  }
  const flush = (): Promise<void> | undefined => {
    if (isOver || !writers.some(({ isDue }) => isDue)) return undefined
    isStored = true
    flushing = writeDue()
    return flushing
  }
  const discard = async (): Promise<void> => {
    if (isOver) return
    isOver = true
    await flushing?.catch(() => undefined)
    // What remains if the database is away is swept.
    if (isStored) await payloads.remove(id).catch(() => undefined)
  }
  const storeHeads = async (parts: readonly StoredPart[]): Promise<NewPart[]> => {
    isStored = true
    const stored: NewPart[] = []
    for (const [i, each] of parts.entries()) {
      stored.push({ inputs: inputsOfStored(each), short: await payloads.storeHead(id, slotOfInput(i), headOfStored(each)) })
    }
    return stored
  }
  return {
    // A chunk, and its encrypted form.
    bufferBytes: 2 * payloads.chunkBytes,
    write(bytes) {
      if (isOver) return
      if (!writer) {
        writer = payloads.openWriter(id, slotOfInput(part))
        writers.push(writer)
      }
      writer.add(bytes)
    },
    endPart() {
      writer?.end()
      writer = undefined
      part++
    },
    flush,
    openDigest() {
      const hash = createHash('sha256')
      return { update: (bytes) => void hash.update(bytes), end: () => hash.digest() }
    },
    async submit(job, { parts, isList }) {
      const [first, ...others] = parts
      // One whose length was not announced may be short: it needs no more than the row of its part.
      const short = others.length === 0 && !isStored ? writers[0]?.takeShort() : undefined
      if (!short) await flush()
      const stored = short ? await storeParts([restorePart(first!, short)]) : await storeHeads(parts)
      try {
        const made = await create(job, isList, stored)
        if (made) isOver = true
        return made
      } catch (error) {
        // A job that may be there keeps its input; if it is not there, the input is swept.
        if (mayBeDone(error)) isOver = true
        throw error
      }
    },
    discard,
  }
}
