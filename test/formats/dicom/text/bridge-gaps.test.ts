// Letters between two texts of a line are blanked with them, and so are those beside the smallest texts.
import { expect, it } from 'vitest'
import { bridgeGaps } from '../../../../src/formats/dicom/text/bridge-gaps.ts'
import type { FoundText } from '../../../../src/formats/dicom/text/follow-texts.ts'
import { withMargin } from '../../../../src/formats/dicom/text/margin.ts'

const text = (column: number, row: number, width: number, height: number, frames: readonly [number, number] = [0, 9]): FoundText => ({
  column,
  row,
  width,
  height,
  score: 0.9,
  firstFrame: frames[0],
  lastFrame: frames[1],
})
const boxes = (regions: readonly FoundText[]) => regions.map(({ column, row, width, height }) => [column, row, width, height])

it('the gap between two words of a line', () => {
  expect(boxes(bridgeGaps([text(32, 20, 40, 16), text(88, 22, 60, 16)]))).toEqual([[72, 22, 16, 14]])
})

it('the gap between two words of a line that is turned', () => {
  expect(boxes(bridgeGaps([text(20, 32, 16, 40), text(20, 88, 16, 60)]))).toEqual([[20, 72, 16, 16]])
})

it('only of frames that have both', () => {
  const first = text(32, 20, 40, 16, [0, 4])
  expect(bridgeGaps([first, text(88, 20, 60, 16, [5, 9])])).toEqual([])
  expect(bridgeGaps([first, text(88, 20, 60, 16, [3, 9])])).toMatchObject([{ firstFrame: 3, lastFrame: 4 }])
})

it('also where a text of other frames, or of a few of them, stands in the gap', () => {
  const line = [text(32, 20, 40, 16, [0, 4]), text(88, 20, 60, 16, [0, 4])]
  for (const frames of [
    [5, 9],
    [3, 9],
  ] as const) {
    expect(boxes(bridgeGaps([...line, text(76, 20, 8, 16, frames)]))).toContainEqual([72, 20, 16, 16])
  }
  expect(boxes(bridgeGaps([...line, text(76, 20, 8, 16)]))).not.toContainEqual([72, 20, 16, 16])
})

it('no gap that is wide, between lines, or that holds another text', () => {
  expect(bridgeGaps([text(32, 20, 40, 16), text(140, 20, 60, 16)])).toEqual([])
  expect(bridgeGaps([text(32, 20, 40, 16), text(88, 40, 60, 16)])).toEqual([])
  expect(boxes(bridgeGaps([text(32, 20, 40, 16), text(76, 20, 20, 16), text(100, 20, 60, 16)]))).toEqual([
    [72, 20, 4, 16],
    [96, 20, 4, 16],
  ])
})

it('a text of one cell has a margin of another', () => {
  expect(withMargin(text(20, 20, 40, 4))).toMatchObject({ column: 16, row: 16, width: 48, height: 12 })
  expect(withMargin(text(20, 20, 40, 16))).toMatchObject({ column: 18, row: 18, width: 44, height: 20 })
})
