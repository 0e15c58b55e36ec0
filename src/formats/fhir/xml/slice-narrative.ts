// The div of a narrative as a text that stands alone: the slice of the source, with the namespaces that it takes from around it.
import { XMLNS_URI, type XmlElement } from '../../xml/node.ts'
import { XHTML_URI } from './namespaces.ts'

/**
 * The text of a div in the namespace of XHTML, byte for byte where it declares its own namespace. What it takes from elements around it is
 * written into it, and a prefix of XHTML is taken away, for JSON has neither.
 * @returns undefined for what is no div, or uses a prefix that only an element outside declares for another namespace
 */
export function sliceNarrative(div: XmlElement, text: string): string | undefined {
  if (div.local !== 'div') return undefined
  const isAlone = div.name === 'div' && div.attributes.some(({ name }) => name === 'xmlns')
  const edits: Edit[] = []
  if (!edit(div, edits, isAlone)) return undefined
  if (!isAlone) edits.push({ start: div.start + 1 + div.name.length, end: div.start + 1 + div.name.length, text: ` xmlns="${XHTML_URI}"` })
  if (edits.length === 0) return text.slice(div.start, div.end)
  edits.sort((a, b) => a.start - b.start)
  let out = ''
  let from = div.start
  for (const { start, end, text: replacement } of edits) {
    out += text.slice(from, start) + replacement
    from = end
  }
  return out + text.slice(from, div.end)
}

interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/**
 * Takes prefixes of XHTML away.
 * @param isAlone the div declares the namespace of names without a prefix
 * @returns false where that would change what a name stands for
 */
function edit(root: XmlElement, edits: Edit[], isAlone: boolean): boolean {
  const stack: [element: XmlElement, declared: ReadonlySet<string>][] = [[root, new Set()]]
  for (let next = stack.pop(); next; next = stack.pop()) {
    const [element, outer] = next
    let inner = outer
    for (const attribute of element.attributes) {
      if (attribute.uri !== XMLNS_URI) continue
      if (attribute.name === 'xmlns') {
        if (attribute.value !== XHTML_URI) return false
        continue
      }
      if (inner === outer) inner = new Set(outer)
      ;(inner as Set<string>).add(attribute.local)
    }
    for (const { name, local, uri } of element.attributes) {
      const prefix = name.slice(0, Math.max(0, name.length - local.length - 1))
      if (uri !== XMLNS_URI && prefix !== '' && prefix !== 'xml' && !inner.has(prefix)) return false
    }
    const length = element.name.length - element.local.length
    if (length === 0 && !isAlone && element.uri !== XHTML_URI) return false
    if (length > 0) {
      const prefix = element.name.slice(0, length - 1)
      if (element.uri === XHTML_URI) takePrefix(element, length, edits)
      else if (!inner.has(prefix)) return false
    }
    for (const child of element.children) if (child.kind === 'element') stack.push([child, inner])
  }
  return true
}

function takePrefix({ start, contentEnd, contentStart, end }: XmlElement, length: number, edits: Edit[]): void {
  edits.push({ start: start + 1, end: start + 1 + length, text: '' })
  if (end > contentStart) edits.push({ start: contentEnd + 2, end: contentEnd + 2 + length, text: '' })
}
