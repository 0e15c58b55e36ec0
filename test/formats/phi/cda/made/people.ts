// Made-up people: names of several languages, and of no language at all, with numbers, addresses and dates.
import type { Random } from './random.ts'

export interface Person {
  readonly given: string
  readonly family: string
  readonly ssn: string
  readonly record: string
  /** Ten digits. */
  readonly phone: string
  readonly mail: string
  readonly street: string
  readonly city: string
  readonly postal: string
  /** YYYYMMDD */
  readonly born: string
}

const GIVEN =
  'Zebulon Philomena Maria-Luisa Jürgen Anneliese Björn Siobhán Oluwaseun Nguyet Takeshi Fatima José Katarzyna Giuseppe Xochitl Ebenezer Ottilie Dragomir Thandiwe Marguerite'.split(
    ' ',
  )
const FAMILY =
  "Quistgaard Ostergaardsen O'Shaughnessy García-Márquez Müller Zambranowska Vanderbeck Featherstonehaugh Papadopoulos Okonkwo Yamaguchi Kowalczyk Weißgerber D'Angelo Lindqvist McAllister Szczepaniak Abernathy Tchaikovsky Delacroix-Vermeulen".split(
    ' ',
  )
const STREETS = ['Farthingale Row', 'Krummhorn Terrace', 'Old Quarry Road', 'Lindenstraße', 'rue des Tanneurs', 'Birkenweg']
const CITIES = ['Ostrander', 'Quillfordshire', 'Niederbreitbach', 'Villefranche', 'Brackenthwaite', 'Tullahoma']
const ONSETS = 'Br Dr Fl Gl Kr Pr Str Tr Vl Zw'.split(' ')
const MIDDLES = 'andol ektur ivamo orlish unzab yrgot ombra ickwe'.split(' ')
const ENDS = 'ath ecks ovar umfel yx ington enko'.split(' ')

/** @param names invented: of no list, so that no surrogate is one of them */
export function makePerson(random: Random, names: 'any' | 'invented' = 'any'): Person {
  const invent = () => random.pick(ONSETS) + random.pick(MIDDLES) + random.pick(ENDS)
  const family = names === 'invented' || random.chance(0.4) ? invent() : random.pick(FAMILY)
  const given = names === 'invented' ? invent() : random.pick(GIVEN)
  const digits = (count: number) => Array.from({ length: count }, () => random.int(0, 9)).join('')
  const two = (low: number, high: number) => String(random.int(low, high)).padStart(2, '0')
  return {
    given,
    family,
    ssn: `${random.int(101, 665)}${two(11, 98)}${random.int(1001, 9998)}`,
    record: `MR${random.int(1, 9)}${digits(7)}`,
    phone: `${random.int(212, 989)}555${random.int(1000, 9999)}`,
    mail: `${plain(given[0]!)}.${plain(family)}${random.int(10, 99)}@mail.example`.toLowerCase(),
    street: `${random.int(12, 9876)} ${random.pick(STREETS)}`,
    city: random.pick(CITIES),
    postal: String(random.int(10_500, 99_400)),
    born: `${random.int(1941, 1999)}${two(1, 12)}${two(1, 28)}`,
  }
}

function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase()
}

/** What must not be found of them, in small letters: words of names, and digits. */
export function tokensOf(person: Person): { readonly words: readonly string[]; readonly numbers: readonly string[] } {
  const { given, family, street, city } = person
  return {
    words: [given, family, city, street.replace(/^\d+ /, ''), person.mail].map((word) => word.toLowerCase()),
    numbers: [person.ssn, person.record.slice(2), person.phone, person.born],
  }
}
