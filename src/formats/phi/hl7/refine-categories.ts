// Refines categories by what stands beside a value: the type of an identifier, the use of a telephone.
import type { PhiCategory } from '../category.ts'
import type { Leaf } from './leaf.ts'

interface Refined {
  readonly leaf: Leaf
  readonly decoded: { readonly text: string }
  category: PhiCategory | undefined
}

const ID_TYPES: ReadonlyMap<string, PhiCategory> = new Map(
  (
    [
      ['mrn', 'MR MRT PI PT PRC'],
      ['ssn', 'SS'],
      ['account', 'AN ANC AND ANT BA CC'],
      ['license', 'DL DEA MD NPI LN DN PN'],
      ['health-plan-id', 'MA MC MCN HC SN WC WCN MI MB'],
      ['national-id', 'NI PPN CZ TAX NH JHN'],
    ] as const
  ).flatMap(([category, codes]) => codes.split(' ').map((code) => [code, category] as const)),
)

/** The type of an identifier and of a telephone stands beside it. */
export function refineCategories(works: readonly Refined[]): void {
  const kinds = new Map<string, string>()
  for (const { leaf, decoded } of works) {
    const type = leaf.types[0]
    const position = /\.(\d+)/.exec(leaf.place)?.[1]
    const tells = (type === 'CX' && position === '5') || (type === 'XCN' && position === '13') || (type === 'XTN' && position === '3')
    if (tells) kinds.set(`${leaf.repetition} ${type}`, decoded.text)
  }
  if (kinds.size === 0) return
  for (const work of works) {
    const { leaf, category } = work
    const kind = kinds.get(`${leaf.repetition} ${leaf.types[0]}`)
    if (kind === undefined) continue
    if (category === 'phone' && kind === 'FX') work.category = 'fax'
    if (leaf.types[0] !== 'XTN' && /^[A-Z0-9]{3}-\d+\.1(?:\.1)?$/.test(leaf.place)) work.category = ID_TYPES.get(kind) ?? category
  }
}
