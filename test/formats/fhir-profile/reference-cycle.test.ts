// Vital signs that refer to each other in cycles: each must conform, whichever of them is checked first.
import { expect, test } from 'vitest'
import { runTool } from '../../../src/core/run.ts'
import { fhirValidate } from '../../../src/tools/fhir/validate.ts'

/** Of each observation those that it refers to, and whether it lacks what vital signs need. */
interface Graph {
  readonly targets: readonly (readonly number[])[]
  readonly isWrong: readonly boolean[]
}

const VITAL_SIGNS = 'http://hl7.org/fhir/StructureDefinition/vitalsigns'
const category = [{ coding: [{ system: 'http://terminology.hl7.org/CodeSystem/observation-category', code: 'vital-signs' }] }]

function bundleOf({ targets, isWrong }: Graph): string {
  const entry = targets.map((ids, id) => ({
    fullUrl: `http://x.test/Observation/o${id}`,
    resource: {
      resourceType: 'Observation',
      id: `o${id}`,
      ...(isWrong[id] ? {} : { meta: { profile: [VITAL_SIGNS] }, category }),
      status: 'final',
      code: { text: 'A sign' },
      subject: { display: 'somebody' },
      effectiveDateTime: '2020-01-02',
      valueString: 'x',
      hasMember: ids.length > 0 ? ids.map((each) => ({ reference: `Observation/o${each}` })) : undefined,
    },
  }))
  return JSON.stringify({ resourceType: 'Bundle', type: 'collection', entry })
}

function reported(graph: Graph): string[] {
  const { issues } = runTool(fhirValidate, { resource: bundleOf(graph) }, { maxIssues: 10_000 }) as unknown as {
    readonly issues: readonly { readonly code: string; readonly path: string }[]
  }
  return issues.filter(({ code }) => code === 'reference_target').map(({ path }) => path)
}

/** References of vital signs to what is none, or refers to what is none, and so on. */
function expected({ targets, isWrong }: Graph): string[] {
  const wrong = new Set(isWrong.flatMap((is, id) => (is ? [id] : [])))
  for (let before = -1; before !== wrong.size; ) {
    before = wrong.size
    for (const [id, ids] of targets.entries()) if (ids.some((each) => wrong.has(each))) wrong.add(id)
  }
  return targets.flatMap((ids, id) =>
    isWrong[id] ? [] : ids.flatMap((each, i) => (wrong.has(each) ? [`Bundle.entry[${id}].resource.hasMember[${i}]`] : [])),
  )
}

test('of two, one of which is wrong, and a third that refers to the other', () => {
  const graph = { targets: [[2], [2], [1, 3], []], isWrong: [false, false, false, true] }
  expect(reported(graph)).toEqual(expected(graph))
  expect(reported(graph)).toHaveLength(4)
})

test('of random graphs, with cycles that are deeper than checks may nest', () => {
  let seed = 7
  const next = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((seed / 2 ** 31) * below)
  }
  for (let i = 0; i < 150; i++) {
    const size = 2 + next(i % 10 === 0 ? 120 : 8)
    const targets = Array.from({ length: size }, (_, id) => [(id + 1) % size, ...Array.from({ length: next(3) }, () => next(size))])
    for (const ids of targets) if (next(4) === 0) ids.length = 0
    const graph = { targets, isWrong: targets.map(() => next(size) === 0) }
    expect(reported(graph).toSorted(), JSON.stringify(graph)).toEqual(expected(graph).toSorted())
  }
})
