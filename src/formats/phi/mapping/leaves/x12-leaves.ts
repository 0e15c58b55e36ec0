// X12: components of the repetitions of elements. The standard has no escapes.
import { ProblemError } from '../../../../core/problem.ts'
import type { Delimiters } from '../../../x12/delimiters.ts'
import { readInterchanges } from '../../../x12/read-segments.ts'
import { encodeText, readText, withByteOffsets } from '../../../x12/read-text.ts'
import type { LeafDocument, PlacedLeaf } from './leaf-document.ts'
import { writePlaced } from './leaf-document.ts'

/** @throws ProblemError as readInterchanges does; when written, `unsupported_variant` for a value that contains a delimiter */
export function x12Leaves(interchange: string | Uint8Array): LeafDocument {
  const source = readText(interchange)
  const leaves: PlacedLeaf[] = []
  const charset = typeof interchange === 'string' ? undefined : source.charset
  for (const { segments, delimiters } of withByteOffsets(source, readInterchanges)) {
    for (const [i, { id, start, elements }] of segments.entries()) {
      let at = start + id.length + 1
      for (const [element, text] of elements.entries()) {
        const place = `${id}${String(element + 1).padStart(2, '0')} in segment ${i + 1}`
        addParts(leaves, { place, text, start: at, charset, delimiters: id === 'ISA' ? undefined : delimiters })
        at += text.length + 1
      }
    }
  }
  return {
    leaves,
    write(texts, charsets) {
      const { text } = writePlaced(source.text, leaves, texts)
      const isLatin = charset !== undefined && [...(charsets?.values() ?? [])].includes('iso-8859-1')
      return { text, content: encodeText(text, isLatin ? { charset: 'iso-8859-1', bom: false } : source) }
    },
  }
}

interface Element {
  readonly place: string
  readonly text: string
  readonly start: number
  readonly charset: string | undefined
  /** Undefined for an element that is not divided. */
  readonly delimiters: Delimiters | undefined
}

function addParts(leaves: PlacedLeaf[], { place, text, start, charset, delimiters }: Element): void {
  let from = 0
  for (let at = 0; at <= text.length; at++) {
    const isBorder = delimiters && (text[at] === delimiters.component || text[at] === delimiters.repetition)
    if (at < text.length && !isBorder) continue
    const encode = (value: string) => (delimiters ? checkDelimiters(value, delimiters, place) : value)
    leaves.push({ place, text: text.slice(from, at), start: start + from, end: start + at, charset, encode })
    from = at + 1
  }
}

function checkDelimiters(value: string, { element, component, repetition, segment }: Delimiters, place: string): string {
  if (![element, component, repetition, segment].some((delimiter) => delimiter !== null && value.includes(delimiter))) return value
  throw new ProblemError('A value contains a delimiter of the interchange.', { code: 'unsupported_variant', at: { path: place } })
}
