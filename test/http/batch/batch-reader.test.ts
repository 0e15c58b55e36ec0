// A batch in JSON has the same items, or the same problem, in whatever pieces it comes.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { ProblemError } from '../../../src/core/problem.ts'
import type { BatchBounds } from '../../../src/http/batch/batch-reader.ts'
import { BatchReader } from '../../../src/http/batch/batch-reader.ts'
import { parseJsonBytes } from '../../../src/http/response/json-text.ts'
import { makeBatch, makeRandom } from './made-batches.ts'
import { readBatch } from './read-batch.ts'

const BOUNDS = { maxItems: 20, jsonDepth: 64 }

/** What is read, or the whole problem. */
function outcomeOf(pieces: Iterable<Uint8Array>, bounds: BatchBounds = BOUNDS): unknown {
  try {
    return readBatch(pieces, bounds)
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    const { code, message, at, facts, errors } = error
    return { code, message, at, facts, errors }
  }
}

function* piecesOf(bytes: Uint8Array, lengthOf: () => number): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; ) {
    // A Buffer, as those of a socket.
    const piece = Buffer.from(bytes.subarray(at, at + lengthOf()))
    at += piece.length
    yield piece
  }
}

/** Of what is in use. */
function heapBytes(): number {
  setFlagsFromString('--expose-gc')
  ;(runInNewContext('gc') as () => void)()
  return process.memoryUsage().heapUsed
}

const wholeOf = (bytes: Uint8Array): Uint8Array[] => [bytes.slice()]

describe('made batches, valid and broken', () => {
  it.each([1, 2, 3, 4])('campaign %i: pieces of any length change nothing', (seed) => {
    const random = makeRandom(seed)
    const outcomes = new Set<string>()
    for (let i = 0; i < 60; i++) {
      const bytes = makeBatch(random)
      const bounds = { maxItems: [3, 20][random(2)]!, jsonDepth: [4, 64, 64][random(3)]! }
      const whole = outcomeOf(wholeOf(bytes), bounds) as { code?: string; items?: string[] }
      outcomes.add(whole.code ?? 'read')
      expect(
        outcomeOf(
          piecesOf(bytes, () => 1),
          bounds,
        ),
      ).toEqual(whole)
      expect(
        outcomeOf(
          piecesOf(bytes, () => 1 + random(random(2) === 0 ? 4 : 60)),
          bounds,
        ),
      ).toEqual(whole)
      if (whole.code) continue
      const value = parseJsonBytes(bytes, 64) as { items: { id?: string }[]; options?: unknown }
      const read = readBatch(wholeOf(bytes), bounds)
      expect(read.items.map((item) => JSON.stringify(JSON.parse(item)))).toEqual(value.items.map((item) => JSON.stringify(item)))
      expect(read.ids).toEqual(value.items.map(({ id }) => id))
      expect(JSON.stringify(read.options)).toBe(JSON.stringify(value.options ?? {}))
    }
    expect([...outcomes].sort()).toEqual(['invalid_input', 'malformed_json', 'read', 'resource_limit', 'too_many_items'])
  })
})

describe('the problem of a batch is that of its whole', () => {
  const [one, encoder] = ['{"input":{}}', new TextEncoder()]
  it.each<[string, string | number[], object]>([
    [
      'too many items before broken JSON',
      `{"items":[${Array(25).fill(one).join()}],}`,
      { code: 'malformed_json', at: { byteOffset: 336 } },
    ],
    ['broken JSON before bytes that are no UTF-8', [0x7b, 0x7d, 0x7d, 0x22, 0xff], { code: 'malformed_json', at: { byteOffset: 4 } }],
    ['an unfit item before too many', `{"items":[1,${Array(20).fill(one).join()}]}`, { code: 'too_many_items' }],
    ['an unfit item before unfit options', `{"items":[1],"options":[]}`, { errors: [{ pointer: '/options' }, { pointer: '/items/0' }] }],
    ['a mark alone', [0xef, 0xbb, 0xbf], { code: 'malformed_json', message: 'The JSON ends too early.', at: { byteOffset: 0 } }],
    ['a character that is cut off', [0x22, 0xf0, 0x9f, 0x98], { message: 'The JSON is not valid UTF-8.', at: { byteOffset: 4 } }],
    ['half a mark', [0xef, 0xbb, 0x7b, 0x7d], { message: 'The JSON is not valid UTF-8.', at: { byteOffset: 2 } }],
    ['nothing', '', { message: 'The JSON ends too early.', at: { byteOffset: 0 } }],
  ])('%s', (_, text, problem) => {
    const bytes = typeof text === 'string' ? encoder.encode(text) : new Uint8Array(text)
    expect(outcomeOf(piecesOf(bytes, () => 1))).toMatchObject(problem)
    expect(outcomeOf(wholeOf(bytes))).toMatchObject(problem)
  })
})

it('keeps no item, and says what it keeps', () => {
  const taken: number[] = []
  const reader = new BatchReader(BOUNDS, { take: ({ length }) => void taken.push(length), end: () => undefined })
  const append = (text: string): void => reader.append(new TextEncoder().encode(text))
  append('{"items":[{"input":{"text":"')
  for (let i = 0; i < 100; i++) append('x'.repeat(1_000))
  expect(reader.keptBytes).toBeLessThan(1_000)
  expect(taken.reduce((sum, length) => sum + length)).toBeGreaterThan(100_000)
  append(`"}}],"options":{"text":"${'y'.repeat(5_000)}`)
  expect(reader.keptBytes).toBeGreaterThan(5_000)
  append(`","${'z'.repeat(5_000)}`)
  expect(reader.keptBytes).toBeGreaterThan(15_000)
})

it('counts the names of open objects, few or many, until they close', () => {
  const reader = new BatchReader(BOUNDS, { take: () => undefined, end: () => undefined })
  const append = (text: string): void => reader.append(new TextEncoder().encode(text))
  append('{"items":[{"input":{')
  const before = reader.keptBytes
  append(`"${'a'.repeat(5_000)}`)
  append('":1,')
  expect(reader.keptBytes).toBeGreaterThan(before + 5_000)
  append(Array.from({ length: 1_000 }, (_, i) => `"${i}":1`).join())
  // A short name takes more than its letters.
  expect(reader.keptBytes).toBeGreaterThan(before + 5_000 + 50_000)
  append('}')
  expect(reader.keptBytes).toBe(before)
})

it.each([
  ['options', '{"options":{"text":"'],
  ['a name', '{"items":[{"input":{"'],
])('keeps %s in one array, however short the pieces are', (_, start) => {
  const reader = new BatchReader(BOUNDS, { take: () => undefined, end: () => undefined })
  reader.append(new TextEncoder().encode(start))
  const letter = Buffer.from('x')
  const before = heapBytes()
  for (let i = 0; i < 200_000; i++) reader.append(letter)
  expect(heapBytes() - before).toBeLessThan(10_000_000)
  expect(reader.keptBytes).toBeGreaterThan(200_000)
})

it('takes nothing more of a batch once something is wrong with it', () => {
  const taken: number[] = []
  const reader = new BatchReader({ ...BOUNDS, maxItems: 2 }, { take: ({ length }) => void taken.push(length), end: () => undefined })
  reader.append(new TextEncoder().encode('{"items":[{"input":{}},{"input":{}},'))
  expect(taken).toEqual([12, 12])
  for (let i = 0; i < 10; i++) reader.append(new TextEncoder().encode('{"input":{"text":"aaaaaaaaaaaaa"}},'))
  expect(taken).toEqual([12, 12])
})
