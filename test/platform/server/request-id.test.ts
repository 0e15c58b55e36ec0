// Ids of requests are random UUIDs, each given once.
import { expect, it } from 'vitest'
import { createRequestIds } from '../../../src/platform/server/request-id.ts'

it('each is a version 4 UUID of the RFC 9562 variant, and none comes twice', () => {
  const newId = createRequestIds()
  // More than are made at a time.
  const ids = Array.from({ length: 1_000 }, newId)
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(new Set(ids).size).toBe(ids.length)
})

it('every digit but the fixed ones is random', () => {
  const newId = createRequestIds()
  const ids = Array.from({ length: 1_000 }, newId)
  const kinds = Array.from({ length: 36 }, (_, at) => new Set(ids.map((id) => id[at])).size)
  expect(kinds).toEqual(Array.from({ length: 36 }, (_, at) => ([8, 13, 14, 18, 23].includes(at) ? 1 : at === 19 ? 4 : 16)))
})
