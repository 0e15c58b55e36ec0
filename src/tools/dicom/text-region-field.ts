// A region of text in frames, as the tools report it.
import * as z from 'zod'
import type { FoundText } from '../../formats/dicom/text/follow-texts.ts'

const count = (description: string, least = 0) => z.int().min(least).describe(description)

export const textRegionField = z.strictObject({
  firstFrame: count('First frame with the text, from 1.', 1),
  lastFrame: count('Last frame with it.', 1),
  column: count('First column, from 0.'),
  row: count('First row, from 0.'),
  width: count('Columns.', 1),
  height: count('Rows.', 1),
  score: z.number().min(0).max(1).describe('How sure the detector is, from 0 to 1.'),
})

export function describeTextRegion({
  firstFrame,
  lastFrame,
  column,
  row,
  width,
  height,
  score,
}: FoundText): z.infer<typeof textRegionField> {
  return { firstFrame: firstFrame + 1, lastFrame: lastFrame + 1, column, row, width, height, score: Math.round(score * 1000) / 1000 }
}
