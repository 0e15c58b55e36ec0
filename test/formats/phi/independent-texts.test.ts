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
    ['independent-queries.dev', 'balanced', 120, 264, 0.988, 0.984],
    ['independent-queries.dev', 'fail-closed', 120, 264, 1, 1],
    ['independent-notes.dev', 'balanced', 30, 759, 0.971, 0.949],
    ['independent-notes.dev', 'fail-closed', 30, 759, 1, 0.996],
    ['independent-queries.test', 'balanced', 120, 267, 0.966, 0.943],
    ['independent-queries.test', 'fail-closed', 120, 267, 1, 0.992],
    ['independent-notes.test', 'balanced', 30, 718, 0.931, 0.878],
    ['independent-notes.test', 'fail-closed', 30, 718, 0.984, 0.962],
    ['second-queries.dev', 'balanced', 120, 238, 1, 0.987],
    ['second-queries.dev', 'fail-closed', 120, 238, 1, 0.995],
    ['second-notes.dev', 'balanced', 20, 391, 0.971, 0.959],
    ['second-notes.dev', 'fail-closed', 20, 391, 0.997, 0.994],
    ['second-queries.test', 'balanced', 120, 241, 0.979, 0.966],
    ['second-queries.test', 'fail-closed', 120, 241, 1, 1],
    ['second-notes.test', 'balanced', 20, 436, 0.94, 0.915],
    ['second-notes.test', 'fail-closed', 20, 436, 0.983, 0.979],
    ['third-queries.dev', 'balanced', 100, 253, 0.996, 0.988],
    ['third-queries.dev', 'fail-closed', 100, 253, 1, 1],
    ['third-notes.dev', 'balanced', 12, 193, 0.989, 0.974],
    ['third-notes.dev', 'fail-closed', 12, 193, 1, 1],
    ['third-queries.test', 'balanced', 100, 252, 1, 0.988],
    ['third-queries.test', 'fail-closed', 100, 252, 1, 1],
    ['third-notes.test', 'balanced', 12, 236, 0.97, 0.953],
    ['third-notes.test', 'fail-closed', 12, 236, 0.987, 0.987],
    ['fourth-queries.dev', 'balanced', 100, 268, 0.973, 0.955],
    ['fourth-queries.dev', 'high-recall', 100, 268, 0.981, 0.966],
    ['fourth-queries.dev', 'fail-closed', 100, 268, 1, 1],
    ['fourth-notes.dev', 'balanced', 12, 268, 0.981, 0.962],
    ['fourth-notes.dev', 'high-recall', 12, 268, 0.985, 0.966],
    ['fourth-notes.dev', 'fail-closed', 12, 268, 1, 1],
    ['fourth-queries.test', 'balanced', 100, 289, 0.958, 0.913],
    ['fourth-queries.test', 'high-recall', 100, 289, 0.965, 0.923],
    ['fourth-queries.test', 'fail-closed', 100, 289, 0.982, 0.975],
    ['fourth-notes.test', 'balanced', 12, 277, 0.906, 0.87],
    ['fourth-notes.test', 'high-recall', 12, 277, 0.916, 0.88],
    ['fourth-notes.test', 'fail-closed', 12, 277, 0.981, 0.956],
    ['fifth-queries.dev', 'balanced', 100, 244, 1, 0.983],
    ['fifth-queries.dev', 'fail-closed', 100, 244, 1, 1],
    ['fifth-notes.dev', 'balanced', 12, 303, 0.98, 0.96],
    ['fifth-notes.dev', 'fail-closed', 12, 303, 1, 1],
    ['fifth-queries.test', 'balanced', 100, 236, 0.953, 0.919],
    ['fifth-queries.test', 'fail-closed', 100, 236, 0.991, 0.97],
    ['fifth-notes.test', 'balanced', 12, 267, 0.947, 0.94],
    ['fifth-notes.test', 'fail-closed', 12, 267, 0.992, 0.981],
    ['sixth-queries.dev', 'balanced', 120, 179, 0.966, 0.932],
    ['sixth-queries.dev', 'fail-closed', 120, 179, 1, 1],
    ['sixth-notes.dev', 'balanced', 12, 279, 0.964, 0.931],
    ['sixth-notes.dev', 'fail-closed', 12, 279, 1, 0.996],
    ['sixth-queries.test', 'balanced', 120, 177, 0.977, 0.926],
    ['sixth-queries.test', 'fail-closed', 120, 177, 0.994, 0.971],
    ['sixth-notes.test', 'balanced', 12, 288, 0.954, 0.909],
    ['sixth-notes.test', 'fail-closed', 12, 288, 0.993, 0.968],
    ['seventh-queries.dev', 'balanced', 120, 239, 1, 0.933],
    ['seventh-queries.dev', 'fail-closed', 120, 239, 1, 0.995],
    ['seventh-notes.dev', 'balanced', 12, 295, 0.935, 0.85],
    ['seventh-notes.dev', 'fail-closed', 12, 295, 1, 0.996],
    ['seventh-queries.test', 'balanced', 120, 259, 0.926, 0.83],
    ['seventh-queries.test', 'fail-closed', 120, 259, 0.988, 0.953],
    ['seventh-notes.test', 'balanced', 12, 293, 0.901, 0.825],
    ['seventh-notes.test', 'fail-closed', 12, 293, 0.972, 0.941],
    ['eighth-queries.dev', 'balanced', 120, 168, 0.934, 0.916],
    ['eighth-queries.dev', 'fail-closed', 120, 168, 1, 0.988],
    ['eighth-notes.dev', 'balanced', 12, 304, 0.865, 0.802],
    ['eighth-notes.dev', 'fail-closed', 12, 304, 1, 0.993],
    ['eighth-queries.test', 'balanced', 120, 164, 0.64, 0.56],
    ['eighth-queries.test', 'fail-closed', 120, 164, 0.89, 0.829],
    ['eighth-notes.test', 'balanced', 12, 304, 0.842, 0.756],
    ['eighth-notes.test', 'fail-closed', 12, 304, 0.96, 0.924],
    ['ninth-queries.dev', 'balanced', 120, 439, 0.995, 0.99],
    ['ninth-queries.dev', 'fail-closed', 120, 439, 1, 1],
    ['ninth-notes.dev', 'balanced', 12, 207, 0.985, 0.98],
    ['ninth-notes.dev', 'fail-closed', 12, 207, 1, 1],
    ['ninth-queries.test', 'balanced', 120, 441, 0.99, 0.972],
    ['ninth-queries.test', 'fail-closed', 120, 441, 1, 0.99],
    ['ninth-notes.test', 'balanced', 12, 203, 0.99, 0.975],
    ['ninth-notes.test', 'fail-closed', 12, 203, 1, 0.995],
    ['tenth-queries.dev', 'balanced', 120, 398, 0.949, 0.917],
    ['tenth-queries.dev', 'fail-closed', 120, 398, 0.997, 0.997],
    ['tenth-notes.dev', 'balanced', 10, 203, 0.955, 0.94],
    ['tenth-notes.dev', 'fail-closed', 10, 203, 0.995, 0.995],
    ['tenth-queries.test', 'balanced', 120, 387, 0.896, 0.857],
    ['tenth-queries.test', 'fail-closed', 120, 387, 0.981, 0.956],
    ['tenth-notes.test', 'balanced', 10, 219, 0.913, 0.867],
    ['tenth-notes.test', 'fail-closed', 10, 219, 0.981, 0.958],
  ] as const)('%s, %s: %d texts with %d identifiers, touched and covered enough', (part, mode, texts, spans, touched, covered) => {
    const figures = measure(part, mode)
    expect(figures).toMatchObject({ texts, spans })
    expect(figures.touched / spans).toBeGreaterThanOrEqual(touched)
    expect(figures.covered / spans).toBeGreaterThanOrEqual(covered)
  })

  test.each([
    ['independent-notes.dev', 'balanced', 243, 0.103],
    ['independent-notes.test', 'balanced', 237, 0.093],
    ['second-notes.dev', 'balanced', 114, 0.071],
    ['second-notes.test', 'balanced', 112, 0.072],
    ['third-notes.dev', 'balanced', 98, 0.031],
    ['third-notes.test', 'balanced', 83, 0.061],
    ['fourth-notes.dev', 'balanced', 116, 0.095],
    ['fourth-notes.test', 'balanced', 109, 0.101],
    ['fifth-notes.dev', 'balanced', 94, 0.032],
    ['fifth-notes.test', 'balanced', 95, 0.085],
    ['sixth-notes.dev', 'balanced', 71, 0.043],
    ['sixth-notes.test', 'balanced', 81, 0.075],
    ['seventh-notes.dev', 'balanced', 46, 0.022],
    ['seventh-notes.test', 'balanced', 43, 0.094],
    ['eighth-notes.dev', 'balanced', 84, 0.096],
    ['eighth-notes.test', 'balanced', 98, 0.123],
    ['ninth-notes.dev', 'balanced', 108, 0.056],
    ['ninth-notes.test', 'balanced', 95, 0.022],
    ['tenth-notes.dev', 'balanced', 69, 0.058],
    ['tenth-notes.test', 'balanced', 52, 0.02],
  ] as const)('%s, %s: of %d eponyms, drugs and devices at most the share %d is touched', (part, mode, traps, most) => {
    const figures = measure(part, mode)
    expect(figures.traps).toBe(traps)
    expect(figures.trapped / traps).toBeLessThanOrEqual(most)
  })
})

describe('texts without an identifier', () => {
  test.each([
    ['independent-negatives.dev', 'balanced', 40, 0],
    ['independent-negatives.dev', 'fail-closed', 40, 0.2],
    ['independent-negatives.test', 'balanced', 40, 0.05],
    ['independent-negatives.test', 'fail-closed', 40, 0.2],
    ['second-negatives.dev', 'balanced', 60, 0.067],
    ['second-negatives.dev', 'fail-closed', 60, 0.25],
    ['second-negatives.test', 'balanced', 60, 0.05],
    ['second-negatives.test', 'fail-closed', 60, 0.184],
    ['third-negatives.dev', 'balanced', 35, 0.058],
    ['third-negatives.dev', 'fail-closed', 35, 0.115],
    ['third-negatives.test', 'balanced', 35, 0.029],
    ['third-negatives.test', 'fail-closed', 35, 0.2],
    ['fourth-negatives.dev', 'balanced', 35, 0.058],
    ['fourth-negatives.dev', 'fail-closed', 35, 0.258],
    ['fourth-negatives.test', 'balanced', 35, 0.058],
    ['fourth-negatives.test', 'fail-closed', 35, 0.458],
    ['fifth-negatives.dev', 'balanced', 35, 0.115],
    ['fifth-negatives.dev', 'fail-closed', 35, 0.315],
    ['fifth-negatives.test', 'balanced', 35, 0.058],
    ['fifth-negatives.test', 'fail-closed', 35, 0.429],
    ['sixth-negatives.dev', 'balanced', 60, 0.034],
    ['sixth-negatives.dev', 'fail-closed', 60, 0.4],
    ['sixth-negatives.test', 'balanced', 60, 0.067],
    ['sixth-negatives.test', 'fail-closed', 60, 0.45],
    ['seventh-negatives.dev', 'balanced', 60, 0.067],
    ['seventh-negatives.dev', 'fail-closed', 60, 0.25],
    ['seventh-negatives.test', 'balanced', 60, 0.017],
    ['seventh-negatives.test', 'fail-closed', 60, 0.284],
    ['eighth-negatives.dev', 'balanced', 60, 0],
    ['eighth-negatives.dev', 'fail-closed', 60, 0.25],
    ['eighth-negatives.test', 'balanced', 60, 0.1],
    ['eighth-negatives.test', 'fail-closed', 60, 0.367],
    ['ninth-negatives.dev', 'balanced', 60, 0.1],
    ['ninth-negatives.dev', 'fail-closed', 60, 0.217],
    ['ninth-negatives.test', 'balanced', 60, 0.034],
    ['ninth-negatives.test', 'fail-closed', 60, 0.217],
    ['tenth-negatives.dev', 'balanced', 60, 0.084],
    ['tenth-negatives.dev', 'fail-closed', 60, 0.334],
    ['tenth-negatives.test', 'balanced', 60, 0.217],
    ['tenth-negatives.test', 'fail-closed', 60, 0.517],
  ] as const)('%s, %s: of %d at most the share %d is touched', (part, mode, texts, most) => {
    const figures = measure(part, mode)
    expect(figures.texts).toBe(texts)
    expect(figures.touchedTexts / texts).toBeLessThanOrEqual(most)
  })

  test.each([
    ['independent-plain.dev', 30, 0.0014],
    ['independent-plain.test', 30, 0.0032],
    ['second-plain.dev', 20, 0.001],
    ['second-plain.test', 20, 0],
    ['third-plain.dev', 8, 0.0017],
    ['third-plain.test', 8, 0.0023],
    ['fourth-plain.dev', 8, 0.0055],
    ['fourth-plain.test', 8, 0.0031],
    ['fifth-plain.dev', 8, 0],
    ['fifth-plain.test', 8, 0.0068],
    ['sixth-plain.dev', 8, 0.0023],
    ['sixth-plain.test', 8, 0.0023],
    ['seventh-plain.dev', 8, 0.0032],
    ['seventh-plain.test', 8, 0.0014],
    ['eighth-plain.dev', 8, 0.0055],
    ['eighth-plain.test', 8, 0.011],
    ['ninth-plain.dev', 12, 0.0021],
    ['ninth-plain.test', 12, 0],
    ['tenth-plain.dev', 10, 0.0032],
    ['tenth-plain.test', 10, 0.004],
  ] as const)('%s: %d reports, at most the share %d of the characters is masked', (part, texts, most) => {
    const figures = measure(part, 'balanced')
    expect(figures.texts).toBe(texts)
    expect(figures.masked / figures.characters).toBeLessThanOrEqual(most)
  })
})
