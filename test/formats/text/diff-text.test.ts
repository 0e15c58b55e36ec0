// Edit scripts: always right, minimal where the texts are small, and affordable where they have nothing in common.
import { describe, expect, it } from 'vitest'
import { diffSequences } from '../../../src/formats/text/diff/diff-sequences.ts'
import { type Change, diffText } from '../../../src/formats/text/diff/diff-text.ts'
import { makeRandom, type RandomBelow, randomText } from './random.ts'

const EXACT = { ignoreCase: false, ignoreWhitespace: false }
const GRANULARITIES = ['char', 'word', 'line'] as const
const PIECES = [
  'a',
  'b',
  'c',
  'A',
  ' ',
  '  ',
  '\n',
  '\r\n',
  '\r',
  '\u00e9',
  'e\u0301',
  '\u{1f44d}',
  '\ud800',
  '\u0000',
  '\u60a3',
  '2.5',
  "don't",
  'word',
  '-',
  '\u2028',
]

/** A text made from another by a few edits, so that much stays equal. */
function mutate(random: RandomBelow, text: string, pieces = PIECES): string {
  let mutated = text
  for (let i = random(5); i >= 0; i--) {
    const place = random(mutated.length + 1)
    mutated = mutated.slice(0, place) + (random(2) ? pieces[random(pieces.length)] : '') + mutated.slice(place + random(4))
  }
  return mutated
}

function applyChanges(left: string, right: string, changes: readonly Change[]): string {
  let text = ''
  let place = 0
  for (const change of changes) {
    text += left.slice(place, change.left.start) + right.slice(change.right.start, change.right.end)
    place = change.left.end
  }
  return text + left.slice(place)
}

const stripped = (text: string) => text.replace(/\s+/gu, '')
/** Without surrogates, which would meet where white space parted them. */
const WHOLE_PIECES = PIECES.filter((piece) => !/[\ud800-\udfff]/.test(piece))

describe('diffText', () => {
  it.each(GRANULARITIES)('%s: putting the right ranges into the left text gives the right text', (granularity) => {
    const random = makeRandom(2024)
    for (let i = 0; i < 4000; i++) {
      const left = randomText(random, PIECES, 30)
      const right = i % 2 ? mutate(random, left) : randomText(random, PIECES, 30)
      const { changes, equal, stats } = diffText(left, right, granularity, EXACT)
      expect([left, right, applyChanges(left, right, changes)]).toEqual([left, right, right])
      expect(equal).toBe(left === right)
      expect(stats.leftTokens - stats.deletedTokens).toBe(stats.equalTokens)
      expect(stats.rightTokens - stats.insertedTokens).toBe(stats.equalTokens)
      for (const { op, left: from, right: to } of changes) {
        expect(op).toBe(from.start === from.end ? 'insert' : to.start === to.end ? 'delete' : 'replace')
        expect(from.start < from.end || to.start < to.end).toBe(true)
      }
    }
  })

  it.each(GRANULARITIES)('%s: what the options ignore is all that may still differ', (granularity) => {
    const random = makeRandom(31)
    for (let i = 0; i < 2000; i++) {
      const left = randomText(random, WHOLE_PIECES, 30)
      const right = mutate(random, left, WHOLE_PIECES)
      const cased = diffText(left, right, granularity, { ignoreCase: true, ignoreWhitespace: false })
      expect(applyChanges(left, right, cased.changes).toLowerCase()).toBe(right.toLowerCase())
      const spaced = diffText(left, right, granularity, { ignoreCase: false, ignoreWhitespace: true })
      expect(stripped(applyChanges(left, right, spaced.changes))).toBe(stripped(right))
      if (granularity === 'char') expect(spaced.equal).toBe(stripped(left) === stripped(right))
    }
  })

  it('finds the shortest script', () => {
    const random = makeRandom(8)
    for (let i = 0; i < 500; i++) {
      const left = randomText(random, ['a', 'b', 'c'], 14)
      const right = randomText(random, ['a', 'b', 'c'], 14)
      expect([left, right, diffText(left, right, 'char', EXACT).stats.equalTokens]).toEqual([left, right, longestCommon(left, right)])
    }
  })

  it.each([
    ['word', 'Give 5 mg daily.', 'Give 2.5 mg daily.', [['replace', '5', '2.5']]],
    ['word', "don't stop", 'do stop', [['replace', "don't", 'do']]],
    ['word', 'BP 120/80', 'BP 130/80', [['replace', '120', '130']]],
    ['word', '\u60a3\u8005\u5b89\u5b9a', '\u60a3\u8005\u7a33\u5b9a', [['replace', '\u5b89', '\u7a33']]],
    ['char', 'a\u{1f44d}b', 'a\u{1f44e}b', [['replace', '\u{1f44d}', '\u{1f44e}']]],
    ['char', 'color', 'colour', [['insert', '', 'u']]],
    ['line', 'a\nb\nc', 'a\nc', [['delete', 'b\n', '']]],
    ['line', 'PID|1\rOBX|1\r', 'PID|1\rOBX|2\r', [['replace', 'OBX|1\r', 'OBX|2\r']]],
    ['line', 'a\r\n', 'a\n', [['replace', 'a\r\n', 'a\n']]],
    ['line', 'a', 'a\n', [['replace', 'a', 'a\n']]],
    ['line', '', 'a\n', [['insert', '', 'a\n']]],
    ['line', 'a\nb\n', 'a\nb\nb\n', [['insert', '', 'b\n']]],
  ] as const)('%s: %j to %j', (granularity, left, right, expected) => {
    const changes = diffText(left, right, granularity, EXACT).changes.map((change) => [
      change.op,
      left.slice(change.left.start, change.left.end),
      right.slice(change.right.start, change.right.end),
    ])
    expect(changes).toEqual(expected)
  })

  it.each([
    ['word', 'No  Pain', 'no pain\n', true],
    ['char', '\u03a3\u03af\u03c3\u03c5\u03c6\u03bf\u03c2', '\u03c3\u03af\u03c3\u03c5\u03c6\u03bf\u03c3', true],
    ['line', ' a b\n', 'AB\n', true],
    ['line', 'a\n', 'a\n\n', false],
    ['word', 'a b', 'ab', false],
  ] as const)('%s: with case and white space ignored %j against %j', (granularity, left, right, equal) => {
    expect(diffText(left, right, granularity, { ignoreCase: true, ignoreWhitespace: true }).equal).toBe(equal)
  })

  it('calls two empty texts alike', () => {
    expect(diffText('', '', 'line', EXACT)).toMatchObject({ equal: true, changes: [], stats: { similarity: 1 } })
    expect(diffText('a', 'b', 'char', EXACT).stats.similarity).toBe(0)
  })
})

describe('diffSequences past its cost limit', () => {
  it.each([
    ['two keys at random', 200_000, (random: RandomBelow) => random(2)],
    ['many keys at random', 200_000, (random: RandomBelow) => random(1000)],
    ['a period against another', 200_000, (_random: RandomBelow, i: number, side: number) => (side ? i % 3 : (i * 2) % 3)],
  ] as const)('is right still: %s', (_title, length, keyAt) => {
    const random = makeRandom(17)
    const [left, right] = [0, 1].map((side) => Int32Array.from({ length }, (_, i) => keyAt(random, i, side))) as [Int32Array, Int32Array]
    const edits = diffSequences(left, right, 1000)
    let x = 0
    let y = 0
    for (const edit of [...edits, { leftStart: length, leftEnd: length, rightStart: length, rightEnd: length }]) {
      expect(edit.leftStart - x).toBe(edit.rightStart - y)
      for (; x < edit.leftStart; x++, y++) if (left[x] !== right[y]) throw new Error('an element outside the edits differs')
      x = edit.leftEnd
      y = edit.rightEnd
    }
    expect(edits.length).toBeGreaterThan(0)
  })
})

function longestCommon(left: string, right: string): number {
  let previous: number[] = new Array(right.length + 1).fill(0)
  for (const a of left) {
    const current = [0]
    for (let j = 0; j < right.length; j++) current.push(a === right[j] ? previous[j]! + 1 : Math.max(previous[j + 1]!, current[j]!))
    previous = current
  }
  return previous[right.length]!
}
