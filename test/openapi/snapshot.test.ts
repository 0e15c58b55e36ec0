// The API document as it was agreed on: nothing may break a client, and any other change, a description's too, is agreed on by renewing
// the snapshot, so that it stands in the diff that is reviewed.
import { describe, expect, it } from 'vitest'
import { findBreaches } from './compare-openapi.ts'
import { composeParts, joinParts, readSnapshot, UPDATE_COMMAND } from './snapshot.ts'

const agreed = readSnapshot()
const current = composeParts()

it('breaks no client of the agreed document', () => {
  expect(agreed.size).toBeGreaterThan(1)
  const breaches = findBreaches(joinParts(agreed.values()), joinParts(current.values()))
  expect(breaches, `clients would break; where that is meant, agree on it with: ${UPDATE_COMMAND}`).toEqual([])
})

describe('is the agreed document', () => {
  it.each([...new Set([...agreed.keys(), ...current.keys()])])('of %s', (part) => {
    expect(current.get(part), `review the change and run: ${UPDATE_COMMAND}`).toEqual(agreed.get(part))
  })
})
