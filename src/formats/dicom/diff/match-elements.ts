// Finds which element of one item stands for which of another: by tag, private ones by creator and number in the block, duplicates in turn.
import type { DicomElement, DicomItem } from '../dicom-file.ts'
import { creatorOf } from '../read/implicit-vr.ts'
import { formatTagKey, isCreatorTag, isGroupLengthTag, isPrivateTag } from '../tag.ts'

/** (FFFC,FFFC) fills a file up and means nothing (PS3.10 §7.2). */
const TRAILING_PADDING = 0xfffcfffc

export interface ElementPair {
  readonly left: DicomElement | undefined
  readonly right: DicomElement | undefined
  /** From 0, of elements with the same tag in the same item. */
  readonly occurrence: number
}

/** Pairs in the order of tags. Group lengths and padding, which depend on the encoding alone, are left out. */
export function matchElements(left: DicomItem, right: DicomItem): ElementPair[] {
  const leftKeys = keyElements(left)
  const rightKeys = keyElements(right)
  const pairs: { readonly key: string; readonly pair: ElementPair }[] = []
  for (const [key, element] of leftKeys) pairs.push({ key, pair: pairOf(key, element, rightKeys.get(key)) })
  for (const [key, element] of rightKeys) if (!leftKeys.has(key)) pairs.push({ key, pair: pairOf(key, undefined, element) })
  pairs.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
  return pairs.map(({ pair }) => pair)
}

function pairOf(key: string, left: DicomElement | undefined, right: DicomElement | undefined): ElementPair {
  return { left, right, occurrence: Number(key.slice(key.lastIndexOf('#') + 1)) }
}

/** Elements by a key that is the same on both sides for what stands for the same; the creator's block number does not count. */
function keyElements(item: DicomItem): Map<string, DicomElement> {
  const keys = new Map<string, DicomElement>()
  const counts = new Map<string, number>()
  for (const element of item.elements) {
    if (isGroupLengthTag(element.tag) || element.tag === TRAILING_PADDING) continue
    const name = nameElement(item, element)
    const occurrence = counts.get(name) ?? 0
    counts.set(name, occurrence + 1)
    // Padded, so that the tenth comes behind the second.
    keys.set(`${name}#${String(occurrence).padStart(7, '0')}`, element)
  }
  return keys
}

function nameElement(item: DicomItem, { tag }: DicomElement): string {
  const key = formatTagKey(tag)
  if (!isPrivateTag(tag)) return key
  if (isCreatorTag(tag)) return `${key.slice(0, 4)}00${item.creators?.get(tag) ?? key.slice(6)}`
  const creator = creatorOf(item, tag)
  return creator ? `${key.slice(0, 4)}xx${key.slice(6)}${creator}` : key
}
