// Checks the File Meta Information against PS3.10 §7.1: what must be there, and that it names the object that follows.
import { type DicomFile, type DicomItem, findIn } from '../dicom-file.ts'
import { readAsciiValue } from '../value/decode-value.ts'
import type { FindingList } from './finding.ts'

/** Group length, version, SOP class, SOP instance, transfer syntax, implementation (PS3.10 Table 7.1-1, Type 1). */
const REQUIRED = [0x00020000, 0x00020001, 0x00020002, 0x00020003, 0x00020010, 0x00020012]
const MODULE = 'file-meta-information'

/** A directory (PS3.10 §8) has neither SOP class nor instance in its data set. */
const DIRECTORY_RECORDS = 0x00041220

export function checkMeta({ meta, bytes, dataset, data }: DicomFile, findings: FindingList): void {
  if (!meta) return
  for (const tag of REQUIRED) {
    const element = findIn(meta, tag)
    if (!element) findings.add('missing_type_1', [tag], placeOf(meta, tag), MODULE, '1')
    else if (element.valueStart === element.valueEnd) findings.add('empty_type_1', [tag], element.start, MODULE, '1')
  }
  if (findIn(dataset, DIRECTORY_RECORDS)) return
  for (const [metaTag, tag, code] of [
    [0x00020002, 0x00080016, 'meta_class_mismatch'],
    [0x00020003, 0x00080018, 'meta_instance_mismatch'],
  ] as const) {
    const declared = findIn(meta, metaTag)
    const element = findIn(dataset, tag)
    if (!declared || !element) continue
    if (readAsciiValue(bytes, declared) !== readAsciiValue(data, element)) findings.add(code, [metaTag], declared.start, MODULE)
  }
}

/** Where an element that is missing would stand. */
export function placeOf(item: DicomItem, tag: number): number {
  return item.elements.find((element) => element.tag > tag)?.start ?? item.elements.at(-1)?.end ?? item.valueStart
}
