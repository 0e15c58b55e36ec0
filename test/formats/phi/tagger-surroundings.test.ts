// What the tagger sees beyond the words next to one: kinds of words, the sentence, the line, the text.
import { describe, expect, test } from 'vitest'
import { hashWord } from '../../../src/formats/phi/fold.ts'
import { lookUpClass } from '../../../src/formats/phi/lexicon.ts'
import { surroundingsOf } from '../../../src/formats/phi/tagger-surroundings.ts'
import { tokenize } from '../../../src/formats/phi/tokens.ts'
import { ROLE } from '../../../src/formats/phi/word-roles.ts'

const CLASS = { artifact: 7, person: 19, change: 31, communication: 33, motion: 39 }

/** The surroundings of a text, and where a word stands first in it, or last. */
function read(text: string) {
  const tokens = tokenize(text)
  const words = Array.from({ length: tokens.count }, (_, at) => text.slice(tokens.start[at], tokens.end[at]))
  return { ...surroundingsOf(tokens), at: (word: string) => words.indexOf(word), last: (word: string) => words.lastIndexOf(word) }
}

describe('classes of words', () => {
  test.each([
    ['nurse', CLASS.person],
    ['neighbours', CLASS.person],
    ['catheter', CLASS.artifact],
    ['drove', CLASS.motion],
    ['denied', CLASS.communication],
    ['paged', CLASS.communication],
    ['died', CLASS.change],
    ['xyzzyq', 0],
  ])('%s', (word, wordClass) => {
    expect(lookUpClass(hashWord(word))).toBe(wordClass)
  })

  test('stand for words in small letters; small words and signs stand for themselves', () => {
    const { kinds, at } = read('A nurse saw the neighbour, then the mother.')
    expect(kinds[at('nurse')]).toBe(kinds[at('neighbour')])
    expect(kinds[at('the')]).toBe(hashWord('the'))
    expect(new Set(['saw', 'the', ',', 'nurse', '.'].map((word) => kinds[at(word)])).size).toBe(5)
  })
})

describe('the sentence', () => {
  test('gives its last verb, and no verb of the sentence before', () => {
    const { verbs, at } = read('She drove there with Voss. Okafor stays.')
    expect([verbs[at('Voss')], verbs[at('Okafor')]]).toEqual([CLASS.motion, 0])
  })

  test('does not end behind a title or an initial', () => {
    const { verbs, at } = read('She drove Dr. Voss and J. Okafor home.')
    expect([verbs[at('Voss')], verbs[at('Okafor')]]).toEqual([CLASS.motion, CLASS.motion])
  })

  test('tells who is spoken of before and behind, within it alone', () => {
    const { mentions, at } = read('He met Voss. Okafor called Mother. Lee left.')
    expect(mentions[at('Voss')]).toBe(1)
    expect(mentions[at('Okafor')]).toBe(2 << 5)
    expect(mentions[at('Lee')]).toBe(0)
  })
})

describe('the line', () => {
  test('gives the nearest word with a role, and whether it is next, near or far', () => {
    const { rolesBefore, rolesAfter, at } = read('Sister then quietly said Voss\nOkafor')
    expect(rolesBefore[at('then')]! >> 20).toBe(0)
    expect(rolesBefore[at('quietly')]! >> 20).toBe(1)
    expect(rolesBefore[at('Voss')]! >> 20).toBe(2)
    expect(rolesBefore[at('Voss')]! & ROLE.relation).toBe(ROLE.relation)
    expect([rolesBefore[at('Okafor')], rolesAfter[at('Voss')]]).toEqual([3 << 20, 3 << 20])
  })

  test('tells what stands right behind its label from what stands further on and in other lines', () => {
    const { lines, at } = read('Contact: Voss Lee\nContact Voss Okafor')
    expect([lines[at('Voss')]! & 12, lines[at('Lee')]! & 12, lines[at('Okafor')]! & 12]).toEqual([4, 8, 0])
  })

  test('counts capitals beside a word, up to its end', () => {
    const { capitals, at } = read('saw Ann Mary Voss\nLee left')
    expect([capitals[at('Ann')], capitals[at('Mary')], capitals[at('Voss')], capitals[at('Lee')]]).toEqual([2 << 4, 1 | (1 << 4), 2, 0])
  })
})

describe('the text', () => {
  test('tells that the word stands elsewhere in small letters or behind a title', () => {
    const { repeats, at, last } = read('Hope came. We hope. Dr. Carp rang. Carp left. Voss left.')
    expect(repeats[at('Hope')]).toBe(repeats[last('hope')])
    expect(repeats[at('Hope')]! & 3).toBe(3)
    expect(repeats[last('Carp')]! & 4).toBe(4)
    expect(repeats[at('Voss')]).toBe(2 | (1 << 4))
  })

  test('is one line or several, a question or none, small or in capitals', () => {
    expect(read('was voss here?').text & 24).toBe(16)
    expect(read('WAS VOSS HERE\nYES').text & 31).toBe(1 | 8)
  })

  test('may be empty', () => {
    expect(read('').kinds.length).toBe(0)
  })
})
