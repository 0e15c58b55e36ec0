// Mutated messages: the validator and the acknowledgment never fail but with a ProblemError, and give nothing of the message away.
import { describe, expect, test } from 'vitest'
import { ProblemError } from '../../../src/core/problem.ts'
import { runTool } from '../../../src/core/run.ts'
import { hl7Ack } from '../../../src/tools/hl7/ack.ts'
import { hl7Validate } from '../../../src/tools/hl7/validate.ts'
import { makeMessage, pick, randomFrom, writeMade } from './make-message.ts'

const PROFILE = {
  name: 'Test',
  segments: [{ segment: 'ZPI', usage: 'X', when: { any: [{ path: 'PID-3[2].5.2', notIn: ['MR'] }] } }],
  places: [
    { path: 'PID-3.4.2', usage: 'R', min: 1, max: 2, minLength: 1, maxLength: 3, codes: ['A'] },
    { path: 'OBX[*]-5', table: '0001', when: { all: [{ path: 'OBX-2', equals: 'ST' }] }, otherwise: 'X' },
  ],
}
const MUTATIONS = 3_000
const NOISE = [
  '|',
  '^',
  '~',
  '\\',
  '&',
  '\r',
  '\n',
  '\r\n',
  '\v',
  '\x1c',
  '"',
  '""',
  'MSH',
  'MSH|^~\\&',
  'BHS|',
  'é',
  '\ud800',
  '\0',
  '|||||',
  '9',
  ' ',
]

function mutate(text: string, random: () => number): string {
  let mutated = text
  for (let n = 1 + Math.floor(random() * 8); n > 0; n--) {
    const at = Math.floor(random() * mutated.length)
    const length = random() < 0.5 ? 0 : Math.floor(random() * 20)
    mutated = mutated.slice(0, at) + (random() < 0.7 ? pick(NOISE, random) : '') + mutated.slice(at + length)
  }
  return mutated
}

describe('mutated messages', () => {
  test(`${MUTATIONS} of them`, async () => {
    let faults = 0
    let issues = 0
    for (let seed = 1; seed <= MUTATIONS; seed++) {
      const random = randomFrom(seed)
      const structure = pick(['ADT_A01', 'ORU_R01', 'SIU_S12'], random)
      const text = mutate(writeMade(makeMessage(pick(['2.3', '2.5.1', '2.8'], random), structure, random)), random)
      const message = random() < 0.5 ? text : new TextEncoder().encode(text)
      try {
        const validated = await runTool(hl7Validate, { message }, { ack: true, profile: PROFILE, zSegments: 'report' })
        expect(hl7Validate.output.safeParse(validated).error?.issues).toBeUndefined()
        issues += (validated.issues as readonly object[]).length
        const acknowledged = await runTool(hl7Ack, { message }, {})
        expect(hl7Ack.output.safeParse(acknowledged).error?.issues).toBeUndefined()
      } catch (error) {
        if (!(error instanceof ProblemError)) throw error
        expect(['unreadable_input', 'unsupported_variant']).toContain(error.code)
        faults++
      }
    }
    expect(issues).toBeGreaterThan(MUTATIONS)
    expect(faults).toBeLessThan(MUTATIONS / 4)
  }, 60_000)
})

describe('a document of nothing but messages', () => {
  const text = 'MSH|^~\\&\r'

  test('is refused before its result grows beyond one text', async () => {
    const refused = { code: 'resource_limit' }
    await expect((async () => runTool(hl7Validate, { message: text.repeat(500_001) }))()).rejects.toMatchObject(refused)
    await expect((async () => runTool(hl7Ack, { message: text.repeat(200_001) }, { validate: false }))()).rejects.toMatchObject(refused)
  })
})
