// The changed text as a document again: in its encoding, and read back, because one that reads as something else must not leave.
import { ProblemError } from '../../../core/problem.ts'
import { ASSUMED_PREFIXES, KNOWN_URIS } from '../../cda/namespaces.ts'
import { encodeText } from '../../text/encoding/encode-text.ts'
import type { EncodingName } from '../../text/encoding/encoding-names.ts'
import { encodingOf } from '../../xml/decode-xml.ts'
import type { XmlDocument, XmlElement } from '../../xml/node.ts'
import { walkXml, type XmlVisitor } from '../../xml/read-xml.ts'

export interface WrittenCda {
  readonly text: string
  readonly content: Uint8Array
}

export interface UnwrittenCda {
  readonly text: string
  readonly encoding: CdaEncoding
  /** Of the document that came, without what was removed. */
  readonly shape: Shape
  /** Nothing was removed. */
  readonly isWhole: boolean
}

interface CdaEncoding {
  readonly charset: EncodingName
  readonly withMark: boolean
}

/** That of the document; of a text, the one that it declares. */
export function encodingFor({ charset, declaration, bom }: XmlDocument): CdaEncoding {
  const declared = charset === null ? declaration?.encoding : null
  const own = (charset ?? (declared ? encodingOf(declared) : undefined) ?? 'utf-8') as EncodingName
  return { charset: own, withMark: bom || (charset === null && own.startsWith('utf-16')) }
}

/** @throws ProblemError `unsupported_variant` where the result has another shape than the document, or other references */
export function writeCda({ text, encoding, shape, isWhole }: UnwrittenCda, maxNodes: number): WrittenCda {
  const { charset, withMark } = encoding
  const { bytes } = encodeText(text, charset, { withMark, policy: 'xml' })
  const after = new Shape()
  // Without a tree: names in order are enough to see whether the result reads as another document.
  const read = walkXml(bytes, after, { maxNodes, assumedPrefixes: ASSUMED_PREFIXES })
  if (!after.isLike(shape) || (isWhole && shape.resolved !== after.resolved)) {
    throw new ProblemError('The document would no longer be readable without the removed values.', { code: 'unsupported_variant' })
  }
  return { text: read, content: bytes }
}

class Shape implements XmlVisitor {
  /** Names of all elements in order, and a slash for the end of each. */
  readonly #steps: string[] = []
  readonly #ids = new Set<string>()
  readonly #references: string[] = []

  begin({ name, uri, attributes }: XmlElement): void {
    this.#steps.push(name)
    for (const { local, value } of attributes) {
      const text = value.trim()
      if (local === 'ID' || local === 'id') this.#ids.add(text)
      else if (KNOWN_URIS.has(uri) && text.startsWith('#')) this.#references.push(text.slice(1))
    }
  }

  end(): void {
    this.#steps.push('/')
  }

  isLike(other: Shape): boolean {
    const steps = other.#steps
    return steps.length === this.#steps.length && steps.every((step, i) => step === this.#steps[i])
  }

  /** References that lead to an ID of the document. */
  get resolved(): number {
    return this.#references.filter((id) => this.#ids.has(id)).length
  }
}

/** @param removed elements that do not count, with what is in them */
export function shapeOf(root: XmlElement, removed: ReadonlySet<unknown>): Shape {
  const shape = new Shape()
  const walk = (element: XmlElement): void => {
    if (removed.has(element)) return
    shape.begin(element)
    for (const child of element.children) if (child.kind === 'element') walk(child)
    shape.end()
  }
  walk(root)
  return shape
}
