// What an identifier scheme is: its shape, the rules that were checked, and what can be read from a number without a register.
import { compileShapes, type Shape } from './shape.ts'

/** What a rule looks at, in the order in which results name it. */
export type CheckKind = 'length' | 'alphabet' | 'range' | 'date' | 'region' | 'check'
export const CHECK_KINDS = ['length', 'alphabet', 'range', 'date', 'region', 'check'] as const satisfies readonly CheckKind[]

export const REASONS = ['length', 'character', 'range', 'date', 'region', 'check_digit', 'not_in_use_yet'] as const
export type Reason = (typeof REASONS)[number]

/** What is known of a number without a register. */
export const ISSUED = ['test_range', 'invented', 'temporary', 'synthetic', 'not_issued', 'retired_scheme'] as const
export type Issued = (typeof ISSUED)[number]

/** Tools that read all parts of an input; check-id refers to them. */
export const OTHER_TOOLS = ['code/udi', 'code/ucum'] as const
export type OtherTool = (typeof OTHER_TOOLS)[number]

export interface Failure {
  readonly reason: Reason
  /** Place of the character to blame in the normalized text, from 0; left out where no single place is to blame. */
  readonly position?: number
}

export interface Context {
  /** The day by which two-digit years and future dates are judged; where it is not given, both are left open. */
  readonly today: CivilDay | undefined
}

export interface CivilDay {
  readonly year: number
  readonly month: number
  readonly day: number
}

export interface Rule {
  readonly kind: Exclude<CheckKind, 'length' | 'alphabet'>
  /** How much the rule narrows down a random number, in bits. */
  readonly bits: number
  /** @param text normalized; its shape fits */
  test(text: string, context: Context): Failure | undefined
}

/** Facts that are read from a number, such as `birthDate`, `sex`, `region`. */
export type Facts = Record<string, string>
/** Other forms of the same number, by the name of the form. */
export type Forms = Record<string, string[]>

export interface Scheme {
  /** Such as `gb-nhs`; the country first where there is one. */
  readonly id: string
  readonly name: string
  /** ISO 3166-1 alpha-2, or null for international schemes. */
  readonly country: string | null
  /** Characters that people print inside of the number and that do not count. */
  readonly separators: string
  /** True where letters of either case are the same. */
  readonly caseless: boolean
  readonly shapes: readonly Shape[]
  readonly rules: readonly Rule[]
  /** True for texts that fit a shape but are clearly something else. They are judged only if the scheme is named. */
  isOther?(text: string): boolean
  /** Who defines the scheme, and where. */
  readonly source: string
  /** How common the scheme is in health data: 1 most, 3 least. */
  readonly rarity: 1 | 2 | 3
  issued?(text: string, context: Context): Issued | undefined
  decode?(text: string, context: Context): Facts
  convert?(text: string): Forms
  format?(text: string): string
}

interface SchemeDeclaration extends Partial<Omit<Scheme, 'shapes' | 'id' | 'name' | 'source'>> {
  readonly id: string
  readonly name: string
  /** Templates as in shape.ts. */
  readonly shape: string | readonly string[]
  readonly source: string
}

/** Fills in what most schemes share: blanks, points and hyphens do not count, letters of either case are the same. */
export function defineScheme({ shape, ...declared }: SchemeDeclaration): Scheme {
  const templates = typeof shape === 'string' ? [shape] : shape
  return {
    country: null,
    separators: ' -.',
    caseless: true,
    rules: [],
    rarity: 2,
    ...declared,
    shapes: templates.flatMap(compileShapes),
  }
}

/** A rule over a condition. */
export function rule(kind: Rule['kind'], bits: number, holds: (text: string, context: Context) => boolean, reason?: Reason): Rule {
  const failure: Failure = { reason: reason ?? (kind === 'check' ? 'check_digit' : kind) }
  return { kind, bits, test: (text, context) => (holds(text, context) ? undefined : failure) }
}

/** A check digit or letter: the failure names its place. */
export function checkRule(
  bits: number,
  holds: (text: string, context: Context) => boolean,
  position: (text: string) => number = ({ length }) => length - 1,
): Rule {
  return {
    kind: 'check',
    bits,
    test: (text, context) => (holds(text, context) ? undefined : { reason: 'check_digit', position: position(text) }),
  }
}
