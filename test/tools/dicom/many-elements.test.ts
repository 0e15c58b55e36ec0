// Files of very many elements, items and fragments through all tools for DICOM: a result, a clear limit or what is missing, in time that grows with the file alone.
import { describe, expect, it } from 'vitest'
import { ProblemError } from '../../../src/core/problem.ts'
import { runTool } from '../../../src/core/run.ts'
import type { Tool } from '../../../src/core/tool.ts'
import { dicomDiff } from '../../../src/tools/dicom/diff.ts'
import { dicomInspect } from '../../../src/tools/dicom/inspect.ts'
import { dicomRender } from '../../../src/tools/dicom/render.ts'
import { dicomValidate } from '../../../src/tools/dicom/validate.ts'
import { phiDeidentifyDicom } from '../../../src/tools/phi/deidentify-dicom.ts'
import { concat, element, item, part10, sequence, tagBytes, text, UNDEFINED, u16, u32 } from '../../formats/dicom/build-dicom.ts'

const CT = '1.2.840.10008.5.1.4.1.1.2'
const ENHANCED_CT = `${CT}.1`
const JPEG = '1.2.840.10008.1.2.4.50'
const IDENTIFY = { key: 'correct horse battery staple', onBurnedIn: 'warn', onResidual: 'warn' }
const TOOLS: readonly [Tool, object][] = [
  [dicomInspect, {}],
  [dicomValidate, {}],
  [dicomRender, {}],
  [dicomDiff, {}],
  [phiDeidentifyDicom, IDENTIFY],
]

const head = (sopClass = CT) => concat(element(0x00080016, 'UI', sopClass), element(0x00080018, 'UI', '1.2.826.0.1.3680043.10.543.7'))

/** Copies of one piece; `number` writes the number of the copy into its bytes. */
function repeat(piece: Uint8Array, count: number, number: (copy: Uint8Array, i: number) => void = () => undefined): Uint8Array {
  const bytes = new Uint8Array(piece.length * count)
  for (let i = 0; i < count; i++) {
    bytes.set(piece, i * piece.length)
    number(bytes.subarray(i * piece.length, (i + 1) * piece.length), i)
  }
  return bytes
}

const numberTag = (copy: Uint8Array, i: number) => copy.set(tagBytes(((0x0014 + 2 * (i >> 15)) << 16) | (0x3000 + (i & 0x7fff))))
/** The last six digits of the value at the end of the piece. */
const numberValue = (copy: Uint8Array, i: number) => copy.set(text(String(100_000 + i)), copy.length - 6)

const area = [0x00186018, 0x0018601a, 0x0018601c, 0x0018601e].map((tag, i) => element(tag, 'UL', u32(i < 2 ? 1 : 5)))
const opened = concat(element(0x00081140, 'SQ', concat(), 'explicit', UNDEFINED), tagBytes(0xfffee000), u32(UNDEFINED))
const closed = concat(tagBytes(0xfffee00d), u32(0), tagBytes(0xfffee0dd), u32(0))
const pixels = concat(
  element(0x00280002, 'US', u16(1)),
  element(0x00280004, 'CS', 'MONOCHROME2'),
  element(0x00280010, 'US', u16(8)),
  element(0x00280011, 'US', u16(8)),
  element(0x00280100, 'US', u16(8)),
  element(0x00280101, 'US', u16(8)),
  element(0x00280102, 'US', u16(7)),
  element(0x00280103, 'US', u16(0)),
)

/** What they are, and what inspect, validate, render, diff and deidentify-dicom say. */
const FILES: readonly [string, string, () => Uint8Array][] = [
  [
    '200,000 elements',
    'done done unreadable_input done done',
    () => part10(concat(head(), repeat(element(0x00143000, 'LO', 'ab'), 200_000, numberTag))),
  ],
  [
    '200,000 times one tag',
    'done done unreadable_input done unsupported_variant',
    () => part10(concat(head(), repeat(element(0x00100010, 'PN', 'Osric^A'), 200_000))),
  ],
  [
    '60,000 items inside each other',
    'resource_limit resource_limit resource_limit resource_limit resource_limit',
    () => part10(concat(head(), repeat(opened, 60_000), repeat(closed, 60_000))),
  ],
  [
    'a million fragments',
    'resource_limit resource_limit resource_limit resource_limit resource_limit',
    () => {
      const start = element(0x7fe00010, 'OB', concat(), 'explicit', UNDEFINED)
      const fragments = repeat(item(Uint8Array.of(1, 2)), 1_000_000)
      return part10(concat(head(), pixels, start, item(concat()), fragments, tagBytes(0xfffee0dd), u32(0)), JPEG)
    },
  ],
  [
    '150,000 regions of ultrasound (PS3.3 §C.8.5.5)',
    'resource_limit done done done done',
    () =>
      part10(
        concat(
          head(),
          sequence(0x00186011, [repeat(item(concat(...area)), 150_000)]),
          pixels,
          element(0x7fe00010, 'OB', new Uint8Array(64)),
        ),
      ),
  ],
  [
    '100,000 references of UIDs that begin alike',
    'done done unreadable_input done done',
    () => {
      const reference = concat(element(0x00081150, 'UI', CT), element(0x00081155, 'UI', '1.2.826.0.1.3680043.10.543.1.000000'))
      return part10(concat(head(), sequence(0x00081140, [repeat(item(reference), 100_000, numberValue)])))
    },
  ],
  [
    '100,000 shared functional groups and as many frames',
    'done done unreadable_input done done',
    () =>
      part10(
        concat(
          head(ENHANCED_CT),
          sequence(0x52009229, [item(repeat(element(0x00143000, 'LO', 'ab'), 100_000, numberTag))]),
          sequence(0x52009230, [repeat(item(element(0x00200010, 'SH', 'ab')), 100_000)]),
        ),
      ),
  ],
]

describe.each(FILES)('%s', { timeout: 120_000 }, (_what, expected, compose) => {
  it('are read whole or refused by a limit', async () => {
    const file = compose()
    const outcomes: string[] = []
    for (const [tool, options] of TOOLS) {
      outcomes.push(await outcomeOf(tool, tool === dicomDiff ? { left: file, right: file } : { file }, options))
    }
    expect(outcomes).toEqual(expected.split(' '))
  })
})

async function outcomeOf(tool: Tool, input: object, options: object): Promise<string> {
  try {
    await runTool(tool, input, options)
    return 'done'
  } catch (error) {
    return error instanceof ProblemError ? error.code : String(error)
  }
}
