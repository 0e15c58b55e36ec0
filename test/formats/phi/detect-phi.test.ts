// The detector as a whole: annotated texts of the project, positions, options, known values, propagation.
import { describe, expect, test } from 'vitest'
import { isHeldOut } from '../../../build/phi/name-split.ts'
import { ProblemError } from '../../../src/core/problem.ts'
import type { DetectOptions } from '../../../src/formats/phi/compiled-options.ts'
import { detectPhi } from '../../../src/formats/phi/detect-phi.ts'
import { readAnnotated, uncovered } from './annotated-text.ts'

const notes = readAnnotated('notes.txt', '\n---\n')
const queries = readAnnotated('queries.txt', '\n')
const negatives = readAnnotated('hard-negatives.txt', '\n')
const annotated = [...notes, ...queries]

const found = (text: string, options?: DetectOptions) => detectPhi(text, options).map(({ start, end }) => text.slice(start, end))

describe('annotated texts of the project', () => {
  test('were read', () => {
    expect([notes.length, queries.length, negatives.length]).toEqual([11, 20, 40])
  })

  test('name nobody whom training knows', () => {
    const names = annotated.flatMap(({ spans }) => spans.filter(({ category }) => category === 'name').map(({ text }) => text))
    const words = names.flatMap((name) => name.split(/[^\p{L}']+/u)).filter((word) => word.length > 2)
    expect(words.length).toBeGreaterThan(70)
    expect(words.filter((word) => !isHeldOut(word))).toEqual([])
  })

  test.each([
    ['balanced', 0.97, 0.05],
    ['high-recall', 0.98, 0.15],
    ['fail-closed', 0.99, 0.4],
  ] as const)('%s covers %d of the identifiers whole and touches at most %d of the texts without', (mode, least, most) => {
    let whole = 0
    let total = 0
    for (const { text, spans } of annotated) {
      const hits = detectPhi(text, { mode })
      for (const span of spans) {
        total++
        if (uncovered(text, span, hits) === 0) whole++
      }
    }
    const touched = negatives.filter(({ text }) => detectPhi(text, { mode }).length > 0)
    expect(whole / total).toBeGreaterThanOrEqual(least)
    expect(touched.length / negatives.length).toBeLessThanOrEqual(most)
  })

  test('in balanced mode at least 95 % of the characters hidden are identifiers', () => {
    let hidden = 0
    let right = 0
    for (const { text, spans } of annotated) {
      for (const { start, end } of detectPhi(text)) {
        for (let i = start; i < end; i++) {
          hidden++
          if (spans.some((span) => span.start <= i && i < span.end)) right++
        }
      }
    }
    expect(hidden).toBeGreaterThan(1000)
    expect(right / hidden).toBeGreaterThan(0.95)
  })

  test('spans are in order, do not overlap and hold text', () => {
    for (const { text } of annotated) {
      let at = 0
      for (const { start, end, score } of detectPhi(text)) {
        expect(start).toBeGreaterThanOrEqual(at)
        expect(end).toBeGreaterThan(start)
        expect(score).toBeGreaterThan(0)
        at = end
      }
      expect(at).toBeLessThanOrEqual(text.length)
    }
  })
})

describe('positions are those of the text as it was given', () => {
  test.each([
    ['zero-width joiners', 'Card 4111\u200d1111\u200d1111\u200d1111 on file.', '4111\u200d1111\u200d1111\u200d1111'],
    ['full-width digits', 'Card ４１１１ １１１１ １１１１ １１１１ on file.', '４１１１ １１１１ １１１１ １１１１'],
    ['a look-alike letter', 'Mail jan\u0435.patient@example.com today', 'jan\u0435.patient@example.com'],
    ['a combining mark', 'Mail jane\u0301.patient@example.com today', 'jane\u0301.patient@example.com'],
    ['digits of another script', 'MRN: ४४७१९०२ noted', '४४७१९०२'],
    ['an astral letter before it', '𝒳 and 😀, MRN 4471902.', '4471902'],
    ['a no-break space', 'Dr.\u00a0Lindqvist called', 'Lindqvist'],
  ])('%s', (_title, text, expected) => {
    expect(found(text)).toContain(expected)
  })
})

describe('texts that are hardly texts', () => {
  test.each([
    ['empty', ''],
    ['white space', ' \n\t '],
    ['NULs', '\0'.repeat(100)],
    ['lone surrogates', '\ud800 \udfff \ud800\ud800'],
    ['marks without a letter', '\u0301\u0301\u0301'],
    ['signs', '@.:/-+#*()[]{}<>"\'`~^|\\'],
  ])('%s hold nothing', (_title, text) => {
    expect(detectPhi(text)).toEqual([])
  })

  test('an identifier between NULs and surrogates is found', () => {
    expect(found('\0\ud800 MRN: 4471902 \udfff\0')).toEqual(['4471902'])
  })
})

describe('options', () => {
  const text = 'Ms. Zambrano, MRN 5520918, seen 11/02/2023, call 419-555-0133.'

  test('categories leave out the others', () => {
    expect(detectPhi(text, { categories: ['phone', 'mrn'] }).map(({ category }) => category)).toEqual(['mrn', 'phone'])
  })

  test('minScore leaves out what is less sure', () => {
    expect(detectPhi(text, { minScore: { name: 1 } }).map(({ category }) => category)).toEqual(['mrn', 'date', 'phone'])
  })

  test('allow leaves out a text whatever its signs', () => {
    expect(found(text, { allow: ['419 555 0133', 'ZAMBRANO'] })).toEqual(['5520918', '11/02/2023'])
  })

  test('deny finds a text wherever it stands, even where its category is not looked for', () => {
    expect(found('The blue lantern is lit.', { deny: ['Blue Lantern'], categories: ['ssn'] })).toEqual(['blue lantern'])
  })

  test('a pattern of the caller', () => {
    expect(detectPhi('Tray QX~77 ready', { patterns: [{ pattern: 'QX~\\d+', category: 'device' }] })).toMatchObject([
      { start: 5, end: 10, category: 'device' },
    ])
  })

  test.each(['(', '(?<=a)b', 'a\\1', '[z-a]'])('the pattern %s is refused without being repeated', (pattern) => {
    const attempt = () => detectPhi('text', { patterns: [{ pattern, category: 'device' }] })
    expect(attempt).toThrow(ProblemError)
    try {
      attempt()
    } catch (problem) {
      expect(problem).toMatchObject({ code: 'invalid_input', errors: [{ pointer: '/options/patterns/0/pattern' }] })
      expect(JSON.stringify(problem) + String(problem)).not.toContain(pattern)
    }
  })

  test('a pattern that kills other engines runs in linear time', () => {
    const text = `${'a'.repeat(50_000)}!`
    expect(
      detectPhi(text, { patterns: [{ pattern: '(a+)+$', category: 'device' }] }).filter(({ category }) => category === 'device'),
    ).toEqual([])
  })
})

describe('what takes spans out takes no more', () => {
  const found = (text: string, options: Parameters<typeof detectPhi>[1]) =>
    detectPhi(text, options).map(({ start, end, category }) => [text.slice(start, end), category])

  test('a text that is allowed and denied is an identifier', () => {
    expect(found('the blue folder', { allow: ['blue folder'], deny: ['blue folder'] })).toEqual([['blue folder', 'other-id']])
    expect(found('Dr. Ada Lindholm called.', { allow: ['Ada Lindholm'] })).toEqual([])
  })

  test.each([])('a person with the name of an eponym or a brand of two words: %s', (text) => {
    expect(detectPhi(text).map(({ category }) => category)).toContain('name')
  })

  test('in fail-closed mode such a name stays only before a disease, a sign or a test', () => {
    expect(detectPhi('It was Miller Fisher again.', { mode: 'fail-closed' })).not.toEqual([])
    expect(detectPhi('It was Miller Fisher syndrome again.', { mode: 'fail-closed' })).toEqual([])
  })
})

describe('known values are found in every spelling:', () => {
  const known = {
    names: ['Gertrude Maude Hessel'],
    dates: ['1938-04-09'],
    ids: ['5520-918'],
    phones: ['+1 419 555 0133'],
    addresses: ['218 Juniper Ridge Road, Sandusky'],
    providers: ['Reichert, Byron'],
  }
  test.each([
    ['Hessel, Gertrude Maude', 'Hessel, Gertrude Maude'],
    ['HESSEL arrived', 'HESSEL'],
    ['for gertrude today', 'gertrude'],
    ['Signed: GMH', 'GMH'],
    ['on 9 April 1938', '9 April 1938'],
    ['on 4/9/38', '4/9/38'],
    ['on 09.04.1938', '09.04.1938'],
    ['on April 9th 1938', 'April 9th 1938'],
    ['id 5520 918', '5520 918'],
    ['id 55209I8', '55209I8'],
    ['at (419) 555.0133', '419) 555.0133'],
    ['at 218 Juniper Ridge Rd', '218 Juniper Ridge Rd'],
    ['with Byron Reichert', 'Byron Reichert'],
  ])('%s', (text, expected) => {
    expect(found(text, { known }).join(' | ')).toContain(expected)
  })

  test('and nothing else because of them', () => {
    expect(found('The rest of the text is maudlin, at 4/5 strength.', { known })).toEqual([])
  })
})

describe('propagation', () => {
  test('a name that was found once is found again without its title', () => {
    expect(found('Dr. Lindqvist rounded. Later Lindqvist signed the chart.')).toEqual(['Lindqvist', 'Lindqvist'])
  })

  test('an eponym stays beside a person of the same name', () => {
    expect(found('Seen by Dr. Olu Apgar. Apgar scores 8 and 9. Dr. Fowler agrees; Fowler position.')).toEqual(['Olu Apgar', 'Fowler'])
  })
})
