// The prose that the tagger learns from is read as it is meant, and what is written wrongly in it is refused.
import { expect, test } from 'vitest'
import { fill } from '../../../build/phi/fill.ts'
import type { NameStock } from '../../../build/phi/name-stock.ts'
import { readPieces } from '../../../build/phi/pieces.ts'
import { parseProse, readProse } from '../../../build/phi/prose.ts'

test('every block that is shipped can be read, by seventeen authors', () => {
  const blocks = readProse()
  expect(blocks.length).toBeGreaterThan(15_000)
  expect(new Set(blocks.map(({ author }) => author)).size).toBe(17)
})

test('a block is lines of sentences of pieces', () => {
  const [block, shouted] = parseProse('Seen by Dr. {L}. Went home. Well.\n{F} rang.\n\n#CAPS\nPT {F}\n', 'x/1.txt', new Set())
  expect(
    block!.lines.map((line) => line.map((sentence) => sentence.map(({ slot, text }) => (slot ? `<${slot}>` : text)).join(''))),
  ).toEqual([['Seen by Dr. <L>. Went home. ', 'Well.'], ['<F> rang.']])
  expect(block).toMatchObject({ author: 'x', isShouted: false })
  expect(shouted).toMatchObject({ isShouted: true, lines: [[[{ text: 'PT ' }, { slot: 'F' }]]] })
})

test.each([
  ['an unknown slot', 'Seen by {Q}.', 'no slot is called Q'],
  ['an unknown slot in a mark', 'At [[H:{Q} Clinic]].', 'no slot is called Q'],
  ['an open slot', 'Seen by {L.', 'is not closed'],
  ['an open mark', 'At [[H:Cedar Clinic].', 'is not closed'],
  ['a mark without a name', 'At [[H:]].', 'is not closed'],
  ['an unknown mark', 'At [[X:Cedar Clinic]].', 'is not closed'],
  ['a mark with a space at its edge', 'At [[H: Cedar Clinic]].', 'at its edge'],
  ['capitals that begin in the middle', 'Well.\n#CAPS\nWELL.', '#CAPS stands inside'],
  ['a block that stands there twice', 'Well.\n\nWell.', 'stands there twice'],
])('%s is refused', (_, text, problem) => {
  expect(() => parseProse(text, 'x/1.txt', new Set())).toThrow(problem)
})

const stock: NameStock = {
  drugs: [],
  eponyms: [],
  tests: [],
  medical: [],
  english: [],
  brands: [],
  states: ['Ohio'],
  given: () => 'Ada',
  surname: () => 'King',
  person: () => 'King, Ada',
  place: () => 'Leeds',
  hospital: () => 'Oak Clinic',
  organization: () => 'Acme',
}

test.each([
  ['{L}, {F} {I}. seen', ['King, Ada N']],
  ['{F} {I}. {L}, RN', ['Ada N. King']],
  ['{I}.{I}. {L}', ['N.N. King']],
  ['{F}-{F} {L}', ['Ada-Ada King']],
  ['{F} "{F}" {L}', ['Ada "Ada" King']],
  ['{L}/{L} wedding', ['King', 'King']],
  ['{F}, {F} and {F}', ['Ada', 'Ada', 'Ada']],
  ['saw {L}. {F} rang', ['King', 'Ada']],
  ['{P}, {P}', ['King, Ada', 'King, Ada']],
  ['the {L}s', ['King']],
  ['from {C}, {S}', ['Leeds, Ohio']],
  ['{C}, {C}', ['Leeds', 'Leeds']],
  ['at [[H:the Wexcombe Unit]]', ['Wexcombe Unit']],
  ['at [[O:{L} Logistics]]', ['King Logistics']],
  ['the Fulham scale in {c}', []],
])('the names of %s', (source, names) => {
  const { text, spans } = fill(readPieces(source), stock, () => 0.5)
  expect(spans.map(({ start, end }) => text.slice(start, end))).toEqual(names)
})
