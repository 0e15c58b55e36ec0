// What the detector finds in texts of writers who had not read it, set by set, and what it hides of texts that identify nobody.
// The network learned from the halves `dev`; the halves `test` are measured here. The floors and ceilings were taken once from the detector as it is.
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { detectPhi } from '../../../src/formats/phi/detect-phi.ts'
import type { PhiMode } from '../../../src/formats/phi/layers/layer.ts'
import { type AnnotatedText, readAnnotated, uncovered } from './annotated-text.ts'

type Figures = readonly [name: string, way: 'balanced' | 'small letters' | 'fail-closed', number, number]

const { identifiers, others } = JSON.parse(readFileSync(new URL('../../fixtures/phi/floors.json', import.meta.url), 'utf8')) as {
  /** Shares of the identifiers that are touched, and that are hidden whole. */
  readonly identifiers: readonly Figures[]
  /** Shares of the texts that are touched, and of the characters that are hidden. */
  readonly others: readonly Figures[]
}

function read(name: string): AnnotatedText[] {
  return readAnnotated(`held-out/${name}.test.txt`, /notes|plain/.test(name) ? '\n---\n' : '\n')
}

function search(name: string, way: Figures[1]): { text: AnnotatedText; found: ReturnType<typeof detectPhi> }[] {
  const mode: PhiMode = way === 'fail-closed' ? way : 'balanced'
  return read(name)
    .map((text) => (way === 'small letters' ? { ...text, text: text.text.toLowerCase() } : text))
    .map((text) => ({ text, found: detectPhi(text.text, { mode }) }))
}

describe('identifiers are touched and hidden whole', () => {
  test.each(identifiers)('%s, %s', (name, way, touched, covered) => {
    const sum = { spans: 0, touched: 0, covered: 0 }
    for (const { text, found } of search(name, way)) {
      for (const span of text.spans.filter(({ category }) => category !== 'trap' && category !== 'neutral')) {
        const missing = uncovered(text.text, span, found)
        sum.spans++
        if (missing < uncovered(text.text, span, [])) sum.touched++
        if (missing === 0) sum.covered++
      }
    }
    expect(sum.spans).toBeGreaterThan(20)
    expect(sum.touched / sum.spans).toBeGreaterThanOrEqual(touched)
    expect(sum.covered / sum.spans).toBeGreaterThanOrEqual(covered)
  })
})

describe('texts that identify nobody are left alone', () => {
  test.each(others)('%s, %s', (name, way, touched, hidden) => {
    const searched = search(name, way)
    const characters = searched.reduce((sum, { text }) => sum + text.text.length, 0)
    const masked = searched.flatMap(({ found }) => found).reduce((sum, { start, end }) => sum + end - start, 0)
    expect(characters).toBeGreaterThan(1000)
    expect(searched.filter(({ found }) => found.length > 0).length / searched.length).toBeLessThanOrEqual(touched)
    expect(masked / characters).toBeLessThanOrEqual(hidden)
  })
})
