// A key as a test asks for it, with what nobody asks about at what is usual.
import type { NewKey } from '../../../src/access/keys/key.ts'

/** A live key of `Ward 7` for every tool, with an end after all that tests begin with. */
export function newKey(fields: Partial<NewKey> = {}): NewKey {
  return {
    kind: 'live',
    owner: 'Ward 7',
    note: '',
    plan: 'standard',
    scopes: ['tools:*'],
    networks: [],
    expiresAt: Date.UTC(2027, 4, 30, 12),
    trialQuota: null,
    ...fields,
  }
}
