// dicom/validate inside sequences: functional groups of multi-frame objects and content items of reports.
import { describe, expect, it } from 'vitest'
import { concat, element, item, sequence, u32 } from '../../formats/dicom/build-dicom.ts'
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

  it('missing from every frame are missing from the shared ones too', () => {
    const all = found(groups(concat(), [concat(), concat()]), 'missing_functional_group')
    expect(all.filter((path) => path?.endsWith('(0028,9110)'))).toEqual([
      '(5200,9229)[0].(0028,9110)',
      '(5200,9230)[0].(0028,9110)',
      '(5200,9230)[1].(0028,9110)',
    ])
    expect(found(groups(concat(), [measures, concat()]), 'missing_functional_group')).not.toContain('(5200,9229)[0].(0028,9110)')
  })

  it.each([
    ['TILED_FULL', false],
    ['TILED_SPARSE', true],
  ])('A.32.8: the place on the slide goes without saying where tiles are %s', (organization, isMissing) => {
    const slide = '1.2.840.10008.5.1.4.1.1.77.1.6'
    const file = part10WithMeta(
      concat(
        element(0x00080016, 'UI', slide),
        element(0x00209311, 'CS', organization),
        sequence(0x52009229, [item(measures)]),
        sequence(0x52009230, [item(concat())]),
      ),
      `${ROOT}.1.1`,
      slide,
    )
    expect(found(file, 'missing_functional_group').includes('(5200,9230)[0].(0048,021A)')).toBe(isMissing)
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
  const name = sequence(0x0040a043, [
    item(concat(element(0x00080100, 'SH', '1'), element(0x00080102, 'SH', '99T'), element(0x00080104, 'LO', 'Invented'))),
  ])
  const missing = (file: Uint8Array) =>
    validate(file)
      .issues.filter(({ code, path }) => code.startsWith('missing_type') && path?.startsWith('(0040,A730)['))
      .map(({ path }) => path)

  it('need the value that their Value Type names, and no other', () => {
    const typed = concat(element(0x0040a010, 'CS', 'CONTAINS'), element(0x0040a040, 'CS', 'TEXT'))
    expect(missing(report(typed))).toEqual(['(0040,A730)[0].(0040,A043)', '(0040,A730)[0].(0040,A160)'])
    expect(missing(report(concat(typed, name, element(0x0040a160, 'UT', 'A'))))).toEqual([])
  })

  it('have children at every depth, and those that point at another have their relationship alone', () => {
    const below = (child: Uint8Array) =>
      report(
        concat(
          element(0x0040a010, 'CS', 'CONTAINS'),
          element(0x0040a040, 'CS', 'CONTAINER'),
          element(0x0040a050, 'CS', 'SEPARATE'),
          sequence(0x0040a730, [
            item(
              concat(
                element(0x0040a010, 'CS', 'CONTAINS'),
                element(0x0040a040, 'CS', 'CONTAINER'),
                element(0x0040a050, 'CS', 'SEPARATE'),
                sequence(0x0040a730, [item(child)]),
              ),
            ),
          ]),
        ),
      )
    const place = '(0040,A730)[0].(0040,A730)[0].(0040,A730)[0]'
    expect(missing(below(element(0x0040a040, 'CS', 'TEXT')))).toEqual([
      `${place}.(0040,A010)`,
      `${place}.(0040,A043)`,
      `${place}.(0040,A160)`,
    ])
    expect(missing(below(concat(element(0x0040a010, 'CS', 'INFERRED FROM'), element(0x0040db73, 'UL', u32(1)))))).toEqual([])
  })

  it('CONTAINER needs a name at the root alone', () => {
    const file = report(
      concat(element(0x0040a010, 'CS', 'CONTAINS'), element(0x0040a040, 'CS', 'CONTAINER'), element(0x0040a050, 'CS', 'SEPARATE')),
    )
    expect(missing(file)).toEqual([])
  })
})
