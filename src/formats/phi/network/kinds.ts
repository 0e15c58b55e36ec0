// The kinds of identifiers that the network tells apart.
import type { PhiCategory } from '../category.ts'

export const CONTEXT_KINDS = ['none', 'name', 'location', 'organization', 'date', 'id', 'contact', 'age'] as const
export type ContextKind = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7

const NUMBERS: Readonly<Partial<Record<PhiCategory, ContextKind>>> = {
  name: 1,
  location: 2,
  facility: 3,
  organization: 3,
  date: 4,
  phone: 6,
  fax: 6,
  email: 6,
  url: 6,
  ip: 6,
  age: 7,
}

/** The kind of a category of the detector or of an annotation: any other category is an id. */
export function kindOfCategory(category: string): ContextKind {
  return NUMBERS[category as PhiCategory] ?? 5
}
