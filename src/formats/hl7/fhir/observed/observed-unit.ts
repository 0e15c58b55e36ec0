// The unit of OBX-6: as one text, and as the unit, code and system of a Quantity.
import { isPower } from '../../charset/unescaped-power.ts'
import type { FhirNode, Part } from '../fhir-node.ts'
import { isValued, leavesOf, partAt } from '../source-message.ts'
import { put, shownCharacters, unplace } from './place-part.ts'

/** OBX-6. */
export interface Unit {
  /** As a person reads it; empty for none. */
  readonly text: string
  readonly repetitions: readonly Part[]
  readonly leaves: readonly Part[]
  /** Those that the text is made of. */
  readonly shown: readonly Part[]
  /** Gives a Quantity its unit, code and system by the rows of the guide; undefined for a unit that is no code of a system. */
  readonly fill: ((quantity: FhirNode) => void) | undefined
}

/**
 * The unit as one text. A power of ten whose `^` was not escaped (`10^9/L`) reads as an identifier and a text; it is one unit.
 */
export function readUnit(repetitions: readonly (Part | undefined)[], fill: (quantity: FhirNode) => void): Unit {
  const part = repetitions.find(isValued)
  const leaves = repetitions.flatMap(leavesOf).filter(isValued)
  const valued = repetitions.flatMap((each) => (each && isValued(each) ? [each] : []))
  const [code, name, system] = [1, 2, 3].map((i) => leavesOf(partAt(part, i)).find(isValued))
  if (code && system) {
    const shown = name ?? code
    return { text: shown.value, repetitions: valued, leaves, shown: [shown], fill }
  }
  const shown = [code, name].filter((each) => each !== undefined)
  if (shown.length === 0) shown.push(...leaves.slice(0, 1))
  const [first, second] = shown.map(({ value }) => value)
  if (second === undefined || first === second) return { text: first ?? '', repetitions: valued, leaves, shown, fill: undefined }
  return {
    text: isPowerOfTen(part) ? `${first!.trim()}^${second}` : `${first} (${second})`,
    repetitions: valued,
    leaves,
    shown,
    fill: undefined,
  }
}

/** True for `10^9/L` in OBX-6, the `^` of which divides components. */
function isPowerOfTen(part: Part | undefined): boolean {
  return isPower(partAt(part, 1)?.value ?? '', partAt(part, 2)?.value ?? '') && !isValued(partAt(part, 3))
}

/** Gives a Quantity its unit. */
export function putUnit(quantity: FhirNode, { text, shown, fill }: Unit): void {
  if (text === '') return
  if (fill) {
    if (!quantity.has('unit')) fill(quantity)
    return
  }
  for (const name of ['code', 'system'] as const) {
    const part = quantity.first(name)
    if (part) unplace(part)
    quantity.remove(name)
  }
  const unit = quantity.child('unit', '')!
  unplace(unit)
  put(unit, shownCharacters(text), shown)
}

/** All quantities of a value. */
export function quantitiesOf(value: FhirNode): FhirNode[] {
  if (value.type === 'Quantity') return [value]
  return QUANTITIES.flatMap((name) => value.first(name) ?? [])
}

const QUANTITIES = ['low', 'high', 'numerator', 'denominator', 'origin'] as const
