// Whether a number of FHIR may be one of a person: a record number or telephone that somebody wrote as a number.
import type { PhiCategory } from '../../category.ts'
import type { PhiMode } from '../../layers/layer.ts'
import { type FhirLeaf, textAt } from '../fhir-leaf.ts'
import { categoryOfQuestionAt } from '../leaf-facts.ts'
import type { FhirVerdict } from './fhir-verdict.ts'

const NUMBERS: ReadonlySet<PhiCategory> = new Set(['account', 'fax', 'health-plan-id', 'location', 'mrn', 'national-id', 'phone', 'ssn'])

/**
 * @param text digits alone, five or more
 * @returns `look` for a number that stays unless the document has it as a number of a person
 */
export function judgeLongNumber(leaf: FhirLeaf, text: string, mode: PhiMode): FhirVerdict {
  const isQuantity = leaf.definition === 'Quantity.value'
  if (!isQuantity && !leaf.definition.endsWith('.value[x]')) return 'look'
  const questionCategory = isQuantity ? undefined : categoryOfQuestionAt(leaf)
  if (questionCategory && NUMBERS.has(questionCategory)) return { category: questionCategory }
  const hasUnit = isQuantity && (textAt(leaf.beside, 'unit') ?? textAt(leaf.beside, 'code')) !== undefined
  return mode === 'fail-closed' && text.length > 6 && !hasUnit ? { category: 'other-id' } : 'look'
}
