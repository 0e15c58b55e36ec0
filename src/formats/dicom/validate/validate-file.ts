// Validates a whole file: what reading found, the File Meta Information, every value, the modules of its IOD. Nothing ends at the first finding.
import { describeImage } from '../describe/describe-image.ts'
import { type DicomFile, findIn } from '../dicom-file.ts'
import { findIodOfSopClass, type Iod } from '../iod/iod-table.ts'
import { readAsciiValue } from '../value/decode-value.ts'
import { checkFrames } from './check-frames.ts'
import { checkMeta } from './check-meta.ts'
import { checkModules } from './check-modules.ts'
import { checkNestedValues } from './check-nested-values.ts'
import { checkPixels } from './check-pixels.ts'
import { checkValues } from './check-values.ts'
import { FindingList } from './finding.ts'

const SOP_CLASS_UID = 0x00080016
/** The data set of a DICOMDIR (PS3.10 §8), which belongs to no SOP class of storage. */
const DIRECTORY_RECORDS = 0x00041220

export interface FileValidation {
  /** Undefined where the modules were not checked. */
  readonly iod: Iod | undefined
  readonly findings: FindingList
}

/** @param iod checked in place of the one of the SOP class */
export function validateFile(file: DicomFile, iod?: Iod): FileValidation {
  const findings = new FindingList()
  // Looks at the length of Pixel Data and at offset tables.
  describeImage(file)
  findings.addIssues(file.issues)
  checkMeta(file, findings)
  if (file.meta) checkValues(file.bytes, file.meta, findings)
  findings.deflatedAt = file.deflated?.start
  checkValues(file.data, file.dataset, findings)
  checkFrames(file, findings)
  const used = iod ?? findIod(file, findings)
  checkNestedValues(file, used, findings)
  if (used) {
    checkModules(file.data, file.dataset, used, findings)
    checkPixels(file, used, findings)
  }
  return { iod: used, findings }
}

function findIod({ data, dataset }: DicomFile, findings: FindingList): Iod | undefined {
  if (findIn(dataset, DIRECTORY_RECORDS)) return undefined
  const element = findIn(dataset, SOP_CLASS_UID)
  const uid = element ? readAsciiValue(data, element) : ''
  const iod = uid ? findIodOfSopClass(uid) : undefined
  if (!uid) findings.add('missing_sop_class', [SOP_CLASS_UID], element?.start ?? dataset.valueStart)
  else if (!iod) findings.add('unknown_sop_class', [SOP_CLASS_UID], element!.start)
  return iod
}
