// The value from the site's key that stands in place of an original, where the treatment and the attribute have one.
import type { DicomElement, DicomFile } from '../dicom-file.ts'
import type { CharacterSet } from '../value/character-set.ts'
import { readAsciiValue } from '../value/decode-value.ts'
import type { Vr } from '../value/vr.ts'
import type { ChangeAction } from './change-list.ts'
import { pseudonymKind } from './check/identity.ts'
import type { Originals } from './check/originals.ts'
import type { Treatment } from './profile/decide.ts'
import type { Pseudonyms } from './pseudonyms.ts'

interface Means {
  readonly file: DicomFile
  readonly pseudonyms: Pseudonyms
  readonly usesPseudonyms: boolean
  readonly originals: Originals
}

interface Replacement {
  readonly vr: Vr
  readonly treatment: Treatment
  readonly set: CharacterSet
}

const MAX_UIDS = 65_536

/** Undefined for sequences, empty values, and attributes that get no value from the key. */
export function replacementText(
  { file, pseudonyms, usesPseudonyms, originals }: Means,
  element: DicomElement,
  { vr, treatment, set }: Replacement,
): { readonly value: string; readonly action: ChangeAction } | undefined {
  const made = (value: string | undefined, action: ChangeAction) => (value === undefined ? undefined : { value, action })
  if (element.items || element.valueEnd === element.valueStart) return undefined
  if (vr === 'UI' && treatment !== 'empty') return made(pseudonyms.uids(readAsciiValue(file.data, element, MAX_UIDS)), 'uid')
  if (treatment === 'date') return made(pseudonyms.date(readAsciiValue(file.data, element)), 'date-shift')
  if (!usesPseudonyms) return undefined
  const kind = pseudonymKind(element.tag)
  if (kind === undefined) return undefined
  const text = originals.read(element, vr === 'PN', set)
  return kind === 'name' ? made(pseudonyms.name(text), 'pseudonym') : made(pseudonyms.identifier(text, vr === 'SH' ? 16 : 64), 'pseudonym')
}
