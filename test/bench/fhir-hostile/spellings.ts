// Ways to write what identifies a person so that a plain search does not see it.
import type { Person, Random } from './person.ts'

type Spell = (person: Person) => string

/** Sentences of a note. */
const SENTENCES: readonly Spell[] = [
  ({ given, family }) => `Seen today: ${given} ${family}, doing well.`,
  ({ given, family }) => `${family.toUpperCase()}, ${given.toUpperCase()} was reviewed.`,
  ({ given, family }) => `Spoke with mrs ${given.toLowerCase()} ${family.toLowerCase()} about results`,
  ({ mrn }) => `MRN ${mrn} merged.`,
  ({ mrn }) => `See chart no. ${mrn.slice(0, 4)} ${mrn.slice(4)} for details`,
  ({ mrn }) => `chart ${mrn.slice(0, 4)}-${mrn.slice(4)}`,
  ({ phone }) => `Call back ${phone} tomorrow`,
  ({ phone }) => `Call back (${phone.slice(0, 3)}) ${phone.slice(4)} tomorrow`,
  ({ phone }) => `tel:+1${phone.replace(/-/g, '')}`,
  ({ email }) => `Write to ${email}.`,
  ({ email }) => `Write to ${email.toUpperCase()}.`,
  ({ ssn }) => `SSN ${ssn}`,
  ({ ssn }) => `ssn${ssn.replace(/-/g, '')}`,
  ({ street }) => `Lives at ${street}, alone.`,
  ({ birth }) => `Born ${birth}.`,
  ({ birth }) => `dob ${birth.slice(5, 7)}/${birth.slice(8)}/${birth.slice(0, 4)}`,
  ({ given, family }) => `${given}\n${family}`,
  ({ given, family }) => `${given}\u00a0${family}`,
  ({ given, family }) => `${given}${family} signed`,
  ({ family }) => `The ${family} family was informed; ${family}'s mother agrees.`,
  ({ family }) => [...family].join(' '),
  ({ family }) => family.replace(/(?<=^..)/, '\u00ad'),
  ({ family }) => family.replace(/(?<=^...)/, '\u200b'),
  ({ family }) => [...family].map((letter) => String.fromCodePoint(letter.charCodeAt(0) + 0xfee0)).join(''),
  ({ family }) => `https://portal.example.com/patients/${family.toLowerCase()}?v=1`,
  ({ mrn }) => `https://portal.example.com/chart/${mrn}`,
  ({ given, family }) => `report_${family}_${given}.pdf`,
  ({ given, family, mrn }) => `{"name":"${given} ${family}","mrn":"${mrn}"}`,
  ({ given, family }) => `<b>${given}</b> <i>${family}</i>`,
  ({ family }) => [...family].map((letter) => `&#${letter.charCodeAt(0)};`).join(''),
  ({ family, mrn }) => `PID|1||${mrn}||${family}`,
]

export function sentence(person: Person, random: Random): string {
  return SENTENCES[random(SENTENCES.length)]!(person)
}

const ADDRESSES: readonly Spell[] = [
  ({ family }) => `http://${family.toLowerCase()}.example.com/x`,
  ({ mrn }) => `http://north.example.com/fhir/NamingSystem/${mrn}`,
  ({ given, family }) => `http://north.example.com/${given}%20${family}`,
  ({ email }) => `mailto:${email}`,
  ({ phone }) => `tel:${phone}`,
  ({ mrn }) => `urn:mrn:${mrn}`,
  ({ mrn }) => `urn:oid:2.16.840.1.113883.19.${mrn}`,
  ({ family }) => `http://hl7.org/fhir/StructureDefinition/${family}`,
  ({ family }) => `http://terminology.hl7.org/CodeSystem/${family}-${'x'}`,
  ({ mrn }) => `http://loinc.org/${mrn}`,
]

export function address(person: Person, random: Random): string {
  return ADDRESSES[random(ADDRESSES.length)]!(person)
}

/** What may stand in an element of type code, id, or a short string. */
const WORDS: readonly Spell[] = [
  ({ family }) => family,
  ({ family }) => family.toUpperCase(),
  ({ family }) => family.toLowerCase(),
  ({ given, family }) => `${given}-${family}`,
  ({ given, family }) => `${given}${family}`,
  ({ mrn }) => mrn,
  ({ mrn }) => `MRN${mrn}`,
  ({ mrn }) => `p-${mrn}-x`,
  ({ ssn }) => ssn,
  ({ phone }) => phone,
  ({ birth }) => birth,
]

export function token(person: Person, random: Random): string {
  return WORDS[random(WORDS.length)]!(person)
}
