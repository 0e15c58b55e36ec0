// Sentences as clinicians write them, with what identifies a person in many spellings.
import type { Person } from './people.ts'
import type { Random } from './random.ts'

const MONTHS = 'January February March April May June July August September October November December'.split(' ')

type Sentence = (person: Person, random: Random) => string

const day = ({ born }: Person) => [born.slice(0, 4), born.slice(4, 6), born.slice(6)] as const

export const PHONES: readonly ((digits: string) => string)[] = [
  (d) => `(${d.slice(0, 3)}) ${d.slice(3, 6)}-${d.slice(6)}`,
  (d) => `${d.slice(0, 3)}-${d.slice(3, 6)}-${d.slice(6)}`,
  (d) => `+1 ${d.slice(0, 3)} ${d.slice(3, 6)} ${d.slice(6)}`,
  (d) => `${d.slice(0, 3)}.${d.slice(3, 6)}.${d.slice(6)}`,
]

const SENTENCES: readonly Sentence[] = [
  ({ given, family }) => `${given} ${family} presented with cough and fever.`,
  ({ given, family }) => `Patient: ${family}, ${given}`,
  ({ family }) => `Mr. ${family} denies chest pain.`,
  ({ family }) => `Dr. ${family}'s recommendation was followed.`,
  ({ given, family }) => `SEEN BY ${given} ${family} IN CLINIC`.toUpperCase(),
  ({ given, family }) => `the patient ${given} ${family} was seen today`.toLowerCase(),
  ({ given }) => `${given.toLowerCase()} states that she feels better`,
  ({ family }) => `discussed with dr ${family.toLowerCase()} who agrees`,
  ({ family }) => `mrs ${family.toLowerCase()} will return in two weeks`,
  ({ given, family }) => `spoke to ${family.toLowerCase()}, ${given.toLowerCase()} about results`,
  ({ given, family }) => `Wife ${given} ${family} at bedside.`,
  ({ given, family }) => `${given[0]}. ${family} reviewed the films.`,
  ({ family }) => `${family} family was informed.`,
  ({ given }) => `${given} tolerated the procedure well; ${given.toUpperCase()} was discharged.`,
  ({ ssn }) => `SSN: ${ssn.slice(0, 3)}-${ssn.slice(3, 5)}-${ssn.slice(5)}`,
  ({ ssn }) => `Social security number ${ssn}.`,
  ({ record }) => `MRN ${record} was merged.`,
  ({ record }) => `see chart ${record.toLowerCase()} for details`,
  ({ phone }, random) => `Call ${random.pick(PHONES)(phone)} with results.`,
  ({ phone }) => `reach family at ${phone}`,
  ({ mail }) => `Contact ${mail} for scheduling.`,
  ({ mail }) => `mail to ${mail.toUpperCase()}`,
  ({ street, city, postal }) => `Lives at ${street}, ${city} ${postal}.`,
  ({ street }) => `lives alone at ${street.toLowerCase()}`,
  ({ city }) => `Patient travelled from ${city}.`,
  (person) => `DOB: ${day(person)[1]}/${day(person)[2]}/${day(person)[0]}`,
  (person) => `Born on ${MONTHS[Number(day(person)[1]) - 1]} ${Number(day(person)[2])}, ${day(person)[0]}.`,
  (person) => `geboren am ${day(person)[2]}.${day(person)[1]}.${day(person)[0]}`,
  (person) => `date of birth ${day(person).join('-')}`,
  ({ given, family }) => `Herr ${given} ${family} stellte sich ambulant vor.`,
  ({ family }) => `Frau ${family} wurde entlassen.`,
  ({ given, family }) => `Electronically signed by ${given} ${family}, MD`,
  ({ given, family }) => `cc: ${given} ${family} / file`,
  ({ given, family }) => `pt. ${given.toLowerCase()} ${family.toLowerCase()} c/o nausea`,
]

export function makeRemark(person: Person, random: Random): string {
  return random.pick(SENTENCES)(person, random)
}

/** All forms in which a date could survive. */
export function writtenDates(yyyymmdd: string): readonly string[] {
  const [y, m, d] = [yyyymmdd.slice(0, 4), yyyymmdd.slice(4, 6), yyyymmdd.slice(6)]
  return [`${m}/${d}/${y}`, `${d}.${m}.${y}`, `${y}-${m}-${d}`, `${MONTHS[Number(m) - 1]} ${Number(d)}, ${y}`.toLowerCase()]
}
