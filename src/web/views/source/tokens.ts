// Cuts JSON and XML into pieces that are coloured by what they are. What breaks the grammar is a piece without a colour: nothing throws, and
// the pieces together are the text.
import { xmlPieces } from './xml-pieces.ts'

export type TokenKind = 'key' | 'string' | 'number' | 'word' | 'tag' | 'attribute' | 'comment'

export interface Token {
  readonly start: number
  /** Exclusive. */
  readonly end: number
  readonly kind: TokenKind
}

/**
 * Tokens in their order; what is between them has no colour.
 * @param from start of a line @param to end of a line; tokens elsewhere may be among the result, too
 */
export function tokensOf(text: string, from = 0, to = text.length): Token[] {
  // Where an element or a comment of XML begins is known from the start of the text alone.
  if (isXml(text)) return xmlTokens(text)
  const tokens = (isHl7(text) ? segmentTokens : jsonTokens)(text.slice(from, to))
  return from === 0 ? tokens : tokens.map(({ start, end, kind }) => ({ start: start + from, end: end + from, kind }))
}

export function isXml(text: string): boolean {
  return /^\uFEFF?\s*</.test(text)
}

function isHl7(text: string): boolean {
  return /^[\u000b\ufeff\s]*(?:MSH|BHS|FHS)[^\w\s]/.test(text)
}

/** The names of the segments. */
function segmentTokens(text: string): Token[] {
  return Array.from(text.matchAll(/(?<=^|[\r\n\u000b\ufeff])[A-Z][A-Z0-9]{2}(?=[^\w\s])/g), ({ index }) => ({
    start: index,
    end: index + 3,
    kind: 'tag',
  }))
}

const JSON_TOKEN = /"(?:[^"\\\r\n]|\\.)*"?|-?\d[\d.eE+-]*|\b(?:true|false|null)\b/g

function jsonTokens(text: string): Token[] {
  const tokens: Token[] = []
  for (const { 0: piece, index: start } of text.matchAll(JSON_TOKEN)) {
    const end = start + piece.length
    tokens.push({ start, end, kind: jsonKind(text, piece, end) })
  }
  return tokens
}

function jsonKind(text: string, piece: string, end: number): TokenKind {
  if (!piece.startsWith('"')) return /^[tfn]/.test(piece) ? 'word' : 'number'
  let at = end
  while (text[at] === ' ' || text[at] === '\t') at++
  return text[at] === ':' ? 'key' : 'string'
}

function xmlTokens(text: string): Token[] {
  const tokens: Token[] = []
  for (const { kind, attributes, start, nameEnd, end } of xmlPieces(text)) {
    tokens.push({ start, end: nameEnd, kind: kind === 'other' ? 'comment' : 'tag' })
    for (const attribute of attributes) {
      tokens.push({ start: attribute.start, end: attribute.start + attribute.name.length, kind: 'attribute' })
      tokens.push({ start: attribute.valueStart, end: attribute.end, kind: 'string' })
    }
    if (kind !== 'other' && text[end - 1] === '>')
      tokens.push({ start: kind === 'empty' ? Math.max(nameEnd, end - 2) : end - 1, end, kind: 'tag' })
  }
  return tokens
}
