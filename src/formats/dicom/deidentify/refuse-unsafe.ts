// What is not de-identified at all: files that could not be read to the last byte, and kinds of files that hold others or name them.
import { ProblemError } from '../../../core/problem.ts'
import { type DicomFile, type DicomItem, findIn } from '../dicom-file.ts'
import { DICOM_ISSUES, sortIssues } from '../dicom-issue.ts'
import { findTilingGap } from '../read/tiling.ts'
import { PIXEL_DATA } from '../tag.ts'
import { readAsciiValue } from '../value/decode-value.ts'

const DIRECTORY_RECORD_SEQUENCE = 0x00041220
const ENCAPSULATED_DOCUMENT = 0x00420011
/** Pixel Data is elsewhere (JPIP): what an address leads to cannot be judged. */
const REFERENCED = new Set(['1.2.840.10008.1.2.4.94', '1.2.840.10008.1.2.4.95', '1.2.840.10008.1.2.4.204', '1.2.840.10008.1.2.4.205'])

/** General and real-time audio waveforms. */
const AUDIO = new Set(['1.2.840.10008.5.1.4.1.1.9.4.2', '1.2.840.10008.10.3'])

/** @throws ProblemError `unreadable_input` with the offset where reading ended, `unsupported_variant` for directories, documents, referenced pixels and a second Pixel Data */
export function refuseUnsafe(file: DicomFile): void {
  if (judgedSafe.has(file)) return
  refuse(file)
  judgedSafe.add(file)
}

/** Each pass asks anew. */
const judgedSafe = new WeakSet<DicomFile>()

function refuse(file: DicomFile): void {
  const error = sortIssues(file.issues.issues).find(({ code }) => DICOM_ISSUES[code].severity === 'error')
  const gap = findTilingGap(file)
  if (!file.complete || error || gap !== undefined) {
    throw new ProblemError('The file cannot be read completely, so its content cannot be checked.', {
      code: 'unreadable_input',
      at: { ...(error?.path ? { path: error.path } : {}), byteOffset: error?.byteOffset ?? gap ?? file.bytes.length },
    })
  }
  if (file.dataset.elements.length === 0) {
    throw new ProblemError('The file has no data set.', { code: 'unreadable_input', at: { byteOffset: file.bytes.length } })
  }
  if (file.issues.omitted > 0) refuseVariant('The file has too many errors to check.', file, 0)
  const { explicit, littleEndian } = file.transferSyntax.encoding
  if (!explicit && !littleEndian) refuseVariant('Implicit VR Big Endian is in no standard.', file, file.dataset.start)
  if (REFERENCED.has(file.declaredTransferSyntax)) refuseVariant('The pixels of the file are elsewhere.', file, file.dataset.start)
  const sopClass = findIn(file.dataset, 0x00080016)
  if (sopClass && AUDIO.has(readAsciiValue(file.data, sopClass)))
    refuseVariant('A recording of voices says who speaks, and is not changed here.', file, sopClass.start)
  const [, second] = file.dataset.elements.filter(({ tag }) => tag === PIXEL_DATA)
  if (second) refuseVariant('The file has two Pixel Data elements, and programs differ in which one they show.', file, second.start)
  refuseContents(file, file.dataset)
}

function refuseContents(file: DicomFile, item: DicomItem): void {
  for (const element of item.elements) {
    if (element.tag === DIRECTORY_RECORD_SEQUENCE)
      refuseVariant('A DICOMDIR names the files of a file-set: make a new one of the de-identified files.', file, element.start)
    if (element.tag === ENCAPSULATED_DOCUMENT && element.valueEnd > element.valueStart)
      refuseVariant('The file encapsulates a document, which has to be de-identified by itself.', file, element.start)
    for (const child of element.items ?? []) refuseContents(file, child)
  }
}

function refuseVariant(message: string, file: DicomFile, offset: number): never {
  throw new ProblemError(message, { code: 'unsupported_variant', at: { byteOffset: file.deflated?.start ?? offset } })
}
