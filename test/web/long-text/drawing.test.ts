// What is drawn of long results is what they are, however it is cut.
import { expect, test } from 'vitest'
import { addTexts } from '../../../src/web/language/language.ts'
import { indentJson } from '../../../src/web/views/indent-json.ts'
import { blocksOf } from '../../../src/web/views/long-text.ts'
import { tokensOf } from '../../../src/web/views/source/tokens.ts'
import { valueText } from '../../../src/web/views/tag-tree.ts'

const VALUES = [
  { a: [], b: {}, c: [[], [{}]], d: [1, -2.5e-7, true, null], e: '' },
  [{ quoted: 'a "b" \\ {x: [1, 2]}, \n\u2028 é' }, 'back\\', '\\"'],
  'only a text',
  12,
]

test('JSON is laid out as JSON.stringify does', () => {
  for (const value of VALUES) expect(indentJson(JSON.stringify(value), 1e6)).toBe(JSON.stringify(value, undefined, 2))
})

test('JSON that ends anywhere is laid out as far as it goes, and numbers stay as they were written', () => {
  const json = JSON.stringify(VALUES)
  const whole = JSON.stringify(VALUES, undefined, 2)
  for (let end = 0; end <= json.length; end++) expect(whole.startsWith(indentJson(json.slice(0, end), 1e6).trimEnd())).toBe(true)
  expect(indentJson('{"dose":5.40}', 1e6)).toBe('{\n  "dose": 5.40\n}')
  expect(indentJson(JSON.stringify(Array(1000).fill(1)), 50).length).toBeLessThan(60)
})

test('blocks of a text are the text, cut at ends of lines or, in a long line, between characters', () => {
  const lines = Array.from({ length: 3000 }, (_, i) => `line ${i} ${'x'.repeat(i % 90)}`).join('\n')
  expect(blocksOf(lines).join('')).toBe(lines)
  for (const block of blocksOf(lines).slice(0, -1)) expect(block.endsWith('\n')).toBe(true)
  for (const line of ['😀'.repeat(40_000), `x${'😀'.repeat(40_000)}`]) {
    expect(blocksOf(line).join('')).toBe(line)
    for (const block of blocksOf(line)) {
      expect(block.length).toBeLessThanOrEqual(16_000)
      expect(block.isWellFormed()).toBe(true)
    }
  }
  expect(blocksOf(`${'x'.repeat(15_999)}\r\n${'y'.repeat(20_000)}`).find((block) => block.startsWith('\n'))).toBeUndefined()
  expect(blocksOf('')).toEqual([])
})

test('colours of some lines are those that they have in the whole text', () => {
  const message = Array.from({ length: 50 }, (_, i) => (i === 0 ? 'MSH|^~\\&|A' : `OBX|${i}|NM`)).join('\r')
  const json = JSON.stringify({ a: [1, { 'b "c"': 'd: 1' }, true], e: 'f' }, undefined, 2)
  for (const [text, end] of [
    [message, '\r'],
    [json, '\n'],
    ['<a>\n<!-- b\n<c> -->\n<d e="f"/></a>', '\n'],
  ] as const) {
    const from = text.indexOf(end, text.length / 3) + 1
    const near = ({ start, end: to }: { start: number; end: number }) => start >= from && to <= text.length
    expect(tokensOf(text, from, text.length).filter(near)).toEqual(tokensOf(text).filter(near))
  }
})

test('a value without text says so in the language of the page', () => {
  addTexts({ Empty: 'Leer' })
  expect(valueText({ tag: '00100010', vr: 'PN', length: 0 })).toBe('Leer')
  expect(valueText({ tag: '7fe00010', vr: 'OW', length: 12_000, base64: '' })).toBe('12 kB')
})
