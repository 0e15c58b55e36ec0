// Reads bytes and tells the tree in one line, so that a table of cases can say what it expects.
import { expect } from 'vitest'
import type { DicomElement, DicomFile, DicomItem } from '../../../src/formats/dicom/dicom-file.ts'
import { readDicom } from '../../../src/formats/dicom/read/read-dicom.ts'
import { findTilingGap } from '../../../src/formats/dicom/read/tiling.ts'
import { formatTag } from '../../../src/formats/dicom/tag.ts'
import { element, type Syntax } from './build-dicom.ts'

/** Where the data set begins in what part10() builds. */
export const DATA_START = 294

/** The tree as text: `(0010,0010) PN 4`, items in brackets, fragments as `<n>`. */
export function outline(of: DicomItem | DicomFile): string {
  const elements = 'dataset' in of ? of.dataset.elements : of.elements
  return elements.map(outlineElement).join(' ')
}

function outlineElement({ tag, vr, items, fragments, valueStart, valueEnd }: DicomElement): string {
  const inside = items ? `[${items.map(outline).join('|')}]` : fragments ? `<${fragments.length}>` : valueEnd - valueStart
  return `${formatTag(tag)} ${vr} ${inside}`
}

/** `code@offset from the start of the data set`, issues of the file itself left out. */
export function findings(file: DicomFile): string[] {
  return file.issues.issues.map(
    ({ code, byteOffset, inflatedOffset, path }) =>
      `${code}@${(inflatedOffset ?? byteOffset) - file.dataset.start}${path ? ` ${path}` : ''}`,
  )
}

export function read(bytes: Uint8Array): DicomFile {
  const file = readDicom(bytes)
  expect(findTilingGap(file)).toBeUndefined()
  return file
}

export const name = (syntax: Syntax = 'explicit') => element(0x00100010, 'PN', 'A^B ', syntax)
export const id = (syntax: Syntax = 'explicit') => element(0x00100020, 'LO', 'TEST', syntax)
