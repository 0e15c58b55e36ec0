// What people write in notes, with a planted person in it.
import type { Planted } from './people.ts'

type Note = (person: Planted) => string

const date = ({ born }: Planted) => `${born.slice(4, 6)}/${born.slice(6)}/${born.slice(0, 4)}`
const phone = ({ phone: digits }: Planted) => `${digits.slice(0, 3)}-${digits.slice(3, 6)}-${digits.slice(6)}`
const ssn = ({ ssn: digits }: Planted) => `${digits.slice(0, 3)}-${digits.slice(3, 5)}-${digits.slice(5)}`

export const NOTES: Readonly<Record<string, Note>> = {
  seen: ({ given, family }) => `${given} ${family} was seen for follow up`,
  label: ({ given, family }) => `Patient: ${family}, ${given}`,
  pt: ({ family }) => `pt ${family} called about the claim`,
  title: ({ family }) => `Mrs. ${family} refuses treatment`,
  doctor: ({ family }) => `referred by Dr ${family}`,
  spouse: ({ given, family }) => `spouse ${given} ${family} carries the primary policy`,
  caller: ({ given }) => `per ${given} in billing, resubmit`,
  contact: (person) => `contact ${person.given} ${person.family} ${phone(person)}`,
  mother: ({ given, family }) => `newborn of ${given} ${family}`,
  corrected: ({ given, family }) => `corrected claim, name should read ${given} ${family}`,
  attention: ({ given, family }) => `attn ${given} ${family}`,
  family: ({ family }) => `${family} family notified of denial`,
  lives: ({ street, town, zip }) => `lives at ${street}, ${town} ${zip}`,
  livesAlone: ({ street }) => `lives alone at ${street}`,
  address: ({ street, town }) => `address changed to ${street} ${town}`,
  pickup: ({ street, town }) => `ambulance pick up ${street}, ${town}`,
  moved: ({ street }) => `member moved to ${street} in May`,
  resides: ({ street }) => `resides ${street}`,
  accident: ({ street, town }) => `fell on sidewalk at ${street} in ${town}`,
  mailTo: ({ given, family, street, town, zip }) => `mail EOB to ${given} ${family} ${street} ${town} ${zip}`,
  town: ({ town }) => `patient travels from ${town} for dialysis`,
  transfer: ({ town }) => `transferred from hospital in ${town}`,
  born: (person) => `DOB ${date(person)}`,
  bornPlain: ({ born }) => `born ${born}`,
  ssn: (person) => `SSN ${ssn(person)}`,
  ssnPlain: ({ ssn: digits }) => `ss# ${digits}`,
  phone: (person) => `call ${phone(person)} with questions`,
  phonePlain: ({ phone: digits }) => `phone ${digits}`,
  member: ({ member }) => `prior member id ${member}`,
  memberOnly: ({ member }) => `see ${member}`,
  mail: ({ mail }) => `email ${mail}`,
  all: (person) => `${person.given} ${person.family} ${date(person)} ${person.street} ${person.town} ${person.member}`,
}

const hex = (text: string) => Buffer.from(text).toString('hex')

/** Writings of a note. */
export const WRITINGS: Readonly<Record<string, (text: string) => string>> = {
  mixed: (text) => text,
  upper: (text) => text.toUpperCase(),
  lower: (text) => text.toLowerCase(),
  base64: (text) => Buffer.from(text).toString('base64'),
  percent: (text) => encodeURIComponent(text),
  'percent of all': (text) => hex(text).replace(/../g, '%$&'),
  entities: (text) => [...text].map((sign) => `&#${sign.codePointAt(0)};`).join(''),
  hex,
  'quoted-printable': (text) => hex(text).toUpperCase().replace(/../g, '=$&'),
}

/** A text as all of its readings: as it stands, decoded, and joined over what divides it. */
function readingsOf(text: string): string {
  const decoded: string[] = [text]
  const add = (value: string) => void decoded.push(value)
  for (const [run] of text.matchAll(/[A-Za-z0-9+/_-]{8,}={0,2}/g))
    for (const skip of [0, 1, 2, 3])
      add(Buffer.from(run.slice(skip).replaceAll('-', '+').replaceAll('_', '/'), 'base64').toString('latin1'))
  for (const [run] of text.matchAll(/(?:[0-9a-fA-F]{2}){6,}/g)) add(Buffer.from(run, 'hex').toString('latin1'))
  add(text.replace(/%([0-9a-fA-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))))
  add(text.replace(/=([0-9a-fA-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))))
  add(text.replace(/&#x([0-9a-f]+);/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16))))
  add(text.replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code))))
  return decoded.join('\n').toLowerCase()
}

/** The secrets that a text still holds, words as whole words. */
export function leftIn(text: string, secrets: readonly string[]): string[] {
  const readings = readingsOf(text)
  const bare = readings.replace(/[^\p{L}\p{N}\n]/gu, '')
  return secrets.filter((secret) => {
    if (/^\d{7,}$/.test(secret)) return bare.includes(secret)
    for (let at = readings.indexOf(secret); at >= 0; at = readings.indexOf(secret, at + 1)) {
      if (!/[\p{L}\p{N}]/u.test(readings[at - 1] ?? ' ') && !/[\p{L}\p{N}]/u.test(readings[at + secret.length] ?? ' ')) return true
    }
    return false
  })
}

/** Where a secret stands in a result. */
export function around(text: string, secret: string): string {
  const at = text.toLowerCase().indexOf(secret)
  return at < 0 ? 'encoded' : JSON.stringify(text.slice(Math.max(0, at - 80), at + 80))
}
