// Enumerated values inside sequences that no module names: those of functional groups (PS3.3 §C.7.6.16) and of directory records (PS3.3 §F.3.2.2).
import { type DicomFile, type DicomItem, findIn } from '../dicom-file.ts'
import type { Iod } from '../iod/iod-table.ts'
import { readAsciiValue } from '../value/decode-value.ts'
import { PER_FRAME_GROUPS, SHARED_GROUPS } from './check-functional-groups.ts'
import type { FindingList } from './finding.ts'

const DIRECTORY_RECORDS = 0x00041220
const RECORD_TYPE = 0x00041430
const PIXEL_VALUE_TRANSFORMATION = 0x00289145
const RESCALE_TYPE = 0x00281054
const MULTI_ENERGY = 0x00189361
const MAX_BYTES = 64

/** Those in force, and the retired ones. */
const RECORD_TYPES: ReadonlySet<string> = new Set(
  (
    'PATIENT,STUDY,SERIES,IMAGE,RT DOSE,RT STRUCTURE SET,RT PLAN,RT TREAT RECORD,PRESENTATION,WAVEFORM,SR DOCUMENT,KEY OBJECT DOC,' +
    'SPECTROSCOPY,RAW DATA,REGISTRATION,FIDUCIAL,HANGING PROTOCOL,ENCAP DOC,VALUE MAP,STEREOMETRIC,PALETTE,IMPLANT,IMPLANT GROUP,' +
    'IMPLANT ASSY,MEASUREMENT,SURFACE,SURFACE SCAN,TRACT,ASSESSMENT,RADIOTHERAPY,ANNOTATION,INVENTORY,HL7 STRUC DOC,PRIVATE,' +
    'OVERLAY,MODALITY LUT,VOI LUT,CURVE,STORED PRINT,TOPIC,VISIT,RESULTS,INTERPRETATION,STUDY COMPONENT,PRINT QUEUE,FILM SESSION,' +
    'FILM BOX,IMAGE BOX,MRDR'
  ).split(','),
)

/** @param iod undefined for a directory, which has none of a SOP class for storage */
export function checkNestedValues(file: DicomFile, iod: Iod | undefined, findings: FindingList): void {
  const { dataset } = file
  checkItems(file, [DIRECTORY_RECORDS], dataset, RECORD_TYPE, RECORD_TYPES, 'directory-information', findings)
  const isMultiEnergy = textOf(file, dataset, MULTI_ENERGY) === 'YES'
  // §C.8.15.3.10: the values of CT are Hounsfield units, but for those of several energies.
  if (iod?.key !== 'enhanced-ct-image' || isMultiEnergy) return
  for (const groups of [SHARED_GROUPS, PER_FRAME_GROUPS]) {
    findIn(dataset, groups)?.items?.forEach((item, i) => {
      checkItems(file, [groups, i, PIXEL_VALUE_TRANSFORMATION], item, RESCALE_TYPE, HOUNSFIELD, 'ct-pixel-value-transformation', findings)
    })
  }
}

const HOUNSFIELD: ReadonlySet<string> = new Set(['HU'])

/** @param steps down to the sequence, whose tag is the last; @param parent the item that holds it */
function checkItems(
  file: DicomFile,
  steps: readonly number[],
  parent: DicomItem,
  tag: number,
  allowed: ReadonlySet<string>,
  module: string,
  findings: FindingList,
): void {
  findIn(parent, steps.at(-1)!)?.items?.forEach((item, i) => {
    const element = findIn(item, tag)
    const value = textOf(file, item, tag)
    if (element && value !== '' && !allowed.has(value)) findings.add('value_not_enumerated', [...steps, i, tag], element.start, module, '1')
  })
}

function textOf({ data }: DicomFile, item: DicomItem, tag: number): string {
  const element = findIn(item, tag)
  return element && !element.items ? readAsciiValue(data, element, MAX_BYTES) : ''
}
