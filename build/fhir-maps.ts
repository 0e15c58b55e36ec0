// Turns the rows of the v2-to-FHIR guide into table text: repaired, checked against R4 and the grammar, each row either packed or listed with
// the reason why it is not.
import { join } from 'node:path'
import { parseCondition } from '../src/formats/hl7/fhir/condition.ts'
import { r4Type } from '../src/formats/hl7/fhir/r4-model.ts'
import { resolveTarget } from '../src/formats/hl7/fhir/resolve-target.ts'
import { columnsOf, fits, isLink, mappingOf, positionOf, type RuleColumns, vocabularyName } from '../src/formats/hl7/fhir/rule-columns.ts'
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

export function packMaps(dir: string): { maps: string; codes: string; ledger: string } {
  const files = [...readSources(join(dir, 'segments')), ...readSources(join(dir, 'datatypes'))]
  const codes = packCodes(join(dir, 'codesystems'))
  const known = {
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
  for (const map of OWN_MAPS) {
    const beside = packOwnMap(rowsBeside(map.name, map.root), own)
    lines.push(`=${map.name}\t${map.root}`, ...packOwnMap(map, own), ...beside)
  }
  for (const { name } of OWN_MAPS) known.names.set(name.toLowerCase(), name)
  const messages = packMessages(join(dir, 'messages'), known.names)
  ledger.push(...messages.ledger)
  const listed = ledger.map(({ file, row, status, why }) => [file, row, status, why].join('\t'))
  return { maps: `${lines.join('\n')}\f${messages.text}`, codes: codes.text, ledger: `${listed.join('\n')}\n` }
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

type Known = { readonly codes: ReadonlySet<string>; readonly names: ReadonlyMap<string, string> }
type Outcome = { readonly status: LedgerRow['status']; readonly why: string; readonly packed?: string }

function packRow(file: SourceFile, columns: RuleColumns, root: string, known: Known): Outcome {
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
    const mapping = mappingOf(columns, resolved.type, target, known.names)
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
