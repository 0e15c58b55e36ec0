// Persons that no lexicon knows, with the values that identify them, from a seed.

export interface Person {
  readonly given: string
  readonly family: string
  readonly mrn: string
  readonly ssn: string
  readonly phone: string
  readonly email: string
  readonly street: string
  readonly birth: string
}

export type Random = (below: number) => number

/** Mulberry32: the same numbers for the same seed. */
export function seeded(seed: number): Random {
  let state = seed >>> 0
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296) * below)
  }
}

const SYLLABLES = 'zor qua vel drax mip thun brel gosk wim yar fend lux prov hask nim tolv kest jorb'.split(' ')

function word(random: Random, count: number): string {
  const text = Array.from({ length: count }, () => SYLLABLES[random(SYLLABLES.length)]!).join('')
  return text[0]!.toUpperCase() + text.slice(1)
}

function digits(random: Random, count: number): string {
  return Array.from({ length: count }, (_, i) => String(i === 0 ? 1 + random(9) : random(10))).join('')
}

export function personOf(random: Random): Person {
  const given = word(random, 2)
  const family = word(random, 3)
  const area = `${201 + random(500)}`
  return {
    given,
    family,
    mrn: digits(random, 8),
    ssn: `${100 + random(500)}-${10 + random(80)}-${digits(random, 4)}`,
    phone: `${area}-555-${digits(random, 4)}`,
    email: `${given.toLowerCase()}.${family.toLowerCase()}@example.net`,
    street: `${10 + random(900)} ${word(random, 2)} Street`,
    birth: `19${40 + random(50)}-0${1 + random(9)}-1${random(10)}`,
  }
}

/** The values of a person that may not be left anywhere. */
export function marksOf({ given, family, mrn, ssn, phone, email, street, birth }: Person): string[] {
  return [given, family, mrn, ssn, phone, email, street, birth]
}

export const patientOf = (person: Person, id = 'pat1') => ({
  resourceType: 'Patient',
  id,
  identifier: [
    {
      type: { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0203', code: 'MR' }] },
      system: 'http://north.example.com/mrn',
      value: person.mrn,
    },
    { system: 'http://hl7.org/fhir/sid/us-ssn', value: person.ssn },
  ],
  name: [{ family: person.family, given: [person.given] }],
  telecom: [
    { system: 'phone', value: person.phone },
    { system: 'email', value: person.email },
  ],
  gender: 'female',
  birthDate: person.birth,
  address: [{ line: [person.street], city: 'Springfield', state: 'IL', postalCode: '62704', country: 'US' }],
})
