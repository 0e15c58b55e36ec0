// The form of maps that the guide does not have: the same rows as the guide's, written by the project, marked as its own and checked like them.
import { parseCondition } from '../../src/formats/hl7/fhir/condition.ts'
import { resolveTarget } from '../../src/formats/hl7/fhir/resolve-target.ts'
import { parseTarget } from '../../src/formats/hl7/fhir/target-path.ts'
import { parseTemplate } from '../../src/formats/hl7/fhir/template.ts'

export interface OwnMap {
  /** `RXE[MedicationRequest]`. */
  readonly name: string
  /** Type that the map fills. */
  readonly root: string
  /** Lines of `position | condition | target | map | code map | assignment`, empty ones at the end left out. */
  readonly rows: string
}

/** A code map that the guide does not have. */
export interface OwnCodes {
  readonly name: string
  readonly system: string
  /** `NW OK:active` pairs: codes of HL7 v2, a colon, and the code of FHIR. */
  readonly codes: readonly string[]
}

/** Mark of a row that is not the guide's. */
export const OWN_MARK = '+'

/**
 * The rows of a map as packed text.
 * @throws Error where a row is not of the grammar, R4 has no such element, or a map or code map is not there
 */
export function packOwnMap(
  { name, root, rows }: OwnMap,
  known: { readonly maps: ReadonlySet<string>; readonly codes: ReadonlySet<string> },
): string[] {
  return linesOf(rows).map((line) => {
    const cells = line.split('|').map((cell) => cell.trim())
    const [position = '', condition = '', target = '', map = '', codes = '', assignment = ''] = cells
    try {
      if (!/^\d{1,2}$/.test(position)) throw new Error('no position')
      if (condition !== '') parseCondition(condition)
      if (assignment !== '') parseTemplate(assignment)
      resolveTarget(root, parseTarget(target))
      if (map !== '' && !known.maps.has(map)) throw new Error(`no map ${map}`)
      if (codes !== '' && !known.codes.has(codes)) throw new Error(`no code map ${codes}`)
    } catch (error) {
      throw new Error(`${name}: ${line.trim()}: ${(error as Error).message}`)
    }
    return `${OWN_MARK}${cells.join('\t').trimEnd()}`
  })
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/** `[code of HL7 v2, code of FHIR]`. */
export function pairsOf({ codes }: OwnCodes): (readonly [string, string])[] {
  return codes.flatMap((text) => {
    const [from = '', to = ''] = text.split(':')
    return from.split(' ').map((code) => [code, to] as const)
  })
}
