// The tags of an XML text with their attributes and places, found in one pass. What breaks the grammar is passed over: nothing throws.

interface XmlAttribute {
  readonly name: string
  /** Without the quotation marks. */
  readonly value: string
  readonly start: number
  /** First quotation mark. */
  readonly valueStart: number
  /** Behind the last quotation mark. */
  readonly end: number
}

export interface XmlPiece {
  /** Comments, instructions, declarations and CDATA are `other`. */
  readonly kind: 'open' | 'close' | 'empty' | 'other'
  readonly name: string
  readonly attributes: readonly XmlAttribute[]
  readonly start: number
  /** Behind the name of a tag. */
  readonly nameEnd: number
  /** Exclusive. */
  readonly end: number
}

const OTHERS: readonly (readonly [start: string, end: string])[] = [
  ['<!--', '-->'],
  ['<?', '?>'],
  ['<![CDATA[', ']]>'],
  ['<!', '>'],
]

export function* xmlPieces(text: string): Generator<XmlPiece> {
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at)) {
    const piece = otherAt(text, at) ?? tagAt(text, at)
    yield piece
    at = piece.end
  }
}

function otherAt(text: string, start: number): XmlPiece | undefined {
  const found = OTHERS.find(([begin]) => text.startsWith(begin, start))
  if (!found) return undefined
  const close = text.indexOf(found[1], start + found[0].length)
  const end = close < 0 ? text.length : close + found[1].length
  return { kind: 'other', name: '', attributes: [], start, nameEnd: end, end }
}

function tagAt(text: string, start: number): XmlPiece {
  const isClosing = text[start + 1] === '/'
  const nameStart = start + (isClosing ? 2 : 1)
  const nameEnd = skipWhile(text, nameStart, isNamePart)
  const attributes: XmlAttribute[] = []
  let at = nameEnd
  let isEmpty = false
  while (at < text.length && text[at] !== '>' && text[at] !== '<') {
    isEmpty = text[at] === '/'
    const attribute = isNamePart(text[at]!) ? attributeAt(text, at) : undefined
    if (attribute) attributes.push(attribute)
    at = attribute ? attribute.end : isNamePart(text[at]!) ? skipWhile(text, at, isNamePart) : at + 1
  }
  const end = text[at] === '>' ? at + 1 : Math.max(at, nameStart)
  const kind = isClosing ? 'close' : isEmpty ? 'empty' : 'open'
  return { kind, name: text.slice(nameStart, nameEnd), attributes, start, nameEnd, end }
}

function attributeAt(text: string, start: number): XmlAttribute | undefined {
  const nameEnd = skipWhile(text, start, isNamePart)
  const sign = skipWhile(text, nameEnd, isBlank)
  if (text[sign] !== '=') return undefined
  const valueStart = skipWhile(text, sign + 1, isBlank)
  const mark = text[valueStart]
  if (mark !== '"' && mark !== "'") return undefined
  const close = text.indexOf(mark, valueStart + 1)
  const end = close < 0 ? text.length : close + 1
  return { name: text.slice(start, nameEnd), value: text.slice(valueStart + 1, close < 0 ? end : close), start, valueStart, end }
}

function skipWhile(text: string, start: number, holds: (char: string) => boolean): number {
  let at = start
  while (at < text.length && holds(text[at]!)) at++
  return at
}

function isBlank(char: string): boolean {
  return char === ' ' || char === '\t' || char === '\n' || char === '\r'
}

function isNamePart(char: string): boolean {
  return !isBlank(char) && !'<>/="\''.includes(char)
}
