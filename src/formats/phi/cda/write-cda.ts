// The changed text as a document again: in its encoding, and read back, because one that reads as something else must not leave.
import { ProblemError } from '../../../core/problem.ts'
import { ASSUMED_PREFIXES, KNOWN_URIS } from '../../cda/namespaces.ts'
import { encodeText } from '../../text/encoding/encode-text.ts'
import type { EncodingName } from '../../text/encoding/encoding-names.ts'
import { encodingOf } from '../../xml/decode-xml.ts'
import type { XmlDocument, XmlElement } from '../../xml/node.ts'
import { readXml } from '../../xml/read-xml.ts'
import type { CleanedCda } from './deidentify-cda.ts'

export interface WrittenCda {
  readonly text: string
  readonly content: Uint8Array
}

/** @throws ProblemError `unsupported_variant` where the result has another shape than the document, or other references */
export function writeCda(document: XmlDocument, { text, removed }: CleanedCda, maxNodes: number): WrittenCda {
  const declared = document.charset === null ? document.declaration?.encoding : null
  const charset = (document.charset ?? (declared ? encodingOf(declared) : undefined) ?? 'utf-8') as EncodingName
  const withMark = document.bom || (document.charset === null && charset.startsWith('utf-16'))
  const { bytes } = encodeText(text, charset, { withMark, policy: 'xml' })
  const again = readXml(bytes, { maxNodes, assumedPrefixes: ASSUMED_PREFIXES })
  const before = shapeOf(document.root, removed)
  const after = shapeOf(again.root, new Set())
  if (before.shape !== after.shape || (removed.size === 0 && before.resolved !== after.resolved)) {
    throw new ProblemError('The document would no longer be readable without the removed values.', { code: 'unsupported_variant' })
  }
  return { text: again.text, content: bytes }
}

interface Shape {
  /** Names of all elements in order. */
  readonly shape: string
  /** References that lead to an ID of the document. */
  readonly resolved: number
}

function shapeOf(root: XmlElement, removed: ReadonlySet<unknown>): Shape {
  const names: string[] = []
  const ids = new Set<string>()
  const references: string[] = []
  const walk = (element: XmlElement): void => {
    if (removed.has(element)) return
    names.push(element.name)
    for (const { local, value } of element.attributes) {
      const text = value.trim()
      if (local === 'ID' || local === 'id') ids.add(text)
      else if (KNOWN_URIS.has(element.uri) && text.startsWith('#')) references.push(text.slice(1))
    }
    for (const child of element.children) if (child.kind === 'element') walk(child)
    names.push('/')
  }
  walk(root)
  return { shape: names.join(' '), resolved: references.filter((id) => ids.has(id)).length }
}
