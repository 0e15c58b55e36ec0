// The plain text of a text with markup: RTF wherever it begins, escapes of JSON, and HTML, in strings of JSON too.
import { readHtml } from './html.ts'
import { readJsonEscapes } from './json-escapes.ts'
import { overlay, type PlainText } from './plain-text.ts'
import { readRtf } from './rtf.ts'

/** Undefined where the text has no markup. */
export function readMarkup(given: string): PlainText | undefined {
  const rtf = readRtf(given)
  const json = readJsonEscapes(rtf?.text ?? given)
  const below = overlay(rtf, json)
  return overlay(below, readHtml(below?.text ?? given))
}

/** What a reader sees in the place of a value that was found: the same value has the same surrogate, however it is written. */
export function readValue(value: string): string {
  return readMarkup(value)?.text ?? value
}
