// The one place where an error becomes an answer: application/problem+json (RFC 9457).
import { describeProblem, PROBLEMS, type ProblemCode, ProblemError } from '../../core/problem.ts'
import { USUAL_PROBLEM_BASE } from '../routes/api-places.ts'

export interface Problem {
  readonly status: number
  readonly code: ProblemCode
  readonly body: string
  readonly headers: Record<string, string>
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/**
 * @param requestId becomes `instance` where it is a UUID, and `requestId` always
 * @param problemBase what stands before the code in `type`
 */
export function problemOf(error: unknown, requestId: string, problemBase = USUAL_PROBLEM_BASE): Problem {
  const { status, body } = describeProblem(error)
  const code = body.code as ProblemCode
  const headers: Record<string, string> = { 'Content-Type': 'application/problem+json' }
  if (status === 401) headers['WWW-Authenticate'] = 'Bearer'
  const allow = error instanceof ProblemError ? error.facts?.allow : undefined
  if (Array.isArray(allow)) headers.Allow = allow.join(', ')
  const retryAfter = error instanceof ProblemError ? error.retryAfterSeconds : undefined
  if (retryAfter !== undefined) headers['Retry-After'] = String(Math.max(1, Math.ceil(retryAfter)))
  else if (status === 503) headers['Retry-After'] = '5'
  return { status, code, body: JSON.stringify(withRequest(body, requestId, problemBase)), headers }
}

/** The problem document of an error inside an answer: the same as a single call's. */
export function problemBody(error: unknown, requestId: string, problemBase = USUAL_PROBLEM_BASE): Record<string, unknown> {
  return withRequest(describeProblem(error).body, requestId, problemBase)
}

function withRequest(body: Record<string, unknown>, requestId: string, problemBase: string): Record<string, unknown> {
  return { ...body, type: `${problemBase}${body.code}`, ...(UUID.test(requestId) ? { instance: `urn:uuid:${requestId}` } : {}), requestId }
}

/** What every problem code means, for /v1/problems. */
export function problemCatalogue(
  problemBase = USUAL_PROBLEM_BASE,
): { code: string; status: number; title: string; retryable: boolean; meaning: string; type: string }[] {
  return Object.entries(PROBLEMS).map(([code, { status, title, retryable, meaning }]) => ({
    type: `${problemBase}${code}`,
    code,
    status,
    title,
    retryable,
    meaning,
  }))
}
