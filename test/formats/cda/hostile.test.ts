// Each hostile document ends in a problem with its place, and no message contains a value of it.
import { describe, expect, test } from 'vitest'
import { ProblemError } from '../../../src/core/problem.ts'
import { runTool } from '../../../src/core/run.ts'
import { dataCdaParse } from '../../../src/tools/data/cda-parse.ts'
import { phiDeidentifyCda } from '../../../src/tools/phi/deidentify-cda.ts'
import { HOSTILE_CONTENTS } from './hostile-contents.ts'
import { CANARY, HOSTILE } from './hostile-documents.ts'

const cases = Object.entries(HOSTILE).map(([name, make]) => [name, make(4_000)] as const)

interface Problem {
  readonly message: string
  readonly line?: number
  readonly byteOffset?: number
}

function problemsOf(document: string | Uint8Array): Problem[] {
  try {
    const { issues } = runTool(dataCdaParse, { document }, { view: 'full' }) as unknown as { issues: Problem[] }
    return issues
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    expect(error.code).not.toBe('internal')
    return [{ message: error.message, ...(error.at as object) }]
  }
}

test('covers sixty inputs', () => expect(cases.length).toBeGreaterThanOrEqual(60))

describe.each(cases)('%s', (_, document) => {
  test('is a problem with its place and without its values', () => {
    const problems = problemsOf(document)
    expect(problems.length).toBeGreaterThan(0)
    for (const { message, line, byteOffset } of problems) {
      expect(line ?? byteOffset).toBeGreaterThanOrEqual(0)
      expect(message).not.toContain(CANARY)
    }
  })

  test('is de-identified, or refused with its place', () => deidentify(document))
})

test.each(Object.entries(HOSTILE_CONTENTS))('%s: is read and de-identified, or refused', (_, make) => {
  const document = make(3_000)
  problemsOf(document)
  deidentify(document)
})

function deidentify(document: string | Uint8Array): void {
  try {
    runTool(phiDeidentifyCda, { document }, {})
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    expect(error.code).not.toBe('internal')
    expect(error.message).not.toContain(CANARY)
  }
}

test.each(['sections side by side', 'entries side by side', 'empty elements'])('refuses too many: %s', (name) => {
  const document = HOSTILE[name]!(1_500_000)
  const refusal = (() => {
    try {
      return runTool(dataCdaParse, { document }, {})
    } catch (error) {
      return error
    }
  })()
  expect(refusal).toMatchObject({ code: 'resource_limit', at: { line: 1, column: expect.any(Number) } })
})
