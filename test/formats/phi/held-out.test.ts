// Texts that neither the rules nor the training were made from: what the detector finds in them, what it touches without need.
// Rules are made by looking at the files `dev`; of the files `test` only the figures are looked at.
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { isHeldOut } from '../../../build/phi/name-split.ts'
import { detectPhi } from '../../../src/formats/phi/detect-phi.ts'
import { hashWord } from '../../../src/formats/phi/fold.ts'
import type { PhiMode } from '../../../src/formats/phi/layers/layer.ts'
import { lookUp } from '../../../src/formats/phi/lexicon.ts'
import { LEX_MEDICAL } from '../../../src/formats/phi/lexicon-bits.ts'
import { type AnnotatedText, readAnnotated, uncovered } from './annotated-text.ts'

const queries = (part: string) => readAnnotated(`held-out/queries.${part}.txt`, '\n')
const notes = (part: string) => readAnnotated(`held-out/notes.${part}.txt`, '\n---\n')
const moreQueries = (part: string) => readAnnotated(`held-out/more-queries.${part}.txt`, '\n')
const moreNotes = (part: string) => readAnnotated(`held-out/more-notes.${part}.txt`, '\n---\n')
const freshQueries = (part: string) => readAnnotated(`held-out/fresh-queries.${part}.txt`, '\n')
const freshNotes = (part: string) => readAnnotated(`held-out/fresh-notes.${part}.txt`, '\n---\n')
const terseQueries = (part: string) => readAnnotated(`held-out/terse-queries.${part}.txt`, '\n')
const terseNotes = (part: string) => readAnnotated(`held-out/terse-notes.${part}.txt`, '\n---\n')
const KINDS = {
  queries,
  notes,
  'more-queries': moreQueries,
  'more-notes': moreNotes,
  'fresh-queries': freshQueries,
  'fresh-notes': freshNotes,
  'terse-queries': terseQueries,
  'terse-notes': terseNotes,
}
const negatives = (part: string) => readAnnotated(`held-out/${part}.txt`, '\n')

describe('names', () => {
  test('are held out of training', () => {
    const words = [queries, notes, moreQueries, moreNotes, freshQueries, freshNotes, terseQueries, terseNotes]
      .flatMap((read) => [...read('dev'), ...read('test')])
      .flatMap(({ spans }) => spans.filter(({ category }) => category === 'name').flatMap(({ text }) => text.split(/[^\p{L}']+/u)))
      .filter((word) => word.length > 2 && !/^(?:Jr)$/.test(word))
    expect(words.length).toBeGreaterThan(200)
    expect(words.filter((word) => !isHeldOut(word))).toEqual([])
  })
})

function measure(texts: readonly AnnotatedText[], mode: PhiMode): { touched: number; covered: number; precision: number } {
  const sum = { spans: 0, touched: 0, covered: 0, hidden: 0, right: 0 }
  for (const { text, spans } of texts) {
    const found = detectPhi(text, { mode })
    for (const span of spans) {
      const missing = uncovered(text, span, found)
      sum.spans++
      if (missing === 0) sum.covered++
      if (missing < uncovered(text, span, [])) sum.touched++
    }
    for (const { start, end } of found) {
      for (let i = start; i < end; i++) {
        if (!/[\p{L}\d]/u.test(text[i]!)) continue
        sum.hidden++
        if (spans.some((span) => span.start <= i && i < span.end)) sum.right++
      }
    }
  }
  return { touched: sum.touched / sum.spans, covered: sum.covered / sum.spans, precision: sum.right / sum.hidden }
}

describe('queries and notes', () => {
  test.each([
    ['queries', 'dev', 'balanced', 0.98, 0.98, 0.972],
    ['queries', 'test', 'balanced', 0.98, 0.97, 0.99],
    ['queries', 'test', 'fail-closed', 1, 0.986, 0.931],
    ['more-queries', 'dev', 'balanced', 0.99, 0.98, 0.969],
    ['more-queries', 'test', 'balanced', 0.98, 0.96, 0.96],
    ['more-queries', 'test', 'fail-closed', 1, 0.975, 0.837],
    ['notes', 'dev', 'balanced', 0.98, 0.95, 0.975],
    ['notes', 'test', 'balanced', 0.97, 0.91, 0.906],
    ['notes', 'test', 'fail-closed', 0.992, 0.977, 0.834],
    ['more-notes', 'dev', 'balanced', 0.97, 0.96, 0.93],
    ['more-notes', 'test', 'balanced', 0.92, 0.89, 0.937],
    ['more-notes', 'test', 'fail-closed', 0.985, 0.971, 0.855],
    ['fresh-queries', 'dev', 'balanced', 0.98, 0.98, 0.99],
    ['fresh-queries', 'test', 'balanced', 0.97, 0.95, 0.99],
    ['fresh-queries', 'test', 'fail-closed', 1, 0.985, 0.921],
    ['fresh-notes', 'dev', 'balanced', 0.95, 0.93, 0.97],
    ['fresh-notes', 'test', 'balanced', 0.93, 0.92, 0.978],
    ['fresh-notes', 'test', 'fail-closed', 0.982, 0.982, 0.928],
    ['terse-queries', 'dev', 'balanced', 0.96, 0.93, 0.98],
    ['terse-queries', 'test', 'balanced', 0.91, 0.88, 0.968],
    ['terse-queries', 'test', 'fail-closed', 0.987, 0.974, 0.894],
    ['terse-notes', 'dev', 'balanced', 0.92, 0.92, 0.953],
    ['terse-notes', 'test', 'balanced', 0.92, 0.87, 0.92],
    ['terse-notes', 'test', 'fail-closed', 0.989, 0.969, 0.838],
  ] as const)('%s.%s, %s: touched, covered and precise enough', (kind, part, mode, touched, covered, precision) => {
    const texts = KINDS[kind](part)
    expect(texts.length).toBeGreaterThan(kind === 'terse-notes' ? 6 : 11)
    const figures = measure(texts, mode)
    expect(figures.touched).toBeGreaterThanOrEqual(touched)
    expect(figures.covered).toBeGreaterThanOrEqual(covered)
    expect(figures.precision).toBeGreaterThanOrEqual(precision)
  })
})

describe('texts without an identifier', () => {
  test.each([
    ['negatives.dev', 'balanced', 0.013],
    ['negatives.test', 'balanced', 0.05],
    ['more-negatives.dev', 'balanced', 0],
    ['more-negatives.test', 'balanced', 0.032],
    ['negatives.dev', 'fail-closed', 0.113],
    ['negatives.test', 'fail-closed', 0.125],
    ['more-negatives.test', 'fail-closed', 0.344],
    ['fresh-negatives.dev', 'balanced', 0],
    ['fresh-negatives.test', 'balanced', 0.067],
    ['fresh-negatives.test', 'fail-closed', 0.2],
    ['terse-negatives.dev', 'balanced', 0.024],
    ['terse-negatives.test', 'balanced', 0.024],
    ['terse-negatives.test', 'fail-closed', 0.239],
  ] as const)('%s, %s: at most the share %d is touched', (part, mode, most) => {
    const texts = negatives(part)
    expect(texts.length).toBeGreaterThanOrEqual(30)
    expect(texts.filter(({ text }) => detectPhi(text, { mode }).length > 0).length / texts.length).toBeLessThanOrEqual(most)
  })

  test.each([
    ['plain.dev', 0],
    ['plain.test', 0.0102],
    ['more-plain.dev', 0.0045],
    ['more-plain.test', 0.0064],
  ] as const)('%s: at most the share %d of the characters is masked', (part, most) => {
    const text = readFileSync(new URL(`../../fixtures/phi/held-out/${part}.txt`, import.meta.url), 'utf8')
    const masked = text
      .split('\n---\n')
      .flatMap((report) => detectPhi(report))
      .reduce((sum, { start, end }) => sum + end - start, 0)
    expect(text.length).toBeGreaterThan(3000)
    expect(masked / text.length).toBeLessThanOrEqual(most)
  })
})

describe('eponyms, drugs and devices in a sentence', () => {
  const texts = readAnnotated('held-out/eponyms.test.txt', '\n')
  const terms = texts.flatMap(({ text, spans }) => {
    const found = detectPhi(text)
    return spans.map(({ start, end }) => ({
      isListed: (lookUp(hashWord(text.slice(start, end))) & LEX_MEDICAL) !== 0,
      isTouched: found.some((span) => span.start < end && span.end > start),
    }))
  })
  const share = (list: typeof terms) => list.filter(({ isTouched }) => isTouched).length / list.length

  test('at most the share 0.05 of all is touched', () => {
    expect(terms.length).toBeGreaterThan(150)
    expect(share(terms)).toBeLessThanOrEqual(0.05)
  })

  test('at most the share 0.16 of those that no list of the lexicon has is touched', () => {
    const unlisted = terms.filter(({ isListed }) => !isListed)
    expect(unlisted.length).toBeGreaterThan(20)
    expect(share(unlisted)).toBeLessThanOrEqual(0.16)
  })
})

describe('object identifiers and versions are neither telephones nor dates', () => {
  test.each(['2.16.840.1.113883.6.1', 'version 2.4.3.52854', '1.2.840.10008.5.1.4.1.1.2', '1.3.6.1.4.1.5962.99.1.2280943358'])(
    '%s',
    (text) => {
      expect(detectPhi(text)).toEqual([])
      expect(detectPhi(`code ${text} was sent`)).toEqual([])
    },
  )

  test.each([
    ['1.800.555.0100', 'phone'],
    ['10.2.3.4', 'ip'],
    ['04.72.55.01.43', 'phone'],
  ])('but %s is of the category %s', (text, category) => {
    expect(detectPhi(text).map((span) => span.category)).toEqual([category])
  })
})

describe('the language tag', () => {
  const found = (text: string, locale?: string) => detectPhi(text, { locale }).map(({ start, end }) => text.slice(start, end))

  test('puts the day first in dates of two numbers outside of the United States', () => {
    expect(found('Recheck the wound, see clinic letter 14/3 please.', 'en-GB')).toContain('14/3')
    expect(found('Recheck the wound, see clinic letter 14/3 please.')).toEqual([])
    expect(found('Recheck the wound, see clinic letter 3/14 please.')).toContain('3/14')
    expect(found('Recheck the wound, see clinic letter 3/14 please.', 'de')).toEqual([])
  })

  test('does not change what labels and forms find', () => {
    for (const locale of [undefined, 'en-US', 'de-DE', 'es', 'pt-BR'])
      expect(found('Name: Elbert Ryan, MRN 4471902, Tel. 312-555-0117', locale)).toEqual(['Elbert Ryan', '4471902', '312-555-0117'])
  })
})

describe('the same text', () => {
  test('gives the same spans after other texts and other options', () => {
    const text = notes('test')[0]!.text
    const first = JSON.stringify(detectPhi(text))
    for (const { text: other } of queries('dev')) detectPhi(other, { mode: 'fail-closed', locale: 'fr' })
    expect(JSON.stringify(detectPhi(text))).toBe(first)
  })
})
