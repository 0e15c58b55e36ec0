// The JSON that dicom/inspect puts together is that of its result, byte for byte.
import { describe, expect, it } from 'vitest'
import { ProblemError } from '../../../src/core/problem.ts'
import { runToJson, runTool } from '../../../src/core/run.ts'
import { dicomInspect } from '../../../src/tools/dicom/inspect.ts'
import { concat, element, encapsulated, item, part10, sequence } from '../../formats/dicom/build-dicom.ts'
import { mutate, seededRandom } from '../../formats/dicom/mutate-bytes.ts'
import { fixtures } from './inspect-result.ts'

const OPTIONS = [
  {},
  { maxValueBytes: 9 },
  { private: 'exclude', tags: ['PatientName', 'ReferencedImageSequence[0]'] },
  { format: 'dicom-json' },
]

/** @returns how many of the options the file could be read with */
function compare(file: Uint8Array): number {
  let read = 0
  for (const options of OPTIONS) {
    const result = orError(() => runTool(dicomInspect, { file }, options))
    const written = orError(() => runToJson(dicomInspect, { file }, options))
    expect(written).toEqual(result instanceof ProblemError ? result : JSON.stringify(result))
    if (!(result instanceof ProblemError)) read++
  }
  return read
}

function orError(act: () => unknown): unknown {
  try {
    return act()
  } catch (error) {
    if (error instanceof ProblemError) return error
    throw error
  }
}

describe('the JSON', () => {
  it.each([
    ['signs that JSON escapes', element(0x00104000, 'LT', 'a "b" \\ \r\n\t\u0001 c')],
    ['other scripts and half of a pair', concat(element(0x00080005, 'CS', 'ISO_IR 192'), element(0x00100010, 'PN', 'Ä^鈴木=𝄞 '))],
    ['private elements', concat(element(0x00290010, 'LO', 'ACME "1"'), element(0x00291001, 'LO', 'x '), element(0x00311001, 'UN', 'ab'))],
    ['numbers', concat(element(0x00186028, 'FD', new Uint8Array(new Float64Array([-0, Number.NaN, 1e300, 0.1]).buffer)))],
    ['items in items', sequence(0x0040a730, [item(sequence(0x0040a730, [item(element(0x0040a160, 'UT', 'a"'))])), item(concat())])],
    ['UIDs with and without names', element(0x00081150, 'UI', '1.2.840.10008.1.1\\1.2.3')],
    ['fragments', encapsulated([0], [new Uint8Array(10)])],
    ['tags', element(0x00209165, 'AT', new Uint8Array(8))],
  ])('of %s', (_, dataset) => {
    expect(compare(part10(dataset))).toBe(OPTIONS.length)
  })

  it('of the fixtures, whole and damaged', () => {
    const random = seededRandom(23)
    const sources = [...fixtures.values()]
    let read = 0
    for (let i = 0; i < 1500; i++) read += compare(i < sources.length ? sources[i]! : mutate(sources[i % sources.length]!, random))
    expect(read).toBeGreaterThan(3000)
  })
})
