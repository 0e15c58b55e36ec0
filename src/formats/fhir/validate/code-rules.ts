// Whether a code breaks the rules of its system, as the validator judges it: the grammars that de-identification knows too, and that of UCUM.
import { parseUnit } from '../../ucum/grammar.ts'
import { followsSyntax } from '../terminology/code-syntax.ts'

const UCUM = 'http://unitsofmeasure.org'
/** Lists of HL7 have blanks in annotations (`{# of fetuses}`), which UCUM does not allow. */
const ANNOTATION = /\{[^{}]*\}/g
/** A unit beyond this is not judged. */
const LONGEST_UNIT = 1_000

/** Systems whose codes all follow a grammar: what breaks it is in no set. Media types are looser in practice. */
const STRICT_SYSTEMS: ReadonlySet<string> = new Set(['urn:ietf:bcp:47', 'urn:iso:std:iso:4217', UCUM])

export function breaksRules(system: string, code: string): boolean {
  return system === UCUM ? !mayBeUnit(code) : followsSyntax(system, code) === false
}

/** Annotations hold any text, a name too: de-identification must not go by this. */
function mayBeUnit(code: string): boolean {
  if (code.length > LONGEST_UNIT) return true
  const unit = code.replace(ANNOTATION, (annotation) => annotation.replaceAll(' ', '_'))
  return parseUnit(unit, { caseInsensitive: false }).errors.length === 0
}

/** Whether no set that is required can have a code, whatever its system has. */
export function isInNoSet(system: string, code: string): boolean {
  return STRICT_SYSTEMS.has(system) && breaksRules(system, code)
}
