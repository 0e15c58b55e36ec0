// Tests of the join of texts and bytes in a batch.
import { expect, test } from 'vitest'
import { encodePieces } from '../../../src/http/batch/encode-pieces.ts'

const encode = (text: string): Uint8Array => new TextEncoder().encode(text)

test.each([
  ['none', []],
  ['an empty one', ['']],
  ['ASCII', ['{"a":1}', '\n', '{"b":2}']],
  ['two bytes a character', ['é'.repeat(50), '\n', 'ü'.repeat(200)]],
  ['three bytes a character behind ASCII', ['x'.repeat(100), '\n', '日'.repeat(400), '\n', 'x']],
  ['pairs of surrogates', ['😀'.repeat(30), '\n', 'x'.repeat(10), '😀']],
  ['one that is long', ['日本'.repeat(1000)]],
])('texts are joined as UTF-8: %s', (_, pieces) => {
  expect(encodePieces(pieces)).toEqual(encode(pieces.join('')))
})

test('bytes stand between texts as they are', () => {
  const bytes = new Uint8Array([0, 255, 128])
  expect(encodePieces(['日'.repeat(20), bytes, 'é'])).toEqual(new Uint8Array([...encode('日'.repeat(20)), ...bytes, ...encode('é')]))
  expect(encodePieces([bytes])).toEqual(bytes)
})
