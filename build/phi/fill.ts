// Fills the slots of a sentence with names of the stock and says where they stand; what belongs to one name is one span.
import { EPONYM_HEADS } from './carrier-prose.ts'
import { ABBREVIATIONS } from './carrier-shorthand.ts'
import type { NameStock } from './name-stock.ts'
import type { Piece } from './pieces.ts'
import { SURROUNDINGS } from './templates.ts'

export interface Sentence {
  readonly text: string
  readonly spans: readonly { readonly start: number; readonly end: number; readonly kind: number }[]
}

/** Kinds as the tags count them. {c} and {s} are places that gave a disease, a score or a study its name, and no kind. */
const KINDS: Readonly<Record<string, number>> = { P: 0, F: 0, L: 0, f: 0, l: 0, I: 0, C: 1, S: 1, H: 2, O: 2 }

/** How often a name that stands there is exchanged for one of the stock. */
const EXCHANGED_SHARE = 0.4

export function fill(pieces: readonly Piece[], stock: NameStock, random: () => number): Sentence {
  const spans: { start: number; end: number; kind: number }[] = []
  let text = ''
  let before = ''
  for (const { slot, text: own } of pieces) {
    const value = own && (slot === '' || random() >= EXCHANGED_SHARE) ? fillInside(own, stock, random) : fillSlot(slot, stock, random)
    const kind = KINDS[slot]
    if (kind !== undefined) {
      const last = spans.at(-1)
      if (last && last.kind === kind && areOne(before, text.slice(last.end), slot))
        spans[spans.length - 1] = { ...last, end: text.length + value.length }
      else spans.push({ start: text.length, end: text.length + value.length, kind })
      before = slot
    }
    text += value
  }
  return { text, spans }
}

/** The slots of a name that stands there: {L} Family Dental. */
function fillInside(text: string, stock: NameStock, random: () => number): string {
  return text.includes('{') ? text.replace(/\{(\w{1,12})\}/g, (_, slot: string) => fillSlot(slot, stock, random)) : text
}

/** True where what stands between two slots joins them to one name: Ada King, King, Ada, J. King, Ann-Marie, Leeds, Ohio. */
function areOne(before: string, between: string, slot: string): boolean {
  if (slot === 'S') return between === ', '
  if (slot === 'C' || slot === 'H' || slot === 'O' || slot === 'P' || before === 'P') return false
  if (between === '. ' || between === '.') return before === 'I'
  if (between === ', ') return /[Ll]/.test(before) && /[FfI]/.test(slot)
  return between === ' ' || between === '' || between === '-' || between === ' "' || between === '" '
}

function fillSlot(slot: string, stock: NameStock, random: () => number): string {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  switch (slot) {
    case 'P':
      return stock.person(random)
    case 'F':
      return stock.given(random)
    case 'L':
      return stock.surname(random)
    case 'f':
      return stock.given(random).toLowerCase()
    case 'l':
      return stock.surname(random).toLowerCase()
    case 'I':
      return String.fromCharCode(65 + Math.floor(random() * 26))
    case 'C':
      return stock.place(random)
    case 'c':
      return stock.place(random)
    case 'S':
    case 's':
      return pick(stock.states)
    case 'H':
      return stock.hospital(random)
    case 'O':
      return stock.organization(random)
    case 'D':
      return capitalize(pick(stock.drugs), random() < 0.6)
    case 'E':
      return capitalize(pick(stock.eponyms), true)
    case 'e':
      return `${capitalize(pick(stock.eponyms), true)}${random() < 0.2 ? "'s" : random() < 0.15 ? `-${capitalize(pick(stock.eponyms), true)}` : ''} ${pick(EPONYM_HEADS)}`
    case 'T':
      return random() < 0.5 ? pick(stock.tests).toUpperCase() : capitalize(pick(stock.tests), true)
    case 'M':
      return capitalize(pick(stock.medical), random() < 0.4)
    case 'B':
      return capitalize(pick(stock.brands), true)
    case 'W':
      return capitalize(pick(stock.english), true)
    case 'w':
      return pick(stock.english)
    case 'Ab':
      return random() < 0.6 ? pick(ABBREVIATIONS).toUpperCase() : capitalize(pick(ABBREVIATIONS), random() < 0.5)
    case 'N':
      return random() < 0.3 ? (random() * 20).toFixed(1) : String(Math.floor(random() ** 3 * 9000) + 1)
    case 'A':
      return String(1 + Math.floor(random() * 98))
    case 'X':
      return `${1 + Math.floor(random() * 12)}/${1 + Math.floor(random() * 28)}/${2000 + Math.floor(random() * 25)}`
    default:
      return pick(SURROUNDINGS[slot as keyof typeof SURROUNDINGS])
  }
}

function capitalize(word: string, upper: boolean): string {
  return upper ? word.slice(0, 1).toUpperCase() + word.slice(1) : word
}
