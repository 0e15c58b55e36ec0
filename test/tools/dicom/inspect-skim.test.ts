// dicom/inspect gives the same for a file and for one whose bytes that it says it never looks at are others: in every encoding, with every
// option, for damaged files, however the file comes in.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { ProblemError } from '../../../src/core/problem.ts'
import type { ByteSpan } from '../../../src/core/tool.ts'
import { skimDicom } from '../../../src/formats/dicom/read/skim-dicom.ts'
import {
  concat,
  element,
  encapsulated,
  item,
  metaGroup,
  part10,
  type Syntax,
  sequence,
  TRANSFER_SYNTAXES,
  tagBytes,
  text,
  UNDEFINED,
  u16,
  u32,
} from '../../formats/dicom/build-dicom.ts'
import { mutate, seededRandom } from '../../formats/dicom/mutate-bytes.ts'
import { listSpans, withoutSpans } from '../../formats/dicom/skim-spans.ts'
import { fixtures, inspect } from './inspect-result.ts'

const READ_BYTES = 1024
const SIZE = 3000
const JPEG_BASELINE = '1.2.840.10008.1.2.4.50'
const noise = (length: number, seed = 7): Uint8Array => {
  const random = seededRandom(seed)
  return Uint8Array.from({ length }, () => Math.floor(random() * 256))
}

function outcomeOf(bytes: Uint8Array, options: Record<string, unknown>): string {
  try {
    return JSON.stringify(inspect(bytes, options))
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    return JSON.stringify([error.message, error.code, error.at, error.facts])
  }
}

/** The spans that are let go, after the results were found to be the same. */
function expectSame(bytes: Uint8Array, options: Record<string, unknown> = {}, chunkBytes = 64): ByteSpan[] {
  const maxValueBytes = (options.maxValueBytes as number | undefined) ?? 4096
  const spans = listSpans(skimDicom(maxValueBytes, 1), bytes, chunkBytes)
  expect(outcomeOf(withoutSpans(bytes, spans), options)).toBe(outcomeOf(bytes, options))
  return spans
}

/** Five elements that every reader believes, and sequences. */
function head(syntax: Syntax): Uint8Array {
  const inner = element(0x00081150, 'UI', '1.2.3', syntax)
  const nested = item(sequence(0x00081199, [item(inner, syntax, true), item(concat(), syntax)], syntax), syntax, true)
  return concat(
    element(0x00080005, 'CS', 'ISO_IR 100', syntax),
    element(0x00080016, 'UI', '1.2.840.10008.5.1.4.1.1.7', syntax),
    element(0x00080020, 'DA', '20260102', syntax),
    element(0x00080060, 'CS', 'OT', syntax),
    sequence(0x00081140, [item(inner, syntax), nested, item(concat(), syntax, true)], syntax),
    sequence(0x00081155, [], syntax),
    sequence(0x00082112, [nested], syntax, true),
    element(0x00100010, 'PN', 'Aster^Rowan', syntax),
    element(0x00280010, 'US', u16(30, syntax), syntax),
    element(0x00280011, 'US', u16(50, syntax), syntax),
  )
}

const pixels = (syntax: Syntax, value = noise(SIZE)): Uint8Array => element(0x7fe00010, 'OW', value, syntax)
const OPTIONS = [
  { maxValueBytes: 0 },
  { maxValueBytes: 1500, format: 'dicom-json' },
  { maxValueBytes: 1500, private: 'exclude' },
  { maxValueBytes: 2999, tags: ['PixelData', 'ReferencedImageSequence[0].ReferencedSOPClassUID'] },
]

describe.each<Syntax>(['explicit', 'implicit', 'big'])('PS3.5 §7, %s', (syntax) => {
  const file = part10(concat(head(syntax), pixels(syntax)), TRANSFER_SYNTAXES[syntax])

  it.each([1, 7, 65_536])('pixels at the end, in chunks of %i', (chunkBytes) => {
    for (const options of OPTIONS) {
      const kept = Math.max(READ_BYTES, options.maxValueBytes)
      expect(expectSame(file, options, chunkBytes)).toEqual([{ byteStart: file.length - SIZE + kept, byteEnd: file.length }])
    }
  })

  it('nothing of a value that is wanted whole', () => {
    expect(expectSame(file, { maxValueBytes: SIZE })).toEqual([])
    expect(expectSame(file, { maxValueBytes: 67_108_864 })).toEqual([])
  })

  it('what stands behind the pixels is kept: padding, garbage, more elements, the same again', () => {
    const tails = [
      element(0xfffcfffc, 'OB', new Uint8Array(40), syntax),
      new Uint8Array(50),
      noise(50),
      concat(pixels(syntax), pixels(syntax)),
      element(0x00100020, 'LO', 'ID', syntax),
    ]
    for (const tail of tails) {
      const spans = expectSame(concat(file, tail))
      expect(spans.length).toBe(0)
      expect(expectSame(concat(file, tail), { maxValueBytes: 0 })).toContainEqual({
        byteStart: file.length - SIZE + READ_BYTES,
        byteEnd: file.length,
      })
    }
  })

  it('cut off in every place, and with every byte of the head changed', () => {
    for (let length = 0; length <= file.length; length += length < file.length - SIZE - 20 ? 1 : 37) {
      expectSame(file.subarray(0, length), { maxValueBytes: 0 })
    }
    for (let at = 128; at < file.length - SIZE + 8; at++) {
      for (const value of [0, 0xff, file[at]! ^ 1, file[at]! + 8]) {
        const changed = file.slice()
        changed[at] = value
        expectSame(changed, { maxValueBytes: 0 })
      }
    }
  })
})

describe('bulk data of explicit encodings', () => {
  const file = (dataset: Uint8Array, transferSyntax?: string) => part10(concat(head('explicit'), dataset), transferSyntax)

  it.each(['OB', 'OW', 'OF', 'OD', 'OL'])('%s at the top, of the standard and private', (vr) => {
    const bytes = file(
      concat(
        element(0x00290010, 'LO', 'ACME 1.0'),
        element(0x00291010, vr, noise(SIZE)),
        element(0x00420011, vr, noise(SIZE, 2)),
        pixels('explicit'),
      ),
    )
    expect(expectSame(bytes, { maxValueBytes: 0 }).length).toBe(3)
    expect(expectSame(bytes, { maxValueBytes: 0, format: 'dicom-json' }).length).toBe(3)
  })

  it.each([
    [
      'texts',
      element(
        0x00420012,
        'UT',
        noise(SIZE).map((byte) => 0x20 + (byte & 63)),
      ),
    ],
    ['UN, which may be a sequence', element(0x00420013, 'UN', noise(SIZE))],
    ['numbers', element(0x00720078, 'US', noise(SIZE))],
    ['what is in a sequence', sequence(0x00420014, [item(element(0x00420011, 'OB', noise(SIZE)))])],
    ['the extended offset table', element(0x7fe00001, 'OB', noise(SIZE))],
    ['all behind a VR that is none', concat(element(0x00420012, 'ZZ', noise(16)), pixels('explicit'))],
    ['all behind an element out of order', concat(element(0x00100020, 'LO', 'ID'), pixels('explicit'))],
    ['all behind a sequence that is none', concat(element(0x00420014, 'SQ', noise(32)), pixels('explicit'))],
    [
      'all behind an item that is too long',
      concat(sequence(0x00420014, [concat(tagBytes(0xfffee000), u32(99), text('ab'))]), pixels('explicit')),
    ],
    ['all behind a sequence whose delimiter is missing', concat(element(0x00420014, 'SQ', '', 'explicit', UNDEFINED), pixels('explicit'))],
    ['a value of undefined length', element(0x00420011, 'OB', noise(SIZE), 'explicit', UNDEFINED)],
  ])('keeps %s', (_, dataset) => {
    expect(expectSame(file(dataset), { maxValueBytes: 0 })).toEqual([])
  })

  it.each([
    ['OV', 0x7fe00001],
    ['SV', 0x00720082],
    ['UV', 0x00720083],
  ] as const)('lets pixels go behind a %s', (vr, tag) => {
    const bytes = file(concat(element(tag, vr, noise(16)), pixels('explicit')))
    expect(expectSame(bytes, { maxValueBytes: 0 })).toEqual([{ byteStart: bytes.length - SIZE + READ_BYTES, byteEnd: bytes.length }])
  })

  it('lets fragments go, but not their table', () => {
    const fragments = [noise(SIZE), noise(500, 3), noise(SIZE, 4)]
    const bytes = file(encapsulated([0, SIZE + 8, SIZE + 516], fragments), JPEG_BASELINE)
    expect(expectSame(bytes, { maxValueBytes: 0 }).map(({ byteStart, byteEnd }) => byteEnd - byteStart)).toEqual([SIZE, 500, SIZE])
    expect(expectSame(bytes, { format: 'dicom-json' }).length).toBe(3)
    const wrongTable = file(encapsulated([0, 99, 7], fragments), JPEG_BASELINE)
    expect(expectSame(wrongTable).length).toBe(3)
    expect(outcomeOf(wrongTable, {})).toContain('offset_table')
  })

  it('fragments that are cut, of odd length, followed by others, and without their delimiter', () => {
    const bytes = file(encapsulated([], [noise(SIZE + 1), noise(SIZE, 4)]), JPEG_BASELINE)
    for (let cut = 1; cut < 2 * SIZE; cut += 61) expectSame(bytes.subarray(0, bytes.length - cut))
    expectSame(concat(bytes.subarray(0, bytes.length - 8), element(0xfffcfffc, 'OB', noise(60))))
    expectSame(concat(bytes, element(0xfffcfffc, 'OB', noise(60))))
  })
})

describe('keeps all of a file', () => {
  const dataset = concat(head('explicit'), pixels('explicit'))
  const meta = metaGroup(TRANSFER_SYNTAXES.explicit)
  const preamble = concat(new Uint8Array(128), text('DICM'))

  it.each([
    ['without preamble', concat(meta, dataset)],
    ['with the prefix alone', concat(text('DICM'), meta, dataset)],
    ['without File Meta Information', concat(preamble, dataset)],
    ['whose group length is wrong', concat(preamble, element(0x00020000, 'UL', u32(9)), meta.subarray(12), dataset)],
    ['whose group goes on behind its length', concat(preamble, meta, element(0x00020102, 'OB', noise(8)), dataset)],
    ['of a transfer syntax that nobody knows', part10(dataset, '1.2.3.4')],
    ['that declares another encoding', part10(dataset, TRANSFER_SYNTAXES.implicit)],
    ['that declares the other byte order', part10(dataset, TRANSFER_SYNTAXES.big)],
    ['that says it is deflated', part10(dataset, '1.2.840.10008.1.2.1.99')],
    ['with few elements before its pixels', part10(concat(element(0x00100010, 'PN', 'A'), pixels('explicit')))],
    ['with tags that nobody knows before its pixels', part10(concat(element(0x00080002, 'LO', 'A'), dataset))],
    ['that is none', noise(SIZE)],
  ])('%s', (_, bytes) => {
    expect(expectSame(bytes, { maxValueBytes: 0 })).toEqual([])
  })
})

it('damaged fixtures, however they come in', () => {
  const random = seededRandom(11)
  const sources = [
    ...fixtures.values(),
    ...(['explicit', 'implicit', 'big'] as const).map((syntax) => part10(concat(head(syntax), pixels(syntax)), TRANSFER_SYNTAXES[syntax])),
  ]
  let spans = 0
  for (let i = 0; i < 3000; i++) {
    const bytes = mutate(sources[i % sources.length]!, random)
    spans += expectSame(bytes, { maxValueBytes: 0 }, 1 + Math.floor(random() * 300)).length
  }
  expect(spans).toBeGreaterThan(300)
})

const corpus = new URL('../../../../shared/corpora/dicom/', import.meta.url).pathname

describe.skipIf(!existsSync(corpus))('the corpus', () => {
  const files = existsSync(corpus)
    ? readdirSync(corpus, { recursive: true, encoding: 'utf8', withFileTypes: true })
        .filter((entry) => entry.isFile() && !/\.(?:tsv|json)$/.test(entry.name))
        .map((entry) => new Uint8Array(readFileSync(`${entry.parentPath}/${entry.name}`)))
    : []

  it('gives the same, whole, cut and damaged', () => {
    const random = seededRandom(5)
    let skimmed = 0
    for (const bytes of files) {
      for (const options of OPTIONS) skimmed += expectSame(bytes, options, 65_536).length > 0 ? 1 : 0
      if (bytes.length < 200_000) for (let i = 0; i < 5; i++) expectSame(mutate(bytes, random), { maxValueBytes: 0 }, 4096)
    }
    expect(files.length).toBeGreaterThan(200)
    expect(skimmed).toBeGreaterThan(100)
  })
})
