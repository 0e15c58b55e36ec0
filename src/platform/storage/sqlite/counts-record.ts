// The records of the journal of counts: a number that only grows, what was counted, and a checksum over both. What was cut short while it
// was written, or stands there from before, is no record.
import { crc32 } from 'node:zlib'
import * as z from 'zod'
import type { Charge, CredentialOwner, UsageRow } from '../../../access/store.ts'
import { ProblemError } from '../../../core/problem.ts'

/** What is written together, all or nothing. */
export interface Counts {
  readonly rows: readonly UsageRow[]
  readonly charges: readonly Charge[]
  readonly owners: readonly CredentialOwner[]
}

export interface CountsRecord {
  readonly sequence: number
  readonly counts: Counts
}

/** At the beginning of the file; the digit is the version of the format. */
export const JOURNAL_HEADER = Buffer.from('health-tools counts 1\n')
/** Length of the payload and checksum, 32 bits each; the sequence number as a double. */
const RECORD_HEADER_BYTES = 16

const countsSchema = z.strictObject({
  rows: z.array(
    z.strictObject({
      keyId: z.string(),
      tool: z.string(),
      day: z.string(),
      requests: z.number(),
      units: z.number(),
      bytesIn: z.number(),
      bytesOut: z.number(),
      errors: z.number(),
      ms: z.number(),
    }),
  ),
  charges: z.array(z.strictObject({ keyId: z.string(), day: z.string(), units: z.number(), bytes: z.number() })),
  owners: z.array(z.strictObject({ credentialId: z.string(), owner: z.string() })),
})

export function encodeRecord({ sequence, counts }: CountsRecord): Uint8Array {
  const payload = JSON.stringify(counts)
  const length = Buffer.byteLength(payload)
  const record = Buffer.allocUnsafe(RECORD_HEADER_BYTES + length)
  record.writeUInt32LE(length, 0)
  record.writeDoubleLE(sequence, 8)
  record.write(payload, RECORD_HEADER_BYTES)
  record.writeUInt32LE(crc32(record.subarray(8)), 4)
  return record
}

/**
 * The records of a journal from its beginning to the first that is none. Their numbers grow: a smaller one is of an earlier use of the file.
 * @param bytes the whole file
 * @throws ProblemError `storage_unavailable` where the file, or a record whose checksum fits, is of another format
 */
export function decodeRecords(bytes: Uint8Array): CountsRecord[] {
  const journal = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const header = journal.subarray(0, JOURNAL_HEADER.length)
  // A power cut soon after the file was made leaves zeros, a crash meanwhile a beginning of the header: nothing stands behind either.
  if (header.every((byte) => byte === 0)) return []
  if (JOURNAL_HEADER.subarray(0, header.length).compare(header) !== 0) throw formatError()
  const records: CountsRecord[] = []
  let last = 0
  for (let at = JOURNAL_HEADER.length; at + RECORD_HEADER_BYTES <= journal.length; ) {
    const end = at + RECORD_HEADER_BYTES + journal.readUInt32LE(at)
    const sequence = journal.readDoubleLE(at + 8)
    const isNext = Number.isSafeInteger(sequence) && sequence > last && end <= journal.length
    if (!isNext || crc32(journal.subarray(at + 8, end)) !== journal.readUInt32LE(at + 4)) break
    records.push({ sequence, counts: readCounts(journal.toString('utf8', at + RECORD_HEADER_BYTES, end)) })
    last = sequence
    at = end
  }
  return records
}

function readCounts(payload: string): Counts {
  try {
    return countsSchema.parse(JSON.parse(payload))
  } catch {
    throw formatError()
  }
}

function formatError(): ProblemError {
  return new ProblemError('The journal of usage counts was written by another version of this program. Start and stop that version once.', {
    code: 'storage_unavailable',
  })
}
