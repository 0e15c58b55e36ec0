// The search for many texts at once finds what a search for each alone would find, however many begin alike.
import { describe, expect, it } from 'vitest'
import type { Needle } from '../../../src/formats/dicom/deidentify/check/originals.ts'
import { createScanner } from '../../../src/formats/dicom/deidentify/check/scan-bytes.ts'
import { text } from '../dicom/build-dicom.ts'

const needle = (value: string, wide = false): Needle => ({ text: value, wide, kind: 'uid', weak: false, inside: true })

/** The first place at which a needle stands, and the first of those that stand there. */
function findOneByOne(bytes: Uint8Array, needles: readonly Needle[], accepts: (found: Needle) => boolean): Needle | undefined {
  // Not latin1 by TextDecoder, which is windows-1252.
  const all = Buffer.from(bytes).toString('latin1').toLowerCase()
  const forms = needles.map((each) => ({ each, form: each.wide ? [...each.text].join('\0') : each.text }))
  for (let at = 0; at < all.length; at++) {
    const found = forms.find(({ each, form }) => all.startsWith(form, at) && accepts(each))
    if (found) return found.each
  }
  return undefined
}

/** Numbers that come the same with each run. */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** `1.2.` and a number: all begin alike. */
const crowd = (count: number, from = 0): Needle[] => Array.from({ length: count }, (_, i) => needle(`1.2.${from + i * 7}`))

describe.each([
  ['few', [needle('meier'), needle('1984'), needle('meie'), needle('meierhofer'), needle('meier', true)]],
  ['17 that begin alike, and others', [...crowd(17, 100), needle('quist'), needle('quis', true)]],
  ['5,000 that begin alike', crowd(5_000)],
  ['3,000 of all kinds of beginnings', Array.from({ length: 3_000 }, (_, i) => needle(`${(i * 7919).toString(36)}.${i}`))],
])('%s', (_, needles) => {
  const scanner = createScanner(needles)
  const random = numbers(needles.length)

  it.each(Array.from({ length: 40 }, (_, i) => i))('text %i', () => {
    const pieces = Array.from({ length: 12 }, () => {
      const { text: value, wide } = needles[random(needles.length)]!
      const written = wide ? [...value].join('\0') : value
      const cut = random(3) === 0 ? written.slice(0, -1) : written
      return `${random(2) === 0 ? cut.toUpperCase() : cut}${['', ' ', '^', '1.2.x', '.0'][random(5)]}`
    })
    const bytes = text(pieces.join(''))
    const refused = new Set(needles.filter(() => random(4) === 0))
    for (const accepts of [() => true, (found: Needle) => !refused.has(found), () => false]) {
      const found = scanner.find(bytes, 0, bytes.length, accepts)
      expect(found && [found.text, found.wide]).toEqual(expectation(findOneByOne(bytes, needles, accepts)))
    }
  })
})

function expectation(found: Needle | undefined): [string, boolean] | undefined {
  return found && [found.text, found.wide]
}

it('nothing beyond the range that is searched', () => {
  const bytes = text('xxmeierxx')
  const scanner = createScanner([needle('meier')])
  expect(scanner.find(bytes, 2, 7, () => true)?.text).toBe('meier')
  expect(scanner.find(bytes, 3, 7, () => true)).toBeUndefined()
  expect(scanner.find(bytes, 2, 6, () => true)).toBeUndefined()
  expect(createScanner([]).find(bytes, 0, bytes.length, () => true)).toBeUndefined()
})
