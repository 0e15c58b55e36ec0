// Turns the rows of the v2-to-FHIR guide into table text: repaired, checked against R4 and the grammar, each row either packed or listed with
// the reason why it is not.
import { join } from 'node:path'
import { parseCondition } from '../src/formats/hl7/fhir/condition.ts'
import { r4Type } from '../src/formats/hl7/fhir/r4-model.ts'
import { resolveTarget } from '../src/formats/hl7/fhir/resolve-target.ts'
import { parseTarget } from '../src/formats/hl7/fhir/target-path.ts'
import { parseTemplate } from '../src/formats/hl7/fhir/template.ts'
import { ADDED_ROWS, NOT_DONE, ROOTS } from './fhir-choices.ts'
import { packCodes } from './fhir-codes.ts'
import { packMessages } from './fhir-messages.ts'
import { OWN_MAPS, rowsBeside } from './fhir-own/all-maps.ts'
import { OWN_MARK, packOwnMap } from './fhir-own/own-map.ts'
import { ASSIGNMENTS, CONDITION_REPAIRS, NARRATIVES, type Repair, TARGET_REPAIRS } from './fhir-repairs.ts'
import { readSources, type SourceFile } from './fhir-sources.ts'

/** What becomes of a row: packed, without a target in the guide, or not done. */
export interface LedgerRow {
  readonly file: string
  /** 1-based line of the table in the file, the two header rows included. */
  readonly row: number
  readonly status: 'executed' | 'no target' | 'not done'
  readonly why: string
}

interface Columns {
  readonly from: string
  readonly dataType: string
  readonly condition: string
  readonly narrative: string
  readonly target: string
  readonly beside: string
  readonly mapping: string
  readonly vocabulary: string
  readonly assignment: string
}

export function packMaps(dir: string): { maps: string; codes: string; ledger: string } {
  const files = [...readSources(join(dir, 'segments')), ...readSources(join(dir, 'datatypes'))]
  const codes = packCodes(join(dir, 'codesystems'))
  const known = {
    maps: new Set(files.map(({ name }) => name.toLowerCase())),
    codes: codes.names,
    names: new Map(files.map(({ name }) => [name.toLowerCase(), name])),
  }
  const own = { maps: new Set([...files, ...OWN_MAPS].map(({ name }) => name)), codes: codes.names }
  const ledger: LedgerRow[] = [...codes.ledger]
  const lines: string[] = []
  for (const file of files) {
    const root = rootOf(file.name)
    lines.push(`=${file.name}\t${root}`)
    for (const [i, row] of file.rows.entries()) {
      if (row.every((cell) => cell === '')) continue
      const { packed, ...entry } = packRow(file, columnsOf(row), root, known)
      if (packed !== undefined) lines.push(packed)
      ledger.push({ file: file.name, row: i + 3, ...entry })
    }
    for (const added of ADDED_ROWS.filter(({ map }) => map === file.name)) lines.push(`${OWN_MARK}${added.row}`)
    lines.push(...packOwnMap(rowsBeside(file.name, root), own))
  }
  for (const map of OWN_MAPS) lines.push(`=${map.name}\t${map.root}`, ...packOwnMap(map, own))
  for (const { name } of OWN_MAPS) known.names.set(name.toLowerCase(), name)
  const messages = packMessages(join(dir, 'messages'), known.names)
  ledger.push(...messages.ledger)
  const listed = ledger.map(({ file, row, status, why }) => [file, row, status, why].join('\t'))
  return { maps: `${lines.join('\n')}\f${messages.text}`, codes: codes.text, ledger: `${listed.join('\n')}\n` }
}

function columnsOf(row: readonly string[]): Columns {
  const [
    sort = '',
    from = '',
    ,
    dataType = '',
    ,
    ,
    condition = '',
    ,
    narrative = '',
    target = '',
    beside = '',
    ,
    ,
    ,
    mapping = '',
    vocabulary = '',
    assignment = '',
  ] = row
  // One table names the segment alone and the field by its order.
  const field = /^[A-Z][A-Z0-9]{2}$/.test(from) && /^[0-9]+$/.test(sort) && dataType !== '' ? `${from}-${sort}` : from
  return { from: field, dataType, condition, narrative, target, beside, mapping, vocabulary, assignment }
}

/** The type that a map fills: that of its name, or what the list of exceptions says. */
function rootOf(name: string): string {
  if (ROOTS[name]) return ROOTS[name]
  const root = /\[([A-Za-z]+)/.exec(name)![1]!
  if (root !== 'string' && root !== 'code' && /^[A-Z]/.test(root) && !r4Type(root)) throw new Error(`the map ${name} is for no type of R4`)
  return root
}

/** Fields whose codes the guide leaves without a map. */
const OWN_CODE_MAPS: Readonly<Record<string, string>> = { 'MSA-1': 'AcknowledgmentCode', 'TXA-17': 'DocumentCompletionStatus' }

type Known = { readonly maps: ReadonlySet<string>; readonly codes: ReadonlySet<string>; readonly names: ReadonlyMap<string, string> }
type Outcome = { readonly status: LedgerRow['status']; readonly why: string; readonly packed?: string }

function packRow(file: SourceFile, columns: Columns, root: string, known: Known): Outcome {
  if (columns.target === '' && columns.beside === '') return { status: 'no target', why: '' }
  const notDone = (why: string): Outcome => ({ status: 'not done', why })
  const choice = NOT_DONE.find(
    ({ map, from, target }) => map.test(file.name) && (!from || from === columns.from) && (!target || target.test(columns.target)),
  )
  if (choice) return notDone(choice.why)
  if (columns.target === '') return notDone('the guide names no extension for it')
  const repairs: string[] = []
  const repair = (list: readonly Repair[], text: string) => applyRepairs(list, file.name, text, repairs)
  const from = repair([], columns.from)
  let condition = repair(CONDITION_REPAIRS, columns.condition)
  if (columns.narrative !== '') {
    const taken = NARRATIVES.find(
      ({ map, find }) =>
        find.test(columns.narrative) &&
        (!map || (`${file.name} ${columns.target}`.startsWith(map.split(' ')[0]!) && columns.target.includes(map.split(' ')[1] ?? ''))),
    )
    if (!taken && condition === '') return notDone('its condition is a sentence that the message does not answer')
    if (taken?.reason !== undefined) return notDone(taken.reason)
    if (taken?.take) condition = condition === '' ? taken.take : `${condition} AND ${taken.take}`
  }
  let target = repair(TARGET_REPAIRS, columns.target)
  let assignment = repair(ASSIGNMENTS, columns.assignment)
  const inTarget = /="([^"]*)"$/.exec(columns.target)?.[1]
  if (assignment === '' && inTarget !== undefined) assignment = `"${inTarget}"`
  if (assignment.startsWith('/') || assignment.startsWith('#') || assignment.startsWith('"#'))
    return notDone('the guide leaves the value to the implementer')
  try {
    if (condition !== '') parseCondition(condition)
    if (assignment !== '') parseTemplate(assignment)
    let path = parseTarget(target)
    let resolved = resolveTarget(root, path)
    const named = known.names.get(columns.mapping.replace(/\s/g, '').toLowerCase())
    if (resolved.type === 'Reference' && named && r4Type(rootOf(named))?.isResource) {
      target = target.replace(/\)*$/, (end) => `(${rootOf(named)})${end}`)
      path = parseTarget(target)
      resolved = resolveTarget(root, path)
      repairs.push('the resource of the reference is that of the map')
    }
    const position = positionOf(from)
    const mapping = mappingOf(columns, resolved.type, target, known)
    if (mapping && assignment === '' && !fits(rootOf(mapping), resolved.type)) {
      // Some maps are of the element that holds the one that the row names.
      target = target.includes('.') ? target.slice(0, target.lastIndexOf('.')) : '$this'
      path = parseTarget(target)
      resolved = path.length === 0 ? { ...resolved, type: root } : resolveTarget(root, path)
      if (!fits(rootOf(mapping), resolved.type)) return notDone(`the map ${mapping} is for another type`)
      repairs.push('the map is of the element that holds the one that is named')
    }
    if (mapping === undefined && r4Type(resolved.type) && assignment === '' && !isLink(target))
      return notDone(`the guide has no map of ${columns.dataType || 'the value'} to ${resolved.type}`)
    const vocabulary = OWN_CODE_MAPS[columns.from] ?? columns.vocabulary
    if (columns.vocabulary !== '' && !known.codes.has(vocabularyName(columns.vocabulary)))
      return notDone(`the guide has no code map of the name ${columns.vocabulary}`)
    if (assignment.startsWith('"') && mapping && r4Type(rootOf(mapping))?.isResource) {
      assignment = ''
      repairs.push('the text is of another row')
    }
    if (assignment !== '' && r4Type(resolved.type) && resolved.type !== 'CodeableConcept')
      return notDone(`a text is assigned to an element of type ${resolved.type}`)
    const cells = [position, condition, target, mapping ?? '', vocabularyName(vocabulary), assignment]
    if (cells.some((cell) => /[\t\n]/.test(cell))) return notDone('the guide writes the value in more than one line')
    return { status: 'executed', why: repairs.join('; '), packed: cells.join('\t').trimEnd() }
  } catch (error) {
    return notDone((error as Error).message)
  }
}

/** Kinds of Quantity have the same elements; a map to a primitive gives one text. */
function fits(root: string, type: string): boolean {
  if (root === type || (root === 'Quantity' && (type === 'Duration' || type === 'Age'))) return true
  return !r4Type(root) && !r4Type(type)
}

function isLink(target: string): boolean {
  return /\([A-Z][A-Za-z]*\)\)?$/.test(target)
}

function applyRepairs(list: readonly Repair[], map: string, text: string, done: string[]): string {
  let result = text
  for (const { map: start, find, put, why } of list) {
    if (start && !map.startsWith(start)) continue
    const next = result.replace(find, put)
    if (next !== result) done.push(why)
    result = next
  }
  return result.trim()
}

/** `3` for PID-3, `4` for CWE.4, `0` for the whole. */
function positionOf(from: string): string {
  const match = /^[A-Z][A-Z0-9]{1,2}[-.]([0-9]{1,2})$/.exec(from)
  if (match) return match[1]!
  if (from === '' || /^[A-Z][A-Z0-9]{1,2}$/.test(from)) return '0'
  throw new Error('the field is not named')
}

/** The data type map: the named one, or that of the data type for the target's type; empty for what is converted by its primitive type. */
function mappingOf({ mapping, dataType }: Columns, type: string, target: string, known: Known): string | undefined {
  const named = mapping === '' ? '' : mapping.replace(/\s/g, '')
  const isPrimitive = !r4Type(type)
  if (isPrimitive && named !== '' && PRIMITIVE_MAPS.test(named)) return ''
  if (named !== '' && known.maps.has(named.toLowerCase())) return known.names.get(named.toLowerCase())!
  if (isPrimitive) return ''
  if (isLink(target) && named === '') return undefined
  const byType = [dataType, 'CWE'].map((each) => `${each}[${type}]`.toLowerCase())
  return byType.map((each) => known.names.get(each)).find((each) => each !== undefined)
}

/** Maps of one primitive to another: the conversion of the primitive type does what they say. */
const PRIMITIVE_MAPS =
  /^(?:ID\[(?:code|string|boolean)\]|IS\[(?:code|string)\]|DTM\[dateTime\]|TS\[dateTime\]|DR\[dateTime\]|NM\[(?:positiveInt|Quantity)\]|CQ\[decimal\])$/i

function vocabularyName(text: string): string {
  return text.replace(/[\s/]/g, '')
}
