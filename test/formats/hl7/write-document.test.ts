// Writing back: the same bytes for every document, and nothing but a ProblemError for any input.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { decodeBytes } from '../../../src/formats/hl7/charset/decode-bytes.ts'
import { visitSpans, writeDocument } from '../../../src/formats/hl7/describe/write-document.ts'
import { readDocument } from '../../../src/formats/hl7/document.ts'
import { byteOffsetAt } from '../../../src/formats/hl7/source.ts'
import { buildFixtures } from '../../fixtures/hl7/make-fixtures.ts'
import { checkInput, createRandom, mutate } from './mutate.ts'

const fixtureFolder = join(import.meta.dirname, '../../fixtures/hl7')
const fixtures = [...buildFixtures()]

test('the fixtures are what their script builds', () => {
  expect(fixtures.length).toBeGreaterThan(10)
  for (const [name, bytes] of fixtures) expect([name, [...readFileSync(join(fixtureFolder, name))]]).toEqual([name, [...bytes]])
})

describe.each(fixtures)('%s', (_name, bytes) => {
  test('is written as it was read, as bytes and as text', () => {
    expect(writeDocument(readDocument(bytes))).toEqual(bytes)
    const text = String.fromCharCode(...bytes).replaceAll('\0', '')
    expect(writeDocument(readDocument(text))).toBe(text)
  })

  test('every part has the bytes of its own text', () => {
    const { source, index } = readDocument(bytes)
    const charset = source.runs[0]!.charset!
    if (charset.kind === 'iso-2022') return
    let parts = 0
    visitSpans(index, (start, end) => {
      const part = bytes.subarray(byteOffsetAt(source, start), byteOffsetAt(source, end))
      expect(decodeBytes(part, charset).text).toBe(source.text.slice(start, end))
      parts++
    })
    expect(parts).toBeGreaterThan(10)
  })
})

test('the parts are identifiers, separators, fields and line ends', () => {
  const { index } = readDocument('\vMSH|^~\\&|A\rPID||x^y\r\u001c\r')
  const parts: string[] = []
  visitSpans(index, (start, end) => parts.push(index.text.slice(start, end)))
  expect(parts).toEqual(['\v', '', 'MSH', '|', '^~\\&', '|', 'A', '\r', 'PID', '|', '', '|', 'x^y', '\r', '\u001c', '\r'])
})

describe('damaged messages', () => {
  const seeds = fixtures.map(([, bytes]) => bytes)

  test.each([1, 2, 3])('1,000 with the seed %i', (seed) => {
    const random = createRandom(seed)
    let read = 0
    for (let turn = 0; turn < 1_000; turn++) {
      const bytes = mutate(seeds, random)
      try {
        if (checkInput(bytes, turn)) read++
        if (turn % 5 === 0) checkInput(String.fromCharCode(...bytes.subarray(0, 10_000)), turn)
      } catch (error) {
        throw new Error(`turn ${turn} of the seed ${seed}`, { cause: error })
      }
    }
    // Both sides were seen: documents that are read, and some that are refused.
    expect(read).toBeGreaterThan(700)
    expect(read).toBeLessThan(1_000)
  })

  test('every cut of a message', () => {
    for (const bytes of seeds) for (let end = 0; end < bytes.length; end++) checkInput(bytes.subarray(0, end), end)
  })
})

const corpus = new URL('../../../../shared/corpora/hl7/', import.meta.url).pathname

describe.skipIf(!existsSync(corpus))('the corpus', () => {
  const files = existsSync(corpus)
    ? readdirSync(corpus, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile() && entry.name !== 'MANIFEST.tsv')
    : []

  test('was seen', () => {
    expect(files.length).toBeGreaterThan(900)
  })

  test('every file is read and written back byte by byte', () => {
    let written = 0
    for (const [turn, entry] of files.entries()) {
      const bytes = new Uint8Array(readFileSync(join(entry.parentPath, entry.name)))
      if (!checkInput(bytes, 7 * turn)) continue
      checkInput(new TextDecoder('utf-8').decode(bytes), turn)
      written++
    }
    expect(written).toBe(files.length)
  })
})
