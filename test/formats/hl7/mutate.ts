// Seeded damage to messages, and what must hold of every input whatever it is.
import { ProblemError } from '../../../src/core/problem.ts'
import { runToJson, runTool } from '../../../src/core/run.ts'
import type { Json } from '../../../src/core/tool.ts'
import { visitSpans, writeDocument } from '../../../src/formats/hl7/describe/write-document.ts'
import { readDocument } from '../../../src/formats/hl7/document.ts'
import { byteOffsetAt } from '../../../src/formats/hl7/source.ts'
import { hl7Parse } from '../../../src/tools/hl7/parse.ts'

/** Numbers from 0 to below 1, the same for the same seed (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const encoder = new TextEncoder()
/** What parsers stumble over. */
const PIECES: readonly Uint8Array[] = [
  ...[
    '|',
    '^',
    '~',
    '\\',
    '&',
    '#',
    '\r',
    '\n',
    '\r\n',
    '\v',
    '\u001c\r',
    '\u001c',
    '\0',
    '""',
    '\\F\\',
    '\\X',
    '\\XC3\\',
    '\\.br\\',
    ' ',
    '\t',
  ],
  ...['MSH|^~\\&|', 'MSH', 'BHS|^~\\&|\r', 'FHS', 'BTS|1\r', 'FTS|1\r', 'PID|', 'OBX|1|CE|', 'ZZZ|\r', '\ufeff', 'ä', '漢', '😀'],
  ...['8859/1', 'UNICODE UTF-8', 'Shift_JIS', 'GB 18030-2000', '~ISO IR87', 'UNICODE UTF-16', '2.9', '2.1', 'ADT^A01', 'ORM^O01'],
].map((text) => encoder.encode(text))
const BYTES: readonly (readonly number[])[] = [
  [0x80],
  [0xff],
  [0xc3],
  [0x95, 0x5c],
  [0x81, 0x7c],
  [0x1b, 0x24, 0x42, 0x30, 0x21],
  [0xff, 0xfe],
  [0xed, 0xa0, 0x80],
  [0],
]

/** One to six random changes to a seed. */
export function mutate(seeds: readonly Uint8Array[], random: () => number): Uint8Array {
  const below = (limit: number) => Math.floor(random() * limit)
  const pick = <T>(list: readonly T[]): T => list[below(list.length)]!
  let bytes = pick(seeds)
  for (let changes = 1 + below(6); changes > 0; changes--) {
    const at = below(bytes.length + 1)
    const end = Math.min(bytes.length, at + below(40))
    switch (below(8)) {
      case 0:
        bytes = join(bytes.subarray(0, at), pick(PIECES), bytes.subarray(at))
        break
      case 1:
        bytes = join(bytes.subarray(0, at), Uint8Array.from(pick(BYTES)), bytes.subarray(at))
        break
      case 2:
        bytes = join(bytes.subarray(0, at), bytes.subarray(end))
        break
      case 3:
        bytes = join(bytes.subarray(0, end), bytes.subarray(at))
        break
      case 4:
        bytes = bytes.subarray(0, at)
        break
      case 5: {
        const other = pick(seeds)
        bytes = join(bytes.subarray(0, at), other.subarray(below(other.length)))
        break
      }
      default:
        bytes = Uint8Array.from(bytes)
        if (at < bytes.length) bytes[at] = below(256)
    }
  }
  return bytes.length > 100_000 ? bytes.subarray(0, 100_000) : bytes
}

function join(...parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    joined.set(part, at)
    at += part.length
  }
  return joined
}

const OPTIONS = [
  {},
  { view: 'flat', decode: 'text' },
  { groups: true, names: false },
  { groups: true, decode: 'text' },
  { view: 'flat', groups: true, decode: 'none' },
  { select: ['PID-5', 'PID-3[*].1', 'OBX[*]-5.1', 'MSH-2', 'OBX[2]', 'MSH'] },
]

/**
 * Throws where an input breaks a promise: nothing but a ProblemError is thrown, the parts tile the text, their bytes tile the document, what is
 * written is what was read, the result fits its schema, and its JSON is the same whether it is made by way of the result or not.
 * @returns whether the document was read
 */
export function checkInput(input: Uint8Array | string, turn: number): boolean {
  try {
    checkDocument(input)
    const options = OPTIONS[turn % OPTIONS.length]
    const result = runTool(hl7Parse, { message: input }, options)
    if (turn % 7 === 0) {
      const { error } = hl7Parse.output.safeParse(result)
      if (error) throw new Error(`the result does not fit the schema: ${JSON.stringify(error.issues.slice(0, 2))}`)
    }
    const json = JSON.stringify(result)
    if (!json.isWellFormed()) throw new Error('the result is not well-formed')
    if (textOf(runToJson(hl7Parse, { message: input }, options) as Json) !== json) throw new Error('the JSON is not that of the result')
    return true
  } catch (error) {
    if (error instanceof ProblemError) return false
    throw error
  }
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

function textOf(json: Json): string {
  return typeof json === 'string' ? json : decoder.decode(json)
}

function checkDocument(input: Uint8Array | string): void {
  const document = readDocument(input)
  const { source, index } = document
  let unit = 0
  let byte = 0
  visitSpans(index, (start, end) => {
    if (start !== unit || end < start) throw new Error(`the parts do not tile the text at ${unit}`)
    if (byteOffsetAt(source, start) !== byte) throw new Error(`the bytes of the parts do not tile the document at ${unit}`)
    unit = end
    byte = byteOffsetAt(source, end)
  })
  if (unit !== index.text.length || byte !== source.byteLength) throw new Error('the parts do not reach the end')
  const written = writeDocument(document)
  const same = typeof input === 'string' ? written === input : typeof written !== 'string' && equalBytes(written, input)
  if (!same) throw new Error('what was written is not what was read')
}

function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i])
}
