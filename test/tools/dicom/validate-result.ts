// A clean object of an invented patient to sow defects into, and the tool with its types.
import { runTool } from '../../../src/core/run.ts'
import { dicomValidate } from '../../../src/tools/dicom/validate.ts'
import { concat, element, TRANSFER_SYNTAXES, text, u16, u32 } from '../../formats/dicom/build-dicom.ts'

interface Issue {
  code: string
  severity: string
  path?: string
  module?: string
  type?: string
  byteOffset: number
}
interface ValidateResult {
  iod: string | null
  edition: string
  valid: boolean
  counts: Record<string, number>
  issues: Issue[]
  issuesOmitted: number
}

export const validate = (file: Uint8Array, options: Record<string, unknown> = {}) =>
  runTool(dicomValidate, { file }, options) as unknown as ValidateResult

export const SC = '1.2.840.10008.5.1.4.1.1.7'
export const ROOT = '1.2.826.0.1.3680043.10.543'

/** A secondary capture of an invented patient, whole by PS3.3 §A.8.1. */
const CLEAN: readonly (readonly [number, string, Uint8Array | string])[] = [
  [0x00080005, 'CS', 'ISO_IR 100'],
  [0x00080016, 'UI', SC],
  [0x00080018, 'UI', `${ROOT}.1.1`],
  [0x00080020, 'DA', '20200229'],
  [0x00080030, 'TM', '101500'],
  [0x00080050, 'SH', ''],
  [0x00080060, 'CS', 'OT'],
  [0x00080064, 'CS', 'WSD'],
  [0x00080090, 'PN', ''],
  [0x00100010, 'PN', 'Sample^Ada'],
  [0x00100020, 'LO', 'TEST-0001'],
  [0x00100030, 'DA', ''],
  [0x00100040, 'CS', 'F'],
  [0x00180015, 'CS', 'CHEST'],
  [0x0020000d, 'UI', `${ROOT}.2`],
  [0x0020000e, 'UI', `${ROOT}.3`],
  [0x00200010, 'SH', ''],
  [0x00200011, 'IS', '1'],
  [0x00200013, 'IS', '1'],
  [0x00200020, 'CS', ''],
  [0x00280002, 'US', u16(1)],
  [0x00280004, 'CS', 'MONOCHROME2'],
  [0x00280010, 'US', u16(2)],
  [0x00280011, 'US', u16(2)],
  [0x00280100, 'US', u16(8)],
  [0x00280101, 'US', u16(8)],
  [0x00280102, 'US', u16(7)],
  [0x00280103, 'US', u16(0)],
  [0x7fe00010, 'OB', new Uint8Array(4)],
]

/** The clean object with some elements replaced, added or, where undefined, left out. */
export function capture(changes: ReadonlyMap<number, Uint8Array | undefined> = new Map(), instance = `${ROOT}.1.1`): Uint8Array {
  const elements = new Map(CLEAN.map(([tag, vr, value]) => [tag, element(tag, vr, value)]))
  for (const [tag, bytes] of changes) {
    if (bytes) elements.set(tag, bytes)
    else elements.delete(tag)
  }
  return part10WithMeta(concat(...[...elements].sort(([a], [b]) => a - b).map(([, bytes]) => bytes)), instance)
}

/** The meta group names the instance that follows. */
export function part10WithMeta(dataset: Uint8Array, instance: string, sopClass = SC): Uint8Array {
  const content = concat(
    element(0x00020001, 'OB', Uint8Array.of(0, 1)),
    element(0x00020002, 'UI', sopClass),
    element(0x00020003, 'UI', instance),
    element(0x00020010, 'UI', TRANSFER_SYNTAXES.explicit),
    element(0x00020012, 'UI', `${ROOT}.9`),
  )
  return concat(new Uint8Array(128), text('DICM'), element(0x00020000, 'UL', u32(content.length)), content, dataset)
}

export const changed = (tag: number, bytes: Uint8Array | undefined) => capture(new Map([[tag, bytes]]))
