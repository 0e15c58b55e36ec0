// dicom/validate inside sequences: functional groups of multi-frame objects and content items of reports.
import { describe, expect, it } from 'vitest'
import { concat, element, item, sequence } from '../../formats/dicom/build-dicom.ts'
import { part10WithMeta, ROOT, validate } from './validate-result.ts'

const MR = '1.2.840.10008.5.1.4.1.1.4.1'

describe('functional groups (PS3.3 §C.7.6.16)', () => {
  const groups = (shared: Uint8Array, frames: readonly Uint8Array[]) =>
    part10WithMeta(
      concat(
        element(0x00080008, 'CS', 'ORIGINAL\\PRIMARY\\ANGIO\\NONE'),
        element(0x00080016, 'UI', MR),
        sequence(0x52009229, [item(shared)]),
        sequence(
          0x52009230,
          frames.map((frame) => item(frame)),
        ),
      ),
      `${ROOT}.1.1`,
      MR,
    )
  const measures = sequence(0x00289110, [item(element(0x00280030, 'DS', '1\\1'))])
  const found = (file: Uint8Array, code: string) =>
    validate(file)
      .issues.filter((issue) => issue.code === code)
      .map(({ path }) => path)

  it('may be shared or in every frame', () => {
    expect(found(groups(measures, [concat(), concat()]), 'missing_functional_group')).not.toContain('(5200,9230)[0].(0028,9110)')
    const half = found(groups(concat(), [measures, concat()]), 'missing_functional_group')
    expect(half).not.toContain('(5200,9230)[0].(0028,9110)')
    expect(half).toContain('(5200,9230)[1].(0028,9110)')
  })

  it('may not be both', () => {
    expect(found(groups(measures, [concat(), measures]), 'repeated_functional_group')).toEqual(['(5200,9230)[1].(0028,9110)'])
  })

  it('of original images are more', () => {
    expect(found(groups(concat(), [concat()]), 'missing_functional_group')).toContain('(5200,9230)[0].(0018,9114)')
  })
})

describe('content items (PS3.3 §C.17.3)', () => {
  const report = (...contents: Uint8Array[]) =>
    part10WithMeta(
      concat(
        element(0x00080016, 'UI', '1.2.840.10008.5.1.4.1.1.88.11'),
        sequence(
          0x0040a730,
          contents.map((content) => item(content)),
        ),
      ),
      `${ROOT}.1.1`,
      '1.2.840.10008.5.1.4.1.1.88.11',
    )
  const missing = (file: Uint8Array) =>
    validate(file)
      .issues.filter(({ code, path }) => code.startsWith('missing_type') && path?.startsWith('(0040,A730)['))
      .map(({ path }) => path)

  it('need the value that their Value Type names, and no other', () => {
    const typed = concat(element(0x0040a010, 'CS', 'CONTAINS'), element(0x0040a040, 'CS', 'TEXT'))
    expect(missing(report(typed))).toEqual(['(0040,A730)[0].(0040,A160)'])
    expect(missing(report(concat(typed, element(0x0040a160, 'UT', 'A'))))).toEqual([])
  })
})
