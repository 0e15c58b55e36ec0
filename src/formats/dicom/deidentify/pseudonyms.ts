// Values in place of originals: UIDs, names, identifiers and dates from the site's key, the same as in every other format, and dummies that
// mean nothing. All are ASCII, which every Specific Character Set holds.
import { shiftDays } from '../../phi/policy/deidentifier.ts'
import { type PhiKey, readPhiKey, type SurrogateVersion } from '../../phi/policy/key.ts'
import { shiftDate } from '../../phi/policy/shift-date.ts'
import { surrogateOf, surrogateUid } from '../../phi/policy/surrogates/surrogate.ts'
import { findUid } from '../dictionary/uid-dictionary.ts'
import { splitValues } from '../value/split-values.ts'
import type { Vr } from '../value/vr.ts'

export interface Pseudonyms {
  readonly keyId: string | null
  /** Each UID of a value anew; registered ones stay. Undefined where there is no key. */
  uids(value: string): string | undefined
  name(value: string): string | undefined
  identifier(value: string, maxLength: number): string | undefined
  date(value: string): string | undefined
}

interface PseudonymSettings {
  readonly key: string | undefined
  readonly surrogates?: `${SurrogateVersion}` | undefined
  /** Whom the dates belong to. */
  readonly subject: string
}

const MAX_NAME = 64

export function createPseudonyms({ key: text, surrogates = '2', subject }: PseudonymSettings): Pseudonyms {
  const key = text === undefined ? undefined : readPhiKey(text, surrogates === '1' ? 1 : 2)
  if (!key) return { keyId: null, uids: () => undefined, name: () => undefined, identifier: () => undefined, date: () => undefined }
  const known = new Map<string, string>()
  const newUid = (uid: string): string => {
    if (uid === '' || isRegistered(uid)) return uid
    let made = known.get(uid)
    if (made === undefined) {
      made = surrogateUid(key, uid)
      known.set(uid, made)
    }
    return made
  }
  let days: number | undefined
  return {
    keyId: key.keyId,
    uids: (value) =>
      splitValues(value)
        .map((uid) => newUid(uid.replace(/[\s\0]+/g, '')))
        .join('\\'),
    name: (value) => inventName(key, value),
    identifier: (value, maxLength) => inventIdentifier(key, value, maxLength),
    date: (value) => {
      days ??= shiftDays(key, subject)
      return moveDates(value, days)
    },
  }
}

/**
 * UIDs of the standard name kinds of things, never a patient's data; its SOP classes go on growing, in small numbers: whoever puts others
 * under its root has made a UID of his own.
 */
export function isRegistered(uid: string): boolean {
  return uid.startsWith(DICOM_ROOT) && (SOP_CLASS.test(uid.slice(DICOM_ROOT.length)) || findUid(uid) !== undefined)
}

const SOP_CLASS = /^5\.1\.[14](?:\.\d{1,3}){1,7}$/

const DICOM_ROOT = '1.2.840.10008.'

/** The first component group that is written, in Latin letters; undefined where nothing of a name is left. */
function inventName(key: PhiKey, value: string): string | undefined {
  const group = value
    .split('\\')[0]!
    .split('=')
    .find((part) => /\p{L}/u.test(part))
  if (group === undefined) return undefined
  const made = surrogateOf(key, 'name', group)
    ?.replace(/[^A-Za-z^ '.-]/g, '')
    .slice(0, MAX_NAME)
  return made !== undefined && /[A-Za-z]{2}/.test(made) ? made.trimEnd() : undefined
}

function inventIdentifier(key: PhiKey, value: string, maxLength: number): string | undefined {
  const made = surrogateOf(key, 'mrn', value)?.replace(/[^\x20-\x5b\x5d-\x7e]/g, 'X')
  return made !== undefined && made.length <= maxLength && made !== value && /[0-9A-Za-z]/.test(made) ? made : undefined
}

/** Undefined where one of several dates cannot be read. */
function moveDates(value: string, days: number): string | undefined {
  const moved = splitValues(value).map((date) => (date.trim() === '' ? date : shiftDate(date.trim(), days)))
  return moved.includes(undefined) ? undefined : moved.join('\\')
}

const DUMMIES: Partial<Record<Vr, string>> = {
  AE: 'ANONYMIZED',
  AS: '000D',
  CS: 'ANONYMIZED',
  DA: '19000101',
  DS: '0',
  DT: '19000101000000',
  IS: '0',
  LO: 'ANONYMIZED',
  LT: 'ANONYMIZED',
  PN: 'ANONYMIZED',
  SH: 'ANONYMIZED',
  ST: 'ANONYMIZED',
  TM: '000000',
  UC: 'ANONYMIZED',
  UR: 'urn:anonymized',
  UT: 'ANONYMIZED',
}

/** A text that satisfies the VR and says nothing; undefined for VRs that are no text. */
export function dummyText(vr: Vr): string | undefined {
  return DUMMIES[vr]
}
