// The same data set in another encoding, written by hand from what the reader saw.
import { deflateRawSync } from 'node:zlib'
import type { DicomElement, DicomFile, DicomItem } from '../../../../src/formats/dicom/dicom-file.ts'
import { readDicom } from '../../../../src/formats/dicom/read/read-dicom.ts'
import { traitsOf } from '../../../../src/formats/dicom/value/vr.ts'
import { concat, element, item, metaGroup, type Syntax, sequence, TRANSFER_SYNTAXES, text } from '../../dicom/build-dicom.ts'
import { BASE, EXPLICIT, padded } from './object-file.ts'

/** @returns undefined for a file that is incomplete or not in Explicit VR Little Endian */
export function transcode(bytes: Uint8Array, syntax: Syntax | 'deflated'): Uint8Array | undefined {
  const file = readDicom(bytes)
  if (file.declaredTransferSyntax !== EXPLICIT || !file.complete) return undefined
  if (syntax === 'deflated') return wrap(`${BASE}.1.99`, padded(new Uint8Array(deflateRawSync(file.data.subarray(file.dataset.start)))))
  return wrap(TRANSFER_SYNTAXES[syntax], writeItem(file, file.dataset, syntax))
}

function wrap(syntax: string, content: Uint8Array): Uint8Array {
  return concat(new Uint8Array(128), text('DICM'), metaGroup(syntax), content)
}

function writeItem(file: DicomFile, { elements }: DicomItem, syntax: Syntax): Uint8Array {
  return concat(...elements.map((one) => writeElement(file, one, syntax)))
}

function writeElement(file: DicomFile, one: DicomElement, syntax: Syntax): Uint8Array {
  if (one.items) {
    const items = one.items.map((child) => item(writeItem(file, child, syntax), syntax, true))
    return sequence(one.tag, items, syntax, true)
  }
  const value = file.data.slice(one.valueStart, one.valueEnd)
  const { kind, unit } = traitsOf(one.vr)
  const swapped = kind === 'tag' ? 2 : kind === 'number' || one.vr === 'OW' ? unit : 1
  if (syntax === 'big' && swapped > 1)
    for (let at = 0; at + swapped <= value.length; at += swapped) value.subarray(at, at + swapped).reverse()
  return element(one.tag, one.vr, value, syntax)
}
