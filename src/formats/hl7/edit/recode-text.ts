// Writes text of one set of delimiters with another set: separators change, data that looks like one of the new ones is escaped.
import type { Delimiters } from '../delimiters.ts'
import { escapeNames } from './escape-value.ts'

/** What the standard recommends (HL7 v2.5.1 §2.5.4). */
export const USUAL_DELIMITERS: Delimiters = {
  field: '|',
  component: '^',
  repetition: '~',
  escape: '\\',
  subcomponent: '&',
  truncation: null,
}

/**
 * @param text fields as they stand, without MSH-1 and MSH-2
 * @returns undefined where the new delimiters have none for what the text needs
 */
export function recodeText(text: string, from: Delimiters, to: Delimiters): string | undefined {
  const separators = separatorMap(from, to)
  const names = escapeNames(to)
  const special = new Set(
    [...separators.keys(), ...names.keys(), ...(from.escape === null ? [] : [from.escape])].map((char) => char.charCodeAt(0)),
  )
  let out = ''
  let copied = 0
  for (let i = 0; i < text.length; i++) {
    if (!special.has(text.charCodeAt(i))) continue
    const char = text[i]!
    const sequence = char === from.escape && !separators.has(char) ? sequenceAt(text, i, char) : undefined
    const written = separators.has(char)
      ? separators.get(char)
      : sequence === undefined
        ? escaped(char, names, to)
        : recodeSequence(sequence, from, names, to)
    if (written === undefined || written === null) return undefined
    out += text.slice(copied, i) + written
    if (sequence !== undefined) i += sequence.length + 1
    copied = i + 1
  }
  return copied === 0 ? text : out + text.slice(copied)
}

function separatorMap(from: Delimiters, to: Delimiters): Map<string, string | null> {
  const map = new Map<string, string | null>()
  if (from.subcomponent !== null) map.set(from.subcomponent, to.subcomponent)
  return map.set(from.repetition, to.repetition).set(from.component, to.component).set(from.field, to.field)
}

/** What stands between two escape characters; undefined where the first one opens no sequence. */
function sequenceAt(text: string, i: number, escapeChar: string): string | undefined {
  const end = text.indexOf(escapeChar, i + 1)
  const content = end < 0 ? '' : text.slice(i + 1, end)
  return /^(?:[A-Za-z0-9]+|\.[A-Za-z]{2} ?[+-]?[0-9]{0,4})$/.test(content) ? content : undefined
}

function recodeSequence(content: string, from: Delimiters, names: ReadonlyMap<string, string>, to: Delimiters): string | undefined {
  const char = characterOf(content, from)
  if (char !== undefined) return escaped(char, names, to)
  return to.escape === null ? undefined : to.escape + content + to.escape
}

function characterOf(content: string, from: Delimiters): string | undefined {
  switch (content) {
    case 'F':
      return from.field
    case 'S':
      return from.component
    case 'T':
      return from.subcomponent ?? undefined
    case 'R':
      return from.repetition
    case 'E':
      return from.escape ?? undefined
    case 'P':
      return from.truncation ?? undefined
  }
  return undefined
}

function escaped(char: string, names: ReadonlyMap<string, string>, to: Delimiters): string | undefined {
  const name = names.get(char)
  if (name === undefined) return char
  return to.escape === null ? undefined : to.escape + name + to.escape
}
