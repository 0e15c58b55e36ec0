// The nearest of many is that of a plain search, and to find it for each of many does not take the square of their number.
import { describe, expect, test } from 'vitest'
import { isVisible, nearestBelow, nearestSeen, type Placed } from '../../../src/formats/hl7/fhir/rows/nearest.ts'

/** The same numbers in each run. */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff
    return (state >>> 8) % below
  }
}

/** Things in nested groups; those of one segment, as there are now and then, stand in the same ones. */
function placed(seed: number, count: number): Placed[] {
  const next = numbers(seed)
  let serial = 0
  let scope: string[] = []
  return Array.from({ length: count }, () => {
    const step = next(3)
    serial += step
    if (step > 0) scope = Array.from({ length: next(4) }, (_, i) => `${i}:${next(3)}`)
    return { serial, scope }
  })
}

function searched(all: readonly Placed[], before: number, isRequested: (item: Placed) => boolean): Placed | undefined {
  return all.findLast((each) => each.serial < before && isRequested(each)) ?? all.find((each) => each.serial >= before && isRequested(each))
}

describe('the nearest in the groups of a segment', () => {
  test.each([5, 31, 32, 33, 400])('of %i is that of a plain search', (count) => {
    for (let seed = 1; seed <= 20; seed++) {
      const all = placed(seed, count)
      const grown: Placed[] = []
      for (const [i, from] of placed(seed + 100, count).entries()) {
        // They are asked for while they are added.
        grown.push(all[i]!)
        const seen = searched(grown, from.serial, ({ scope }) => isVisible(scope, from.scope))
        expect(nearestSeen(grown, from, from.serial)).toBe(seen)
        expect(nearestBelow(grown, from, from.serial)).toBe(searched(grown, from.serial, ({ scope }) => isVisible(from.scope, scope)))
      }
    }
  })

  test('is found by a search where one is added out of order', () => {
    const scope = ['order 1']
    const all: Placed[] = Array.from({ length: 40 }, (_, serial) => ({ serial, scope: [`order ${serial}`] }))
    expect(nearestSeen(all, { serial: 40, scope }, 40)).toBe(all[1])
    all.push({ serial: 3, scope })
    expect(nearestSeen(all, { serial: 40, scope }, 41)).toBe(all[40])
  })

  test('looks at few of many', () => {
    let looked = 0
    const all = Array.from({ length: 4_000 }, (_, serial) => ({
      serial,
      get scope() {
        looked++
        return [`order ${serial}`]
      },
    }))
    for (let serial = 0; serial < 4_000; serial++) nearestSeen(all, { serial, scope: [`order ${serial}`] }, serial)
    expect(looked).toBeLessThan(20_000)
  })
})
