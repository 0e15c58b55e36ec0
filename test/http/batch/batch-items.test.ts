// A small batch in JSON is read at once, a long one is cut: both tell the same of it.
import { describe, expect, it } from 'vitest'
import type { ProblemError } from '../../../src/core/problem.ts'
import { itemFromSlice, itemFromValue, parseBatch } from '../../../src/http/batch/batch-items.ts'
import { textWordCount } from '../../../src/tools/text/word-count.ts'
import { readBatch } from './read-batch.ts'

const MAX_ITEMS = 3
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)
const parse = (text: string) => parseBatch(bytesOf(text), MAX_ITEMS, 64)
const slice = (text: string) => readBatch([bytesOf(text)], { maxItems: MAX_ITEMS, jsonDepth: 64 })

describe('a batch that fits', () => {
  it.each([
    '{"items":[]}',
    '{"items":[{"input":{"text":"a"}},{"id":"b","input":{"text":"é"}}],"options":{"locale":"en"}}',
    '{ "options" : { } , "items" : [ { "input" : { } , "id" : "" } ] }',
    '{"items":[{"input":{"text":"a","__proto__":{"text":"b"}}}],"options":{"__proto__":{"locale":"en"}}}',
    `{"items":[{"id":"${'x'.repeat(128)}","input":{"text":1}}]}`,
    '\ufeff{"items":[{"input":{"text":"a"}}]}',
  ])('%s', (text) => {
    const [parsed, sliced] = [parse(text)!, slice(text)]
    expect(JSON.stringify(parsed.options)).toBe(JSON.stringify(sliced.options))
    expect(parsed.items.map(({ id }) => id)).toEqual(sliced.ids)
    const cut = sliced.items.map((item) => itemFromSlice(textWordCount, item))
    expect(parsed.items.map((item) => itemFromValue(textWordCount, item))).toEqual(cut)
  })
})

describe('a batch that does not fit is left to those who tell what', () => {
  it.each([
    'null',
    '[]',
    '"items"',
    '{}',
    '{"items":null}',
    '{"items":{}}',
    '{"items":[null]}',
    '{"items":[[]]}',
    '{"items":[{}]}',
    '{"items":[{"input":null}]}',
    '{"items":[{"input":[]}]}',
    '{"items":[{"input":"a"}]}',
    '{"items":[{"input":{},"id":1}]}',
    '{"items":[{"input":{},"id":null}]}',
    `{"items":[{"input":{},"id":"${'x'.repeat(129)}"}]}`,
    '{"items":[{"input":{},"more":1}]}',
    '{"items":[{"input":{},"__proto__":{}}]}',
    '{"items":[],"more":1}',
    '{"items":[],"__proto__":{}}',
    '{"items":[],"options":[]}',
    '{"items":[],"options":null}',
    `{"items":[${Array.from({ length: MAX_ITEMS + 1 }, () => '{"input":{}}').join(',')}]}`,
  ])('%s', (text) => {
    expect(parse(text)).toBeUndefined()
    expect(() => slice(text)).toThrow()
  })

  it.each(['', '{"items":[}', '{"items":[],"items":[]}', '{"items":[{"input":{"text":"a","text":"b"}}]}', '{"items":'.padEnd(100, '[')])(
    '%s',
    (text) => {
      const codeOf = (read: () => unknown): string => {
        try {
          read()
          return ''
        } catch (error) {
          return (error as ProblemError).code
        }
      }
      expect(codeOf(() => parse(text))).not.toBe('')
      expect(codeOf(() => parse(text))).toBe(codeOf(() => slice(text)))
    },
  )
})
