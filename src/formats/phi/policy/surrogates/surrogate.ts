// The surrogate of a value by its category: made up, and the same wherever the value stands, in whatever spelling.
import type { PhiCategory } from '../../category.ts'
import { domainOf, withoutLabel } from '../canonical.ts'
import { firstHalf, type PhiKey, pickNumber } from '../key.ts'
import { permuteId, shortCode } from './permute-id.ts'
import { surrogateEmail, surrogateIp, surrogatePhone, surrogateUrl } from './surrogate-contact.ts'
import { surrogateInstitution } from './surrogate-institution.ts'
import { surrogateName } from './surrogate-name.ts'
import { surrogateLocation, surrogateProfession } from './surrogate-place.ts'

/**
 * @param language of the text around the value: it decides whose a telephone number without a country code is. Names, places and
 * institutions go by their own words alone, so that they meet in every format
 * @returns undefined for categories that have no surrogate: dates are shifted, ages generalized, pictures replaced
 */
export function surrogateOf(key: PhiKey, category: PhiCategory, text: string, language?: string): string | undefined {
  switch (domainOf(category, text)) {
    case 'name':
      return surrogateName(key, text)
    case 'location':
      return surrogateLocation(key, text)
    case 'organization':
      return surrogateInstitution(key, text)
    case 'profession':
      return surrogateProfession(key, text)
    case 'phone':
      return surrogatePhone(key, text, language)
    case 'email':
      return surrogateEmail(key, text)
    case 'url':
      return surrogateUrl(key, text)
    case 'ip':
      return surrogateIp(key, text)
    case 'ssn':
      return surrogateSsn(key, text)
    case 'id':
      return surrogateId(key, text)
    default:
      return undefined
  }
}

function surrogateId(key: PhiKey, text: string): string {
  if (isUid(text)) return surrogateUid(key, text)
  const id = withoutLabel(text)
  return text.slice(0, text.length - id.length) + permuteId(key, 'id', id)
}

/** A code in the place of the surrogate of an identifier, of letters and digits. */
export function codeOfId(key: PhiKey, text: string): string {
  const id = withoutLabel(text)
  return `${text.slice(0, text.length - id.length)}ID${shortCode(key, 'id', id)}`
}

/** 9xx with a group of 00 to 49: no social security number begins so, and no taxpayer number has such a group. 50 million numbers. */
function surrogateSsn(key: PhiKey, text: string): string {
  const plain = text.normalize('NFKC')
  const digits = plain.replace(/\D/g, '')
  if (digits.length !== 9) return permuteId(key, 'ssn', plain)
  const digest = key.digest('ssn', digits)
  const figure = (size: number, from: number, width: number) => String(pickNumber(digest, size, from)).padStart(width, '0')
  const fake = `9${figure(100, 0, 2)}${figure(50, 8, 2)}${figure(10_000, 16, 4)}`
  let next = 0
  return plain.replace(/\d/g, () => fake[next++]!)
}

/** An object identifier as DICOM uses them (PS3.5 §9). */
function isUid(text: string): boolean {
  const parts = text.trim().split('.')
  return parts.length >= 4 && text.length <= 64 && /^[0-2]$/.test(parts[0]!) && parts.every((part) => /^\d{1,39}$/.test(part))
}

/** Under 2.25, where everyone may make identifiers from 128 bits (PS3.5 §B.2). */
export function surrogateUid(key: PhiKey, uid: string): string {
  return `2.25.${firstHalf(key.digest('uid', uid.trim()))}`
}
