// The IDs of a document, and the references of entries to them: each way from the narrative to the statements and back.
import { XML_URI, type XmlDocument, type XmlElement } from '../../xml/node.ts'
import type { NarrativeReference } from '../fields/value-fields.ts'
import type { IssueCode } from '../issue.ts'
import { writeNarrative } from './write-narrative.ts'

interface Reporter {
  report(code: IssueCode, element: XmlElement): void
}

interface Resolved {
  readonly target: XmlElement
  readonly from: XmlElement
}

/** Texts of references together may be so many times as long as the document, and at least so long. */
const MAX_GROWTH = 4
const MIN_BUDGET = 100_000

export class NarrativeIds {
  readonly #elements = new Map<string, XmlElement>()
  readonly #texts = new Map<XmlElement, string>()
  #budget: number
  #isOmissionReported = false
  /** Elements whose ID stands on an earlier one, too. */
  readonly repeated: XmlElement[] = []
  /** References that lead into the document, in the order in which they were read. */
  readonly resolved: Resolved[] = []
  /** The first of those that lead nowhere. */
  readonly dangling: { readonly id: string; readonly from: XmlElement }[] = []
  danglingCount = 0
  readonly #maxDangling: number

  constructor(document: XmlDocument, maxDangling: number) {
    this.#maxDangling = maxDangling
    this.#budget = Math.max(MIN_BUDGET, MAX_GROWTH * document.text.length)
    for (const element of document.identified) this.#note(element)
  }

  /** Resolves `#id`; a bare id, too, if the document has it. Notes the reference for both directions. */
  resolve(value: string, from: XmlElement, reporter: Reporter): NarrativeReference {
    const isLocal = value.startsWith('#')
    const id = isLocal ? value.slice(1) : value
    const target = this.#elements.get(id)
    if (!target) {
      if (!isLocal) return { id: value, found: false }
      this.danglingCount++
      if (this.dangling.length < this.#maxDangling) this.dangling.push({ id, from })
      reporter.report('reference_dangling', from)
      return { id, found: false }
    }
    this.resolved.push({ target, from })
    const text = this.#textOf(target)
    this.#budget -= text.length
    if (this.#budget >= 0) return { id, text, found: true }
    if (!this.#isOmissionReported) reporter.report('reference_text_omitted', from)
    this.#isOmissionReported = true
    return { id, found: true }
  }

  #textOf(element: XmlElement): string {
    let text = this.#texts.get(element)
    if (text === undefined) {
      text = this.#budget < 0 ? '' : writeNarrative(element, 'text', () => false).text
      this.#texts.set(element, text)
    }
    return text
  }

  #note(element: XmlElement): void {
    for (const { name, local, uri, value } of element.attributes) {
      const isId = name === 'ID' || name === 'id' || (local === 'id' && uri === XML_URI)
      if (!isId) continue
      const id = value.trim()
      if (this.#elements.has(id)) this.repeated.push(element)
      else this.#elements.set(id, element)
    }
  }
}
