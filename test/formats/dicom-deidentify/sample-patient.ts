// An invented patient in every corner of a data set, and what a de-identified file still says.
import { deidentifyFile } from '../../../src/formats/dicom/deidentify/deidentify-file.ts'
import type { DeidentifySettings } from '../../../src/formats/dicom/deidentify/prepare.ts'
import type { DicomFile, DicomItem } from '../../../src/formats/dicom/dicom-file.ts'
import { formatPath } from '../../../src/formats/dicom/dicom-issue.ts'
import { readDicom } from '../../../src/formats/dicom/read/read-dicom.ts'
import { findTilingGap } from '../../../src/formats/dicom/read/tiling.ts'
import { readAsciiValue } from '../../../src/formats/dicom/value/decode-value.ts'
import { concat, element, item, part10, type Syntax, sequence, TRANSFER_SYNTAXES, u16 } from '../dicom/build-dicom.ts'

export const KEY = 'correct horse battery staple'
export const CT = '1.2.840.10008.5.1.4.1.1.2'
export const SECONDARY_CAPTURE = '1.2.840.10008.5.1.4.1.1.7'
export const UID = '1.2.826.0.1.3680043.10.543'

export const SETTINGS: DeidentifySettings = {
  options: [],
  unlisted: 'remove',
  key: KEY,
  pseudonyms: 'surrogate',
  regions: [],
  onBurnedIn: 'fail',
  mode: 'high-recall',
}

/** What must not be in a result, as text. */
export const SECRETS = ['Zebulonquux', 'Osricbrand', '10004711', 'ACC-7788', `${UID}.7`, `${UID}.8`, '20240219', 'Saint Fictive', 'STUDY77']

/** What describes two rows of four grey pixels, of a byte each. */
export const SMALL_IMAGE: readonly Uint8Array[] = [
  element(0x00280002, 'US', u16(1)),
  element(0x00280004, 'CS', 'MONOCHROME2'),
  element(0x00280010, 'US', u16(2)),
  element(0x00280011, 'US', u16(4)),
  element(0x00280100, 'US', u16(8)),
  element(0x00280101, 'US', u16(8)),
  element(0x00280102, 'US', u16(7)),
  element(0x00280103, 'US', u16(0)),
]

/** A data set that holds every secret, at the top, in items, in private elements and in texts. */
export function patientDataset(syntax: Syntax = 'explicit', sopClass = CT): Uint8Array {
  const one = (tag: number, vr: string, value: Uint8Array | string) => element(tag, vr, value, syntax)
  const person = item(one(0x00080080, 'LO', 'Saint Fictive'), syntax)
  const reference = item(concat(one(0x00081150, 'UI', CT), one(0x00081155, 'UI', `${UID}.8`)), syntax, true)
  return concat(
    one(0x00080005, 'CS', 'ISO_IR 100'),
    one(0x00080008, 'CS', 'ORIGINAL\\PRIMARY\\AXIAL'),
    one(0x00080016, 'UI', sopClass),
    one(0x00080018, 'UI', `${UID}.7`),
    one(0x00080020, 'DA', '20240219'),
    one(0x00080030, 'TM', '101112'),
    one(0x00080050, 'SH', 'ACC-7788'),
    one(0x00080060, 'CS', 'CT'),
    one(0x00080070, 'LO', 'Maker'),
    one(0x00080080, 'LO', 'Saint Fictive'),
    one(0x00080090, 'PN', 'Osricbrand^Ada'),
    one(0x00081030, 'LO', 'Chest of Zebulonquux'),
    sequence(0x00081140, [reference], syntax, true),
    sequence(
      0x00082218,
      [item(concat(one(0x00080100, 'SH', '51185008'), one(0x00080102, 'SH', 'SCT'), one(0x00080104, 'LO', 'Thorax')), syntax)],
      syntax,
    ),
    one(0x00090010, 'LO', 'SOME VENDOR'),
    one(0x00091001, 'LO', 'Zebulonquux'),
    one(0x00100010, 'PN', 'Zebulonquux^Alvin'),
    one(0x00100020, 'LO', '10004711'),
    one(0x00100030, 'DA', '19330412'),
    one(0x00100040, 'CS', 'M'),
    one(0x00101010, 'AS', '091Y'),
    one(0x0020000d, 'UI', `${UID}.8`),
    one(0x00200010, 'SH', 'STUDY77'),
    sequence(
      0x00400275,
      [item(concat(one(0x00321060, 'LO', 'for Zebulonquux'), one(0x00400007, 'LO', 'CT of 10004711')), syntax), person],
      syntax,
    ),
    one(0x00280002, 'US', u16(1, syntax)),
    one(0x00280004, 'CS', 'MONOCHROME2'),
    one(0x00280010, 'US', u16(2, syntax)),
    one(0x00280011, 'US', u16(4, syntax)),
    one(0x00280100, 'US', u16(8, syntax)),
    one(0x7fe00010, 'OB', Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8)),
  )
}

export function patientFile(syntax: Syntax = 'explicit', sopClass = CT): Uint8Array {
  return part10(patientDataset(syntax, sopClass), TRANSFER_SYNTAXES[syntax])
}

export interface Outcome {
  readonly result: ReturnType<typeof deidentifyFile>
  readonly file: DicomFile
  /** Text of every leaf by its path. */
  readonly values: ReadonlyMap<string, string>
}

/** De-identifies and reads the result, which must be whole. */
export function deidentify(bytes: Uint8Array, settings: Partial<DeidentifySettings> = {}): Outcome {
  const result = deidentifyFile(readDicom(bytes), { ...SETTINGS, ...settings })
  const file = readDicom(result.bytes)
  if (!file.complete || findTilingGap(file) !== undefined) throw new Error('the result cannot be read')
  const values = new Map<string, string>()
  listValues(file.data, file.dataset, [], values)
  return { result, file, values }
}

/** De-identifies a data set of the elements given, beside what every file needs. */
export function deidentifyElements(elements: readonly Uint8Array[], settings: Partial<DeidentifySettings> = {}, sopClass = CT): Outcome {
  const head = concat(element(0x00080016, 'UI', sopClass), element(0x00080018, 'UI', `${UID}.7`))
  return deidentify(part10(concat(head, ...elements)), settings)
}

function listValues(data: Uint8Array, dataset: DicomItem, steps: readonly number[], values: Map<string, string>): void {
  for (const leaf of dataset.elements) {
    const path = [...steps, leaf.tag]
    if (!leaf.items) values.set(formatPath(path), leaf.fragments ? '' : readAsciiValue(data, leaf))
    else if (leaf.items.length === 0) values.set(formatPath(path), '')
    for (const [index, child] of (leaf.items ?? []).entries()) listValues(data, child, [...path, index], values)
  }
}

/** True where the text stands anywhere in the bytes. */
export function holds(bytes: Uint8Array, text: string): boolean {
  return new TextDecoder('latin1').decode(bytes).toLowerCase().includes(text.toLowerCase())
}
