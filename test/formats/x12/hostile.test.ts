// Each hostile input ends in a problem with its place, in the reader and in the de-identifier, and no value of it is told.
import { describe, expect, test } from 'vitest'
import { ProblemError } from '../../../src/core/problem.ts'
import { runTool } from '../../../src/core/run.ts'
import { dataX12Ack } from '../../../src/tools/data/x12-ack.ts'
import { dataX12Parse } from '../../../src/tools/data/x12-parse.ts'
import { phiDeidentifyX12 } from '../../../src/tools/phi/deidentify-x12.ts'
import { HOSTILE_CONTENTS } from './hostile-contents.ts'
import { HOSTILE } from './hostile-interchanges.ts'

const SIZE = 4_000
const cases = Object.entries(HOSTILE).map(([name, make]) => [name, make(SIZE)] as const)

interface Problem {
  readonly code: string
  readonly path?: string
  readonly byteOffset?: number
  readonly start?: number
}

/** What is wrong and where: the fault, or the issues. */
function problemsOf(interchange: string | Uint8Array, view: string): Problem[] {
  try {
    const { issues } = runTool(dataX12Parse, { interchange }, { view }) as unknown as { issues: Problem[] }
    return issues
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    return [{ code: error.code, ...(error.at as object) }]
  }
}

test('there are sixty of them', () => expect(cases.length).toBeGreaterThanOrEqual(60))

describe.each(cases)('%s', (_, interchange) => {
  test('is a problem with its place', () => {
    const problems = problemsOf(interchange, 'loops')
    expect(problems.length).toBeGreaterThan(0)
    for (const { path, byteOffset, start } of problems) {
      expect(path !== undefined || byteOffset !== undefined).toBe(true)
      expect(byteOffset ?? start).toBeGreaterThanOrEqual(0)
    }
  })

  test('is acknowledged and de-identified, or refused', () => acknowledgeAndDeidentify(interchange))
})

test.each(Object.entries(HOSTILE_CONTENTS))('%s: is acknowledged and de-identified, or refused', (_, make) =>
  acknowledgeAndDeidentify(make(SIZE)),
)

function acknowledgeAndDeidentify(interchange: string | Uint8Array): void {
  for (const tool of [dataX12Ack, phiDeidentifyX12]) {
    try {
      runTool(tool, { interchange }, {})
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error
      expect(error.code).not.toBe('internal')
    }
  }
}

test.each([
  ['a note of one word', 200_000],
  ['elements of one letter', 30_000],
  ['lower case', 100_000],
  ['a patient of many names and levels below', 60_000],
])('the de-identifier refuses %s of %i characters, with the place', (name, size) => {
  const interchange = (HOSTILE[name] ?? HOSTILE_CONTENTS[name])!(size)
  expect(() => runTool(phiDeidentifyX12, { interchange }, {})).toThrow(
    expect.objectContaining({ code: 'resource_limit', at: expect.objectContaining({ byteOffset: expect.any(Number) }) }),
  )
})

test('an acknowledgment of many transaction sets with faults grows with its input alone', () => {
  const start = performance.now()
  runTool(dataX12Ack, { interchange: HOSTILE['no SE']!(100_000) }, {})
  expect(performance.now() - start).toBeLessThan(3_000)
})
