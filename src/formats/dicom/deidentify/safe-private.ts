// Private elements that PS3.15 §E.3.10 calls safe, by the creator of their block.
import type { DicomItem } from '../dicom-file.ts'
import { creatorOf } from '../implicit-vr.ts'
import { creatorTagOf, formatTagKey, isCreatorTag, isPrivateTag } from '../tag.ts'
import { unpackTable } from '../unpack-table.ts'
import { SAFE_PRIVATE } from './safe-private.generated.ts'

let safe: ReadonlySet<string> | undefined

function isSafePrivate(item: DicomItem, tag: number): boolean {
  safe ??= new Set(unpackTable(SAFE_PRIVATE)[0]!.split('\n'))
  const key = formatTagKey(tag)
  return safe.has(`${creatorOf(item, tag)}\t${key.slice(0, 4)}${key.slice(6)}`)
}

const NONE: ReadonlySet<number> = new Set()

/**
 * The private elements of an item that may stay, and the creators of their blocks.
 * @param forced offsets of elements that go all the same: a block that is left empty loses its creator
 */
export function listSafePrivate(item: DicomItem, forced: ReadonlySet<number> = NONE): ReadonlySet<number> {
  const tags = new Set<number>()
  for (const { tag, start } of item.elements) {
    if (!isPrivateTag(tag) || isCreatorTag(tag) || forced.has(start) || !isSafePrivate(item, tag)) continue
    tags.add(tag)
    tags.add(creatorTagOf(tag))
  }
  return tags
}
