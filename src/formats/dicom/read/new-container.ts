// Makes the nodes of the tree in one shape each, which keeps the engine's property look-ups fast, and fills in what both readers note.
import type { DicomElement, DicomItem, Skipped } from '../dicom-file.ts'
import { creatorTagOf, isCreatorTag } from '../tag.ts'
import type { Vr } from '../value/vr.ts'
import type { Encoding } from './transfer-syntax.ts'

/** PS3.5 §6.2: a creator is LO, 64 characters at most. */
const MAX_CREATOR_BYTES = 64

export function newItem(
  start: number,
  valueStart: number,
  declaredLength: number,
  encoding: Encoding,
  parent: DicomItem | undefined,
): DicomItem {
  return {
    elements: [],
    encoding,
    start,
    valueStart,
    valueEnd: valueStart,
    end: valueStart,
    declaredLength,
    creators: undefined,
    parent,
    skipped: undefined,
  }
}

export function newElement(
  tag: number,
  vr: Vr,
  start: number,
  valueStart: number,
  declaredLength: number,
  littleEndian: boolean,
): DicomElement {
  return {
    tag,
    vr,
    start,
    valueStart,
    valueEnd: valueStart,
    end: valueStart,
    declaredLength,
    littleEndian,
    items: undefined,
    fragments: undefined,
    skipped: undefined,
  }
}

export function skipBytes(container: DicomItem | DicomElement, start: number, end: number, reason: Skipped['reason']): void {
  container.skipped ??= []
  container.skipped.push({ start, end, reason })
}

/**
 * Notes the creator that a private element names, once its value has its place.
 * @returns false for the first element of a block whose creator no element names
 */
export function notePrivateElement(bytes: Uint8Array, item: DicomItem, { tag, valueStart, valueEnd }: DicomElement): boolean {
  if (isCreatorTag(tag)) {
    item.creators ??= new Map()
    item.creators.set(tag, readCreator(bytes, valueStart, Math.min(valueEnd, valueStart + MAX_CREATOR_BYTES)))
    return true
  }
  const creatorTag = creatorTagOf(tag)
  if (creatorTag === 0 || item.creators?.has(creatorTag)) return true
  item.creators ??= new Map()
  item.creators.set(creatorTag, '')
  return false
}

function readCreator(bytes: Uint8Array, start: number, end: number): string {
  let creator = ''
  for (let i = start; i < end; i++) creator += String.fromCharCode(bytes[i]!)
  return creator.replaceAll('\0', ' ').trim()
}

/** True where all bytes are 0; looks no further than the first that is not. */
export function isZero(bytes: Uint8Array, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if (bytes[i] !== 0) return false
  return true
}
