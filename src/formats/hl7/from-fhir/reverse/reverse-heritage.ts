// Race and ethnicity, which to-fhir keeps as extensions of US Core, or as an Observation in the words of the sender: PID-10 and PID-22 again.
import { codeTable } from '../../dictionary/code-tables.ts'
import { addressText, type DraftSegment } from '../draft/draft-segment.ts'
import type { MessageBuilder } from '../draft/message-builder.ts'
import type { MessageContents } from '../draft/message-contents.ts'
import type { FhirElement, SourceResource } from '../draft/source-tree.ts'

const US_CORE = 'http://hl7.org/fhir/us/core/StructureDefinition/'
const HERITAGE = [
  { field: 10, name: 'us-core-race', loinc: '32624-9', table: 'HL70005' },
  { field: 22, name: 'us-core-ethnicity', loinc: '69490-1', table: 'HL70189' },
] as const

export function reverseHeritage(builder: MessageBuilder, contents: MessageContents, segment: DraftSegment, patient: SourceResource): void {
  for (const each of HERITAGE) {
    const extension = patient.element.all('extension').find((found) => found.textAt('url') === `${US_CORE}${each.name}`)
    if (extension) readExtension(builder, segment, patient.element, extension, each)
    for (const observation of contents.unused('Observation')) {
      const codes = observation.element.first('code')?.all('coding') ?? []
      if (!codes.some((coding) => coding.textAt('code') === each.loinc)) continue
      if (readObservation(builder, segment, observation, each)) contents.use(observation)
    }
  }
}

function readExtension(
  builder: MessageBuilder,
  segment: DraftSegment,
  patient: FhirElement,
  extension: FhirElement,
  { field, table }: (typeof HERITAGE)[number],
): void {
  const { log } = builder.context
  const scope = builder.scopeOf(patient)
  let repetition = segment.count(field)
  for (const inner of extension.all('extension')) {
    const coding = inner.first('valueCoding')
    const code = coding?.first('code')
    if (!coding || code?.text === undefined) {
      if (inner.textAt('url') === 'text') for (const leaf of inner.leaves()) log.claim(scope, leaf, `PID-${field}`)
      continue
    }
    repetition++
    const place = (component: number) => ({ field, repetition, inner: [component] })
    if (!log.put(segment, place(1), code.text, code)) continue
    const display = coding.first('display')
    if (display?.text !== undefined) log.put(segment, place(2), display.text, display)
    log.put(segment, place(3), table, code)
    for (const leaf of inner.leaves()) log.claim(scope, leaf, addressText('PID', place(1)))
  }
  const url = extension.first('url')
  if (url) log.claim(scope, url, `PID-${field}`)
}

/** The code of the table that a text is the meaning of. */
function codeOf({ version }: MessageBuilder, table: string, text: string): string | undefined {
  for (const { code, display } of codeTable(version, table.slice('HL7'.length))?.codes.values() ?? []) {
    if (display?.toLowerCase() === text.toLowerCase()) return code
  }
  return undefined
}

/** `W White`: what stood in several components is one text there. */
function readObservation(
  builder: MessageBuilder,
  segment: DraftSegment,
  { element }: SourceResource,
  { field, table }: (typeof HERITAGE)[number],
): boolean {
  const value = element.first('valueCodeableConcept')
  const text = value?.first('text')
  if (!value || value.children.has('coding') || text?.text === undefined) return false
  const repetition = segment.count(field) + 1
  const known = codeOf(builder, table, text.text)
  const [, code = '', display = ''] = known === undefined ? (/^([A-Z0-9-]{1,6}) (\S.*)$/.exec(text.text) ?? []) : ['', known, text.text]
  const { log } = builder.context
  if (!log.put(segment, { field, repetition, inner: [1] }, code === '' ? text.text : code, text)) return false
  if (display !== '') log.put(segment, { field, repetition, inner: [2] }, display, text)
  if (display !== '') log.put(segment, { field, repetition, inner: [3] }, table, text)
  const scope = builder.scopeOf(element)
  for (const leaf of element.leaves())
    if (leaf.parent?.name !== 'resource' || leaf.name === 'status') log.claim(scope, leaf, `PID-${field}`)
  return true
}
