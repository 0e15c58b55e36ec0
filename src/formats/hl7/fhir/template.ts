// The assignments of the v2-to-FHIR maps: texts and parts of the message put together, as `"urn:oid:"+HD.2` and `OBX-5.1+" "+OBX-5.2`.
import { type Operand, parseOperand } from './condition.ts'

/** What an assignment says beyond texts and parts. */
export type Special = '@time' | '@raw' | '@name' | '@day' | '@duration' | '@program'

/** A time that lies an amount of a unit after or before another one: `@later PR1-5 PR1-7 "min"`. */
export interface ShiftedTime {
  readonly kind: 'shifted'
  readonly sign: 1 | -1
  readonly base: Operand
  readonly amount: Operand
  readonly unit: string | Operand
}

export type Template =
  | ShiftedTime
  | { readonly kind: 'special'; readonly special: Special }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'join'; readonly of: readonly (string | Operand)[] }

const SPECIALS: readonly string[] = ['@time', '@raw', '@name', '@day', '@duration', '@program'] satisfies Special[]

/** @throws Error where the text is no assignment: the build repairs or lists those */
export function parseTemplate(text: string): Template {
  if (SPECIALS.includes(text)) return { kind: 'special', special: text as Special }
  const shift = /^@(later|earlier) (\S+) (\S+) (\S+)$/.exec(text)
  if (shift) return readShift(shift)
  const of: (string | Operand)[] = []
  let at = 0
  while (at < text.length) {
    const char = text[at]!
    if (char === '+' || char === ' ') at++
    else if (char === '"') {
      const end = text.indexOf('"', at + 1)
      if (end < 0) throw new Error('open quote')
      // In `OBX-5.4" "OBX-6` the plus signs are left out.
      of.push(text.slice(at + 1, end))
      at = end + 1
    } else {
      const token = /^[A-Z0-9.-]+/.exec(text.slice(at))?.[0]
      if (!token) throw new Error('the value is a sentence')
      of.push(parseOperand(token))
      at += token.length
    }
  }
  const [first] = of
  if (of.length === 1 && typeof first === 'string') return { kind: 'text', text: first }
  return { kind: 'join', of }
}

function readShift([, direction, base = '', amount = '', unit = '']: RegExpExecArray): ShiftedTime {
  const sign = direction === 'later' ? 1 : -1
  const ofUnit = unit.startsWith('"') ? unit.slice(1, -1) : parseOperand(unit)
  return { kind: 'shifted', sign, base: parseOperand(base), amount: parseOperand(amount), unit: ofUnit }
}
