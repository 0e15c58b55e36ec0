// Texts that the caller calls an identifier and none at the same time: refused, because whichever were believed, the other would be ignored.
import { Fault } from '../../core/fault.ts'
import type { DetectOptions } from './compiled-options.ts'
import { bareText } from './layers/known-values.ts'

/** @throws Fault `invalid_input` with a pointer for every text of `allow` that `deny` has, or that is a value of `known` or words of one */
export function checkLists({ allow = [], deny = [], known = {} }: Pick<DetectOptions, 'allow' | 'deny' | 'known'>): void {
  if (allow.length === 0) return
  const denied = new Set(deny.map(bareOf))
  const given = new Set(Object.values(known).flatMap((values) => (values ?? []).flatMap(partsOf)))
  const errors = allow.flatMap((text, i) => {
    const list = denied.has(bareOf(text)) ? 'deny' : given.has(bareOf(text)) ? 'known' : undefined
    return list === undefined ? [] : [{ pointer: `/options/allow/${i}`, code: 'contradiction', detail: `${list} has the same text` }]
  })
  if (errors.length > 0) throw new Fault('The options contradict each other.', { code: 'invalid_input', errors })
}

function bareOf(text: string): string {
  return bareText(text.normalize('NFKC'))
}

/** More words than any name or address has: a longer value counts as a whole alone. */
const MOST_WORDS = 20

/** A value and every run of its words: the surname of a known person is no word to leave alone. */
function partsOf(value: string): string[] {
  const words = value.split(/[^\p{L}\p{N}\p{M}]+/u).filter((word) => word !== '')
  if (words.length > MOST_WORDS) return [bareOf(value)]
  const runs = words.flatMap((_, first) => words.slice(first).map((__, count) => bareOf(words.slice(first, first + count + 1).join(' '))))
  return [bareOf(value), ...runs]
}
