// XML: text between tags and values of attributes. Comments, processing instructions and CDATA stay as they are.
import { decodeXml } from '../../../xml/decode-xml.ts'
import type { LeafDocument, PlacedLeaf } from './leaf-document.ts'
import { writePlaced } from './leaf-document.ts'

const PIECE = /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>|<(?:[^<>"']|"[^"]*"|'[^']*')*>|[^<]+/g
const ATTRIBUTE = /([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g
const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** @throws ProblemError as decodeXml does */
export function xmlLeaves(document: string | Uint8Array): LeafDocument {
  const { text } = decodeXml(document)
  const leaves: PlacedLeaf[] = []
  let line = 1
  const add = (frame: string, raw: string, start: number) => {
    if (raw.trim() !== '') leaves.push({ place: `line ${line}`, frame, text: decode(raw), start, end: start + raw.length, encode })
  }
  for (const { 0: piece, index } of text.matchAll(PIECE)) {
    if (piece[0] !== '<') add('text', piece, index)
    else if (/^<[^!?/]/.test(piece)) addAttributes(piece, index, add)
    for (const character of piece) if (character === '\n') line++
  }
  return { leaves, write: (texts) => writePlaced(text, leaves, texts) }
}

function addAttributes(tag: string, start: number, add: (frame: string, raw: string, start: number) => void): void {
  for (const match of tag.matchAll(ATTRIBUTE)) {
    const raw = match[2] ?? match[3]!
    add(match[1]!, raw, start + match.index + match[0].length - 1 - raw.length)
  }
}

function decode(raw: string): string {
  if (!raw.includes('&')) return raw
  return raw.replace(/&(?:#x([0-9a-fA-F]{1,6})|#(\d{1,7})|([a-z]{2,4}));/g, (whole, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return NAMED[name] ?? whole
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}

function encode(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;').replaceAll("'", '&apos;')
}
