// Names that are held out of training, eponyms, object identifiers, and the language tag.
import { describe, expect, test } from 'vitest'
import { isHeldOut } from '../../../build/phi/name-split.ts'
import { detectPhi } from '../../../src/formats/phi/detect-phi.ts'
import { hashWord } from '../../../src/formats/phi/fold.ts'
import { lookUp } from '../../../src/formats/phi/lexicon.ts'
import { LEX_MEDICAL } from '../../../src/formats/phi/lexicon-bits.ts'
import { readAnnotated } from './annotated-text.ts'

const queries = (part: string) => readAnnotated(`held-out/queries.${part}.txt`, '\n')
const notes = (part: string) => readAnnotated(`held-out/notes.${part}.txt`, '\n---\n')
const BY_US = ['', 'more-', 'fresh-', 'terse-']

describe('names', () => {
  test('are held out of training', () => {
    const words = BY_US.flatMap((set) => ['dev', 'test'].flatMap((part) => [`${set}queries.${part}`, `${set}notes.${part}`]))
      .flatMap((name) => readAnnotated(`held-out/${name}.txt`, name.includes('notes') ? '\n---\n' : '\n'))
      .flatMap(({ spans }) => spans.filter(({ category }) => category === 'name').flatMap(({ text }) => text.split(/[^\p{L}']+/u)))
      .filter((word) => word.length > 2 && !/^(?:Jr)$/.test(word))
    expect(words.length).toBeGreaterThan(200)
    expect(words.filter((word) => !isHeldOut(word))).toEqual([])
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
  })

  test('does not change what labels and forms find', () => {
    for (const locale of [undefined, 'en-US', 'de-DE', 'es', 'pt-BR'])
      expect(found('Name: Elbert Ryan, MRN 4471902, phone 312-555-0117', locale)).toEqual(['Elbert Ryan', '4471902', '312-555-0117'])
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
