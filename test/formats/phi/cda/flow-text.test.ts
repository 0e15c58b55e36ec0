// Where a narrative of many nodes is looked up.
import { describe, expect, it } from 'vitest'
import { type Segment, segmentsBefore } from '../../../../src/formats/phi/cda/flow-text.ts'
import type { XmlText } from '../../../../src/formats/xml/node.ts'

const node: XmlText = {
  kind: 'text',
  value: 'abc',
  isCdata: false,
  start: 0,
  end: 3,
} as XmlText

/** Segments of 3 characters with 1 of markup between them, and how often one of them was read. */
function manySegments(count: number) {
  const reads = { count: 0 }
  const segments = Array.from(
    { length: count },
    (_, i): Segment => ({
      get at() {
        reads.count++
        return 4 * i
      },
      length: 3,
      node,
      from: 0,
    }),
  )
  return { segments, reads }
}

describe('segmentsBefore', () => {
  it('counts the segments that end at an offset or before it', () => {
    const { segments } = manySegments(3)
    const byHand = (offset: number) => segments.filter(({ at, length }) => at + length <= offset).length
    for (let offset = 0; offset < 14; offset++) expect(segmentsBefore(segments, offset)).toBe(byHand(offset))
    expect(segmentsBefore([], 5)).toBe(0)
  })

  it('reads few of many segments', () => {
    const { segments, reads } = manySegments(100_000)
    expect(segmentsBefore(segments, 4 * 70_000)).toBe(70_000)
    expect(reads.count).toBeLessThan(50)
  })
})
