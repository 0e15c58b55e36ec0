// Converts a Bundle: its messages, what each of them is written as, and an account of every element.
import { ProblemError } from '../../../core/problem.ts'
import { isObject, type JsonObject } from '../../fhir/json/json-value.ts'
import { charsetNamed } from '../charset/charsets.ts'
import { ResultBudget } from '../describe/result-budget.ts'
import { isAtLeast } from '../dictionary/versions.ts'
import { encodeText } from '../edit/encode-text.ts'
import type { ConvertSettings } from '../fhir/convert-message.ts'
import { accountElements, type ElementAccount, type WrittenUnit } from './account-elements.ts'
import { checkRelease } from './check-release.ts'
import { readAgain } from './compare-returned.ts'
import { DraftSegment } from './draft/draft-segment.ts'
import { readBundleTree } from './draft/source-tree.ts'
import type { MessageType } from './plan/plan-header.ts'
import { type MessageSettings, planMessage } from './plan/plan-message.ts'
import { selectMessages } from './select-messages.ts'
import { writeSegments } from './write-message.ts'

export interface BundleSettings extends MessageSettings {
  /** Type of all messages; undefined for what the Bundle says. */
  readonly type: MessageType | undefined
  readonly terminator: string
  /** Whether messages stand between BHS and BTS. */
  readonly batch: 'auto' | 'always' | 'never'
  /** What to-fhir reads the messages by again. */
  readonly again: ConvertSettings
}

export interface WrittenMessage {
  readonly text: string
  readonly type: MessageType
  readonly controlId: string
}

/** Something that a message lacks. */
export interface MessageFinding {
  readonly code: 'no_patient' | 'no_time' | 'no_sender' | 'no_message' | 'other_patient' | 'patient_unknown'
  /** `error` if resources were left out. */
  readonly severity: 'error' | 'warning'
  /** Place of the message, from 0; null for the Bundle. */
  readonly message: number | null
  /** FHIRPaths of the resources that were left out. */
  readonly resources?: string[]
}

export interface ConvertedBundle extends ElementAccount {
  readonly messages: readonly WrittenMessage[]
  readonly findings: readonly MessageFinding[]
  /** The messages, in a batch where that was asked for. */
  readonly text: string
  readonly content: Uint8Array
}

/** @throws ProblemError `invalid_input` for what is no Bundle of R4; `unsupported_variant` where the character set lacks a character; `resource_limit` */
export function convertBundle(value: JsonObject, settings: BundleSettings): ConvertedBundle {
  checkBundle(value)
  checkRelease(value)
  const bundle = readBundleTree(value)
  const units = selectMessages(bundle, settings.type, settings.version)
  const written: WrittenUnit[] = []
  const findings: MessageFinding[] = []
  const budget = new ResultBudget()
  const messages = units.map(({ contents, type }, place) => {
    const { builder, ofOthers, ofUnknown } = planMessage(contents, type, settings, place)
    const header = builder.segments[0]!
    markCharset(
      settings,
      builder.segments.flatMap((each) => [...each.texts()].map(({ text }) => text)),
      (name) => builder.complete(header, 18, name),
    )
    const text = writeSegments(builder.segments, settings.terminator)
    const plain = settings.terminator === '\r' ? text : writeSegments(builder.segments, '\r')
    written.push({ contents, builder, returned: readAgain(plain, settings.again) })
    budget.spendMessage()
    budget.spendText(3 * text.length)
    if (!contents.resources.some((each) => each.type === 'Patient'))
      findings.push({ code: 'no_patient', severity: 'warning', message: place })
    if (!header.isValued(7, 1, [])) findings.push({ code: 'no_time', severity: 'warning', message: place })
    if (!header.isValued(3, 1, []) && !header.isValued(4, 1, [])) findings.push({ code: 'no_sender', severity: 'warning', message: place })
    for (const [code, left] of [
      ['other_patient', ofOthers],
      ['patient_unknown', ofUnknown],
    ] as const) {
      if (left.length === 0) continue
      findings.push({ code, severity: 'error', message: place, resources: left.map(({ element }) => element.path) })
    }
    return { text, type, controlId: header.textIn(10, 1, []) }
  })
  if (messages.length === 0) findings.push({ code: 'no_message', severity: 'warning', message: null })
  const text = joinMessages(messages, settings)
  const charset = charsetNamed(settings.header.characterSet ?? 'UNICODE UTF-8')!.charset
  const content = encodeText(text, charset, () => null)
  return { messages, findings, text, content, ...accountElements(bundle, written) }
}

function joinMessages(messages: readonly WrittenMessage[], { batch, terminator, header, version }: BundleSettings): string {
  const texts = messages.map(({ text }) => text).join('')
  if (batch === 'never' || messages.length < (batch === 'auto' ? 2 : 1)) return texts
  const first = new DraftSegment('BHS', version)
  const fields = [
    header.sendingApplication,
    header.sendingFacility,
    header.receivingApplication,
    header.receivingFacility,
    header.timestamp,
  ]
  for (const [i, value] of fields.entries()) if (value !== undefined) first.put({ field: i + 3, repetition: 1, inner: [] }, value)
  const last = new DraftSegment('BTS', version)
  last.put({ field: 1, repetition: 1, inner: [] }, String(messages.length))
  return writeSegments([first], terminator) + texts + writeSegments([last], terminator)
}

/** MSH-18 of what is not ASCII, where the version has it. */
function markCharset({ header, version }: BundleSettings, texts: readonly string[], complete: (name: string) => void): void {
  if (header.characterSet !== undefined) complete(header.characterSet)
  else if (isAtLeast(version, '2.3') && texts.some((text) => /[\u0080-\uffff]/.test(text))) complete('UNICODE UTF-8')
}

function checkBundle(value: JsonObject): void {
  if (value.resourceType !== 'Bundle') throw invalid('/resourceType', 'expected a Bundle')
  const { entry } = value
  if (entry !== undefined && !Array.isArray(entry)) throw invalid('/entry', 'expected a list')
  for (const [i, each] of (entry ?? []).entries()) {
    if (!isObject(each)) throw invalid(`/entry/${i}`, 'expected an object')
    const { resource } = each
    if (resource !== undefined && !(isObject(resource) && typeof resource.resourceType === 'string'))
      throw invalid(`/entry/${i}/resource`, 'expected a resource')
  }
}

function invalid(pointer: string, detail: string): ProblemError {
  return new ProblemError('The input is not a Bundle that can be converted to messages.', {
    code: 'invalid_input',
    at: { pointer },
    errors: [{ pointer, code: 'invalid_value', detail }],
  })
}
