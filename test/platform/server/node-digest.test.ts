// The digest of the platform beside that of the Web.
import { expect, it } from 'vitest'
import { sha256Digest } from '../../../src/http/response/content-digest.ts'
import { nodeDigest } from '../../../src/platform/server/node-digest.ts'

it.each([0, 1, 1_000, 100_000])('is the same over %i bytes that are a part of more', async (length) => {
  const bytes = Uint8Array.from({ length: length + 10 }, (_, i) => i % 251).subarray(5, length + 5)
  expect(nodeDigest(bytes)).toBe(await sha256Digest(bytes))
})
