// Functions over texts. Regular expressions run on RE2, which takes linear time.
import { RE2JS } from 're2js'
import { type Evaluate, type EvaluationContext, evaluationError, single, textOf } from '../context.ts'
import { Decimal } from '../decimal.ts'
import { type Item, type Items, NONE, ofBoolean, ofInteger, ofString, plainValueOf } from '../item.ts'
import { type FunctionDefinition, plain } from './definition.ts'

export const STRING: Readonly<Record<string, FunctionDefinition>> = {
  startsWith: pair('startsWith', (text, other) => ofBoolean(text.startsWith(other))),
  endsWith: pair('endsWith', (text, other) => ofBoolean(text.endsWith(other))),
  contains: pair('contains', (text, other) => ofBoolean(text.includes(other))),
  indexOf: pair('indexOf', (text, other) => [ofInteger(text.indexOf(other))]),
  lastIndexOf: pair('lastIndexOf', (text, other) => [ofInteger(text.lastIndexOf(other))]),
  matches: pattern('matches', (regex, text) => regex.matcher(text).find()),
  matchesFull: pattern('matchesFull', (regex, text) => regex.matches(text)),
  split: pair('split', (text, separator) => text.split(separator).map(ofString)),
  encode: pair('encode', (text, format) => codec(text, format, true)),
  decode: pair('decode', (text, format) => codec(text, format, false)),
  escape: pair('escape', (text, target) => [ofString(target === 'html' ? escapeHtml(text) : JSON.stringify(text).slice(1, -1))]),
  unescape: pair('unescape', (text, target) => [ofString(target === 'html' ? unescapeHtml(text) : unescapeJson(text))]),
  upper: one('upper', (text) => [ofString(text.toUpperCase())]),
  lower: one('lower', (text) => [ofString(text.toLowerCase())]),
  trim: one('trim', (text) => [ofString(text.trim())]),
  length: one('length', (text) => [ofInteger(text.length)]),
  toChars: one('toChars', (text) => [...text].map(ofString)),
  substring: plain(1, 2, (context, input, [start, length], outer) => {
    const text = textOf(input, 'substring')
    const from = numberOf(context, start!, outer)
    if (text === undefined || from === undefined || from < 0 || from >= text.length) return NONE
    const count = length ? numberOf(context, length, outer) : undefined
    return [ofString(count === undefined ? text.slice(from) : text.slice(from, from + Math.max(0, count)))]
  }),
  replace: triple('replace', (text, pattern, substitution, context) => {
    const most = pattern === '' ? text.length + 1 : Math.floor(text.length / pattern.length)
    context.countText(text.length)
    if (most * substitution.length > SMALL_TEXT) context.countText(text.length + (text.split(pattern).length + 1) * substitution.length)
    return text.replaceAll(pattern, () => substitution)
  }),
  replaceMatches: triple(
    'replaceMatches',
    (text, pattern, substitution, context, flags) => {
      if (pattern === '') return text
      const groups = substitution.split('$').length - 1
      context.countText((text.length + 1) * (substitution.length > SMALL_SUBSTITUTION ? substitution.length : 1) + groups * text.length)
      return regexOf(pattern, flags).matcher(text).replaceAll(substitution)
    },
    1,
  ),
  join: plain(0, 1, (context, input, [separator], outer) => {
    const between = separator ? (textOf(separator(context, outer), 'join') ?? '') : ''
    const texts = input.flatMap((item: Item) => {
      const value = plainValueOf(item)
      return value === undefined ? [] : [String(value)]
    })
    context.countText(texts.reduce((sum, text) => sum + text.length + between.length, 0))
    return texts.length === 0 && input.length === 0 && !context.settings.isView ? NONE : [ofString(texts.join(between))]
  }),
}

/** What is made of it needs no look at its size before. */
const SMALL_TEXT = 1_000_000
const SMALL_SUBSTITUTION = 100

function one(name: string, run: (text: string) => Items): FunctionDefinition {
  return plain(0, 0, (_, input) => {
    const text = textOf(input, name)
    return text === undefined ? NONE : run(text)
  })
}

function pair(name: string, run: (text: string, other: string) => Items): FunctionDefinition {
  return plain(1, 1, (context, input, [argument]) => {
    const text = textOf(input, name)
    const other = textOf(argument!(context, context.current), name)
    return text === undefined || other === undefined ? NONE : run(text, other)
  })
}

/** A regular expression and its flags (FHIRPath 3.0). */
function pattern(name: string, run: (regex: RE2JS, text: string) => boolean): FunctionDefinition {
  return plain(1, 2, (context, input, [argument, flags]) => {
    const text = textOf(input, name)
    const expression = textOf(argument!(context, context.current), name)
    const marks = flags ? (textOf(flags(context, context.current), name) ?? '') : ''
    return text === undefined || expression === undefined ? NONE : ofBoolean(run(regexOf(expression, marks), text))
  })
}

/** @param more further arguments that it takes */
function triple(
  name: string,
  run: (text: string, pattern: string, substitution: string, context: EvaluationContext, flags: string) => string,
  more = 0,
): FunctionDefinition {
  return plain(2, 2 + more, (context, input, [first, second, third]) => {
    const text = textOf(input, name)
    const pattern = textOf(first!(context, context.current), name)
    const substitution = textOf(second!(context, context.current), name)
    return text === undefined || pattern === undefined || substitution === undefined
      ? NONE
      : [ofString(run(text, pattern, substitution, context, third ? (textOf(third(context, context.current), name) ?? '') : ''))]
  })
}

function numberOf(context: EvaluationContext, argument: Evaluate, outer: Items): number | undefined {
  const item = single(argument(context, context.current.length > 0 ? context.current : outer), 'A position')
  const value = item && plainValueOf(item)
  return value instanceof Decimal ? value.toNumber() : undefined
}

const regexes = new Map<string, RE2JS>()
const MOST_REGEXES = 500

/** A point matches line ends, too (FHIRPath 2.0, matches). Flags: i ignores case, m lets ^ and $ match at line ends. */
function regexOf(pattern: string, flags = ''): RE2JS {
  if (!/^[im]*$/.test(flags)) throw evaluationError('A regular expression has a flag other than i and m.')
  const key = `${flags}/${pattern}`
  let regex = regexes.get(key)
  if (!regex) {
    if (regexes.size >= MOST_REGEXES) regexes.clear()
    try {
      const modes = (flags.includes('i') ? RE2JS.CASE_INSENSITIVE : 0) | (flags.includes('m') ? RE2JS.MULTILINE : 0)
      regex = RE2JS.compile(pattern, RE2JS.DOTALL | modes)
    } catch {
      throw evaluationError('A regular expression is none that can be used.')
    }
    regexes.set(key, regex)
  }
  return regex
}

const HTML: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => HTML[character]!)
}

function unescapeHtml(text: string): string {
  const plainOf = new Map(Object.entries(HTML).map(([character, name]) => [name, character]))
  return text.replace(/&(?:amp|lt|gt|quot|#39);/g, (name) => plainOf.get(name)!)
}

function unescapeJson(text: string): string {
  try {
    return String(JSON.parse(`"${text}"`))
  } catch {
    return text
  }
}

function codec(text: string, format: string, encodes: boolean): Items {
  const url = format === 'urlbase64'
  if (format === 'hex') return hexadecimal(text, encodes)
  if (format !== 'base64' && !url) return NONE
  try {
    if (encodes) {
      const coded = base64Of(new TextEncoder().encode(text))
      return [ofString(url ? coded.replaceAll('+', '-').replaceAll('/', '_') : coded)]
    }
    const binary = atob(url ? text.replaceAll('-', '+').replaceAll('_', '/') : text)
    return [ofString(new TextDecoder().decode(Uint8Array.from(binary, (character) => character.charCodeAt(0))))]
  } catch {
    return NONE
  }
}

function base64Of(bytes: Uint8Array): string {
  let binary = ''
  for (let at = 0; at < bytes.length; at += 8192) binary += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return btoa(binary)
}

const HEX: readonly string[] = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

function hexadecimal(text: string, encodes: boolean): Items {
  if (encodes) {
    let digits = ''
    for (const byte of new TextEncoder().encode(text)) digits += HEX[byte]!
    return [ofString(digits)]
  }
  if (!/^(?:[0-9a-fA-F]{2})*$/.test(text)) return NONE
  return [ofString(new TextDecoder().decode(Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))))]
}
