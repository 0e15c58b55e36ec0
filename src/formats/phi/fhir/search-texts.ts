// Searches all texts of a document together, so that each place helps to understand the others; a label that stands in many places once.
import { isObject } from '../../fhir/json/json-value.ts'
import type { DetectOptions } from '../compiled-options.ts'
import type { PhiSpan } from '../detect-phi.ts'
import { searchPieces, type TextPiece } from '../search-pieces.ts'
import { isPublic } from './element-rules.ts'
import type { FhirLeaf } from './fhir-leaf.ts'
import { textAt } from './judge-value.ts'
import type { FhirWork } from './judge-works.ts'

/** The display of a code of a terminology, or the text of a concept that has such a code. */
export function isCodedLabel({ treatment, beside, definition }: FhirLeaf): boolean {
  if (treatment !== 'label') return false
  if (definition === 'Coding.display') return isPublic(textAt(beside, 'system') ?? '')
  if (definition !== 'CodeableConcept.text' || !Array.isArray(beside.coding)) return false
  return beside.coding.some((coding) => isObject(coding) && isPublic(textAt(coding, 'system') ?? ''))
}

/** @returns for each work its spans; none for what is not to be searched */
export function searchTexts(works: readonly FhirWork[], options: DetectOptions): PhiSpan[][] {
  const found: PhiSpan[][] = works.map(() => [])
  /** Where a label stands, by its text and whether a terminology has it. */
  const labels = new Map<string, number[]>()
  const pieces: TextPiece[] = []
  const owners: (readonly number[])[] = []
  works.forEach(({ verdict, leaf, text }, i) => {
    if (verdict !== 'scan') return
    const key = `${isCodedLabel(leaf)} ${text}`
    const same = labels.get(key)
    if (leaf.treatment !== 'label') {
      pieces.push({ text, isCoded: false })
      owners.push([i])
    } else if (same) same.push(i)
    else labels.set(key, [i])
  })
  for (const [key, same] of labels) {
    pieces.push({ text: key.slice(key.indexOf(' ') + 1), isCoded: key.startsWith('true') })
    owners.push(same)
  }
  searchPieces(pieces, options).forEach((spans, i) => {
    for (const owner of owners[i]!) found[owner] = spans
  })
  return found
}
