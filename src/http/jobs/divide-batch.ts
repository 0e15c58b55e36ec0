// Divides a batch into parts that several workers can take.
import type { BatchWork } from '../batch/batch-run.ts'
import type { ItemGroup } from '../batch/batch-task.ts'
import type { PortablePart, PortableWork } from './portable-part.ts'

/** A part holds at most so many bytes of items, or one group alone: about a second of work for most tools. */
export const PART_BYTES = 1 << 20
export const PART_ITEMS = 500

/** A batch in shares that several workers can take. One that is answered with a ZIP file stays whole, because its files share one archive. */
export function divideBatch(batch: BatchWork, bytesOf: (group: ItemGroup) => number): PortableWork {
  if (batch.wantsZip) return { parts: [{ kind: 'batch', batch }], isList: false }
  const parts: PortablePart[] = []
  let groups: ItemGroup[] = []
  let [bytes, items, firstIndex] = [0, 0, 0]
  const close = (): void => {
    if (groups.length === 0) return
    const ids = batch.ids?.slice(firstIndex, firstIndex + items)
    parts.push({ kind: 'share', share: { ...batch, groups, ids, firstIndex } })
    firstIndex += items
    groups = []
    bytes = 0
    items = 0
  }
  for (const group of batch.groups) {
    const size = bytesOf(group)
    if (bytes + size > PART_BYTES || items + group.items.length > PART_ITEMS) close()
    groups.push(group)
    bytes += size
    items += group.items.length
  }
  close()
  return parts.length > 0 ? { parts, isList: true } : { parts: [{ kind: 'batch', batch }], isList: false }
}
