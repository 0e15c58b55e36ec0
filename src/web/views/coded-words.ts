// A description in which words in backticks are code.
import type { VNode } from 'preact'
import { h } from '../draw.ts'

/** The pieces of the text in turn: words, code, words … */
export function codedWords(text: string): (string | VNode)[] {
  return text.split('`').map((piece, i, { length }) => {
    if (i % 2 === 0) return piece
    // The last mark has no other.
    return i === length - 1 ? `\`${piece}` : h('code', { key: i }, piece)
  })
}
