// XML cut into markup and the text between. By hand: patterns that repeat alternatives need stack for each character of a tag.

const SECTIONS = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const

/** In order; a `<` that begins no markup is left out. */
export function* piecesOf(text: string): Generator<{ readonly piece: string; readonly index: number }> {
  /** Ends that the rest of the text does not have, so that it is not searched again. */
  const missing = new Set<string>()
  for (let index = 0; index < text.length; ) {
    const end = text[index] === '<' ? (endOfSection(text, index, missing) ?? endOfTag(text, index)) : endOfText(text, index)
    if (end !== undefined) yield { piece: text.slice(index, end), index }
    index = end ?? index + 1
  }
}

function endOfText(text: string, start: number): number {
  const next = text.indexOf('<', start)
  return next < 0 ? text.length : next
}

/** Of a comment, CDATA or a processing instruction. */
function endOfSection(text: string, start: number, missing: Set<string>): number | undefined {
  const section = SECTIONS.find(([opening]) => text.startsWith(opening, start))
  if (!section || missing.has(section[1])) return undefined
  const [opening, closing] = section
  const end = text.indexOf(closing, start + opening.length)
  if (end >= 0) return end + closing.length
  missing.add(closing)
  return undefined
}

function endOfTag(text: string, start: number): number | undefined {
  const signs = /[<>"']/g
  signs.lastIndex = start + 1
  for (let sign = signs.exec(text); sign; sign = signs.exec(text)) {
    if (sign[0] === '>') return signs.lastIndex
    const close = sign[0] === '<' ? -1 : text.indexOf(sign[0], signs.lastIndex)
    if (close < 0) return undefined
    signs.lastIndex = close + 1
  }
  return undefined
}

/** The quoted values of a tag as they are written, each with its offset. */
export function* attributesOf(tag: string): Generator<{ readonly name: string; readonly raw: string; readonly at: number }> {
  const quotes = /["']/g
  let from = 0
  for (let open = quotes.exec(tag); open; open = quotes.exec(tag)) {
    const at = quotes.lastIndex
    const close = tag.indexOf(open[0], at)
    if (close < 0) return
    const name = nameBefore(tag.slice(from, open.index))
    if (name !== '') yield { name, raw: tag.slice(at, close), at }
    from = close + 1
    quotes.lastIndex = from
  }
}

/** `b` of `<a b =`; empty where there is no equals sign. */
function nameBefore(text: string): string {
  const head = text.trimEnd()
  if (!head.endsWith('=')) return ''
  const name = head.slice(0, -1).trimEnd()
  let start = name.length
  while (start > 0 && !/[\s=]/.test(name[start - 1]!)) start--
  return name.slice(start)
}
