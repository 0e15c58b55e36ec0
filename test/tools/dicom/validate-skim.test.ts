// dicom/validate finds the same in a file and in one whose bytes that it says it never looks at are others, however the file comes in.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { ProblemError } from '../../../src/core/problem.ts'
import { runTool } from '../../../src/core/run.ts'
import type { Skimmer } from '../../../src/core/tool.ts'
import { dicomValidate } from '../../../src/tools/dicom/validate.ts'
import { composeCompressed, composeImage } from '../../bench/dicom-upload-file.ts'
import { concat, element, encapsulated, part10, type Syntax, TRANSFER_SYNTAXES, u16 } from '../../formats/dicom/build-dicom.ts'
import { mutate, seededRandom } from '../../formats/dicom/mutate-bytes.ts'
import { listSpans, withoutSpans } from '../../formats/dicom/skim-spans.ts'
import { fixtures } from './inspect-result.ts'

const SIZE = 40_000
const JPEG_BASELINE = '1.2.840.10008.1.2.4.50'

function outcomeOf(file: Uint8Array, iod: string): string {
  try {
    return JSON.stringify(runTool(dicomValidate, { file }, { iod }))
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    return JSON.stringify([error.message, error.code, error.at, error.facts])
  }
}

/** How many spans are let go, after the findings were found to be the same. */
function expectSame(bytes: Uint8Array, chunkBytes = 65_536, iod = ''): number {
  const spans = listSpans(dicomValidate.skim!({ minSeverity: 'info', iod, edition: '' }) as Skimmer, bytes, chunkBytes)
  if (spans.length > 0) expect(outcomeOf(withoutSpans(bytes, spans), iod)).toBe(outcomeOf(bytes, iod))
  return spans.length
}

function fileOf(syntax: Syntax, pixels: Uint8Array, transferSyntax = TRANSFER_SYNTAXES[syntax]): Uint8Array {
  const number = (tag: number, value: number) => element(tag, 'US', u16(value, syntax), syntax)
  const head = concat(
    element(0x00080016, 'UI', '1.2.840.10008.5.1.4.1.1.2', syntax),
    element(0x00080018, 'UI', '1.2.3.4', syntax),
    element(0x00080060, 'CS', 'CT', syntax),
    element(0x00100010, 'PN', 'Aster^Rowan', syntax),
    element(0x00280008, 'IS', '2', syntax),
    number(0x00280010, 100),
    number(0x00280011, 100),
    number(0x00280100, 16),
    number(0x00280101, 12),
    number(0x00280102, 11),
  )
  const tables = syntax === 'implicit' ? concat() : element(0x00281201, 'OW', new Uint8Array(SIZE).fill(255), syntax)
  return part10(concat(head, tables, pixels), transferSyntax)
}

const noise = (length: number, seed: number): Uint8Array => {
  const random = seededRandom(seed)
  return Uint8Array.from({ length }, () => Math.floor(random() * 256))
}
const native = (syntax: Syntax, length = SIZE): Uint8Array => fileOf(syntax, element(0x7fe00010, 'OW', noise(length, 1), syntax))
const fragments = (lengths: readonly number[], table: readonly number[]): Uint8Array =>
  fileOf('explicit', encapsulated(table, lengths.map(noise)), JPEG_BASELINE)

it.each<[string, Uint8Array]>([
  ['native pixels', native('explicit')],
  ['without VRs', native('implicit')],
  ['most significant byte first', native('big')],
  ['too few pixels', native('explicit', SIZE - 2)],
  ['too many pixels', native('explicit', SIZE + 400)],
  ['compressed frames', fragments([SIZE, SIZE], [0, SIZE + 8])],
  ['compressed frames with a wrong table', fragments([SIZE, SIZE], [0, 77])],
  ['frames in several fragments', fragments([SIZE, SIZE, 200, SIZE], [0, 2 * SIZE + 16])],
  ['an image as a scanner writes it', composeImage(500_000, 1)],
  ['compressed by this program', composeCompressed(3_000_000, 1)],
])('%s', (_name, bytes) => {
  for (const iod of ['', 'mr-image', 'secondary-capture-image']) {
    expect(expectSame(bytes, 65_536, iod)).toBeGreaterThan(0)
    for (const tail of [element(0xfffcfffc, 'OB', new Uint8Array(40)), noise(50, 9), element(0x00100020, 'LO', 'ID')])
      expectSame(concat(bytes, tail), 999, iod)
    for (const cut of [1, 9, 1_001, 39_000]) expectSame(bytes.subarray(0, bytes.length - cut), 65_536, iod)
  }
})

it('damaged fixtures, however they come in', () => {
  const random = seededRandom(12)
  const sources = [...fixtures.values(), native('explicit'), native('implicit'), native('big'), fragments([SIZE, SIZE], [0, SIZE + 8])]
  let skimmed = 0
  for (let i = 0; i < 1_500; i++)
    skimmed += expectSame(mutate(sources[i % sources.length]!, random), 1 + Math.floor(random() * 30_000)) > 0 ? 1 : 0
  expect(skimmed).toBeGreaterThan(100)
})

const corpus = new URL('../../../../shared/corpora/dicom/', import.meta.url).pathname

it.skipIf(!existsSync(corpus))('the corpus', () => {
  const files = readdirSync(corpus, { recursive: true, encoding: 'utf8', withFileTypes: true }).filter(
    (entry) => entry.isFile() && !/\.(?:tsv|json)$/.test(entry.name),
  )
  let skimmed = 0
  for (const { parentPath, name } of files) skimmed += expectSame(new Uint8Array(readFileSync(`${parentPath}/${name}`))) > 0 ? 1 : 0
  expect(skimmed).toBeGreaterThan(50)
})
