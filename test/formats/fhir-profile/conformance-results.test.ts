// Checks that need each other, some of them only until the first that is no: results are those of the greatest fixed point.
import { expect, test } from 'vitest'
import type { NodeItem } from '../../../src/formats/fhir/path/item.ts'
import { type Check, ConformanceResults } from '../../../src/formats/fhir/profile/conformance-results.ts'
import type { CompiledProfile } from '../../../src/formats/fhir/profile/element-rule.ts'

/** For each check the groups of others of which one each has to be true, and whether something else breaks it. */
interface Graph {
  readonly groups: readonly (readonly (readonly number[])[])[]
  readonly isWrong: readonly boolean[]
}

function expected({ groups, isWrong }: Graph): boolean[] {
  const results = isWrong.map((is) => !is)
  for (let changed = true; changed; ) {
    changed = false
    for (const [i, each] of groups.entries()) {
      if (!results[i] || each.every((group) => group.some((target) => results[target]))) continue
      results[i] = false
      changed = true
    }
  }
  return results
}

/** Asks for the results in an order; a check ends at the first group that fails. */
function found({ groups, isWrong }: Graph, order: readonly number[]): boolean[] {
  const profile = { url: 'http://x.test/p', structure: {} } as unknown as CompiledProfile
  const parent = { value: 1, plan: { kind: 'complex' } }
  const checks = groups.map((_, index): Check => ({ node: { value: 1, step: 'n', index, parent } as unknown as NodeItem, profile }))
  const results: ConformanceResults = new ConformanceResults((check) => {
    const i = checks.indexOf(check)
    return groups[i]!.every((group) => group.some((target) => results.of(checks[target]!))) && !isWrong[i]
  })
  const answers: boolean[] = []
  for (const i of order) answers[i] = results.of(checks[i]!)
  return answers
}

test('random graphs of checks, deeper than checks may nest', () => {
  let seed = 1
  const next = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((seed / 2 ** 31) * below)
  }
  for (let round = 0; round < 1_200; round++) {
    const size = 2 + next(round % 2 === 0 ? 120 : 10)
    const groups = Array.from({ length: size }, (_, i) => {
      const own = Array.from({ length: next(4) }, () => Array.from({ length: 1 + next(3) }, () => next(size)))
      if (i + 1 < size) own.splice(next(own.length + 1), 0, [i + 1])
      return own
    })
    const share = next(30)
    const graph = { groups, isWrong: groups.map(() => next(100) < share) }
    const order = groups.map((_, i) => (i * 7 + round) % size)
    const all = [...new Set([...order, ...groups.keys()])]
    expect(found(graph, all), JSON.stringify(graph)).toEqual(expected(graph))
  }
})
