// Receives a batch in JSON that becomes a job: each item goes to the store as it comes.
import { freeBytes } from '../../core/free-bytes.ts'
import { type JobIntake, type ReceivedWork, receiveBody } from '../jobs/job-intake.ts'
import type { BodyReading } from '../request/body-limit.ts'
import { digestValue } from '../response/content-digest.ts'
import { type BatchBounds, BatchReader } from './batch-reader.ts'
import type { Options } from './receive-files.ts'
import { ShareCutter, type StoredShare, storedGroups } from './share-cutter.ts'

export interface ReceivedBatch extends Pick<ReceivedWork, 'total' | 'content'> {
  readonly options: Options
  readonly shares: readonly StoredShare[]
}

interface StoredItem {
  readonly bytes: number
  readonly id: string | undefined
}

const bytesOf = ({ bytes }: StoredItem): number => bytes

/**
 * @param isRepeatable whether the request has an Idempotency-Key
 * @throws ProblemError as BatchReader, and of the body; `storage_unavailable`
 */
export async function receiveItems(
  { reading, isRepeatable }: { readonly reading: BodyReading; readonly isRepeatable: boolean },
  { wantsZip, ...bounds }: BatchBounds & { readonly wantsZip: boolean },
  intake: JobIntake,
): Promise<ReceivedBatch> {
  const cutter = new ShareCutter<StoredItem>(intake, bytesOf, composeShare, wantsZip)
  let bytes = 0
  const reader = new BatchReader(bounds, {
    take(piece) {
      bytes += piece.length
      intake.write(piece)
    },
    end(id) {
      cutter.add({ bytes, id })
      bytes = 0
    },
  })
  const digest = isRepeatable ? intake.openDigest() : undefined
  let keptBytes = 0
  await receiveBody(reading, intake, (chunk) => {
    digest?.update(chunk)
    reader.append(chunk)
    freeBytes(chunk)
    const { keptBytes: kept } = reader
    reading.hold(kept - keptBytes)
    keptBytes = kept
  })
  const { total, options } = reader.finish()
  cutter.endShare()
  return { total, options, shares: cutter.shares, content: digest ? [digestValue(digest.end())] : [] }
}

function composeShare(items: readonly StoredItem[]): StoredShare {
  return {
    groups: storedGroups(items, bytesOf, (group) => ({ form: 'texts', items: group.map(bytesOf) })),
    ids: items.map(({ id }) => id),
  }
}
