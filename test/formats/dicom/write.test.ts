// The writer: parts as views, headers of every form (PS3.5 §7.1), padding, text in the file's character set, the head of a file (PS3.10 §7.1).
import { describe, expect, it, test } from 'vitest'
import { readDicom } from '../../../src/formats/dicom/read/read-dicom.ts'
import { EXPLICIT_BIG, EXPLICIT_LITTLE, IMPLICIT_LITTLE } from '../../../src/formats/dicom/read/transfer-syntax.ts'
import { resolveCharacterSet } from '../../../src/formats/dicom/value/character-set.ts'
import { decodeText } from '../../../src/formats/dicom/value/decode-text.ts'
import { encodeAscii, encodeElement, encodeSequence } from '../../../src/formats/dicom/write/encode-element.ts'
import { encodeText } from '../../../src/formats/dicom/write/encode-text.ts'
import { encodeFileHead } from '../../../src/formats/dicom/write/file-meta.ts'
import { joinViews, PartList } from '../../../src/formats/dicom/write/part-list.ts'
import { concat, element, hex, item, type Syntax, sequence } from './build-dicom.ts'

describe('parts', () => {
  it('are views of the source, neighbours one view', () => {
    const source = Uint8Array.of(1, 2, 3, 4, 5, 6)
    const list = new PartList(source)
    list.keep(0, 2)
    list.keep(2, 3)
    list.keep(3, 3)
    list.add(Uint8Array.of(9))
    const more = new PartList(source)
    more.keep(4, 5)
    list.append(more)
    list.keep(5, 6)
    expect(list.length).toBe(6)
    const views = list.views()
    expect(views.map((view) => [...view])).toEqual([[1, 2, 3], [9], [5, 6]])
    expect(views[0]!.buffer).toBe(source.buffer)
    expect([...joinViews(views)]).toEqual([1, 2, 3, 9, 5, 6])
  })
})

describe('elements', () => {
  test.each([
    ['explicit', EXPLICIT_LITTLE],
    ['implicit', IMPLICIT_LITTLE],
    ['big', EXPLICIT_BIG],
  ] as const)('%s: short form, long form, sequence', (syntax: Syntax, encoding) => {
    expect(encodeElement(0x00100010, 'PN', encodeAscii('A^B', 'PN'), encoding)).toEqual(element(0x00100010, 'PN', 'A^B', syntax))
    expect(encodeElement(0x00280010, 'UT', encodeAscii('abc', 'UT'), encoding)).toEqual(element(0x00280010, 'UT', 'abc', syntax))
    const inner = element(0x00080100, 'SH', 'X', syntax)
    expect(encodeSequence(0x00081140, [[inner], []], encoding)).toEqual(
      sequence(0x00081140, [item(inner, syntax), item(concat(), syntax)], syntax),
    )
  })

  it('pads UIDs with NUL, text with a space', () => {
    expect([...encodeAscii('1.2', 'UI')]).toEqual([0x31, 0x2e, 0x32, 0])
    expect([...encodeAscii('abc', 'LO')]).toEqual([0x61, 0x62, 0x63, 0x20])
  })
})

describe('text', () => {
  test.each([
    ['ISO_IR 100', 'Zo\u00eb', '5a6feb'],
    ['ISO_IR 144', '\u041b\u044e\u043a', 'bbeeda'],
    ['ISO_IR 192', '\u5c71', 'e5b1b1'],
    ['', 'plain', '706c61696e'],
  ])('%s: %s', (term, value, bytes) => {
    const set = resolveCharacterSet(term)
    const encoded = encodeText(value, set)!
    expect(encoded).toEqual(hex(bytes))
    expect(decodeText(encoded, set, { multiple: false, isName: false }, new Set())).toBe(value)
  })

  test.each([
    ['ISO_IR 100', '\u5c71'],
    ['', '\u00eb'],
    ['GB18030', '\u5c71'],
    ['ISO_IR 13', 'a~b'],
    ['\\ISO 2022 IR 87', '\u5c71'],
  ])('%s has no single byte for %s', (term, value) => {
    expect(encodeText(value, resolveCharacterSet(term))).toBeUndefined()
  })
})

test('the head of a file is one that readers know, and says nothing more', () => {
  const head = encodeFileHead({ classUid: '1.2.840.10008.5.1.4.1.1.2', instanceUid: '2.25.7', transferSyntax: '1.2.840.10008.1.2.1' })
  const file = readDicom(concat(head, element(0x00080060, 'CS', 'CT')))
  expect(file.issues.issues).toEqual([])
  expect(file.meta!.elements.map(({ tag }) => tag & 0xffff)).toEqual([0, 1, 2, 3, 0x10, 0x12, 0x13])
  expect(head.subarray(0, 128)).toEqual(new Uint8Array(128))
})
