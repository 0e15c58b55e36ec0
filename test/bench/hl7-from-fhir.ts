// HL7 v2 to FHIR and back, over the messages of folders: which values that the first map holds stand in the same field of the second message.
// Usage: node test/bench/hl7-from-fhir.ts FOLDER [MAX_MESSAGES] [TIMEZONE]
import { readdirSync, readFileSync, statSync } from 'node:fs'
import * as z from 'zod'
import { ProblemError } from '../../src/core/problem.ts'
import type { JsonObject } from '../../src/formats/fhir/json/json-value.ts'
import { readJson } from '../../src/formats/fhir/json/read-json.ts'
import { componentDefinitions, segmentDefinition } from '../../src/formats/hl7/dictionary/dictionary.ts'
import type { Hl7Version } from '../../src/formats/hl7/dictionary/versions.ts'
import { readDocument } from '../../src/formats/hl7/document.ts'
import type { Hl7Document } from '../../src/formats/hl7/document-types.ts'
import { convertDocument } from '../../src/formats/hl7/fhir/convert-document.ts'
import { readConvertOptions } from '../../src/formats/hl7/fhir/convert-options.ts'
import { fhirMap, guideMapNames } from '../../src/formats/hl7/fhir/map-table.ts'
import { leavesOf, readMessage, type SourceSegment } from '../../src/formats/hl7/fhir/source-message.ts'
import { convertBundle } from '../../src/formats/hl7/from-fhir/convert-bundle.ts'
import { validateDocument } from '../../src/formats/hl7/validate/validate-document.ts'
import { readValidationOptions, validationOptions } from '../../src/formats/hl7/validate/validation-options.ts'
import { sharedPlaces } from './shared-elements.ts'

const [folder = '.', most = '1000', timezone] = process.argv.slice(2)
const files = readdirSync(folder, { recursive: true })
  .map((name) => `${folder}/${name}`)
  .filter((path) => /\.(?:hl7|er7|txt)$/.test(path) && statSync(path).isFile() && statSync(path).size <= 4_000_000)
  .sort()
const forward = readConvertOptions({ systems: {}, codeMaps: [], rules: [], conceptMaps: [], timezone, timestamp: undefined })
const checks = readValidationOptions(z.strictObject(validationOptions('strict')).parse({}))

type Outcome = 'equal' | 'repetition' | 'same_time' | 'moved' | 'changed' | 'lost'
/** MSH-9.1 of the message at hand. */
let kind = ''
const totals = { messages: 0, refused: 0, equal: 0, repetition: 0, same_time: 0, moved: 0, changed: 0, lost: 0 }
/** Why a value is not one that both maps hold, by the maps and the tables of the version. */
const apart = {
  not_in_version: { all: 0, back: 0, why: 'segments, fields and components that the version of the message does not have' },
  chooses: { all: 0, back: 0, why: 'fields that no row of the maps is for, and that only choose an element (OBX-2)' },
  code_merged: { all: 0, back: 0, why: 'codes that become the same code of FHIR as other codes' },
  shared: { all: 0, back: 0, why: 'components whose element another field holds, too, with nothing in FHIR that tells them apart' },
}
/** The same for the kinds of messages that from-fhir is for: ADT, ORU, ORM and OML, VXU. */
const ofKinds = { both: 0, back: 0 }
const KINDS = /^(?:ADT|ORU|ORM|OML|VXU)$/
const sharedOf = new Map<Hl7Version, ReadonlySet<string>>()
const segmentRows = guideMapNames()
  .filter((name) => /^[A-Z][A-Z0-9]{2}\[/.test(name))
  .flatMap((name) => fhirMap(name).rows.map((row) => ({ field: `${name.slice(0, 3)}-${row.from}`, row })))
const rowFields = new Set(segmentRows.map(({ field }) => field))
const vocabularies = Map.groupBy(
  segmentRows.filter(({ row }) => row.vocabulary !== ''),
  ({ field }) => field,
)

/** True for a code of which every code map of its field makes a code that it makes of another one, too. */
function isMergedCode(field: string, component: string, value: string): boolean {
  const rows = component === '1' ? vocabularies.get(field) : undefined
  return (
    rows?.every(({ row }) => {
      const entry = forward.codes.find(row.vocabulary, value)
      return (
        entry &&
        forward.codes.entries(row.vocabulary).filter(({ code, system }) => code === entry.code && system === entry.system).length > 1
      )
    }) === true
  )
}
const elements = { all: 0, unmapped: 0, altered: 0 }
const classes = new Map<string, { count: number; example: string }>()
const reasons = new Map<string, number>()
const structure = new Map<string, number>()
const times = { to: 0, from: 0 }

for (const path of files) {
  if (totals.messages >= Number(most)) break
  let document: Hl7Document
  try {
    document = readDocument(readFileSync(path))
  } catch (error) {
    if (error instanceof ProblemError) continue
    throw error
  }
  measureFile(path, document)
}
report()

function measureFile(path: string, document: Hl7Document): void {
  const started = performance.now()
  const { messages } = convertDocument(document, forward, { type: 'message', writes: 'create', ids: 'message', namespace: '' })
  times.to += performance.now() - started
  for (const [i, { bundle, trace }] of messages.entries()) {
    if (totals.messages >= Number(most)) return
    totals.messages++
    const before = readMessage(document, document.messages[i]!)
    kind = leavesOf(before.named('MSH')[0]?.fields[9]?.[0])[0]?.value ?? ''
    const from = performance.now()
    try {
      const made = convertBundle(readJson(JSON.stringify(bundle)) as JsonObject, {
        version: document.messages[i]!.version.used,
        codes: forward.codes,
        systems: new Map(),
        type: undefined,
        terminator: '\r',
        batch: 'never',
        again: forward,
        header: { processingId: 'P' } as never,
      })
      times.from += performance.now() - from
      elements.all += made.elements
      elements.unmapped += made.unmapped.length
      elements.altered += made.altered.length
      for (const { path: place, reason } of made.unmapped) count(reasons, `${reason} ${place.replace(/\[\d+\]/g, '').slice(0, 90)}`)
      const text = made.messages.map((each) => each.text).join('')
      const again = readDocument(text)
      for (const issue of validateDocument(again, checks).issues) {
        if (issue.severity === 'error' && /segment|structure|group|order/.test(issue.code))
          count(
            structure,
            `${issue.code} ${issue.path ?? ''} ${again.messages.length > 0 ? made.messages[0]!.type.code : ''}^${made.messages[0]!.type.trigger} ${path.slice(folder.length + 1, folder.length + 40)}`,
          )
      }
      compare(
        `${path}#${i}`,
        before.segments,
        again.messages.flatMap((each) => readMessage(again, each).segments),
        new Set(trace.map((each) => each.path)),
        document.messages[i]!.version.used,
      )
    } catch (error) {
      if (!(error instanceof ProblemError)) throw new Error(path, { cause: error })
      totals.refused++
      count(reasons, `refused: ${error.message}`)
    }
  }
}

function valuesOf(segment: SourceSegment): Map<string, string> {
  const values = new Map<string, string>()
  for (const repetitions of segment.fields) {
    for (const part of repetitions ?? []) {
      for (const leaf of leavesOf(part)) if (leaf.value !== '') values.set(normal(leaf.path.slice(leaf.path.indexOf('-'))), leaf.value)
    }
  }
  return values
}

/** The first component of a field is the field. */
function normal(path: string): string {
  return path.replace(/(?:\.1){1,2}$/, '')
}

/** Each segment with the one of the same name that it has the most in common with: first those that share a value, then the others in order. */
function compare(
  name: string,
  before: readonly SourceSegment[],
  after: readonly SourceSegment[],
  held: ReadonlySet<string>,
  version: Hl7Version,
): void {
  const made = new Map([...Map.groupBy(after, ({ id }) => id)].map(([id, list]) => [id, list.map(valuesOf)]))
  for (const [id, list] of Map.groupBy(before, (segment) => segment.id)) {
    const own = list.map(valuesOf)
    const pairs = pairUp(own, made.get(id) ?? [])
    for (const [i, values] of own.entries()) {
      for (const [path, value] of values) {
        const place = list[i]!.path + path
        if (isHeld(held, place))
          note(outcomeOf(path, value, pairs[i]), `${id}${path.replace(/\[\d+\]/, '')}`, `${name} ${place}`, version, value)
      }
    }
  }
}

type Values = ReadonlyMap<string, string>

function pairUp(before: readonly Values[], after: readonly Values[]): (Values | undefined)[] {
  const pairs: (Values | undefined)[] = before.map(() => undefined)
  const taken = new Set<Values>()
  for (const least of [2, 1, 0]) {
    let last = -1
    for (const [i, own] of before.entries()) {
      if (pairs[i]) {
        last = after.indexOf(pairs[i])
        continue
      }
      let best = -1
      let bestScore = least - 0.6
      for (let at = 0; at < after.length; at++) {
        if (taken.has(after[at]!) || (least > 0 && Math.abs(at - i) > 60)) continue
        let score = at === last + 1 ? 0.5 : 0
        for (const [path, value] of own) if (path !== '-1' && after[at]!.get(path) === value) score++
        if (score > bestScore) {
          best = at
          bestScore = score
        }
      }
      if (best < 0) continue
      pairs[i] = after[best]
      taken.add(after[best]!)
      last = best
    }
  }
  return pairs
}

function isHeld(held: ReadonlySet<string>, place: string): boolean {
  return held.has(place) || held.has(`${place}.1`) || held.has(`${place}.1.1`)
}

function outcomeOf(path: string, value: string, made: ReadonlyMap<string, string> | undefined): Outcome {
  const found = made?.get(path)
  if (found === value || found === value.trim()) return 'equal'
  if (isRepeated(path, value, made)) return 'repetition'
  if (found !== undefined && isSameTime(value, found)) return 'same_time'
  for (const other of made?.values() ?? []) if (other === value && value.length > 1) return 'moved'
  return found === undefined ? 'lost' : 'changed'
}

/** The same component of another repetition of the field. */
function isRepeated(path: string, value: string, made: Values | undefined): boolean {
  const plain = path.replace(/\[\d+\]/, '')
  for (const [other, text] of made ?? []) if (text === value && other.replace(/\[\d+\]/, '') === plain) return true
  return false
}

/** The seconds and the offset of the message are told with each time. */
function isSameTime(before: string, after: string): boolean {
  if (!/^\d{8,}/.test(before) || !/^\d{8,}/.test(after)) return false
  const plain = (text: string) =>
    text
      .replace(/[+-]\d{4}$/, '')
      .replace(/\.0+$/, '')
      .replace(/^(\d{8}\d{4})00$/, '$1')
      .replace(/^(\d{8})0000$/, '$1')
  return plain(before) === plain(after)
}

function note(outcome: Outcome, place: string, example: string, version: Hl7Version, value: string): void {
  totals[outcome]++
  const reason = reasonApart(place, version, value)
  if (!reason && KINDS.test(kind)) {
    ofKinds.both++
    if (isBack(outcome)) ofKinds.back++
  }
  if (reason) {
    apart[reason].all++
    if (isBack(outcome)) apart[reason].back++
  }
  if (isBack(outcome)) return
  const key = `${reason ?? (KINDS.test(kind) ? 'both' : 'other_kind')} ${outcome} ${place}`
  const known = classes.get(key)
  classes.set(key, { count: (known?.count ?? 0) + 1, example: known?.example ?? example })
}

function reasonApart(place: string, version: Hl7Version, value: string): keyof typeof apart | undefined {
  const [, field = '', component = '1', subcomponent = '1'] = /^([A-Z0-9]{3}-\d+)(?:\.(\d+))?(?:\.(\d+))?$/.exec(place) ?? []
  const [segment = '', number = ''] = field.split('-')
  const definition = segmentDefinition(version, segment)?.fields[Number(number)]
  if (!definition) return 'not_in_version'
  const part = componentDefinitions(version, definition.composite).find(({ position }) => position === Number(component))
  const isObserved = field === 'OBX-5'
  if (!isObserved && component !== '1' && !part) return 'not_in_version'
  if (!isObserved && subcomponent !== '1' && (!part || componentDefinitions(version, part.composite).length < Number(subcomponent)))
    return 'not_in_version'
  if (!rowFields.has(field)) return 'chooses'
  if (isMergedCode(field, component, value)) return 'code_merged'
  const shared = sharedOf.get(version) ?? sharedPlaces(version)
  sharedOf.set(version, shared)
  return shared.has(`${field}.${component}`) ? 'shared' : undefined
}

function isBack(outcome: Outcome): boolean {
  return outcome === 'equal' || outcome === 'same_time' || outcome === 'repetition'
}

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

function report(): void {
  const { equal, repetition, same_time: same, moved, changed, lost } = totals
  const all = equal + repetition + same + moved + changed + lost
  const part = (value: number) => `${((100 * value) / all).toFixed(2)} %`
  console.log(`${totals.messages} messages, ${totals.refused} refused, ${all} values that to-fhir holds`)
  console.log(
    `equal ${part(equal + same + repetition)} (of them ${part(same)} times with seconds or offset added, ${part(repetition)} in another repetition), in another field ${part(moved)}, changed ${part(changed)}, lost ${part(lost)}`,
  )
  let both = all
  let back = equal + repetition + same
  for (const [name, { all: count, back: came, why }] of Object.entries(apart)) {
    console.log(`apart, ${name}: ${count}, of them ${came} come back (${why})`)
    both -= count
    back -= came
  }
  console.log(`of the values that both maps hold: ${((100 * back) / both).toFixed(2)} % of ${both} come back equal`)
  console.log(`of them in ADT, ORU, ORM, OML and VXU: ${((100 * ofKinds.back) / ofKinds.both).toFixed(2)} % of ${ofKinds.both}`)
  console.log(`elements of the Bundles ${elements.all}, listed as unmapped ${elements.unmapped}, as altered ${elements.altered}`)
  console.log(
    `to-fhir ${(times.to / totals.messages).toFixed(2)} ms a message, from-fhir with its check ${(times.from / totals.messages).toFixed(2)} ms`,
  )
  const top = [...classes].sort(([, a], [, b]) => b.count - a.count).slice(0, Number(process.env.TOP ?? 45))
  for (const [key, { count: times_, example }] of top)
    console.log(`${String(times_).padStart(6)} ${key}   ${example.replace(`${folder}/`, '')}`)
  console.log('Unmapped elements:')
  for (const [key, value] of [...reasons].sort(([, a], [, b]) => b - a).slice(0, 40)) console.log(`${String(value).padStart(6)} ${key}`)
  console.log('Errors of structure:')
  for (const [key, value] of [...structure].sort(([, a], [, b]) => b - a).slice(0, 20)) console.log(`${String(value).padStart(6)} ${key}`)
}
