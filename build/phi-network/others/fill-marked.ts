// Fills slots and marks of prose in other languages than English: {F} given name, {L} surname, {I} initial, {P} whole name, {f} {l} in small letters,
// {C} town, {S} region, {H} facility, {O} organization, {D} drug, {N} number, {A} age; [[date:…]], [[id:…]], [[contact:…]], [[age:…]], [[location:…]],
// [[name:…]], [[C:…]], [[H:…]], [[O:…]], whose texts may hold slots.
import type { Mark } from '../token-rows.ts'
import type { LanguageStock } from './stock.ts'

type Random = () => number

export interface MarkedText {
  readonly text: string
  readonly marks: readonly Mark[]
}

const NAME = 1
const KINDS: Readonly<Record<string, Mark['kind']>> = {
  F: 1,
  L: 1,
  I: 1,
  P: 1,
  f: 1,
  l: 1,
  name: 1,
  C: 2,
  S: 2,
  location: 2,
  H: 3,
  O: 3,
  facility: 3,
  organization: 3,
  date: 4,
  id: 5,
  contact: 6,
  age: 7,
}
const SLOTS: ReadonlySet<string> = new Set('F L I P f l C S H O D N A'.split(' '))
const PIECE = /\{(\w+)\}|\[\[(\w+):((?:[^\]]|\](?!\]))+)\]\]/g
/** How often the figures of a date, an id or a contact are drawn anew. */
const REDRAWN_SHARE = 0.7
/** How often a place or an institution that is written out is exchanged. */
const EXCHANGED_SHARE = 0.4

/** @throws Error for a slot or a mark that is unknown or not closed */
export function checkMarked(text: string): void {
  for (const [, slot, mark, inside] of text.matchAll(PIECE)) {
    if (slot ? !SLOTS.has(slot) : KINDS[mark!] === undefined) throw new Error(`unknown: ${slot ?? mark} in ${text.slice(0, 60)}`)
    for (const [, inner] of (inside ?? '').matchAll(/\{(\w+)\}/g)) if (!SLOTS.has(inner!)) throw new Error(`unknown: ${inner}`)
  }
  if (/[{}]|\[\[|\]\]/.test(text.replaceAll(PIECE, ''))) throw new Error(`a slot or mark is not closed in ${text.slice(0, 60)}`)
}

export function fillMarked(block: string, stock: LanguageStock, random: Random): MarkedText {
  const marks: Mark[] = []
  let text = ''
  let at = 0
  for (const match of block.matchAll(PIECE)) {
    text += block.slice(at, match.index)
    at = match.index + match[0].length
    const [, slot, mark, inside] = match
    const value = slot ? fillSlot(slot, stock, random) : fillMark(mark!, inside!, stock, random)
    const kind = KINDS[slot ?? mark!]
    if (kind !== undefined) addMark(marks, text, value.length, kind)
    text += value
  }
  return { text: text + block.slice(at), marks }
}

/** What belongs to one name is one mark: Ada King, A. King, King, Ada, Ann-Marie. */
function addMark(marks: Mark[], text: string, length: number, kind: Mark['kind']): void {
  const last = marks.at(-1)
  const end = text.length + length
  if (last && kind === NAME && last.kind === NAME && /^(?: |-|\. ?|, )$/.test(text.slice(last.end)))
    marks[marks.length - 1] = { ...last, end }
  else marks.push({ start: text.length, end, kind, tag: kind <= 3 ? kind - 1 : -1 })
}

function fillSlot(slot: string, stock: LanguageStock, random: Random): string {
  switch (slot) {
    case 'F':
      return stock.given(random)
    case 'L':
      return stock.surname(random)
    case 'P':
      return `${stock.given(random)} ${stock.surname(random)}`
    case 'f':
      return stock.given(random).toLowerCase()
    case 'l':
      return stock.surname(random).toLowerCase()
    case 'I':
      return String.fromCharCode(65 + Math.floor(random() * 26))
    case 'C':
      return stock.place(random)
    case 'S':
      return stock.region(random)
    case 'H':
      return stock.hospital(random)
    case 'O':
      return stock.organization(random)
    case 'D': {
      const drug = stock.drugs[Math.floor(random() * stock.drugs.length)]!
      return random() < 0.6 ? drug.slice(0, 1).toUpperCase() + drug.slice(1) : drug
    }
    case 'N':
      return random() < 0.3 ? (random() * 20).toFixed(1).replace('.', ',') : String(Math.floor(random() ** 3 * 9000) + 1)
    default:
      return String(1 + Math.floor(random() * 89))
  }
}

function fillMark(mark: string, inside: string, stock: LanguageStock, random: Random): string {
  const isExchanged = random() < EXCHANGED_SHARE && !/[,\d]/.test(inside)
  if (isExchanged && mark === 'C') return stock.place(random)
  if (isExchanged && (mark === 'H' || mark === 'facility')) return stock.hospital(random)
  if (isExchanged && (mark === 'O' || mark === 'organization')) return stock.organization(random)
  const text = inside.replace(/\{(\w+)\}/g, (_, slot: string) => fillSlot(slot, stock, random))
  if (random() >= REDRAWN_SHARE) return text
  if (mark === 'date') return redrawDate(text, random)
  return mark === 'id' || mark === 'contact' || mark === 'location' ? redrawDigits(text, random) : text
}

/** Other days and months, with as many figures; years and what is written in words stay. */
function redrawDate(text: string, random: Random): string {
  return text.replace(/(?<!\d)\d{1,2}(?!\d)/g, (own) => {
    if (Number(own) > 31) return own
    return String(1 + Math.floor(random() * (Number(own) > 12 ? 28 : 12))).padStart(own.length, '0')
  })
}

function redrawDigits(text: string, random: Random): string {
  return text.replace(/\d/g, (own, at: number) => (at === 0 && own !== '0' ? own : String(Math.floor(random() * 10))))
}
