// Replacements that leave a narrative well-formed: within its texts, values of attributes and comments, never across tags.
import { isXhtmlName } from '../../fhir/validate/narrative.ts'
import type { PhiSpan } from '../detect-phi.ts'
import { partsWithin, type Range } from '../ranges.ts'

/**
 * @param spans of the detector, in order
 * @returns their parts within the content of the XHTML; all of them unchanged if a tag is not XHTML, because it may hold anything
 */
export function spansOfNarrative(text: string, spans: readonly PhiSpan[]): PhiSpan[] {
  if (spans.length === 0) return []
  const contents = contentsOf(text)
  if (!contents) return [...spans]
  return partsWithin(spans, contents).filter(({ start, end }) => /\S/.test(text.slice(start, end)))
}

/** @returns a replacement as it stands in XML */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)
}

const TAG = /<(\/?)((?:[a-z]{1,3}:|x?html:)?[A-Za-z][A-Za-z0-9]{0,20})((?:\s+[\w:-]{1,40}\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*\/?>/y
const ATTRIBUTE = /\s+([\w:-]{1,40})\s*=\s*(?:"[^"<]*"|'[^'<]*')/gy

/** Ranges of texts, attribute values and comments, in order; undefined if it is not XHTML. */
function contentsOf(text: string): Range[] | undefined {
  const found: Range[] = []
  for (let at = 0; at < text.length; ) {
    if (text[at] !== '<') {
      const next = text.indexOf('<', at)
      const end = next < 0 ? text.length : next
      found.push({ start: at, end })
      at = end
      continue
    }
    const isComment = text.startsWith('<!--', at)
    const end = isComment ? text.indexOf('-->', at) : addTag(text, at, found)
    if (end < 0) return undefined
    if (isComment) found.push({ start: at + 4, end: Math.max(end, at + 4) })
    at = isComment ? end + 3 : end
  }
  return found
}

/** @returns the end of the tag; -1 if it is not XHTML */
function addTag(text: string, at: number, found: Range[]): number {
  TAG.lastIndex = at
  const [tag, , name, attributes = ''] = TAG.exec(text) ?? []
  if (tag === undefined || !isXhtmlName(withoutPrefix(name!), 'element')) return -1
  let from = at + tag.indexOf(attributes, 1 + name!.length)
  const end = from + attributes.length
  while (from < end) {
    ATTRIBUTE.lastIndex = from
    const [attribute, key] = ATTRIBUTE.exec(text) ?? []
    if (attribute === undefined) return -1
    const isNamespace = /^xmlns(?::(?:[a-z]{1,3}|x?html))?$/.test(key!)
    if (!isNamespace && !isXhtmlName(key!, 'attribute')) return -1
    const value = { start: from + attribute.search(/["']/) + 1, end: from + attribute.length - 1 }
    // The namespace identifies nobody, and has to stay.
    if (!isNamespace || text.slice(value.start, value.end) !== XHTML) found.push(value)
    from += attribute.length
  }
  return at + tag.length
}

const XHTML = 'http://www.w3.org/1999/xhtml'

function withoutPrefix(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}
