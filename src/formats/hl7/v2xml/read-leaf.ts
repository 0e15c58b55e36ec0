// Reads the text of an element as a component of ER7: delimiters are escaped, <escape V="…"/> becomes an escape sequence again.

import type { Delimiters } from '../delimiters.ts'
import { escapeNames } from '../edit/escape-value.ts'
import { endWithout } from '../trim-end.ts'
import { isSequence } from './write-leaf.ts'

export class LeafReader {
  readonly delimiters: Delimiters
  readonly #names: ReadonlyMap<string, string>

  constructor(delimiters: Delimiters) {
    this.delimiters = delimiters
    const names = escapeNames(delimiters)
    // The truncation character is data wherever it stands; only its sequence says that text was cut.
    if (delimiters.truncation !== null) names.delete(delimiters.truncation)
    this.#names = names
  }

  /**
   * Line breaks at the ends, with the indentation around them, were added by a program that indents mixed content.
   * @param isCdata text of a CDATA section, which is taken as it is
   * @param lose called if the message declares no escape character and the text holds a delimiter
   */
  readText(value: string, isCdata: boolean, lose: () => void): string {
    const text = isCdata ? value : withoutIndentAtEnd(value.replace(/^[ \t]*\n[ \t\n]*/, ''))
    let out = ''
    for (const character of text) out += this.#escape(character, lose)
    return out
  }

  /** @returns undefined if it is no escape sequence, or the message declares no escape character */
  readEscape(content: string): string | undefined {
    const escapeChar = this.delimiters.escape
    return escapeChar !== null && isSequence(content) ? escapeChar + content + escapeChar : undefined
  }

  #escape(character: string, lose: () => void): string {
    const name = this.#names.get(character)
    const escapeChar = this.delimiters.escape
    if (name === undefined) return character
    if (escapeChar !== null) return escapeChar + name + escapeChar
    // The delimiter would divide the segment, and nothing can escape it.
    lose()
    return ' '
  }
}

/** Cuts a text at the first line break of the white space at its end. */
function withoutIndentAtEnd(text: string): string {
  const lineBreak = text.indexOf('\n', endWithout(text, ' \t\n'))
  return lineBreak < 0 ? text : text.slice(0, lineBreak)
}
