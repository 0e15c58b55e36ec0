// The keys of an issuer: when they are fetched, how long they are believed, and what is not taken for a key.
import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { KEY_RING_TIMES, KeyRing } from '../../../src/access/tokens/key-ring.ts'
import { createTokenCheck } from '../../../src/access/tokens/token-check.ts'
import type { ProblemError } from '../../../src/core/problem.ts'
import { makeKey, makeTokenIssuer, NOW, signToken, type TestKey } from './token-issuer.ts'

const digest = (text: string): string => createHash('sha256').update(text).digest('hex')

let rsa: TestKey
let ec: TestKey
beforeAll(async () => {
  ;[rsa, ec] = await Promise.all([makeKey('rsa-1'), makeKey('ec-1', 'ES256')])
})

function open(keys: KeyRing) {
  const check = createTokenCheck([makeTokenIssuer(keys)], digest)
  return async (token: string, now = NOW): Promise<unknown> => {
    try {
      return await check(token, now)
    } catch (error) {
      return (error as ProblemError).code
    }
  }
}

describe('the keys of an issuer', () => {
  function openRing(first: readonly TestKey[], times = KEY_RING_TIMES) {
    const state = { keys: first.map(({ jwk }) => jwk) as unknown[], fails: false, loads: 0 }
    const ring = new KeyRing(async () => {
      state.loads++
      if (state.fails) throw new Error('down')
      return state.keys
    }, times)
    return { state, check: open(ring) }
  }

  test('are fetched again for a key that is not known, once in a cooldown', async () => {
    const next = await makeKey('rsa-2')
    const { state, check } = openRing([rsa])
    expect(await check(await signToken(rsa))).toMatchObject({ owner: 'alice' })
    expect(await check(await signToken(next))).toBe('refused')
    expect(state.loads).toBe(1)
    state.keys = [rsa.jwk, next.jwk]
    for (let i = 0; i < 20; i++) expect(await check(await signToken(next, { jti: String(i) }), NOW + 29_999)).toBe('refused')
    expect(state.loads).toBe(1)
    expect(await check(await signToken(next), NOW + 30_000)).toMatchObject({ owner: 'alice' })
    expect(state.loads).toBe(2)
  })

  test('that are gone are not believed any more, nor tokens that were verified with them', async () => {
    const next = await makeKey('rsa-2')
    const { state, check } = openRing([rsa])
    const token = await signToken(rsa)
    expect(await check(token)).toMatchObject({ owner: 'alice' })
    state.keys = [next.jwk]
    expect(await check(await signToken(next), NOW + 30_000)).toMatchObject({ owner: 'alice' })
    expect(await check(token, NOW + 30_001)).toBe('refused')
  })

  test('go on within bounds while the endpoint is down, and then nobody is believed', async () => {
    const { state, check } = openRing([rsa])
    const long = { exp: NOW / 1000 + 200_000 }
    const token = await signToken(rsa, long)
    expect(await check(token)).toMatchObject({ owner: 'alice' })
    state.fails = true
    for (const hours of [1, 12, 23.9]) expect(await check(token, NOW + hours * 3_600_000), `${hours} h`).toMatchObject({ owner: 'alice' })
    expect(await check(token, NOW + 24 * 3_600_000)).toBe('identity_unavailable')
    state.fails = false
    expect(await check(token, NOW + 24 * 3_600_000 + 30_000)).toMatchObject({ owner: 'alice' })
  })

  test('that never came refuse everybody as unavailable, with one attempt in a cooldown', async () => {
    const { state, check } = openRing([rsa])
    state.fails = true
    for (let i = 0; i < 10; i++) expect(await check(await signToken(rsa))).toBe('identity_unavailable')
    expect(state.loads).toBe(1)
  })

  test('are asked for once by many at the same time', async () => {
    const { state, check } = openRing([rsa])
    const tokens = await Promise.all(Array.from({ length: 20 }, (_, i) => signToken(rsa, { jti: String(i) })))
    for (const verdict of await Promise.all(tokens.map((token) => check(token)))) expect(verdict).toMatchObject({ owner: 'alice' })
    expect(state.loads).toBe(1)
  })

  test('are not replaced by a set without a key', async () => {
    const { state, check } = openRing([rsa])
    expect(await check(await signToken(rsa))).toMatchObject({ owner: 'alice' })
    state.keys = []
    expect(await check(await signToken(await makeKey('x')), NOW + 30_000)).toBe('refused')
    expect(await check(await signToken(rsa, { jti: '2' }), NOW + 30_000)).toMatchObject({ owner: 'alice' })
  })

  test('are chosen without a key id only where there is no doubt', async () => {
    const second = await makeKey('rsa-2')
    expect(await openRing([rsa, ec]).check(await signToken(rsa, {}, { kid: undefined }))).toMatchObject({ owner: 'alice' })
    expect(await openRing([rsa, second]).check(await signToken(rsa, {}, { kid: undefined }))).toBe('refused')
  })
})
