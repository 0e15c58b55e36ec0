// Writes a value so that a reader gets it back: delimiters and what would end a segment are escaped (HL7 v2.5.1 §2.7).
import { ProblemError } from '../../../core/problem.ts'
import type { Delimiters } from '../delimiters.ts'
import { decodeEscapes } from '../escapes.ts'
import { EXPLICIT_NULL } from '../field-values.ts'

const HEX: ReadonlyMap<string, string> = new Map([
  ['\r', 'X0D'],
  ['\n', 'X0A'],
  ['\v', 'X0B'],
  ['\x1c', 'X1C'],
])

/**
 * @param value plain text; an empty one stays empty
 * @param path where it goes, for the ProblemError
 * @throws ProblemError `unsupported_variant` where the delimiters of the message cannot carry it
 */
export function escapeValue(value: string, delimiters: Delimiters, path: string): string {
  // Two quotes alone would be read as the explicit null.
  const written = value === EXPLICIT_NULL ? wrap(delimiters, 'X2222') : escapeCharacters(value, delimiters)
  const readBack = written === undefined ? undefined : decodeEscapes(written, { delimiters, mode: 'escapes', charset: null })
  if (written !== undefined && readBack === value) return written
  throw new ProblemError(
    'The delimiters of the message cannot represent a value: it contains one of them, and no escape character is declared.',
    {
      code: 'unsupported_variant',
      at: { path },
    },
  )
}

function escapeCharacters(value: string, delimiters: Delimiters): string | undefined {
  const names = escapeNames(delimiters)
  let out = ''
  let copied = 0
  for (let i = 0; i < value.length; i++) {
    const name = names.get(value[i]!)
    if (name === undefined) continue
    const sequence = wrap(delimiters, name)
    if (sequence === undefined) return undefined
    out += value.slice(copied, i) + sequence
    copied = i + 1
  }
  return copied === 0 ? value : out + value.slice(copied)
}

/** The sequence for each character that may not stand in a value. */
export function escapeNames({
  field,
  component,
  repetition,
  escape: escapeChar,
  subcomponent,
  truncation,
}: Delimiters): Map<string, string> {
  const names = new Map(HEX)
  if (truncation !== null) names.set(truncation, 'P')
  if (subcomponent !== null) names.set(subcomponent, 'T')
  names.set(repetition, 'R').set(component, 'S').set(field, 'F')
  if (escapeChar !== null) names.set(escapeChar, 'E')
  return names
}

function wrap({ escape: escapeChar }: Delimiters, name: string): string | undefined {
  return escapeChar === null ? undefined : escapeChar + name + escapeChar
}
