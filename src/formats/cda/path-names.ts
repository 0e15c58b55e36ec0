// The place of an element as an XPath: /ClinicalDocument/component/structuredBody/component[3]/section.
import { ProblemError } from '../../core/problem.ts'
import type { XmlElement, XmlNode } from '../xml/node.ts'

/** All paths together. A path is as long as its element is deep, and deep elements may stand there by the thousand. */
const MAX_CHARACTERS = 100_000_000

/** Keeps the paths of the last element and of those around it: documents are walked in their order. */
export class PathNames {
  readonly #elements: XmlElement[] = []
  readonly #paths: string[] = []
  #characters = 0

  /** @throws ProblemError `resource_limit` if all paths so far are too long together */
  of(element: XmlElement): string {
    let depth = 0
    for (let outer = element.parent; outer; outer = outer.parent) depth++
    return this.#of(element, depth)
  }

  #of(element: XmlElement, depth: number): string {
    if (this.#elements[depth] === element) return this.#paths[depth]!
    const outer = element.parent ? this.#of(element.parent, depth - 1) : ''
    // The short part first: an engine keeps a node for each step of a concatenation.
    const step = `/${element.name}${this.#ordinalOf(element)}`
    const path = outer + step
    this.#count(path)
    this.#elements[depth] = element
    this.#paths[depth] = path
    return path
  }

  #count(path: string): void {
    this.#characters += path.length
    if (this.#characters <= MAX_CHARACTERS) return
    throw new ProblemError('The document is nested too deeply: the paths of its elements are too long.', {
      code: 'resource_limit',
      facts: { limitCharacters: MAX_CHARACTERS },
    })
  }

  /** Empty for the only child of its name. */
  #ordinalOf(element: XmlElement): string {
    if (!element.parent) return ''
    if (element.ordinal < 0) countNames(element.parent.children)
    return element.ordinal === 0 ? '' : `[${element.ordinal}]`
  }
}

/** Numbers the elements whose name others beside them have, too, from 1. */
function countNames(children: readonly XmlNode[]): void {
  const counts = new Map<string, number>()
  for (const child of children) {
    if (child.kind !== 'element') continue
    const ordinal = (counts.get(child.name) ?? 0) + 1
    counts.set(child.name, ordinal)
    child.ordinal = ordinal
  }
  for (const child of children) if (child.kind === 'element' && child.ordinal === 1 && counts.get(child.name) === 1) child.ordinal = 0
}
