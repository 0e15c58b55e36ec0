// The categories of protected health information, each with its letter in 45 CFR 164.514(b)(2)(i).

export const PHI_CATEGORIES = [
  'name',
  'location',
  'date',
  'age',
  'phone',
  'fax',
  'email',
  'ssn',
  'mrn',
  'health-plan-id',
  'account',
  'license',
  'vehicle',
  'device',
  'url',
  'ip',
  'biometric',
  'photo',
  'national-id',
  'other-id',
  'organization',
  'facility',
  'profession',
] as const

export type PhiCategory = (typeof PHI_CATEGORIES)[number]

/** Organizations and facilities point at a place (B); ages over 89 stand with the dates (C); professions are any other characteristic (R). */
const LETTERS: Readonly<Record<PhiCategory, string>> = {
  name: 'A',
  location: 'B',
  date: 'C',
  age: 'C',
  phone: 'D',
  fax: 'E',
  email: 'F',
  ssn: 'G',
  mrn: 'H',
  'health-plan-id': 'I',
  account: 'J',
  license: 'K',
  vehicle: 'L',
  device: 'M',
  url: 'N',
  ip: 'O',
  biometric: 'P',
  photo: 'Q',
  'national-id': 'R',
  'other-id': 'R',
  organization: 'B',
  facility: 'B',
  profession: 'R',
}

/** The letter of the list of identifiers under which the category falls. */
export function letterOf(category: PhiCategory): string {
  return LETTERS[category]
}
