// Parts of the views of DICOM files: lengths on pictures, the order of a series, the list of changes.
import { describe, expect, test } from 'vitest'
import { changedElements } from '../../src/web/views/dicom/changed-elements.ts'
import type { RunTool } from '../../src/web/views/picture/frame-picture.ts'
import { lengthOf, lengthWords, moveLine, spacingOf } from '../../src/web/views/picture/measure.ts'
import { sortFiles } from '../../src/web/views/picture/sort-files.ts'
import type { DataElement } from '../../src/web/views/tag-tree.ts'

describe('pictures', () => {
  const element = (keyword: string, ...value: number[]): DataElement => ({ tag: '', keyword, vr: 'DS', length: 9, value })
  const line = { from: { x: 0, y: 0 }, to: { x: 30, y: 40 } }

  test('are measured by the spacing of their pixels, in a smaller picture too', () => {
    const spacing = spacingOf([element('ImagerPixelSpacing', 9, 9), element('PixelSpacing', 0.5, 0.25)])
    expect(spacing).toEqual({ row: 0.5, column: 0.25, at: 'patient' })
    expect(lengthOf(line, { x: 1, y: 1 }, spacing)).toBeCloseTo(Math.hypot(7.5, 20))
    expect(lengthOf(line, { x: 2, y: 3 }, spacing)).toBeCloseTo(Math.hypot(15, 60))
    expect(lengthOf(line, { x: 2, y: 2 })).toBe(100)
    expect(spacingOf([element('PixelSpacing', 0, 1)])).toBeUndefined()
    expect([spacing, undefined].map((one) => lengthWords(line, { x: 1, y: 1 }, one))).toEqual(['Length 21.4 mm', 'Length 50.0 pixels'])
  })

  test('are measured in the patient only if the spacing is of the patient', () => {
    const imager = element('ImagerPixelSpacing', 0.2, 0.2)
    const scanned = element('NominalScannedPixelSpacing', 0.2, 0.2)
    const pixel = element('PixelSpacing', 0.2, 0.2)
    const at = (...elements: readonly DataElement[]) => spacingOf(elements)?.at
    expect([at(imager), at(pixel, imager), at(scanned), at(pixel, scanned)]).toEqual(['detector', 'detector', 'film', 'film'])
    const calibrated = { ...element('PixelSpacingCalibrationType'), value: ['FIDUCIAL'] }
    expect([at(pixel, imager, calibrated), at(element('PixelSpacing', 0.1, 0.1), imager), at(pixel)]).toEqual([
      'patient',
      'patient',
      'patient',
    ])
    expect(lengthWords(line, { x: 1, y: 1 }, spacingOf([pixel, imager]))).toBe('Length 10.0 mm at the detector')
    expect(lengthWords(line, { x: 1, y: 1 }, spacingOf([scanned]))).toBe('Length 10.0 mm on the film')
  })

  test('are measured by the spacing that all frames share, not by that of another image', () => {
    const within = (keyword: string, ...elements: readonly DataElement[]): DataElement => ({
      ...{ tag: '', keyword, vr: 'SQ', length: 9 },
      items: [{ index: 0, elements }],
    })
    const measures = within('PixelMeasuresSequence', element('PixelSpacing', 2, 2))
    expect(spacingOf([within('SharedFunctionalGroupsSequence', measures)])).toEqual({ row: 2, column: 2, at: 'patient' })
    expect(spacingOf([within('SourceImageSequence', element('PixelSpacing', 2, 2))])).toBeUndefined()
  })

  test('are measured by keys, within the picture', () => {
    const edges = { x: 100, y: 50 }
    const first = moveLine(undefined, 'ArrowRight', true, edges)
    expect(first).toEqual({ from: { x: 50, y: 25 }, to: { x: 60, y: 25 } })
    expect(moveLine({ from: { x: 0, y: 0 }, to: { x: 3, y: 45 } }, 'ArrowDown', true, edges)?.to).toEqual({ x: 3, y: 50 })
    expect(moveLine(first, 'Enter', false, edges)).toEqual({ from: { x: 60, y: 25 }, to: { x: 60, y: 25 } })
    expect(moveLine(first, 'i', false, edges)).toBeUndefined()
  })

  test('that cannot be read are the last, if nothing has numbers', async () => {
    const files = ['1.dcm', '2.dcm'].map((name) => new File([], name))
    const uid = { ...element('SeriesInstanceUID'), value: ['1.2.3'] }
    const ask: RunTool = async (_tool, input) =>
      (input.file as { file: File }).file.name === '1.dcm'
        ? { problem: { code: 'unreadable_input', title: 'x', detail: 'x' } }
        : { done: { json: new Blob(), value: { elements: [uid] }, document: undefined, milliseconds: 0 } }
    expect((await sortFiles(files, ask, () => true)).map(({ name }) => name)).toEqual(['2.dcm', '1.dcm'])
  })

  test('of several files are in the order of series and instances, not of names', async () => {
    const numbers: Readonly<Record<string, readonly [series: number, instance: number] | undefined>> = {
      '1.dcm': [2, 1],
      '2.dcm': [1, 10],
      '10.dcm': [1, 9],
      '3.dcm': undefined,
    }
    const files = Object.keys(numbers).map((name) => new File([], name))
    const ask: RunTool = async (_tool, { file }) => {
      const found = numbers[(file as { file: File }).file.name]
      const elements = found ? [element('SeriesNumber', found[0]), element('InstanceNumber', found[1])] : []
      return { done: { json: new Blob(), value: { elements }, document: undefined, milliseconds: 0 } }
    }
    const names = async (isWanted: () => boolean) => (await sortFiles(files, ask, isWanted)).map(({ name }) => name)
    expect(await names(() => true)).toEqual(['10.dcm', '2.dcm', '1.dcm', '3.dcm'])
    expect(await names(() => false)).toEqual(['1.dcm', '2.dcm', '3.dcm', '10.dcm'])
  })
})

describe('changes of a DICOM file', () => {
  const element = (tag: string, value: string) => ({ tag, name: `Name of ${tag}`, vr: 'LO', length: value.length, value: [value] })
  const sequence = (tag: string, elements: readonly DataElement[]) => ({ tag, vr: 'SQ', length: 9, items: [{ index: 0, elements }] })

  test('are listed with names and both values, and what nobody listed too', () => {
    const before = [element('(0010,0010)', 'Quist'), element('(0008,0060)', 'CT'), sequence('(0040,A730)', [element('(0040,A160)', 'Ada')])]
    const after = [element('(0010,0010)', 'Fenwick'), element('(0008,0060)', 'MR')]
    const changes = [
      { path: '(0010,0010)', action: 'pseudonym', rule: 'E.1-1 Z' },
      { path: '(0040,A730)', action: 'remove', rule: 'E.1-1 X' },
    ]
    expect(changedElements(before, after, changes)).toEqual([
      { path: '(0010,0010)', name: 'Name of (0010,0010)', before: 'Quist', after: 'Fenwick', action: 'pseudonym', rule: 'E.1-1 Z' },
      { path: '(0040,A730)', name: '', before: '1 item', after: undefined, action: 'remove', rule: 'E.1-1 X' },
      { path: '(0008,0060)', name: 'Name of (0008,0060)', before: 'CT', after: 'MR', action: '', rule: '' },
    ])
  })
})
