// Values of the ranges that surrogates are of and that reach nobody. In a document with names of an earlier run they are left.

import type { PhiCategory } from '../../category.ts'
import { domainOf, readPhone } from '../canonical.ts'
import { UNASSIGNED_PREFIXES } from '../zip-code.ts'
import { isFakePhone } from './foreign-phone.ts'

const FAKE_ADDRESS = /^(?:192\.0\.2|198\.51\.100|203\.0\.113)\.\d{1,3}$|^2001:db8::|^00[-:]00[-:]5E[-:]00[-:]53[-:][0-9A-F]{2}$/i

/** True for a value that a surrogate could be, of telephone, network and mail addresses, social security numbers and ZIP codes. */
export function isReserved(category: PhiCategory, text: string, language: string | undefined): boolean {
  switch (domainOf(category, text)) {
    case 'phone':
      return isReservedPhone(text, language)
    case 'email':
      return /^[a-z]+\.[a-z]+\d{1,3}@example\.org$/.test(text)
    case 'url':
      return /^https:\/\/example\.org\/[0-9a-f]{12}$/.test(text)
    case 'ip':
      return FAKE_ADDRESS.test(text)
    case 'ssn':
      return /^9\d\d[0-4]\d{5}$/.test(text.replace(/\D/g, ''))
    case 'location':
      return UNASSIGNED_PREFIXES.includes(/^(?:[A-Z]{2} )?(\d{3})\d\d(?:-?\d{4})?$/.exec(text)?.[1] ?? '')
    default:
      return false
  }
}

function isReservedPhone(text: string, language: string | undefined): boolean {
  const phone = readPhone(text)
  return /^(?:\+1\d{3}|\+)?55501\d\d(?:x\d+)?$|^\+442079460\d{3}(?:x\d+)?$/.test(phone.canonical) || isFakePhone(text, phone, language)
}
