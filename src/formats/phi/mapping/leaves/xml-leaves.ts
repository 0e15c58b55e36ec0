// XML: text between tags and values of attributes. Comments, processing instructions and CDATA stay as they are.
import { decodeXml } from '../../../xml/decode-xml.ts'
import { readReference } from '../../../xml/entities.ts'
import { escapeXmlAttribute, escapeXmlText } from '../../../xml/escape-xml.ts'
import type { LeafDocument, PlacedLeaf } from './leaf-document.ts'
import { writePlaced } from './leaf-document.ts'
import { attributesOf, piecesOf } from './xml-pieces.ts'

interface Notation {
  decode(raw: string): string
  encode(text: string): string
}

const TEXT: Notation = { decode, encode: encodeText }
const ATTRIBUTE: Notation = { decode: decodeAttribute, encode: escapeXmlAttribute }

/** @throws ProblemError as decodeXml does */
export function xmlLeaves(document: string | Uint8Array): LeafDocument {
  const { text } = decodeXml(document)
  const leaves: PlacedLeaf[] = []
  let line = 1
  const add = (frame: string, raw: string, start: number, notation: Notation) => {
    if (raw.trim() === '') return
    leaves.push({ place: `line ${line}`, frame, text: notation.decode(raw), start, end: start + raw.length, encode: notation.encode })
  }
  for (const { piece, index } of piecesOf(text)) {
    if (piece[0] !== '<') add('text', piece, index, TEXT)
    else if (!'!?/'.includes(piece[1]!)) for (const { name, raw, at } of attributesOf(piece)) add(name, raw, index + at, ATTRIBUTE)
    for (let end = piece.indexOf('\n'); end >= 0; end = piece.indexOf('\n', end + 1)) line++
  }
  return { leaves, write: (texts) => writePlaced(text, leaves, texts) }
}

function decodeAttribute(raw: string): string {
  return decode(raw.replace(/\r\n|[\t\n\r]/g, ' '))
}

/** What is no reference stays as it is. */
function decode(raw: string): string {
  const parts: string[] = []
  let from = 0
  for (let at = raw.indexOf('&'); at >= 0; at = raw.indexOf('&', Math.max(from, at + 1))) {
    const reference = readReference(raw, at, raw.length)
    if (typeof reference === 'string') continue
    parts.push(raw.slice(from, at), reference.value)
    from = reference.end
  }
  return parts.join('') + raw.slice(from)
}

/** With quotes escaped too, as in attributes. Line ends stay. */
function encodeText(text: string): string {
  return escapeXmlText(text).replaceAll('"', '&quot;').replaceAll("'", '&apos;')
}
