// Where the attributes of one frame stand: in its own functional group, in the shared one, or in the data set (PS3.3 §C.7.6.16).
import { type DicomFile, findIn } from '../dicom-file.ts'
import { type Attributes, readItems } from './attribute.ts'

const SHARED_GROUPS = 0x52009229
const PER_FRAME_GROUPS = 0x52009230

/** The nearest scope that holds the attribute. @param macro the sequence of the functional group that may hold it; index from 0 */
export function findScope(file: DicomFile, index: number, macro: number, tag: number): Attributes | undefined {
  const dataset: Attributes = { data: file.data, item: file.dataset }
  const frame = readItems(dataset, PER_FRAME_GROUPS)[index]
  const shared = readItems(dataset, SHARED_GROUPS)[0]
  const scopes = [...(frame ? readItems(frame, macro) : []), ...(shared ? readItems(shared, macro) : []), dataset]
  return scopes.find(({ item }) => findIn(item, tag) !== undefined)
}
