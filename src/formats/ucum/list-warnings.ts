// What is legal in a unit and usually wrong, with the unit that was likely meant.
import { countUnit, UNLIKELY } from './common-mistakes.ts'
import type { Component, ParsedUnit, Token } from './grammar.ts'

export const WARNINGS = [
  'kelvin_for_thousand',
  'unlikely_unit',
  'enzyme_unit_for_dose',
  'caret_for_power',
  'annotation_as_unit',
  'annotation_holds_unit',
  'annotation_after_parenthesis',
  'multiplication_after_division',
  'decimal_point_as_product',
  'retired_unit',
  'value_may_be_power',
] as const

export type WarningCode = (typeof WARNINGS)[number]

export interface UnitWarning {
  readonly code: WarningCode
  readonly start: number
  readonly end: number
  /** Whole units that were likely meant, the likeliest first. */
  readonly meant: readonly string[]
}

/** @param parsed without errors */
export function listWarnings(parsed: ParsedUnit): UnitWarning[] {
  const warnings: UnitWarning[] = []
  const { tokens, components } = parsed
  const divisors = components.flatMap((each) => (each.sign < 0 && each.symbol !== undefined ? [codeOf(each)] : []))
  for (const component of components) judgeComponent(component, parsed, divisors, warnings)
  const surface = parsed.text.includes(BODY_SURFACE) ? [parsed.text.replace(BODY_SURFACE, '{1.73_m2}')] : []
  for (let i = 1; i < tokens.length; i++) judgeOperator(tokens, i, parsed.text, surface, warnings)
  const [dose] = components
  if (dose && isDose(parsed))
    warnings.push({
      code: 'enzyme_unit_for_dose',
      start: dose.start,
      end: dose.end,
      meant: replaced(parsed.text, dose, `${dose.symbol!.prefix?.code ?? ''}[IU]`),
    })
  return warnings
}

/** The symbol with its exponent. */
function codeOf({ symbol, exponent }: Component): string {
  return symbol!.code + (exponent === 1 ? '' : exponent)
}

function judgeComponent(
  component: Component,
  { text, components }: ParsedUnit,
  divisors: readonly string[],
  warnings: UnitWarning[],
): void {
  const { symbol, annotation, start, end, sign, exponent } = component
  const warn = (code: WarningCode, meant: readonly string[] = []) => warnings.push({ code, start, end, meant })
  if (annotation !== undefined && UNIT_ANNOTATIONS.has(annotation)) warn('annotation_holds_unit')
  else if (component.kind === 'annotation') warn('annotation_as_unit')
  if (!symbol) return
  const { code, unit } = symbol
  if (unit.code === '10^') warn('caret_for_power', replaced(text, component, writePower(exponent)))
  if (unit.names.some((name) => name.endsWith('(retired)'))) warn('retired_unit')
  const counts = sign > 0 && exponent === 1 ? countUnit(code, divisors) : undefined
  if (counts !== undefined) {
    const grams = code === 'G' ? replaced(text, component, 'g') : []
    warn(code === 'K' ? 'kelvin_for_thousand' : 'unlikely_unit', [...replaced(text, component, counts), ...grams])
    return
  }
  const unlikely = UNLIKELY[code]
  if (unlikely && (!unlikely.alone || components.length === 1)) {
    warn(
      'unlikely_unit',
      unlikely.meant.flatMap((meant) => replaced(text, component, meant)),
    )
  }
}

/** Annotations that people take for the unit itself; UCUM reads nothing in them. */
const UNIT_ANNOTATIONS: ReadonlySet<string> = new Set([
  'mg',
  'g',
  'ug',
  'mcg',
  'kg',
  'ng',
  'mL',
  'ml',
  'L',
  'dL',
  'uL',
  'mmol',
  'mol',
  'umol',
  'IU',
  'U',
  'meq',
  'mEq',
  'units',
  'percent',
  '%',
  'K',
  'thou',
  'million',
])

function writePower(exponent: number): string {
  return exponent === 1 ? '10*' : `10*${exponent}`
}

/** The text with another code for the symbol and its exponent; the annotation stays. Nothing where a quotient would replace a divisor. */
function replaced(text: string, component: Component, code: string): string[] {
  const { start, end, annotation, sign, exponent, symbol } = component
  if (sign < 0 && /[./]/.test(code)) return []
  const kept = exponent === 1 || symbol?.unit.code === '10^' ? '' : exponent
  return [text.slice(0, start) + code + kept + (annotation === undefined ? '' : `{${annotation}}`) + text.slice(end)]
}

/** `U`, `U/h`, `U/kg/h`: doses of insulin or heparin, not activities of an enzyme. */
function isDose({ components }: ParsedUnit): boolean {
  const [first, ...others] = components
  if (first?.symbol?.unit.code !== 'U' || first.sign < 0 || components.some(({ annotation }) => annotation !== undefined)) return false
  return others.every(({ sign, symbol }) => sign < 0 && symbol !== undefined && DOSE_DIVISORS.has(symbol.code))
}

const DOSE_DIVISORS: ReadonlySet<string> = new Set(['kg', 'h', 'd', 'min', 'wk'])

/** The usual body surface, which filtration rates are scaled to. */
const BODY_SURFACE = '1.73.m2'

/** @param surface the whole text with the usual body surface as an annotation, if it has it */
function judgeOperator(tokens: readonly Token[], index: number, text: string, surface: readonly string[], warnings: UnitWarning[]): void {
  const token = tokens[index]!
  if (token.kind === ')' && token.annotation !== undefined) {
    warnings.push({ code: 'annotation_after_parenthesis', start: token.end, end: token.end + token.annotation.length + 2, meant: [] })
  }
  const next = tokens[index + 1]
  if (token.kind !== '.' || next === undefined) return
  const before = tokens[index - 1]!
  if (before.kind === 'factor' && next.kind === 'factor') {
    warnings.push({ code: 'decimal_point_as_product', start: before.start, end: next.end, meant: surface })
  } else if (next.kind === 'unit' && isAfterDivision(tokens, index)) {
    const meant = `${text.slice(0, token.start)}/${text.slice(token.end)}`
    warnings.push({ code: 'multiplication_after_division', start: token.start, end: next.end, meant: [meant] })
  }
}

/** `mg/kg.d` is mg.d/kg: UCUM reads from left to right. True if the factor before the dot is divided by, at the same depth. */
function isAfterDivision(tokens: readonly Token[], index: number): boolean {
  let depth = 0
  for (let i = index - 1; i >= 0; i--) {
    const { kind } = tokens[i]!
    if (kind === ')') depth++
    else if (kind === '(') {
      if (depth === 0) return false
      depth--
    } else if (depth === 0 && (kind === '/' || kind === '.')) return kind === '/' && tokens[i + 1]!.kind !== 'factor'
  }
  return false
}
