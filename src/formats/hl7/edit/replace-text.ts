// Replaces what a pattern finds in the values of a part, by an engine that takes time in proportion to the text (RE2), so that no pattern
// can hold up the server. A part that is divided further is looked through value by value: no pattern goes across a delimiter.
import { RE2JS } from 're2js'
import { ProblemError } from '../../../core/problem.ts'
import { decodeEscapes } from '../escapes.ts'
import type { Span } from '../field-spans.ts'
import { EXPLICIT_NULL } from '../field-values.ts'
import type { MessageContext, SegmentRange } from '../query/message-view.ts'
import { escapeValue } from './escape-value.ts'

export interface Replacement {
  readonly pattern: RE2JS
  /** Texts and numbers of groups. */
  readonly parts: readonly (string | number)[]
}

/**
 * @param text of the replacement: `$1` is the first group, `$0` all that was found, `$$` the character itself
 * @throws ProblemError `invalid_input` that points at the pattern or the text; the engine's own message quotes it and stays here
 */
export function readReplacement(pattern: string, text: string, pointer: string): Replacement {
  const compiled = compile(pattern, `${pointer}/pattern`)
  const parts = text.split(/(\$[0-9$])/).map((part) => (/^\$[0-9]$/.test(part) ? Number(part[1]) : part === '$$' ? '$' : part))
  if (parts.some((part) => typeof part === 'number' && part > compiled.groupCount()))
    throw refuse(`${pointer}/value`, 'names a group that the pattern does not have')
  return { pattern: compiled, parts }
}

function compile(pattern: string, pointer: string): RE2JS {
  try {
    return RE2JS.compile(pattern)
  } catch {
    throw refuse(pointer, 'expected a pattern in RE2 syntax')
  }
}

function refuse(pointer: string, detail: string): ProblemError {
  const errors = [{ pointer, code: 'invalid_format', detail }]
  return new ProblemError('Invalid operation.', { code: 'invalid_input', at: { pointer }, errors })
}

/** The part as it stands with every value replaced; undefined where the pattern finds nothing. */
export function replaceIn(
  { delimiters, escapes }: MessageContext,
  segment: SegmentRange,
  { start, end }: Span,
  replacement: Replacement,
  path: string,
): string | undefined {
  const raw = segment.text.slice(start, end)
  const separators = new Set([delimiters.repetition, delimiters.component, delimiters.subcomponent].filter((each) => each !== null))
  let isFound = false
  let written = ''
  let from = 0
  for (let i = 0; i <= raw.length; i++) {
    if (i < raw.length && !separators.has(raw[i]!)) continue
    const value = raw.slice(from, i)
    const replaced = value === '' || value === EXPLICIT_NULL ? undefined : replaceAll(decodeEscapes(value, escapes), replacement)
    if (replaced !== undefined) isFound = true
    written += (replaced === undefined ? value : escapeValue(replaced, delimiters, path)) + (raw[i] ?? '')
    from = i + 1
  }
  return isFound ? written : undefined
}

function replaceAll(text: string, { pattern, parts }: Replacement): string | undefined {
  const matcher = pattern.matcher(text)
  let written = ''
  let from = 0
  let isFound = false
  while (matcher.find()) {
    isFound = true
    written += text.slice(from, matcher.start())
    for (const part of parts) written += typeof part === 'string' ? part : (matcher.group(part) ?? '')
    from = matcher.end()
  }
  return isFound ? written + text.slice(from) : undefined
}
