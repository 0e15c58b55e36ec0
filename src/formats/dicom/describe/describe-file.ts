// What the File Meta Information and the first attributes say of the whole file.
import { type DicomFile, findIn } from '../dicom-file.ts'
import { findUid } from '../dictionary/uid-dictionary.ts'
import { readAsciiValue } from '../value/decode-value.ts'
import { describeDataset, type ElementView, type ViewOptions } from './describe-element.ts'

const SPECIFIC_CHARACTER_SET = 0x00080005

export function describeMeta(file: DicomFile, options: ViewOptions) {
  const { encoding, deflated, encapsulated } = file.transferSyntax
  const set = findIn(file.dataset, SPECIFIC_CHARACTER_SET)
  return {
    bytes: file.bytes.length,
    preamble: file.preamble !== undefined,
    transferSyntax: file.declaredTransferSyntax,
    transferSyntaxName: findUid(file.declaredTransferSyntax)?.name ?? null,
    encoding: { explicitVr: encoding.explicit, littleEndian: encoding.littleEndian, deflated, encapsulated },
    characterSet: set ? readAsciiValue(file.data, set).split('\\') : [],
    complete: file.complete,
    ...(file.deflated ? { inflatedBytes: file.data.length } : {}),
    elements: describeMetaElements(file, options),
  }
}

function describeMetaElements({ meta, bytes, issues, deflated }: DicomFile, options: ViewOptions): ElementView[] {
  if (!meta) return []
  // Offsets of the meta group count in the file, whatever the data set's count in.
  issues.deflatedAt = undefined
  const views = describeDataset(bytes, meta, options, issues)
  issues.deflatedAt = deflated?.start
  return views
}

export function describeSop({ dataset, data, meta, bytes }: DicomFile) {
  const uidOf = (tag: number, metaTag: number): string | null => {
    const element = findIn(dataset, tag)
    if (element) return readAsciiValue(data, element) || null
    const declared = findIn(meta, metaTag)
    return declared ? readAsciiValue(bytes, declared) || null : null
  }
  const classUid = uidOf(0x00080016, 0x00020002)
  const instanceUid = uidOf(0x00080018, 0x00020003)
  return { classUid, className: classUid ? (findUid(classUid)?.name ?? null) : null, instanceUid }
}
