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
    ['independent-queries.dev', 'balanced', 120, 264, 0.992, 0.984],
    ['independent-queries.dev', 'fail-closed', 120, 264, 1, 0.992],
    ['independent-notes.dev', 'balanced', 30, 759, 0.967, 0.948],
    ['independent-notes.dev', 'fail-closed', 30, 759, 0.988, 0.965],
    ['independent-queries.test', 'balanced', 120, 267, 0.962, 0.943],
    ['independent-queries.test', 'fail-closed', 120, 267, 1, 0.981],
    ['independent-notes.test', 'balanced', 30, 718, 0.927, 0.874],
    ['independent-notes.test', 'fail-closed', 30, 718, 0.969, 0.909],
    ['second-queries.dev', 'balanced', 120, 238, 0.995, 0.983],
    ['second-queries.dev', 'fail-closed', 120, 238, 1, 0.991],
    ['second-notes.dev', 'balanced', 20, 391, 0.971, 0.959],
    ['second-notes.dev', 'fail-closed', 20, 391, 0.987, 0.974],
    ['second-queries.test', 'balanced', 120, 241, 0.966, 0.954],
    ['second-queries.test', 'fail-closed', 120, 241, 0.991, 0.979],
    ['second-notes.test', 'balanced', 20, 436, 0.938, 0.915],
    ['second-notes.test', 'fail-closed', 20, 436, 0.981, 0.949],
    ['third-queries.dev', 'balanced', 100, 253, 0.996, 0.988],
    ['third-queries.dev', 'fail-closed', 100, 253, 0.996, 0.988],
    ['third-notes.dev', 'balanced', 12, 193, 0.984, 0.974],
    ['third-notes.dev', 'fail-closed', 12, 193, 0.994, 0.979],
    ['third-queries.test', 'balanced', 100, 252, 1, 0.984],
    ['third-queries.test', 'fail-closed', 100, 252, 1, 0.988],
    ['third-notes.test', 'balanced', 12, 236, 0.961, 0.944],
    ['third-notes.test', 'fail-closed', 12, 236, 0.995, 0.974],
    ['fourth-queries.dev', 'balanced', 100, 268, 0.977, 0.958],
    ['fourth-queries.dev', 'high-recall', 100, 268, 0.981, 0.966],
    ['fourth-queries.dev', 'fail-closed', 100, 268, 1, 0.985],
    ['fourth-notes.dev', 'balanced', 12, 268, 0.981, 0.962],
    ['fourth-notes.dev', 'high-recall', 12, 268, 0.985, 0.966],
    ['fourth-notes.dev', 'fail-closed', 12, 268, 0.988, 0.973],
    ['fourth-queries.test', 'balanced', 100, 289, 0.944, 0.896],
    ['fourth-queries.test', 'high-recall', 100, 289, 0.951, 0.91],
    ['fourth-queries.test', 'fail-closed', 100, 289, 0.972, 0.937],
    ['fourth-notes.test', 'balanced', 12, 277, 0.898, 0.866],
    ['fourth-notes.test', 'high-recall', 12, 277, 0.909, 0.877],
    ['fourth-notes.test', 'fail-closed', 12, 277, 0.963, 0.924],
    ['fifth-queries.dev', 'balanced', 100, 244, 1, 0.983],
    ['fifth-queries.dev', 'fail-closed', 100, 244, 1, 0.983],
    ['fifth-notes.dev', 'balanced', 12, 303, 0.973, 0.95],
    ['fifth-notes.dev', 'fail-closed', 12, 303, 0.993, 0.97],
    ['fifth-queries.test', 'balanced', 100, 236, 0.944, 0.911],
    ['fifth-queries.test', 'fail-closed', 100, 236, 0.974, 0.94],
    ['fifth-notes.test', 'balanced', 12, 267, 0.947, 0.94],
    ['fifth-notes.test', 'fail-closed', 12, 267, 0.981, 0.966],
    ['sixth-queries.dev', 'balanced', 120, 179, 0.966, 0.932],
    ['sixth-queries.dev', 'fail-closed', 120, 179, 0.983, 0.944],
    ['sixth-notes.dev', 'balanced', 12, 279, 0.956, 0.928],
    ['sixth-notes.dev', 'fail-closed', 12, 279, 0.978, 0.928],
    ['sixth-queries.test', 'balanced', 120, 177, 0.977, 0.92],
    ['sixth-queries.test', 'fail-closed', 120, 177, 0.988, 0.949],
    ['sixth-notes.test', 'balanced', 12, 288, 0.947, 0.899],
    ['sixth-notes.test', 'fail-closed', 12, 288, 0.979, 0.927],
    ['seventh-queries.dev', 'balanced', 120, 239, 1, 0.933],
    ['seventh-queries.dev', 'fail-closed', 120, 239, 1, 0.937],
    ['seventh-notes.dev', 'balanced', 12, 295, 0.922, 0.837],
    ['seventh-notes.dev', 'fail-closed', 12, 295, 0.976, 0.898],
    ['seventh-queries.test', 'balanced', 120, 259, 0.922, 0.822],
    ['seventh-queries.test', 'fail-closed', 120, 259, 0.957, 0.872],
    ['seventh-notes.test', 'balanced', 12, 293, 0.897, 0.829],
    ['seventh-notes.test', 'fail-closed', 12, 293, 0.955, 0.87],
    ['eighth-queries.dev', 'balanced', 120, 168, 0.928, 0.91],
    ['eighth-queries.dev', 'fail-closed', 120, 168, 0.946, 0.916],
    ['eighth-notes.dev', 'balanced', 12, 304, 0.865, 0.805],
    ['eighth-notes.dev', 'fail-closed', 12, 304, 0.924, 0.855],
    ['eighth-queries.test', 'balanced', 120, 164, 0.634, 0.554],
    ['eighth-queries.test', 'fail-closed', 120, 164, 0.817, 0.737],
    ['eighth-notes.test', 'balanced', 12, 304, 0.842, 0.759],
    ['eighth-notes.test', 'fail-closed', 12, 304, 0.944, 0.858],
  ] as const)('%s, %s: %d texts with %d identifiers, touched and covered enough', (part, mode, texts, spans, touched, covered) => {
    const figures = measure(part, mode)
    expect(figures).toMatchObject({ texts, spans })
    expect(figures.touched / spans).toBeGreaterThanOrEqual(touched)
    expect(figures.covered / spans).toBeGreaterThanOrEqual(covered)
  })

  test.each([
    ['independent-notes.dev', 'balanced', 243, 0.095],
    ['independent-notes.test', 'balanced', 237, 0.106],
    ['second-notes.dev', 'balanced', 114, 0.071],
    ['second-notes.test', 'balanced', 112, 0.09],
    ['third-notes.dev', 'balanced', 98, 0.041],
    ['third-notes.test', 'balanced', 83, 0.061],
    ['fourth-notes.dev', 'balanced', 116, 0.113],
    ['fourth-notes.test', 'balanced', 109, 0.12],
    ['fifth-notes.dev', 'balanced', 94, 0.064],
    ['fifth-notes.test', 'balanced', 95, 0.085],
    ['sixth-notes.dev', 'balanced', 71, 0.029],
    ['sixth-notes.test', 'balanced', 81, 0.038],
    ['seventh-notes.dev', 'balanced', 46, 0.022],
    ['seventh-notes.test', 'balanced', 43, 0.047],
    ['eighth-notes.dev', 'balanced', 84, 0.084],
    ['eighth-notes.test', 'balanced', 98, 0.133],
  ] as const)('%s, %s: of %d eponyms, drugs and devices at most the share %d is touched', (part, mode, traps, most) => {
    const figures = measure(part, mode)
    expect(figures.traps).toBe(traps)
    expect(figures.trapped / traps).toBeLessThanOrEqual(most)
  })
})

describe('texts without an identifier', () => {
  test.each([
    ['independent-negatives.dev', 'balanced', 40, 0],
    ['independent-negatives.dev', 'fail-closed', 40, 0.05],
    ['independent-negatives.test', 'balanced', 40, 0.05],
    ['independent-negatives.test', 'fail-closed', 40, 0.125],
    ['second-negatives.dev', 'balanced', 60, 0.05],
    ['second-negatives.dev', 'fail-closed', 60, 0.15],
    ['second-negatives.test', 'balanced', 60, 0.034],
    ['second-negatives.test', 'fail-closed', 60, 0.167],
    ['third-negatives.dev', 'balanced', 35, 0.029],
    ['third-negatives.dev', 'fail-closed', 35, 0.115],
    ['third-negatives.test', 'balanced', 35, 0.058],
    ['third-negatives.test', 'fail-closed', 35, 0.143],
    ['fourth-negatives.dev', 'balanced', 35, 0.029],
    ['fourth-negatives.dev', 'fail-closed', 35, 0.115],
    ['fourth-negatives.test', 'balanced', 35, 0.058],
    ['fourth-negatives.test', 'fail-closed', 35, 0.172],
    ['fifth-negatives.dev', 'balanced', 35, 0.143],
    ['fifth-negatives.dev', 'fail-closed', 35, 0.229],
    ['fifth-negatives.test', 'balanced', 35, 0.086],
    ['fifth-negatives.test', 'fail-closed', 35, 0.286],
    ['sixth-negatives.dev', 'balanced', 60, 0.034],
    ['sixth-negatives.dev', 'fail-closed', 60, 0.217],
    ['sixth-negatives.test', 'balanced', 60, 0.067],
    ['sixth-negatives.test', 'fail-closed', 60, 0.317],
    ['seventh-negatives.dev', 'balanced', 60, 0.084],
    ['seventh-negatives.dev', 'fail-closed', 60, 0.15],
    ['seventh-negatives.test', 'balanced', 60, 0],
    ['seventh-negatives.test', 'fail-closed', 60, 0.2],
    ['eighth-negatives.dev', 'balanced', 60, 0.034],
    ['eighth-negatives.dev', 'fail-closed', 60, 0.134],
    ['eighth-negatives.test', 'balanced', 60, 0.117],
    ['eighth-negatives.test', 'fail-closed', 60, 0.284],
  ] as const)('%s, %s: of %d at most the share %d is touched', (part, mode, texts, most) => {
    const figures = measure(part, mode)
    expect(figures.texts).toBe(texts)
    expect(figures.touchedTexts / texts).toBeLessThanOrEqual(most)
  })

  test.each([
    ['independent-plain.dev', 30, 0.0014],
    ['independent-plain.test', 30, 0.0037],
    ['second-plain.dev', 20, 0.001],
    ['second-plain.test', 20, 0],
    ['third-plain.dev', 8, 0.0032],
    ['third-plain.test', 8, 0.0023],
    ['fourth-plain.dev', 8, 0.0034],
    ['fourth-plain.test', 8, 0.0041],
    ['fifth-plain.dev', 8, 0.0016],
    ['fifth-plain.test', 8, 0.0065],
    ['sixth-plain.dev', 8, 0.0023],
    ['sixth-plain.test', 8, 0.0034],
    ['seventh-plain.dev', 8, 0.0043],
    ['seventh-plain.test', 8, 0.0014],
    ['eighth-plain.dev', 8, 0.0076],
    ['eighth-plain.test', 8, 0.0193],
  ] as const)('%s: %d reports, at most the share %d of the characters is masked', (part, texts, most) => {
    const figures = measure(part, 'balanced')
    expect(figures.texts).toBe(texts)
    expect(figures.masked / figures.characters).toBeLessThanOrEqual(most)
  })
})
