// Writes a component or subcomponent as XML text: delimiters as characters, every other escape sequence as <escape V="…"/> (ANSI/HL7 V2 XML §2.7.8).
import type { Delimiters } from '../delimiters.ts'

/** What comes back from XML in another form than it had. */
export type LeafLoss = 'escape' | 'subcomponent' | 'line_end_in_field' | 'control_character' | 'undecodable'

/** @param report called for each character that XML cannot carry as it is */
export function writeLeaf(text: string, delimiters: Delimiters, report: (loss: LeafLoss) => void): string {
  const escapeChar = delimiters.escape
  if (escapeChar === null || !text.includes(escapeChar)) return writeCharacters(text, report)
  let out = ''
  let from = 0
  for (let i = text.indexOf(escapeChar); i >= 0; i = text.indexOf(escapeChar, from)) {
    out += writeCharacters(text.slice(from, i), report)
    const end = text.indexOf(escapeChar, i + 1)
    const content = end < 0 ? '' : text.slice(i + 1, end)
    if (!isSequence(content)) {
      report('escape')
      out += writeCharacters(escapeChar, report)
      from = i + 1
      continue
    }
    const character = delimiterOf(content, delimiters)
    out += character === undefined ? `<escape V="${content}"/>` : writeCharacters(character, report)
    from = end + 1
  }
  return out + writeCharacters(text.slice(from), report)
}

/** The delimiter that a sequence stands for. The truncation character is data wherever it stands, so that its sequence stays one. */
function delimiterOf(content: string, { field, component, repetition, subcomponent, escape: escapeChar }: Delimiters): string | undefined {
  switch (content) {
    case 'F':
      return field
    case 'S':
      return component
    case 'R':
      return repetition
    case 'T':
      return subcomponent ?? undefined
    case 'E':
      return escapeChar ?? undefined
  }
  return undefined
}

/** What an escape sequence may hold (HL7 v2.5.1 §2.7): a word, hexadecimal data, or a formatting command. */
export function isSequence(content: string): boolean {
  return /^(?:[A-Za-z0-9]{1,32}|X[0-9A-Fa-f]+|\.[A-Za-z]{2} ?[+-]?[0-9]{0,4})$/.test(content)
}

// Everything that needs a look: markup, control characters, halves of surrogate pairs and what XML has no character for.
const SPECIAL = /[&<>\u0000-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

function writeCharacters(text: string, report: (loss: LeafLoss) => void): string {
  return text.replace(SPECIAL, (character) => writeSpecial(character, report))
}

function writeSpecial(character: string, report: (loss: LeafLoss) => void): string {
  switch (character) {
    case '&':
      return '&amp;'
    case '<':
      return '&lt;'
    case '>':
      return '&gt;'
    case '\t':
      return '&#9;'
  }
  const code = character.charCodeAt(0)
  if (code >= 0xd800 && code <= 0xdfff) {
    report('undecodable')
    return '\ufffd'
  }
  report(character === '\n' || character === '\r' ? 'line_end_in_field' : 'control_character')
  return `<escape V="X${hexadecimal(character)}"/>`
}

function hexadecimal(character: string): string {
  return Array.from(new TextEncoder().encode(character), (byte) => byte.toString(16).toUpperCase().padStart(2, '0')).join('')
}
