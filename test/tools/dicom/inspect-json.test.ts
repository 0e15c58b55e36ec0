// dicom/inspect with format dicom-json: PS3.18 Annex F.
import { describe, expect, it } from 'vitest'
import { concat, element, hex, item, part10, sequence, text, u16, u32 } from '../../formats/dicom/build-dicom.ts'
import { fixture, fixtures, inspect, validateJson } from './inspect-result.ts'

describe('PS3.18 Annex F', () => {
  const model = (file: Uint8Array, options = {}) => inspect(file, { format: 'dicom-json', ...options }).dicomJson!

  it('holds names, numbers, tags, sequences, bytes and nothing for what is empty', () => {
    const file = part10(
      concat(
        element(0x00080000, 'UL', u32(4)),
        element(0x00080008, 'CS', 'A\\\\B '),
        element(0x00080020, 'DA', ''),
        element(0x00081140, 'SQ', ''),
        sequence(0x00081199, [item(element(0x00081150, 'UI', '1.2')), item(concat())]),
        element(0x00100010, 'PN', 'A^B=C=D\\\\=E'),
        element(0x00280009, 'AT', concat(u16(0x18), u16(0x1063))),
        element(0x00280030, 'DS', '1.50\\x '),
        element(0x7fe00010, 'OB', hex('0001')),
      ),
    )
    expect(model(file)).toEqual({
      '00080008': { vr: 'CS', Value: ['A', null, 'B'] },
      '00080020': { vr: 'DA' },
      '00081140': { vr: 'SQ' },
      '00081199': { vr: 'SQ', Value: [{ '00081150': { vr: 'UI', Value: ['1.2'] } }, {}] },
      '00100010': { vr: 'PN', Value: [{ Alphabetic: 'A^B', Ideographic: 'C', Phonetic: 'D' }, null, { Ideographic: 'E' }] },
      '00280009': { vr: 'AT', Value: ['00181063'] },
      '00280030': { vr: 'DS', Value: [1.5, 'x'] },
      '7FE00010': { vr: 'OB', InlineBinary: 'AAE=' },
    })
  })

  it('UN of undefined length is a sequence, of defined length bytes', () => {
    expect(model(fixture('unknown-sequence.dcm'))).toMatchObject({ '00111010': { vr: 'UN' }, '00111011': { vr: 'SQ', Value: [{}] } })
  })

  it('a value that is too long for its VR is told as UN', () => {
    const long = element(0x00100020, '', text('x'.repeat(70_000)), 'implicit')
    expect(model(part10(long, '1.2.840.10008.1.2'))).toEqual({ '00100020': { vr: 'UN', BulkDataURI: '?offset=300&length=70000' } })
  })

  it('names the inflated data set where the file is deflated', () => {
    expect(model(fixture('deflated.dcm'), { maxValueBytes: 2 })['7FE00010']).toEqual({
      vr: 'OW',
      BulkDataURI: '?inflatedOffset=546&length=8',
    })
  })

  it.each([...fixtures].filter(([name]) => name !== 'nested-100.dcm'))('%s is valid', (_, bytes) => {
    for (const maxValueBytes of [0, 4096]) {
      expect(validateJson(model(bytes, { maxValueBytes })), JSON.stringify(validateJson.errors?.[0])).toBe(true)
    }
  })

  it('the schema finds what is wrong', () => {
    const wrong = [
      { '00100010': { vr: 'PN', Value: ['A^B'] } },
      { '00280010': { vr: 'US', Value: ['1'] } },
      { '00020010': { vr: 'UI', Value: ['1.2'] } },
      { '00080000': { vr: 'UL', Value: [4] } },
      { '00080008': { vr: 'CS', BulkDataURI: 'x' } },
      { '7fe00010': { vr: 'OB' } },
      { '7FE00010': { vr: 'OB', Value: [1] } },
      { '00100010': { vr: 'XX' } },
    ]
    for (const model of wrong) expect(validateJson(model), JSON.stringify(model)).toBe(false)
  })
})
