// The generic cell rate algorithm: what a bucket gives, when, and what it tells.
import { describe, expect, test } from 'vitest'
import { FULL_BUCKET, spendCalls, windowSeconds } from '../../../src/access/quota/rate.ts'

const LIMIT = { perMinute: 30, burst: 10 }

function spendAt(times: readonly number[], limit = LIMIT): boolean[] {
  let bucket = FULL_BUCKET
  return times.map((now) => {
    const decision = spendCalls(limit, bucket, now)
    bucket = decision.bucket
    return decision.allowed
  })
}

describe('a bucket of 10 calls at 30 a minute', () => {
  test('gives ten calls at once and the next one two seconds later', () => {
    const now = 1_000_000
    expect(spendAt(Array<number>(11).fill(now))).toEqual([...Array<boolean>(10).fill(true), false])
    expect(spendAt([...Array<number>(10).fill(now), now + 1999, now + 2000, now + 2001])).toEqual([
      ...Array<boolean>(10).fill(true),
      false,
      true,
      false,
    ])
  })

  test('gives 30 calls a minute in the long run, however often it is asked', () => {
    const times = Array.from({ length: 10_000 }, (_, i) => 1_000_000 + i * 100)
    const granted = spendAt(times).filter(Boolean).length
    expect(granted).toBe(10 + Math.floor((times.at(-1)! - times[0]!) / 2000))
  })

  test('tells what is left, when it is full again and when to come back', () => {
    let bucket = FULL_BUCKET
    const remaining: number[] = []
    for (let i = 0; i < 10; i++) {
      const decision = spendCalls(LIMIT, bucket, 5_000)
      bucket = decision.bucket
      remaining.push(decision.remaining)
      expect(decision.resetSeconds).toBe((i + 1) * 2)
      expect(decision.retryAfterSeconds).toBe(0)
    }
    expect(remaining).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0])
    expect(spendCalls(LIMIT, bucket, 5_000)).toMatchObject({ allowed: false, bucket, remaining: 0, resetSeconds: 20, retryAfterSeconds: 2 })
    expect(spendCalls(LIMIT, bucket, 6_500)).toMatchObject({ allowed: false, retryAfterSeconds: 1 })
  })

  test('is only looked at by a call of cost 0', () => {
    const { bucket } = spendCalls(LIMIT, FULL_BUCKET, 1_000, 3)
    expect(spendCalls(LIMIT, bucket, 1_000, 0)).toMatchObject({ allowed: true, bucket, remaining: 7 })
  })

  test('refuses what it could never give, and keeps what it has', () => {
    expect(spendCalls(LIMIT, FULL_BUCKET, 1_000, 11)).toMatchObject({ allowed: false, remaining: 10, bucket: { emptyMs: 0 } })
  })

  test('lets a clock that is set back shut nobody out for longer than an empty bucket does', () => {
    const later = spendCalls(LIMIT, FULL_BUCKET, 1_000_000_000, 10).bucket
    const back = spendCalls(LIMIT, later, 5_000)
    expect(back).toMatchObject({ allowed: false, retryAfterSeconds: 2 })
    expect(spendCalls(LIMIT, back.bucket, 7_000)).toMatchObject({ allowed: true })
  })

  test('has a window of 20 seconds', () => {
    expect(windowSeconds(LIMIT)).toBe(20)
    expect(windowSeconds({ perMinute: 300, burst: 60 })).toBe(12)
  })
})

test('rates whose calls take a fraction of a millisecond give the whole burst', () => {
  for (const perMinute of [7, 300, 999, 70_001, 10_000_000]) {
    const limit = { perMinute, burst: 1000 }
    expect(spendAt(Array<number>(1001).fill(1.7e12), limit).filter(Boolean).length, String(perMinute)).toBe(1000)
  }
})

test('a bucket of a wider plan does not hold back the calls of a narrower one for longer than its own', () => {
  const { bucket } = spendCalls({ perMinute: 1, burst: 1000 }, FULL_BUCKET, 5_000, 1000)
  expect(spendCalls(LIMIT, bucket, 5_000)).toMatchObject({ allowed: false, resetSeconds: 20, retryAfterSeconds: 2 })
})
