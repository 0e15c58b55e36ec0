// Validates a document: every message against the standard and a profile, and its batches. It never stops at a finding.
import { ProblemError } from '../../../core/problem.ts'
import type { Diagnostic } from '../diagnostics.ts'
import { HL7_VERSIONS, type Hl7Version } from '../dictionary/versions.ts'
import { reportConflicts } from '../document.ts'
import type { Hl7Document } from '../document-types.ts'
import { fieldSpan } from '../field-spans.ts'
import { controlId, messageType } from '../message-header.ts'
import { checkBatches } from './check-batches.ts'
import { checkConsistency } from './check-consistency.ts'
import { checkFields } from './check-fields.ts'
import { checkProfile, isMeant } from './check-profile.ts'
import { checkSetIds } from './check-set-ids.ts'
import { checkStructure, type LocalExtension, type StructureResult } from './check-structure.ts'
import { checkText } from './check-text.ts'
import { type IssueCounts, IssueList, type ValidationIssue } from './issue-list.ts'
import { createMessageContext, type MessageContext } from './message-context.ts'
import type { ReadProfile } from './read-profile.ts'
import type { RuleLevels, Strictness } from './rules.ts'

export interface ValidationOptions extends LocalExtension {
  readonly levels: RuleLevels
  readonly strictness: Strictness
  readonly profile: ReadProfile | undefined
  /** The version whose tables hold; undefined for that of each message. */
  readonly version: Hl7Version | undefined
  /** Issues that are listed; the others are counted. */
  readonly maxIssues: number
}

export interface MessageValidation {
  /** True where no issue of the message is an error. */
  readonly valid: boolean
  readonly counts: IssueCounts
  readonly structure: StructureResult
  readonly version: Hl7Version
  /** False where there is a profile but not for this message. */
  readonly profileUsed: boolean
}

export interface Validation {
  readonly counts: IssueCounts
  readonly issues: ValidationIssue[]
  /** One for each message of the document. */
  readonly messages: MessageValidation[]
}

const NOTHING: ReadonlySet<string> = new Set()
/** Messages of one document: each has an entry in the result, which must stay one text. */
const MAX_MESSAGES = 500_000

/** @throws ProblemError `resource_limit` for a document of more than 500,000 messages */
export function validateDocument(document: Hl7Document, options: ValidationOptions): Validation {
  if (document.messages.length > MAX_MESSAGES) {
    const facts = { limit: MAX_MESSAGES }
    throw new ProblemError(`The document has more than ${MAX_MESSAGES} messages.`, { code: 'resource_limit', facts })
  }
  if (options.version !== undefined) reportConflicts(document, options.version)
  const issues = new IssueList(options.levels, options.strictness, options.maxIssues)
  const controlIds = new Set<string>()
  const messages = document.messages.map((message, i): MessageValidation => {
    const version = options.version ?? message.version.used
    issues.beginMessage(i, version, options.version === undefined && message.version.how === 'nearest')
    const { profile: given } = options
    const profile = given && isMeant(given, messageType(document, message)) ? given : undefined
    const context = createMessageContext(document, message, {
      version,
      issues,
      overridden: profile?.overridden ?? NOTHING,
      isNewer: options.version === undefined && message.version.how === 'nearest' && version === HL7_VERSIONS.at(-1),
    })
    const structure = checkStructure(context, options)
    checkFields(context)
    checkText(context)
    checkSetIds(context)
    checkConsistency(context)
    reportRepeatedId(context, controlIds)
    if (profile) checkProfile(context, profile)
    const counts = { ...issues.messageCounts }
    return { valid: counts.error === 0, counts, structure, version, profileUsed: profile !== undefined }
  })
  issues.beginMessage(null, options.version ?? HL7_VERSIONS.at(-1)!, false)
  checkBatches(document, issues)
  return { counts: { ...issues.counts }, issues: issues.list(document), messages }
}

/** MSH-10 tells a message from all others of its sender (HL7 v2.5.1 §2.15.9.10). */
function reportRepeatedId({ document, message, issues }: MessageContext, seen: Set<string>): void {
  const id = controlId(document, message)
  if (id === null) return
  if (seen.has(id) && message.header !== undefined) {
    const place = {
      ...fieldSpan(document.index, message.header, 10)!,
      path: () => 'MSH-10',
      expected: 'a control id that no other message has',
    }
    issues.add('batchCounts', 'control_id_repeated', place)
  }
  seen.add(id)
}

/** A document is valid where nothing that was found is an error: an issue, or a diagnostic of the document itself. */
export function isValid({ counts }: Validation, diagnostics: readonly Diagnostic[]): boolean {
  return counts.error === 0 && !diagnostics.some(({ severity }) => severity === 'error')
}
