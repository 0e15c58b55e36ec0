// Reads NIST's conditions and conformance statements (ConformanceContext), as far as rows of the profile format can say them.
import type { XmlDocument, XmlElement } from '../../xml/node.ts'
import type { Usage } from '../validate/profile-schema.ts'
import type { ConditionalUsage, ImportedRow } from './imported-row.ts'
import type { NotImported } from './message-model.ts'
import { attribute, childElement, childElements, isCaseIgnored, listOf, refuse } from './profile-xml.ts'
import { readCondition } from './read-condition.ts'

export interface ReadConstraints {
  /** By `segment path`: the identifier or name of the segment, and the path that starts with its name. */
  readonly conditions: ReadonlyMap<string, ConditionalUsage>
  /** By identifier or name of the segment. */
  readonly rows: ReadonlyMap<string, readonly ImportedRow[]>
}

/** What a file of constraints is read with. */
export interface SegmentNames {
  /** The name of a segment by its identifier; undefined for one that the profile does not have. */
  nameOf(id: string): string | undefined
  /** True where the field occurs once. */
  isSingle(id: string, field: number): boolean
}

/** @throws ProblemError `unreadable_input` for another file */
export function readConstraints(document: XmlDocument, names: SegmentNames, notes: NotImported[]): ReadConstraints {
  const { root } = document
  if (root.local !== 'ConformanceContext') throw refuse(document, root, 'The file is no ConformanceContext.')
  const conditions = new Map<string, ConditionalUsage>()
  const rows = new Map<string, ImportedRow[]>()
  for (const part of childElements(root)) {
    if (part.local === 'Predicates') {
      for (const { element, id, segment } of statementsOf(part, 'Predicate', names)) {
        const read = segment === undefined ? undefined : readPredicate(element, id, segment, names)
        if (read) conditions.set(`${id} ${read.path}`, read.usage)
        else notes.push({ path: placeOf(element, id, segment), kind: 'predicate' })
      }
    } else if (part.local === 'Constraints') {
      for (const { element, id, segment } of statementsOf(part, 'Constraint', names)) {
        const row = segment === undefined ? undefined : readStatement(element, id, segment, names)
        if (row) rows.set(id, [...(rows.get(id) ?? []), row])
        else notes.push({ path: placeOf(element, id, segment), kind: 'constraint' })
      }
    } else if (part.local === 'CoConstraints') {
      for (const each of coConstraintsOf(part)) notes.push({ path: each, kind: 'co_constraint' })
    } else if (part.local !== 'MetaData') notes.push({ path: part.local.slice(0, 100), kind: 'other' })
  }
  return { conditions, rows }
}

interface Statement {
  readonly element: XmlElement
  /** Of the segment, data type, group or message. */
  readonly id: string
  /** Name of the segment; undefined where it is said of something else. */
  readonly segment: string | undefined
}

/** `Segment/ByID[@ID]/Predicate`, and the like of data types, groups and messages. */
function statementsOf(part: XmlElement, local: string, names: SegmentNames): Statement[] {
  return childElements(part).flatMap((kind) =>
    childElements(kind).flatMap((by) => {
      const id = attribute(by, 'ID') || attribute(by, 'Name')
      const segment = kind.local === 'Segment' ? names.nameOf(id) : undefined
      return childElements(by, local).map((element) => ({ element, id, segment }))
    }),
  )
}

/** Each group of demands by what it is said of; at least one entry, so that nothing is lost. */
function coConstraintsOf(part: XmlElement): string[] {
  const ids = childElements(part).flatMap((kind) =>
    [kind, ...childElements(kind)].map((each) => attribute(each, 'ID') || attribute(each, 'Name')),
  )
  const found = ids.filter((id) => id !== '')
  return found.length > 0 ? found : ['CoConstraints']
}

function placeOf(element: XmlElement, id: string, segment: string | undefined): string {
  const target = attribute(element, 'Target') || attribute(element, 'ID')
  const path = segment === undefined ? undefined : pathOf(target, segment)
  return path?.text ?? `${id} ${target}`.trim().slice(0, 200)
}

interface StatementPath {
  readonly text: string
  readonly field: number
  /** The number of the repetition, or all of them. */
  readonly repetition: number | 'all'
}

/** `3[1].4[1]` of PID is PID-3.4; undefined for other paths, and for repetitions of parts. */
function pathOf(text: string, segment: string): StatementPath | undefined {
  const steps = text.split('.')
  if (steps.length > 3 || !steps.every((step) => /^[1-9][0-9]{0,2}\[(?:[1-9][0-9]{0,3}|\*)\]$/.test(step))) return undefined
  const [field = '', ...parts] = steps
  if (!parts.every((step) => step.endsWith('[1]'))) return undefined
  const index = field.slice(field.indexOf('[') + 1, -1)
  const position = Number.parseInt(field, 10)
  const below = parts.map((step) => `.${Number.parseInt(step, 10)}`).join('')
  return { text: `${segment}-${position}${below}`, field: position, repetition: index === '*' ? 'all' : Number(index) }
}

const USAGES: Readonly<Record<string, Usage>> = { R: 'R', RE: 'RE', O: 'O', B: 'O', X: 'X' }

function readPredicate(
  element: XmlElement,
  id: string,
  segment: string,
  names: SegmentNames,
): { readonly path: string; readonly usage: ConditionalUsage } | undefined {
  const target = pathOf(attribute(element, 'Target'), segment)
  const usage = USAGES[attribute(element, 'TrueUsage')]
  const otherwise = USAGES[attribute(element, 'FalseUsage')]
  const body = childElement(element, 'Condition')
  if (!target || !usage || !otherwise || !body || (target.repetition !== 'all' && target.repetition !== 1)) return undefined
  const when = readCondition(body, (text) => singlePath(text, id, segment, names, target.field))
  return when && { path: target.text, usage: { usage, when, otherwise } }
}

/** A path that means one value: conditions of the format are read in the first repetition, whichever one the row is checked in. */
function singlePath(text: string, id: string, segment: string, names: SegmentNames, target: number): string | undefined {
  const path = pathOf(text, segment)
  if (!path) return undefined
  const isFirst = path.repetition === 1 && path.field !== target
  return isFirst || names.isSingle(id, path.field) ? path.text : undefined
}

/** A constant or a list of codes at one place; undefined for any other statement. */
function readStatement(element: XmlElement, id: string, segment: string, names: SegmentNames): ImportedRow | undefined {
  const body = childElement(element, 'Assertion')
  const [assertion, more] = body ? childElements(body) : []
  if (!assertion || more || attribute(assertion, 'AtLeastOnce') === 'true' || isCaseIgnored(assertion)) return undefined
  const path = pathOf(attribute(assertion, 'Path'), segment)
  // A value that is not there breaks such a statement, but no row of the format.
  if (!path || attribute(assertion, 'NotPresentBehavior') === 'FAIL') return undefined
  const place = path.repetition === 'all' || names.isSingle(id, path.field) ? path.text : withRepetition(path)
  const severity = attribute(element, 'Strength') === 'SHOULD' ? { severity: 'warning' as const } : {}
  if (assertion.local === 'PlainText') return { path: place, constant: attribute(assertion, 'Text'), ...severity }
  return assertion.local === 'StringList' ? { path: place, codes: listOf(assertion), ...severity } : undefined
}

function withRepetition({ text, repetition }: StatementPath): string {
  const dot = text.indexOf('.')
  return dot < 0 ? `${text}[${repetition}]` : `${text.slice(0, dot)}[${repetition}]${text.slice(dot)}`
}
