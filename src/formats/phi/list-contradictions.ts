// Texts that the caller calls an identifier and none at the same time: refused, because whichever were believed, the other would be ignored.
import { Fault } from '../../core/fault.ts'
import type { DetectOptions } from './compiled-options.ts'
import { bareText } from './layers/known-values.ts'

/** @throws Fault `invalid_input` with a pointer for every text of `allow` that `deny` or `known` has, whatever its capitals and signs */
export function checkLists({ allow = [], deny = [], known = {} }: Pick<DetectOptions, 'allow' | 'deny' | 'known'>): void {
  if (allow.length === 0) return
  const bare = (text: string) => bareText(text.normalize('NFKC'))
  const denied = new Set(deny.map(bare))
  const given = new Set(Object.values(known).flatMap((values) => (values ?? []).map(bare)))
  const errors = allow.flatMap((text, i) => {
    const list = denied.has(bare(text)) ? 'deny' : given.has(bare(text)) ? 'known' : undefined
    return list === undefined ? [] : [{ pointer: `/options/allow/${i}`, code: 'contradiction', detail: `${list} has the same text` }]
  })
  if (errors.length > 0) throw new Fault('The options contradict each other.', { code: 'invalid_input', errors })
}
