// Texts that an annotator wrote who had not read the detector: floors of what it finds in them and ceilings of what it touches without need.
// Rules may be made by looking at the halves `dev`; of the halves `test` only the figures are looked at.
import { describe, expect, test } from 'vitest'
import { detectPhi } from '../../../src/formats/phi/detect-phi.ts'
import type { PhiMode } from '../../../src/formats/phi/layers/layer.ts'
import { readAnnotated, uncovered } from './annotated-text.ts'

function read(part: string) {
  return readAnnotated(`held-out/independent-${part}.txt`, /notes|plain/.test(part) ? '\n---\n' : '\n')
}

function measure(part: string, mode: PhiMode) {
  const sum = { texts: 0, spans: 0, touched: 0, covered: 0, traps: 0, trapped: 0, touchedTexts: 0, masked: 0, characters: 0 }
  for (const { text, spans } of read(part)) {
    const found = detectPhi(text, { mode })
    sum.texts++
    sum.characters += text.length
    sum.masked += found.reduce((count, { start, end }) => count + end - start, 0)
    if (found.length > 0) sum.touchedTexts++
    for (const span of spans.filter(({ category }) => category !== 'neutral')) {
      const missing = uncovered(text, span, found)
      const isTouched = missing < uncovered(text, span, [])
      if (span.category === 'trap') {
        sum.traps++
        if (isTouched) sum.trapped++
        continue
      }
      sum.spans++
      if (isTouched) sum.touched++
      if (missing === 0) sum.covered++
    }
  }
  return sum
}

describe('queries and notes', () => {
  test.each([
    ['queries.dev', 'balanced', 120, 264, 0.969, 0.946],
    ['queries.dev', 'fail-closed', 120, 264, 0.996, 0.984],
    ['notes.dev', 'balanced', 30, 759, 0.944, 0.927],
    ['notes.dev', 'fail-closed', 30, 759, 0.982, 0.957],
    ['queries.test', 'balanced', 120, 267, 0.947, 0.913],
    ['queries.test', 'fail-closed', 120, 267, 0.995, 0.962],
    ['notes.test', 'balanced', 30, 718, 0.887, 0.831],
    ['notes.test', 'fail-closed', 30, 718, 0.95, 0.885],
  ] as const)('%s, %s: %d texts with %d identifiers, touched and covered enough', (part, mode, texts, spans, touched, covered) => {
    const figures = measure(part, mode)
    expect(figures).toMatchObject({ texts, spans })
    expect(figures.touched / spans).toBeGreaterThanOrEqual(touched)
    expect(figures.covered / spans).toBeGreaterThanOrEqual(covered)
  })

  test.each([
    ['notes.dev', 'balanced', 243, 0.0947],
    ['notes.test', 'balanced', 237, 0.0676],
  ] as const)('%s, %s: of %d eponyms, drugs and devices at most the share %d is touched', (part, mode, traps, most) => {
    const figures = measure(part, mode)
    expect(figures.traps).toBe(traps)
    expect(figures.trapped / traps).toBeLessThanOrEqual(most)
  })
})

describe('texts without an identifier', () => {
  test.each([
    ['negatives.dev', 'balanced', 40, 0],
    ['negatives.dev', 'fail-closed', 40, 0.25],
    ['negatives.test', 'balanced', 40, 0.05],
    ['negatives.test', 'fail-closed', 40, 0.225],
  ] as const)('%s, %s: of %d at most the share %d is touched', (part, mode, texts, most) => {
    const figures = measure(part, mode)
    expect(figures.texts).toBe(texts)
    expect(figures.touchedTexts / texts).toBeLessThanOrEqual(most)
  })

  test.each([
    ['plain.dev', 30, 0.0018],
    ['plain.test', 30, 0.0048],
  ] as const)('%s: %d reports, at most the share %d of the characters is masked', (part, texts, most) => {
    const figures = measure(part, 'balanced')
    expect(figures.texts).toBe(texts)
    expect(figures.masked / figures.characters).toBeLessThanOrEqual(most)
  })
})
