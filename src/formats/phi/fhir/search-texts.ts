// Searches all texts of a document together, so that each place helps to understand the others; a label that stands in many places once.
import { isObject } from '../../fhir/json/json-value.ts'
import type { DetectOptions } from '../compiled-options.ts'
import { detectPhi, type PhiSpan } from '../detect-phi.ts'
import { isWordOfTerminology } from '../hl7/coded-displays.ts'
import { isPublic } from './element-rules.ts'
import type { FhirLeaf } from './fhir-leaf.ts'
import { textAt } from './judge-value.ts'
import type { FhirWork } from './judge-works.ts'

/** Characters that are searched in one go. */
const CHUNK = 200_000

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
  const isBalanced = (options.mode ?? 'balanced') === 'balanced'
  /** Where a label stands, by its text and whether a terminology has it. */
  const labels = new Map<string, number[]>()
  let pieces: { readonly text: string; readonly owners: readonly number[]; readonly isCoded: boolean }[] = []
  let length = 0
  const flush = () => {
    const starts: number[] = []
    let at = 0
    for (const { text } of pieces) {
      starts.push(at)
      at += text.length + 2
    }
    let place = 0
    for (const span of detectPhi(pieces.map(({ text }) => text).join('\n\n'), options)) {
      while (place + 1 < starts.length && starts[place + 1]! <= span.start) place++
      for (let k = place; k < starts.length && starts[k]! < span.end; k++) {
        const { text, owners, isCoded } = pieces[k]!
        const start = Math.max(0, span.start - starts[k]!)
        const end = Math.min(text.length, span.end - starts[k]!)
        if (end <= start || (isCoded && isBalanced && isWordOfTerminology(text.slice(start, end), span))) continue
        for (const owner of owners) found[owner]!.push({ ...span, start, end })
      }
    }
    pieces = []
    length = 0
  }
  const add = (text: string, owners: readonly number[], isCoded: boolean) => {
    pieces.push({ text, owners, isCoded })
    length += text.length
    if (length > CHUNK) flush()
  }
  works.forEach(({ verdict, leaf, text }, i) => {
    if (verdict !== 'scan') return
    const key = `${isCodedLabel(leaf)} ${text}`
    const owners = labels.get(key)
    if (leaf.treatment !== 'label') add(text, [i], false)
    else if (owners) owners.push(i)
    else labels.set(key, [i])
  })
  for (const [key, owners] of labels) add(key.slice(key.indexOf(' ') + 1), owners, key.startsWith('true'))
  flush()
  return found
}
