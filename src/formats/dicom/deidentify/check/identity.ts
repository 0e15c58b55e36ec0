// Which attributes hold what a search of the result looks for: names, identifiers, UIDs, dates, institutions; and their PHI category.
import type { PhiCategory } from '../../../phi/category.ts'
import type { Vr } from '../../value/vr.ts'
import { findProfileRow } from '../profile/profile-table.ts'

export type IdentityKind = 'name' | 'id' | 'uid' | 'date' | 'institution'

const PATIENT_NAME = 0x00100010
export const PATIENT_ID = 0x00100020

/** Numbers of patients, studies, orders, visits and specimens. */
const IDENTIFIERS: ReadonlySet<number> = new Set([
  0x00080050, 0x00100020, 0x00101000, 0x00101090, 0x00120040, 0x00120042, 0x00181000, 0x00200010, 0x00380010, 0x00380060, 0x00400009,
  0x00400253, 0x00400512, 0x00400551, 0x00401001, 0x00402016, 0x00402017, 0x00401006, 0x00401007, 0x00402006, 0x00402007,
])
const INSTITUTIONS: ReadonlySet<number> = new Set([0x00080080, 0x00080081, 0x00081040, 0x00120031, 0x00120060, 0x0040a027, 0x00321033])
/** Identifiers that get a pseudonym of their own: those by which studies of a patient find each other. */
const LINKING: ReadonlySet<number> = new Set([
  0x00080050,
  PATIENT_ID,
  0x00120040,
  0x00120042,
  0x00200010,
  0x00400512,
  0x00400551,
  0x00402016,
  0x00402017,
])

/** UIDs of classes, coding schemes and transfer syntaxes, also private ones: they name kinds of things. */
export const CLASS_UIDS: ReadonlySet<number> = new Set([
  0x00080016, 0x0008001a, 0x0008001b, 0x00080062, 0x0008010c, 0x0008010d, 0x00080117, 0x00080118, 0x0008040e, 0x00081150, 0x0008115a,
  0x00083002,
])

export function identityKind(tag: number, vr: Vr): IdentityKind | undefined {
  if (vr === 'PN') return 'name'
  if (vr === 'UI') return CLASS_UIDS.has(tag) ? undefined : 'uid'
  if (vr === 'DA' || vr === 'DT') return 'date'
  if (IDENTIFIERS.has(tag)) return 'id'
  return INSTITUTIONS.has(tag) ? 'institution' : undefined
}

/** How the value is replaced where the profile allows a value that is not empty. */
export function pseudonymKind(tag: number): 'name' | 'id' | undefined {
  if (tag === PATIENT_NAME) return 'name'
  return LINKING.has(tag) ? 'id' : undefined
}

/** The category under which a change is counted; undefined where nothing that identifies is concerned. */
export function categoryOfChange(tag: number, vr: Vr): PhiCategory | undefined {
  if (tag === PATIENT_ID || tag === 0x00101000) return 'mrn'
  switch (identityKind(tag, vr)) {
    case 'name':
      return 'name'
    case 'id':
    case 'uid':
      return 'other-id'
    case 'date':
      return 'date'
    case 'institution':
      return 'facility'
  }
  if (vr === 'AS') return 'age'
  if (tag === 0x00101040 || tag === 0x00380300) return 'location'
  if (tag === 0x00102154) return 'phone'
  const options = findProfileRow(tag)?.options ?? ''
  if (options.includes('d')) return 'device'
  return options.includes('i') ? 'facility' : undefined
}
