// Private elements that PS3.15 §E.3.10 calls safe, by the creator of their block.
import type { DicomElement, DicomItem } from '../../dicom-file.ts'
import { findPrivateElement } from '../../dictionary/private-dictionary.ts'
import { unpackTable } from '../../dictionary/unpack-table.ts'
import { creatorOf } from '../../read/implicit-vr.ts'
import { creatorTagOf, formatTagKey, isCreatorTag, isPrivateTag } from '../../tag.ts'
import { readAsciiValue } from '../../value/decode-value.ts'
import { isVr, type Vr } from '../../value/vr.ts'
import { namesSomebody } from '../words/mask-words.ts'
import { fitsShape } from '../words/value-shape.ts'
import { containsWrittenNumbers } from '../words/written-numbers.ts'
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
export function listSafePrivate(bytes: Uint8Array, item: DicomItem, forced: ReadonlySet<number> = NONE): ReadonlySet<number> {
  const tags = new Set<number>()
  for (const element of item.elements) {
    const { tag, start } = element
    if (!isPrivateTag(tag) || isCreatorTag(tag) || forced.has(start) || !isSafePrivate(item, tag)) continue
    if (element.fragments || !isAsRegistered(bytes, item, element)) continue
    tags.add(tag)
    tags.add(creatorTagOf(tag))
  }
  return tags
}

/** VRs that name a person, a moment or a system by their nature. */
const IDENTIFYING_VRS: ReadonlySet<Vr> = new Set(['PN', 'DA', 'DT', 'AE', 'AS', 'UR'])

/** False for a value of another kind than the registry of its maker has there: the list of safe elements did not judge that one. */
function isAsRegistered(bytes: Uint8Array, item: DicomItem, element: DicomElement): boolean {
  const { tag, vr } = element
  if (element.items) return true
  const registered = findPrivateElement(creatorOf(item, tag), tag)?.vr
  const isNumber = registered !== undefined && !TEXT_VRS.test(registered)
  if (registered !== vr && (IDENTIFYING_VRS.has(vr) || (isNumber && TEXT_VRS.test(vr)))) return false
  const known = vr === 'UN' && registered !== undefined && isVr(registered) ? registered : vr
  return fitsShape(bytes, element, known) && !(NAMING.has(known) && identifies(bytes, element))
}

/** True for a text that is too long to be read, which nobody judged. */
function identifies(bytes: Uint8Array, element: DicomElement): boolean {
  if (element.valueEnd - element.valueStart > MAX_TEXT) return true
  const text = readAsciiValue(bytes, element, MAX_TEXT)
  return namesSomebody(text) || containsWrittenNumbers(text)
}

/** Texts are read so far: no safe element needs more. */
const MAX_TEXT = 65_536
const NAMING: ReadonlySet<Vr> = new Set(['LO', 'SH', 'ST', 'LT', 'UT', 'UC', 'CS'])

const TEXT_VRS = /\b(?:LO|SH|ST|LT|UT|UC|CS|PN|UN|OB)\b/
