// Compiles the CSV rows of a site's rules as the guide's own rows are compiled, and tells of every row that cannot be executed.
import { ProblemError, type ProblemItem } from '../../../../core/problem.ts'
import { openCsv, readRecords } from '../../../csv/read-csv.ts'
import { parseCondition } from '../condition.ts'
import type { PackedRow } from '../map-table.ts'
import { r4Type } from '../r4-model.ts'
import { resolveTarget } from '../resolve-target.ts'
import { columnsOf, fits, isLink, type MapNames, mappingOf, positionOf, type RuleColumns, vocabularyName } from '../rule-columns.ts'
import { parseTarget } from '../target-path.ts'
import { parseTemplate } from '../template.ts'
import type { SiteRule } from './site-options.ts'

export interface CompiledRule {
  readonly rows: readonly PackedRow[]
  /** Fields or components that the rows name, those without a target included. */
  readonly positions: ReadonlySet<number>
  /** True for `PID-3`, false for `CX.4`; undefined where no row names a part. */
  readonly ofSegment: boolean | undefined
}

export interface RulePlace {
  /** Of the rule in the request. */
  readonly pointer: string
  /** What a report calls the rule. */
  readonly label: string
  /** Takes what is wrong, by the row of the CSV. */
  readonly items: ProblemItem[]
}

/** What rows may refer to. */
export interface RuleNames {
  readonly maps: MapNames
  /** The type that a map fills. */
  rootOf(map: string): string
  isCodeMap(name: string): boolean
}

export function compileRule({ map, rows }: SiteRule, names: RuleNames, { pointer, label, items }: RulePlace): CompiledRule {
  const source = map.slice(0, map.indexOf('['))
  const packed: PackedRow[] = []
  const positions = new Set<number>()
  let ofSegment: boolean | undefined
  for (const { row, cells } of readRows(rows, pointer, items)) {
    try {
      const columns = columnsOf(cells)
      const position = placeOf(columns.from, source)
      if (columns.from.includes('-')) ofSegment = true
      else if (columns.from.includes('.')) ofSegment = false
      positions.add(position)
      const line = packRow(columns, position, names.rootOf(map), names)
      if (line !== undefined) packed.push({ line, rule: `${label} row ${row}` })
    } catch (error) {
      if (!(error instanceof RowError)) throw error
      items.push({ pointer: `${pointer}/rows`, code: 'invalid_value', detail: `row ${row}: ${error.message}` })
    }
  }
  return { rows: packed, positions, ofSegment }
}

/** Why a row cannot be executed, in words of this program. */
class RowError extends Error {}

/** The rows that say anything, without the two header lines of the guide. */
function readRows(text: string, pointer: string, items: ProblemItem[]): { readonly row: number; readonly cells: readonly string[] }[] {
  const found: { row: number; cells: string[] }[] = []
  try {
    for (const { row, fields } of readRecords(openCsv(text))) {
      const cells = fields.map(({ value }) => value.trim())
      if (cells.some((cell) => cell !== '') && !isHeader(cells)) found.push({ row, cells })
    }
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    items.push({ pointer: `${pointer}/rows`, code: 'invalid_format', detail: error.message })
  }
  return found
}

function isHeader([sort = '', identifier = '']: readonly string[]): boolean {
  return (/^HL7/i.test(sort) && identifier === '') || /^identifier$/i.test(identifier)
}

function placeOf(from: string, source: string): number {
  if (from.split(/[-.]/, 1)[0] !== source)
    throw new RowError('expected a field of the segment, or a component of the data type, of the map')
  return Number(tell('expected a field such as PID-3, or a component such as CX.4', () => positionOf(from)))
}

/** @returns undefined for a row that maps its field to nothing */
function packRow(columns: RuleColumns, position: number, root: string, names: RuleNames): string | undefined {
  const { condition, narrative, target, beside, mapping, vocabulary, assignment } = columns
  if (narrative !== '' && condition === '') throw new RowError('a condition in words cannot be computed; expected Computable ANTLR')
  if (beside !== '') throw new RowError('the column Extension is not read; expected the extension as FHIR Attribute')
  if (target === '') return undefined
  if (condition !== '') tell('the condition is not of the grammar of the guide', () => parseCondition(condition))
  if (assignment !== '') tell('the assignment is not of the grammar of the guide', () => parseTemplate(assignment))
  const path = tell('the FHIR Attribute is no path', () => parseTarget(target))
  const { type } = tell('R4 has no such element', () => resolveTarget(root, path))
  const whole = path.length === 0 ? root : type
  const named = mapping.replace(/\s/g, '')
  if (named !== '' && !names.maps.has(named.toLowerCase()) && r4Type(whole)) throw new RowError('there is no data type map of this name')
  const inner = mappingOf(columns, whole, target, names.maps)
  if (inner && assignment === '' && !fits(names.rootOf(inner), whole))
    throw new RowError('the data type map is for another type than the element')
  if (assignment !== '' && r4Type(whole) && whole !== 'CodeableConcept')
    throw new RowError('a text cannot be assigned to an element of this type')
  if (inner === undefined && r4Type(whole) && assignment === '' && !isLink(target))
    throw new RowError('there is no data type map to this element')
  const codes = vocabularyName(vocabulary)
  if (codes !== '' && !names.isCodeMap(codes)) throw new RowError('there is no code map of this name')
  const cells = [String(position), condition, target, inner ?? '', codes, assignment]
  if (cells.some((cell) => /[\t\n\r]/.test(cell))) throw new RowError('a cell holds a line end or a tab')
  return cells.join('\t').trimEnd()
}

/** The grammars throw words that may hold parts of the text. */
function tell<T>(detail: string, read: () => T): T {
  try {
    return read()
  } catch {
    throw new RowError(detail)
  }
}
