// Registered UIDs (PS3.6 Annex A), unpacked at the first look-up.
import { UIDS } from './uids.generated.ts'
import { unpackTable } from './unpack-table.ts'

export interface UidEntry {
  readonly name: string
  /** `SOP Class`, `Transfer Syntax`, `Coding Scheme`, … */
  readonly type: string
  readonly retired: boolean
}

let entries: Map<string, UidEntry> | undefined

/** The entry of a registered UID; undefined where PS3.6 knows none. */
export function findUid(uid: string): UidEntry | undefined {
  if (!entries) {
    const [uids, names, types, retired] = unpackTable(UIDS).map((column) => column.split('\n'))
    entries = new Map(uids!.map((key, i) => [key, { name: names![i]!, type: types![i]!, retired: retired![i] === '1' }]))
  }
  return entries.get(uid)
}
