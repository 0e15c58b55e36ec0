// The calls that tests of jobs make: start one, ask for it, wait for its end.
import { expect } from 'vitest'
import { type ApiHarness, type Body, JSON_TYPE } from '../api-harness.ts'

export const COUNT = '/v1/tools/text/word-count'
export const ASYNC = { ...JSON_TYPE, Prefer: 'respond-async' }
export type Json = Record<string, unknown>

export const codeOf = async (response: Response): Promise<[number, unknown]> => [response.status, ((await response.json()) as Json).code]

/** @param current the harness of the test that runs */
export function makeJobCalls(current: () => ApiHarness) {
  const post = (path: string, body: Body, headers: Record<string, string> = ASYNC): Promise<Response> =>
    current().call(path, { method: 'POST', body, headers })
  const get = (path: string, headers: Record<string, string> = {}): Promise<Response> => current().call(path, { headers })

  const startJob = async (path: string, body: Body, headers?: Record<string, string>): Promise<string> => {
    const response = await post(path, body, headers)
    expect(response.status).toBe(202)
    return response.headers.get('location')!
  }

  const untilDone = async (path: string): Promise<Json> => {
    for (;;) {
      const job = (await (await get(path)).json()) as Json
      if (job.status !== 'running') return job
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
  }

  return { post, get, startJob, untilDone }
}

export function formOf(parts: readonly (readonly [name: string, content: string | Uint8Array<ArrayBuffer>])[]): FormData {
  const data = new FormData()
  for (const [name, content] of parts) {
    if (name === 'file' || content instanceof Uint8Array) data.append(name, new Blob([content], { type: 'text/plain' }), 'a.txt')
    else data.append(name, content)
  }
  return data
}
