// XML: text between tags and values of attributes. Comments, processing instructions and CDATA stay as they are.
import { decodeXml } from '../../../xml/decode-xml.ts'
import type { LeafDocument, PlacedLeaf } from './leaf-document.ts'
import { writePlaced } from './leaf-document.ts'
import { attributesOf, piecesOf } from './xml-pieces.ts'

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** @throws ProblemError as decodeXml does */
export function xmlLeaves(document: string | Uint8Array): LeafDocument {
  const { text } = decodeXml(document)
  const leaves: PlacedLeaf[] = []
  let line = 1
  const add = (frame: string, raw: string, start: number) => {
    if (raw.trim() !== '') leaves.push({ place: `line ${line}`, frame, text: decode(raw), start, end: start + raw.length, encode })
  }
  for (const { piece, index } of piecesOf(text)) {
    if (piece[0] !== '<') add('text', piece, index)
    else if (!'!?/'.includes(piece[1]!)) for (const { name, raw, at } of attributesOf(piece)) add(name, raw, index + at)
    for (let end = piece.indexOf('\n'); end >= 0; end = piece.indexOf('\n', end + 1)) line++
  }
  return { leaves, write: (texts) => writePlaced(text, leaves, texts) }
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
