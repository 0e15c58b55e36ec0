// Reads fixtures in which identifiers stand as `[[category:text]]`.
import { readFileSync } from 'node:fs'

export interface AnnotatedText {
  readonly text: string
  readonly spans: readonly { readonly start: number; readonly end: number; readonly category: string; readonly text: string }[]
}

export function readAnnotated(path: string, separator: string): AnnotatedText[] {
  return readFileSync(new URL(`../../fixtures/phi/${path}`, import.meta.url), 'utf8')
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map(parseAnnotated)
}

function parseAnnotated(marked: string): AnnotatedText {
  const spans: { start: number; end: number; category: string; text: string }[] = []
  let text = ''
  let at = 0
  for (const match of marked.matchAll(/\[\[([a-z-]+):([^\]]+)\]\]/g)) {
    text += marked.slice(at, match.index)
    spans.push({ start: text.length, end: text.length + match[2]!.length, category: match[1]!, text: match[2]! })
    text += match[2]!
    at = match.index + match[0].length
  }
  return { text: text + marked.slice(at), spans }
}

/** Letters and digits of a span that no found span covers. */
export function uncovered(text: string, span: { start: number; end: number }, found: readonly { start: number; end: number }[]): number {
  let count = 0
  for (let i = span.start; i < span.end; i++) {
    if (/[\p{L}\d]/u.test(text[i]!) && !found.some(({ start, end }) => start <= i && i < end)) count++
  }
  return count
}
