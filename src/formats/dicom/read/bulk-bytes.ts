// How much of a file is bulk data at its top level, such as pixels: told by the headers around it, of which a small number is looked at.
import { skimDicom } from './skim-dicom.ts'

/** So many bytes beside bulk data are gone through: a file with more of them is not told from one without bulk data. */
const MAX_OTHER_BYTES = 32_768

/** Bytes of bulk data, fragments included, as far as the file is to the letter of the standard. Never throws. */
export function countBulkBytes(bytes: Uint8Array): number {
  const skimmer = skimDicom(0)
  let bulkBytes = 0
  for (;;) {
    const span = skimmer.next(bytes.subarray(0, bulkBytes + MAX_OTHER_BYTES))
    if (span === 'more' || span === 'none') return bulkBytes
    bulkBytes += Math.min(span.byteEnd, bytes.length) - span.byteStart
  }
}
