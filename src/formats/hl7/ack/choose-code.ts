// Which acknowledgment a message gets: its mode by MSH-15 and MSH-16, its code by what was found (HL7 v2.5.1 §2.9.2, §2.9.3, tables 0008 and 0155).
import { ProblemError } from '../../../core/problem.ts'
import type { Hl7Version } from '../dictionary/versions.ts'

export const ACK_CODES = ['AA', 'AE', 'AR', 'CA', 'CE', 'CR'] as const
export type AckCode = (typeof ACK_CODES)[number]
export type AckMode = 'original' | 'enhanced'
/** How the message fared. */
export type Outcome = 'accept' | 'error' | 'reject'

export interface AckRequest {
  readonly code: AckCode | 'auto'
  readonly mode: AckMode | 'auto'
}

export interface SenderWishes {
  readonly version: Hl7Version
  /** MSH-15, empty where the sender says nothing. */
  readonly acceptCondition: string
  /** MSH-16. */
  readonly applicationCondition: string
  /** True where the message is an acknowledgment itself. */
  readonly isAcknowledgment: boolean
}

export interface AckChoice {
  readonly code: AckCode
  readonly mode: AckMode
  /** True where the sender asked for an acknowledgment with this code. */
  readonly requested: boolean
  /** Reasons, none of which holds a value of the message. */
  readonly why: readonly string[]
}

/**
 * @throws ProblemError `invalid_input` where an accept code is asked for in original mode; `unsupported_variant` where the version has no enhanced mode
 */
export function chooseAck(request: AckRequest, wishes: SenderWishes, outcome: Outcome, reason: string): AckChoice {
  const { mode, why } = chooseMode(request, wishes)
  if (request.code !== 'auto') {
    const requested = isRequested(request.code, mode, wishes)
    return { code: request.code, mode, requested, why: [...why, 'The code was given.', ...wishText(requested, wishes)] }
  }
  const level = mode === 'original' || !isAcceptWanted(outcome, wishes) ? 'A' : 'C'
  const code = `${level}${LETTERS[outcome]}` as AckCode
  const levelText = mode === 'original' ? [] : [level === 'C' ? 'MSH-15 asks for an accept acknowledgment.' : LEVEL_A]
  const requested = isRequested(code, mode, wishes)
  return { code, mode, requested, why: [...why, ...levelText, reason, ...wishText(requested, wishes)] }
}

const LETTERS: Readonly<Record<Outcome, string>> = { accept: 'A', error: 'E', reject: 'R' }
const LEVEL_A = 'MSH-15 asks for no accept acknowledgment here, so that this one is of the application.'

/** @throws ProblemError `invalid_input` where the mode does not have the code, whatever the message */
export function checkMode({ code, mode }: Pick<AckRequest, 'code' | 'mode'>): void {
  if (mode !== 'original' || !code.startsWith('C')) return
  throw new ProblemError('Original mode has no accept codes.', {
    code: 'invalid_input',
    errors: [{ pointer: '/options/code', code: 'invalid_value', detail: 'expected one of: auto, AA, AE, AR' }],
  })
}

function chooseMode({ code, mode }: AckRequest, wishes: SenderWishes): { mode: AckMode; why: string[] } {
  checkMode({ code, mode })
  const isAcceptCode = code.startsWith('C')
  if ((mode === 'enhanced' || isAcceptCode) && wishes.version === '2.1') {
    throw new ProblemError('HL7 v2.1 has no enhanced mode.', { code: 'unsupported_variant', at: { path: 'MSH-12' } })
  }
  if (mode !== 'auto') return { mode, why: ['The mode was given.'] }
  if (isAcceptCode) return { mode: 'enhanced', why: ['An accept code is of enhanced mode.'] }
  const isOriginal = wishes.version === '2.1' || (wishes.acceptCondition === '' && wishes.applicationCondition === '')
  return isOriginal
    ? { mode: 'original', why: ['MSH-15 and MSH-16 are empty: original mode.'] }
    : { mode: 'enhanced', why: ['MSH-15 or MSH-16 is valued: enhanced mode.'] }
}

function isAcceptWanted(outcome: Outcome, { acceptCondition, applicationCondition }: SenderWishes): boolean {
  if (isMet(acceptCondition, outcome)) return true
  // Nothing is asked for at all, or nothing for this outcome: what comes back first is the accept acknowledgment.
  return !isMet(applicationCondition, outcome)
}

function isRequested(code: AckCode, mode: AckMode, { acceptCondition, applicationCondition, isAcknowledgment }: SenderWishes): boolean {
  if (isAcknowledgment) return false
  if (mode === 'original') return true
  const outcome = code.endsWith('A') ? 'accept' : code.endsWith('E') ? 'error' : 'reject'
  return isMet(code.startsWith('C') ? acceptCondition : applicationCondition, outcome)
}

/** AL: always, NE: never, ER: on error or reject, SU: on success. */
function isMet(condition: string, outcome: Outcome): boolean {
  if (condition === 'AL') return true
  if (condition === 'SU') return outcome === 'accept'
  return condition === 'ER' && outcome !== 'accept'
}

function wishText(requested: boolean, { isAcknowledgment }: SenderWishes): string[] {
  if (requested) return []
  return [isAcknowledgment ? 'An acknowledgment is not acknowledged.' : 'The sender did not ask for this acknowledgment.']
}
