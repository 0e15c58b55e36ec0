// The table of problems against the contract, and the form of a problem document.
import { describe, expect, it } from 'vitest'
import { describeProblem, PROBLEMS, type ProblemCode, ProblemError } from '../../src/core/problem.ts'

// The list of the API contract: status and code.
const CONTRACT: [number, ProblemCode[]][] = [
  [400, ['malformed_json', 'malformed_multipart', 'invalid_header']],
  [401, ['missing_credentials', 'invalid_credentials', 'expired_credentials']],
  [403, ['tool_not_allowed', 'plan_restricted']],
  [404, ['unknown_tool', 'not_found', 'job_not_found']],
  [405, ['method_not_allowed']],
  [406, ['not_acceptable']],
  [408, ['upload_timeout']],
  [409, ['idempotency_conflict']],
  [413, ['body_too_large', 'too_many_items', 'inflated_too_large']],
  [415, ['unsupported_media_type']],
  [422, ['invalid_input', 'unreadable_input', 'unsupported_variant', 'resource_limit', 'tool_timeout']],
  [429, ['rate_limited', 'quota_exhausted', 'too_many_concurrent']],
  [500, ['internal']],
  [503, ['overloaded', 'draining']],
]
const SYSEXITS = [64, 65, 69, 70, 74, 75, 77, 78]

describe('the table', () => {
  it.each(CONTRACT)('%i carries %j', (status, codes) => {
    for (const code of codes) expect(PROBLEMS[code].status).toBe(status)
  })

  it('holds rows that are whole and codes that are names', () => {
    const rows = Object.entries(PROBLEMS)
    expect(rows.length).toBeGreaterThan(30)
    for (const [code, { exit, title, meaning }] of rows) {
      expect(code).toMatch(/^[a-z_]+$/)
      expect(SYSEXITS).toContain(exit)
      expect(title.length).toBeGreaterThan(8)
      expect(meaning).toMatch(/\.$/)
    }
  })

  it('says "come again" for 408, 429 and 503, and for a job that is not done', () => {
    for (const [code, { status, retryable }] of Object.entries(PROBLEMS))
      expect(retryable, code).toBe([408, 429, 503].includes(status) || code === 'job_not_finished')
  })
})

describe('a problem', () => {
  it('has the members of RFC 9457 and the place', () => {
    const { status, body } = describeProblem(
      new ProblemError('Cut short.', { code: 'unreadable_input', at: { byteOffset: 12 }, facts: { limitBytes: 5 } }),
    )
    expect(status).toBe(422)
    expect(body).toEqual({
      type: '/v1/problems/unreadable_input',
      title: PROBLEMS.unreadable_input.title,
      status: 422,
      code: 'unreadable_input',
      detail: 'Cut short.',
      retryable: false,
      at: { byteOffset: 12 },
      limitBytes: 5,
    })
  })

  it.each([new Error('Smith 1970'), 'Smith 1970', { toString: () => 'Smith 1970' }, undefined])(
    'hides what is not a ProblemError',
    (error) => {
      const { status, body } = describeProblem(error)
      expect(status).toBe(500)
      expect(JSON.stringify(body)).not.toContain('Smith')
    },
  )
})
