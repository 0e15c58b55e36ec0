// Texts of sets that annotators wrote who had not read the detector: floors of what it finds in them and ceilings of what it touches without need.
// Rules may be made by looking at the halves `dev`; of the halves `test` only the figures are looked at.
import { describe, expect, test } from 'vitest'
import { detectPhi } from '../../../src/formats/phi/detect-phi.ts'
import type { PhiMode } from '../../../src/formats/phi/layers/layer.ts'
import { readAnnotated, uncovered } from './annotated-text.ts'

function read(part: string) {
  return readAnnotated(`held-out/${part}.txt`, /notes|plain/.test(part) ? '\n---\n' : '\n')
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
    ['independent-queries.dev', 'balanced', 120, 264, 0.969, 0.946],
    ['independent-queries.dev', 'fail-closed', 120, 264, 1, 0.988],
    ['independent-notes.dev', 'balanced', 30, 759, 0.947, 0.93],
    ['independent-notes.dev', 'fail-closed', 30, 759, 0.986, 0.965],
    ['independent-queries.test', 'balanced', 120, 267, 0.958, 0.921],
    ['independent-queries.test', 'fail-closed', 120, 267, 0.996, 0.966],
    ['independent-notes.test', 'balanced', 30, 718, 0.899, 0.844],
    ['independent-notes.test', 'fail-closed', 30, 718, 0.967, 0.903],
    ['second-queries.dev', 'balanced', 120, 238, 0.995, 0.978],
    ['second-queries.dev', 'fail-closed', 120, 238, 1, 0.987],
    ['second-notes.dev', 'balanced', 20, 391, 0.969, 0.951],
    ['second-notes.dev', 'fail-closed', 20, 391, 0.989, 0.976],
    ['second-queries.test', 'balanced', 120, 241, 0.954, 0.933],
    ['second-queries.test', 'fail-closed', 120, 241, 0.991, 0.975],
    ['second-notes.test', 'balanced', 20, 436, 0.917, 0.885],
    ['second-notes.test', 'fail-closed', 20, 436, 0.981, 0.944],
    ['third-queries.dev', 'balanced', 100, 253, 0.972, 0.94],
    ['third-queries.dev', 'fail-closed', 100, 253, 0.996, 0.98],
    ['third-notes.dev', 'balanced', 12, 193, 0.953, 0.922],
    ['third-notes.dev', 'fail-closed', 12, 193, 0.994, 0.979],
    ['third-queries.test', 'balanced', 100, 252, 0.988, 0.968],
    ['third-queries.test', 'fail-closed', 100, 252, 0.996, 0.98],
    ['third-notes.test', 'balanced', 12, 236, 0.953, 0.932],
    ['third-notes.test', 'fail-closed', 12, 236, 0.995, 0.974],
    ['fourth-queries.dev', 'balanced', 100, 268, 0.936, 0.873],
    ['fourth-queries.dev', 'high-recall', 100, 268, 0.936, 0.876],
    ['fourth-queries.dev', 'fail-closed', 100, 268, 1, 0.981],
    ['fourth-notes.dev', 'balanced', 12, 268, 0.902, 0.884],
    ['fourth-notes.dev', 'high-recall', 12, 268, 0.925, 0.902],
    ['fourth-notes.dev', 'fail-closed', 12, 268, 0.988, 0.977],
    ['fourth-queries.test', 'balanced', 100, 289, 0.916, 0.875],
    ['fourth-queries.test', 'high-recall', 100, 289, 0.923, 0.882],
    ['fourth-queries.test', 'fail-closed', 100, 289, 0.965, 0.927],
    ['fourth-notes.test', 'balanced', 12, 277, 0.859, 0.83],
    ['fourth-notes.test', 'high-recall', 12, 277, 0.884, 0.851],
    ['fourth-notes.test', 'fail-closed', 12, 277, 0.96, 0.916],
    ['fifth-queries.dev', 'balanced', 100, 244, 0.967, 0.93],
    ['fifth-queries.dev', 'fail-closed', 100, 244, 1, 0.983],
    ['fifth-notes.dev', 'balanced', 12, 303, 0.891, 0.848],
    ['fifth-notes.dev', 'fail-closed', 12, 303, 0.993, 0.966],
    ['fifth-queries.test', 'balanced', 100, 236, 0.927, 0.872],
    ['fifth-queries.test', 'fail-closed', 100, 236, 0.974, 0.927],
    ['fifth-notes.test', 'balanced', 12, 267, 0.936, 0.921],
    ['fifth-notes.test', 'fail-closed', 12, 267, 0.981, 0.962],
  ] as const)('%s, %s: %d texts with %d identifiers, touched and covered enough', (part, mode, texts, spans, touched, covered) => {
    const figures = measure(part, mode)
    expect(figures).toMatchObject({ texts, spans })
    expect(figures.touched / spans).toBeGreaterThanOrEqual(touched)
    expect(figures.covered / spans).toBeGreaterThanOrEqual(covered)
  })

  test.each([
    ['independent-notes.dev', 'balanced', 243, 0.0947],
    ['independent-notes.test', 'balanced', 237, 0.0676],
    ['second-notes.dev', 'balanced', 114, 0.141],
    ['second-notes.test', 'balanced', 112, 0.108],
    ['third-notes.dev', 'balanced', 98, 0.072],
    ['third-notes.test', 'balanced', 83, 0.049],
    ['fourth-notes.dev', 'balanced', 116, 0.138],
    ['fourth-notes.test', 'balanced', 109, 0.138],
    ['fifth-notes.dev', 'balanced', 94, 0.0852],
    ['fifth-notes.test', 'balanced', 95, 0.1053],
  ] as const)('%s, %s: of %d eponyms, drugs and devices at most the share %d is touched', (part, mode, traps, most) => {
    const figures = measure(part, mode)
    expect(figures.traps).toBe(traps)
    expect(figures.trapped / traps).toBeLessThanOrEqual(most)
  })
})

describe('texts without an identifier', () => {
  test.each([
    ['independent-negatives.dev', 'balanced', 40, 0],
    ['independent-negatives.dev', 'fail-closed', 40, 0.1],
    ['independent-negatives.test', 'balanced', 40, 0.05],
    ['independent-negatives.test', 'fail-closed', 40, 0.175],
    ['second-negatives.dev', 'balanced', 60, 0.084],
    ['second-negatives.dev', 'fail-closed', 60, 0.15],
    ['second-negatives.test', 'balanced', 60, 0.05],
    ['second-negatives.test', 'fail-closed', 60, 0.267],
    ['third-negatives.dev', 'balanced', 35, 0.115],
    ['third-negatives.dev', 'fail-closed', 35, 0.172],
    ['third-negatives.test', 'balanced', 35, 0.029],
    ['third-negatives.test', 'fail-closed', 35, 0.172],
    ['fourth-negatives.dev', 'balanced', 35, 0.058],
    ['fourth-negatives.dev', 'fail-closed', 35, 0.229],
    ['fourth-negatives.test', 'balanced', 35, 0.058],
    ['fourth-negatives.test', 'fail-closed', 35, 0.258],
    ['fifth-negatives.dev', 'balanced', 35, 0.143],
    ['fifth-negatives.dev', 'fail-closed', 35, 0.286],
    ['fifth-negatives.test', 'balanced', 35, 0.058],
    ['fifth-negatives.test', 'fail-closed', 35, 0.286],
  ] as const)('%s, %s: of %d at most the share %d is touched', (part, mode, texts, most) => {
    const figures = measure(part, mode)
    expect(figures.texts).toBe(texts)
    expect(figures.touchedTexts / texts).toBeLessThanOrEqual(most)
  })

  test.each([
    ['independent-plain.dev', 30, 0.0018],
    ['independent-plain.test', 30, 0.0048],
    ['second-plain.dev', 20, 0.0052],
    ['second-plain.test', 20, 0.001],
    ['third-plain.dev', 8, 0.005],
    ['third-plain.test', 8, 0.0023],
    ['fourth-plain.dev', 8, 0.0045],
    ['fourth-plain.test', 8, 0.0056],
    ['fifth-plain.dev', 8, 0.0017],
    ['fifth-plain.test', 8, 0.0085],
  ] as const)('%s: %d reports, at most the share %d of the characters is masked', (part, texts, most) => {
    const figures = measure(part, 'balanced')
    expect(figures.texts).toBe(texts)
    expect(figures.masked / figures.characters).toBeLessThanOrEqual(most)
  })
})
