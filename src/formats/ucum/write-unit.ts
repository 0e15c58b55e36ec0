// Writes a parsed unit for people: the names of its parts, and the symbols as they are printed.
import type { Component, OperatorToken, ParsedUnit } from './grammar.ts'

/** Such as `(meter ^ 3) * (kilogram ^ -1)`; of the empty unit `(unity)`. */
export function nameOfUnit({ tokens }: ParsedUnit): string {
  if (tokens.length === 0) return '(unity)'
  return tokens.map((token, i) => ('exponent' in token ? nameOfComponent(token) : nameOfOperator(token, i))).join('')
}

function nameOfOperator({ kind, annotation }: OperatorToken, index: number): string {
  if (kind === '.') return ' * '
  if (kind === '/') return index === 0 ? '1 / ' : ' / '
  return kind + writeAnnotation(annotation)
}

function nameOfComponent({ symbol, exponent, factor, annotation }: Component): string {
  if (factor !== undefined) return factor + writeAnnotation(annotation)
  if (!symbol) return writeAnnotation(annotation)
  const name = (symbol.prefix?.name ?? '') + (symbol.unit.names[0] ?? symbol.unit.code)
  return `(${exponent === 1 ? name : `${name} ^ ${exponent}`})${writeAnnotation(annotation)}`
}

const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹'

/** Such as `10⁹/L` or `m·s⁻²`. */
export function printUnit({ tokens }: ParsedUnit): string {
  return tokens
    .map((token) => {
      if (!('exponent' in token)) return (token.kind === '.' ? '·' : token.kind) + writeAnnotation(token.annotation)
      const { symbol, factor, annotation } = token
      const base = factor !== undefined ? String(factor) : symbol ? (symbol.prefix?.print ?? '') + symbol.unit.print : ''
      return base + (token.exponent === 1 ? '' : writeSuperscript(token.exponent)) + writeAnnotation(annotation)
    })
    .join('')
}

function writeSuperscript(exponent: number): string {
  return String(exponent).replace(/./g, (character) => (character === '-' ? '⁻' : SUPERSCRIPTS[Number(character)]!))
}

function writeAnnotation(annotation: string | undefined): string {
  return annotation === undefined ? '' : `{${annotation}}`
}
