// The annotated corpora outside of the project, where they are there: what the detector promises on texts that it was not trained on.
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { detectPhi } from '../../../src/formats/phi/detect-phi.ts'
import { uncovered } from './annotated-text.ts'

const folder = new URL('../../../../shared/corpora/phi/', import.meta.url)

interface Document {
  readonly text: string
  readonly spans: readonly { readonly start: number; readonly end: number; readonly type: string }[]
  readonly ignore?: readonly (readonly [number, number])[]
  readonly traps?: readonly (readonly [number, number])[]
}

/** The corpora count code points; the notes here hold none outside of the basic plane. */
const read = (path: string): Document[] =>
  readFileSync(new URL(path, folder), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Document)

describe.skipIf(!existsSync(folder))('hard clinical notes', () => {
  const notes = existsSync(folder) ? read('clinical-notes.dev.jsonl') : []

  test('identifiers are touched and covered', () => {
    let total = 0
    let touched = 0
    let whole = 0
    for (const { text, spans } of notes) {
      const found = detectPhi(text)
      for (const span of spans) {
        total++
        const missing = uncovered(text, span, found)
        if (missing === 0) whole++
        if (missing < uncovered(text, span, [])) touched++
      }
    }
    expect(total).toBeGreaterThan(100)
    expect(touched / total).toBeGreaterThanOrEqual(0.93)
    expect(whole / total).toBeGreaterThanOrEqual(0.9)
  })

  test('eponyms, drugs and devices stay', () => {
    let traps = 0
    let hit = 0
    for (const { text, traps: places = [] } of notes) {
      const found = detectPhi(text)
      for (const [start, end] of places) {
        traps++
        if (found.some((span) => span.start < end && start < span.end)) hit++
      }
    }
    expect(traps).toBeGreaterThan(15)
    expect(hit / traps).toBeLessThanOrEqual(0.12)
  })
})

describe.skipIf(!existsSync(folder))('identifiers with a form of their own in synthetic sentences', () => {
  test.each(['CREDIT_CARD', 'EMAIL_ADDRESS', 'IBAN_CODE', 'US_SSN', 'IP_ADDRESS', 'DOMAIN_NAME'])('%s: 99 % covered whole', (type) => {
    let total = 0
    let whole = 0
    for (const { text, spans } of read('presidio-research/synth_dataset_v2.jsonl')) {
      const wanted = spans.filter((span) => span.type === type)
      if (wanted.length === 0 || /[\ud800-\udfff]/.test(text)) continue
      const found = detectPhi(text)
      for (const span of wanted) {
        total++
        if (uncovered(text, span, found) === 0) whole++
      }
    }
    expect(total).toBeGreaterThan(10)
    expect(whole / total).toBeGreaterThanOrEqual(0.99)
  })
})
