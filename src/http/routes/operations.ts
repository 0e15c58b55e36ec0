// The operations listener: health, version and metrics, without authentication and therefore on its own address.
import { Hono } from 'hono'
import { ProblemError } from '../../core/problem.ts'
import { problemOf } from '../response/problem.ts'

export interface OperationsServices {
  readonly version: Readonly<Record<string, unknown>>
  /** What keeps the service from taking requests, in words for the administrator; empty when it is ready. */
  readonly notReadyBecause: () => readonly string[]
  readonly composeMetrics: () => Promise<string>
  readonly metricsContentType: string
  readonly newRequestId: () => string
}

export function createOperations({ version, notReadyBecause, composeMetrics, metricsContentType, newRequestId }: OperationsServices): Hono {
  const app = new Hono()
  const headers = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' }
  app.get('/health/live', () => Response.json({ status: 'live' }, { headers }))
  app.get('/health/ready', () => {
    const reasons = notReadyBecause()
    return Response.json(reasons.length === 0 ? { status: 'ready' } : { status: 'not ready', reasons }, {
      status: reasons.length === 0 ? 200 : 503,
      headers,
    })
  })
  app.get('/version', () => Response.json(version, { headers }))
  app.get('/metrics', async () => new Response(await composeMetrics(), { headers: { ...headers, 'Content-Type': metricsContentType } }))
  const answerProblem = (problem: unknown): Response => {
    const { status, body, headers: problemHeaders } = problemOf(problem, newRequestId())
    return new Response(body, { status, headers: { ...headers, ...problemHeaders } })
  }
  app.notFound(() => answerProblem(new ProblemError('No resource at this path.', { code: 'not_found' })))
  app.onError((error) => answerProblem(error))
  return app
}
