// The VR of an element that carries none: from the registries and, where they leave a choice, from the data set (PS3.5 §A.1).
import type { DicomItem } from '../dicom-file.ts'
import { findIn } from '../dicom-file.ts'
import { findElement } from '../dictionary/dictionary.ts'
import { findPrivateElement } from '../dictionary/private-dictionary.ts'
import { creatorTagOf, isCreatorTag, isGroupLengthTag, isPrivateTag } from '../tag.ts'
import { isVr, type Vr } from '../value/vr.ts'
import { readUint16 } from './element-header.ts'

const PIXEL_REPRESENTATION = 0x00280103
const LUT_DESCRIPTOR = 0x00283002

/** @param item the data set or item that holds the element, read up to it; undefined VRs come out as UN */
export function lookUpVr(bytes: Uint8Array, tag: number, item: DicomItem): Vr {
  if (isGroupLengthTag(tag)) return 'UL'
  if (isCreatorTag(tag)) return 'LO'
  const registered = isPrivateTag(tag) ? findPrivateElement(creatorOf(item, tag), tag)?.vr : findElement(tag)?.vr
  if (registered === undefined) return 'UN'
  return isVr(registered) ? registered : settleVr(bytes, registered, item)
}

/** The creator of a private element's block, empty where none is named. */
export function creatorOf(item: DicomItem, tag: number): string {
  return item.creators?.get(creatorTagOf(tag)) ?? ''
}

function settleVr(bytes: Uint8Array, alternatives: string, item: DicomItem): Vr {
  if (alternatives === 'US or SS') return firstNumber(bytes, item, PIXEL_REPRESENTATION) === 1 ? 'SS' : 'US'
  if (alternatives === 'US or OW') return firstNumber(bytes, item, LUT_DESCRIPTOR) === 1 ? 'US' : 'OW'
  if (alternatives === 'OB or OW' || alternatives === 'US or SS or OW') return 'OW'
  return 'UN'
}

/** The first 16-bit number of an element in the item or the nearest item around it that has the element. */
function firstNumber(bytes: Uint8Array, item: DicomItem, tag: number): number | undefined {
  for (let at: DicomItem | undefined = item; at; at = at.parent) {
    const element = findIn(at, tag)
    if (element && element.valueEnd - element.valueStart >= 2) return readUint16(bytes, element.valueStart, element.littleEndian)
  }
  return undefined
}
