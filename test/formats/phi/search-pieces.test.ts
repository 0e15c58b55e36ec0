// Many texts are searched together, and a long one in windows, with the same result wherever a value stands.
import { expect, test } from 'vitest'
import { searchPieces } from '../../../src/formats/phi/search/search-pieces.ts'

const OPTIONS = { known: { names: ['Zebulon Quistgaard'] } }

test('a value is found in each piece, by the offsets of the piece', () => {
  const pieces = ['Asthma.', 'Seen: Zebulon Quistgaard.', 'Quistgaard'].map((text) => ({ text, isCoded: false, isDisplay: false }))
  const found = searchPieces(pieces, OPTIONS).map((spans, i) => spans.map(({ start, end }) => pieces[i]!.text.slice(start, end)))
  expect(found).toEqual([[], ['Zebulon Quistgaard'], ['Quistgaard']])
})

test('a long text is searched in windows: values on both sides of each border and across it are found once', () => {
  const places = [10, 195_995, 199_975, 200_000, 203_990, 399_990, 400_020]
  let text = 'word '.repeat(82_000)
  for (const place of places) text = `${text.slice(0, place)} Zebulon Quistgaard ${text.slice(place + 20)}`
  const [spans] = searchPieces([{ text, isCoded: false, isDisplay: false }], OPTIONS)
  const found = spans!.filter(({ start, end }) => text.slice(start, end) === 'Zebulon Quistgaard')
  expect(found.map(({ start }) => start - 1)).toEqual(places)
  expect(spans).toHaveLength(places.length)
})
