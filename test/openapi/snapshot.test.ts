// The API document as it was agreed on: nothing may break a client. Other differences are shown here as skipped tests that name the
// command; `npm run openapi:check` refuses them, too, so that what is released is what was reviewed.
import { isDeepStrictEqual } from 'node:util'
import { describe, expect, it } from 'vitest'
import { findBreaches } from './compare-openapi.ts'
import { composeParts, joinParts, readSnapshot, UPDATE_COMMAND } from './snapshot.ts'

const agreed = readSnapshot()
const current = composeParts()
const isStrict = process.env.OPENAPI_STRICT === '1'

it('breaks no client of the agreed document', () => {
  expect(agreed.size).toBeGreaterThan(1)
  const breaches = findBreaches(joinParts(agreed.values()), joinParts(current.values()))
  expect(breaches, `clients would break; where that is meant, agree on it with: ${UPDATE_COMMAND}`).toEqual([])
})

describe('is the agreed document', () => {
  for (const part of new Set([...agreed.keys(), ...current.keys()])) {
    const isChanged = !isDeepStrictEqual(current.get(part), agreed.get(part))
    const title = isChanged ? `of ${part}: changed, to be agreed on with ${UPDATE_COMMAND}` : `of ${part}`
    it.skipIf(isChanged && !isStrict)(title, () => {
      expect(current.get(part), `review the change and run: ${UPDATE_COMMAND}`).toEqual(agreed.get(part))
    })
  }
})
