// Checks one line, a unit or a value with its unit: validity, canonical form, names, warnings, suggestions and conversion.
import { type ConversionIssueCode, convert, type Substance, toCanonical } from './convert.ts'
import { type ParsedUnit, parseUnit, SYNTAX_ISSUES, type SyntaxIssueCode } from './grammar.ts'
import { listWarnings, type UnitWarning, WARNINGS, type WarningCode } from './list-warnings.ts'
import { areCommensurable, baseUnits, canonicalUnits, isMeasure, type Measure, measureOf } from './measure.ts'
import { ONE, type Rational, readDecimal, writeDecimal } from './rational.ts'
import { rankSuggestions, type Suggestion, suggestUnits } from './suggest.ts'
import { symbolTable } from './symbols.ts'
import { nameOfUnit, printUnit } from './write-unit.ts'

const OTHER_ERRORS = [
  'value_unreadable',
  'special_unit_in_product',
  'exponent_too_large',
  'zero_factor',
  'wrong_property',
  'not_commensurable',
  'needs_molar_mass',
  'needs_charge',
  'out_of_domain',
] as const

const ASSUMPTIONS = ['amounts_assumed_equal', 'ratio_of_other_kinds'] as const

export const UNIT_ISSUES = [...SYNTAX_ISSUES, ...OTHER_ERRORS, ...WARNINGS, ...ASSUMPTIONS] as const

type IssueCode = SyntaxIssueCode | (typeof OTHER_ERRORS)[number] | WarningCode | ConversionIssueCode

interface UnitIssue {
  readonly code: IssueCode
  readonly severity: 'error' | 'warning'
  /** In the line as given, in UTF-16 code units; the end exclusive. */
  readonly start: number
  readonly end: number
}

export interface CheckedUnit {
  readonly index: number
  readonly unit: string
  readonly valid: boolean
  readonly code: string | null
  readonly canonical: { readonly factor: string | null; readonly exact: boolean; readonly units: string } | null
  readonly name: string | null
  readonly print: string | null
  readonly dimension: readonly { readonly symbol: string; readonly exponent: number }[]
  readonly special: boolean
  readonly arbitrary: readonly string[]
  readonly issues: readonly UnitIssue[]
  readonly suggestions: readonly Suggestion[]
  readonly value: string | null
  readonly exact: boolean | null
  readonly convertedFrom: { readonly value: string; readonly unit: string } | null
}

export interface CheckSettings extends Substance {
  readonly to: Measure | undefined
  /** Measures of the units of a property; a unit fits if it is commensurable with one. */
  readonly property: readonly Measure[] | undefined
  readonly caseInsensitive: boolean
  readonly maxSuggestions: number
  readonly digits: number
}

interface InputLine {
  readonly unit: string
  /** Where the unit begins in the line. */
  readonly start: number
  readonly value: string | undefined
  readonly valueStart: number
}

/**
 * Never throws.
 * @param isTrimmed blanks around the line are none of the unit's
 */
export function checkUnit(line: string, index: number, isTrimmed: boolean, settings: CheckSettings): CheckedUnit {
  const given = divideLine(line, isTrimmed)
  const parsed = parseUnit(given.unit, settings)
  const issues: UnitIssue[] = []
  const at = (span: { readonly start: number; readonly end: number }) => ({ start: span.start + given.start, end: span.end + given.start })
  const isConverted = given.value !== undefined || settings.to !== undefined
  const convertedFrom = isConverted ? { value: given.value ?? '1', unit: given.unit } : null
  const base = { ...UNKNOWN_UNIT, index, unit: given.unit, issues, convertedFrom }
  if (parsed.errors.length > 0) {
    for (const error of parsed.errors) issues.push({ code: error.code, severity: 'error', ...at(error) })
    const text = readsAsPower(given) ? `10 ${given.unit}` : given.unit
    return { ...base, suggestions: suggestUnits(text, settings.maxSuggestions) }
  }
  const code = settings.caseInsensitive ? writeCode(parsed) : given.unit
  const warnings = listWarnings(parsed)
  if (readsAsPower(given)) {
    const meant = suggestUnits(`10 ${given.unit}`, 1).map(({ unit }) => unit)
    warnings.push({ code: 'value_may_be_power', start: given.valueStart - given.start, end: 0, meant })
  }
  for (const warning of warnings) issues.push({ code: warning.code, severity: 'warning', ...at(warning) })
  const known = {
    ...base,
    valid: true,
    code,
    name: nameOfUnit(parsed),
    print: printUnit(parsed),
    suggestions: suggestFromWarnings(
      settings.caseInsensitive ? listWarnings(parseUnit(code, SENSITIVE)) : warnings,
      code,
      settings.maxSuggestions,
    ),
  }
  const measure = measureOf(parsed)
  if (!isMeasure(measure)) {
    issues.push({ code: measure.code, severity: 'error', ...at(measure) })
    return known
  }
  const whole = at({ start: 0, end: given.unit.length })
  if (settings.property && !settings.property.some((each) => isOfProperty(measure, each))) {
    issues.push({ code: 'wrong_property', severity: 'error', ...whole })
  }
  return { ...known, ...describeMeasure(measure, settings.digits), ...convertLine(given, measure, settings, issues, whole) }
}

const SENSITIVE = { caseInsensitive: false }

const UNKNOWN_UNIT = {
  valid: false,
  code: null,
  canonical: null,
  name: null,
  print: null,
  dimension: [],
  special: false,
  arbitrary: [],
  suggestions: [],
  value: null,
  exact: null,
} as const

/** A value stands before the first blank. */
function divideLine(line: string, isTrimmed: boolean): InputLine {
  const text = isTrimmed ? line.trimEnd() : line
  const lead = isTrimmed ? text.length - text.trimStart().length : 0
  const blank = text.slice(lead).search(/\s/)
  const value = blank <= 0 ? '' : text.slice(lead, lead + blank)
  if (!isNumberLike(value)) return { unit: text.slice(lead), start: lead, value: undefined, valueStart: lead }
  const rest = text.slice(lead + blank)
  const unit = rest.trimStart()
  return { unit, start: text.length - unit.length, value, valueStart: lead }
}

/** `10 3/uL` is 10 times 3/uL, and mostly means 10*3/uL. */
function readsAsPower({ value, unit }: InputLine): boolean {
  return value === '10' && /^(?:(?:e|exp|\^|\*{1,2}) ?)?\d{1,2} ?\//i.test(unit)
}

/** A number as this tool reads it, or with a comma or a sign of inequality, which it reports. */
function isNumberLike(text: string): boolean {
  return /^[<>]?[+-]?(?:\d|[.,]\d)[\d.,]*(?:[eE][+-]?\d+)?$/.test(text)
}

/** As many suggestions as a call can request. Each is parsed as a whole, so a long list would take quadratic time. */
const MOST_MEANT = 10

function suggestFromWarnings(warnings: readonly UnitWarning[], text: string, max: number): Suggestion[] {
  const found = warnings.flatMap(({ code, meant }) => {
    const why = code === 'caret_for_power' || code === 'value_may_be_power' ? ('power_of_ten' as const) : ('unlikely_unit' as const)
    return meant.map((unit, i) => ({ code: unit, why, confidence: 0.8 - 0.1 * i }))
  })
  return rankSuggestions(found.slice(0, MOST_MEANT), text, max)
}

/** The case sensitive code of a unit that was read without regard to case. */
function writeCode({ tokens }: ParsedUnit): string {
  return tokens
    .map((token) => {
      const annotation = token.annotation === undefined ? '' : `{${token.annotation}}`
      if (!('exponent' in token)) return token.kind + annotation
      const { symbol, factor, exponent } = token
      return `${symbol ? symbol.code + (exponent === 1 ? '' : exponent) : (factor ?? '')}${annotation}`
    })
    .join('')
}

function describeMeasure(measure: Measure, digits: number) {
  const { factor, dimension, arbitrary, special } = measure
  const written = special ? undefined : writeDecimal(factor, digits)
  const letters = dimensionSymbols()
  return {
    canonical: { factor: written?.text ?? null, exact: written?.exact ?? false, units: canonicalUnits(measure) },
    dimension: dimension.flatMap((exponent, i) => (exponent === 0 ? [] : [{ symbol: letters[i]!, exponent }])),
    special: special !== undefined,
    arbitrary: [...arbitrary.keys()],
  }
}

let symbols: string[] | undefined

/** The dimension symbols of the base units, such as `L` of `m`. */
function dimensionSymbols(): readonly string[] {
  symbols ??= baseUnits().map((code) => symbolTable().byCode.get(code)!.unit.dimension)
  return symbols
}

function convertLine(
  given: InputLine,
  measure: Measure,
  settings: CheckSettings,
  issues: UnitIssue[],
  whole: { start: number; end: number },
) {
  if (given.value === undefined && !settings.to) return {}
  const value = given.value === undefined ? ONE : readDecimal(given.value)
  if (!value) {
    const start = given.valueStart
    issues.push({ code: 'value_unreadable', severity: 'error', start, end: start + given.value!.length })
    return {}
  }
  const converted = settings.to ? convert(value, measure, settings.to, settings) : convertToCanonical(value, measure)
  if (converted.issue) issues.push({ code: converted.issue, severity: converted.value ? 'warning' : 'error', ...whole })
  if (!converted.value) return {}
  const { text, exact } = writeDecimal(converted.value, settings.digits, converted.exact)
  return { value: text, exact }
}

function convertToCanonical(value: Rational, measure: Measure) {
  const found = toCanonical(value, measure)
  return { value: found?.value, exact: found?.exact ?? false, issue: found ? undefined : ('out_of_domain' as const) }
}

/** The same dimension, and as many moles: an amount of substance is no fraction. */
function isOfProperty(measure: Measure, other: Measure): boolean {
  const amount = ({ amounts }: Measure) => amounts.reduce((sum, { above, below }) => sum + above - below, 0)
  return areCommensurable(measure, other) && amount(measure) === amount(other)
}

/** The measure of a unit to convert into; undefined if it is not valid, or has none. */
export function readTarget(unit: string, caseInsensitive: boolean): Measure | undefined {
  const parsed = parseUnit(unit, { caseInsensitive })
  if (parsed.errors.length > 0) return undefined
  const measure = measureOf(parsed)
  return isMeasure(measure) ? measure : undefined
}

/** The measures of the units that the table lists for a property, such as `mass`; undefined if it lists none. */
export function readProperty(property: string): Measure[] | undefined {
  const requested = property.toLowerCase()
  const units = symbolTable().units.filter((unit) => unit.property.toLowerCase() === requested)
  return units.length === 0 ? undefined : units.map(({ code }) => readTarget(code, false)!)
}
