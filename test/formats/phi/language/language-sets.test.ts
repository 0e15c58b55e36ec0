// What the detector finds in texts in other languages than English, by a writer who knew neither its rules nor what it learned from.
// The network learned from the halves `dev`; the halves `test` are measured here. The floors were taken once from the detector as it is.
import { describe, expect, test } from 'vitest'
import { detectPhi } from '../../../../src/formats/phi/detect-phi.ts'
import { type AnnotatedText, readAnnotated, uncovered } from '../annotated-text.ts'

function read(language: string, kind: string): AnnotatedText[] {
  return readAnnotated(`languages/eleventh-${language}-${kind}.test.txt`, /notes|plain/.test(kind) ? '\n---\n' : '\n')
}

describe('identifiers are touched and hidden whole', () => {
  test.each([
    ['de', 'as written', 0.95, 0.91],
    ['de', 'small letters', 0.91, 0.8],
    ['fr', 'as written', 0.93, 0.89],
    ['fr', 'small letters', 0.88, 0.83],
    ['es', 'as written', 0.94, 0.9],
    ['es', 'small letters', 0.87, 0.8],
    ['it', 'as written', 0.94, 0.88],
    ['it', 'small letters', 0.91, 0.8],
    ['nl', 'as written', 0.98, 0.93],
    ['nl', 'small letters', 0.8, 0.71],
    ['pt', 'as written', 0.93, 0.87],
    ['pt', 'small letters', 0.87, 0.74],
  ] as const)('%s, %s', (language, way, least, leastWhole) => {
    const sum = { spans: 0, touched: 0, whole: 0 }
    for (const { text: own, spans } of [...read(language, 'notes'), ...read(language, 'queries')]) {
      const text = way === 'small letters' ? own.toLowerCase() : own
      if (text.length !== own.length) continue
      const found = detectPhi(text)
      for (const span of spans.filter(({ category }) => category !== 'trap' && category !== 'neutral')) {
        const missing = uncovered(text, span, found)
        sum.spans++
        if (missing < uncovered(text, span, [])) sum.touched++
        if (missing === 0) sum.whole++
      }
    }
    expect(sum.spans).toBeGreaterThan(130)
    expect(sum.touched / sum.spans).toBeGreaterThanOrEqual(least)
    expect(sum.whole / sum.spans).toBeGreaterThanOrEqual(leastWhole)
  })
})

test('texts that identify nobody are left alone', () => {
  const languages = ['de', 'fr', 'es', 'it', 'nl', 'pt']
  const plain = languages.flatMap((language) => read(language, 'plain'))
  const negatives = languages.flatMap((language) => read(language, 'negatives'))
  const masked = plain.flatMap(({ text }) => detectPhi(text)).reduce((sum, { start, end }) => sum + end - start, 0)
  expect(masked / plain.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThan(0.004)
  expect(negatives.length).toBe(60)
  expect(negatives.filter(({ text }) => detectPhi(text).length > 0).length).toBeLessThanOrEqual(3)
})
