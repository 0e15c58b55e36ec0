// A caller of jobs that never gives up: sends a job with an Idempotency-Key until it is taken, waits for its end, and fetches its result.

export interface JobCall {
  readonly path: string
  readonly body: string
  /** Of the body; JSON if undefined. */
  readonly type?: string
  /** Inputs. */
  readonly units: number
}

export interface CallerReport {
  /** Answers of nodes that were away or refused for a while, and that were asked again. */
  retries: number
  lost: number
}

const RETRY_MS = 200
const POLL_MS = 150
const JSON_TYPE = 'application/json'

export interface JobCaller {
  /** What the call itself answers. */
  direct(call: JobCall): Promise<string>
  /** @returns the result, or undefined if the job was lost */
  job(call: JobCall, key: string): Promise<string | undefined>
  start(call: JobCall, key: string): Promise<string>
  /** Resolves once the job is finished. */
  done(location: string): Promise<void>
  /** Undefined if the job was lost. */
  result(location: string): Promise<string | undefined>
  readonly report: CallerReport
}

export function openJobCaller(url: string, apiKey: string): JobCaller {
  const report: CallerReport = { retries: 0, lost: 0 }
  const headers = { Authorization: `Bearer ${apiKey}` }
  const send = async (path: string, init: RequestInit, isGood: (status: number) => boolean): Promise<Response> => {
    for (;;) {
      const answer = await fetch(`${url}${path}`, { ...init, headers: { ...headers, ...init.headers } }).catch(() => undefined)
      if (answer && isGood(answer.status)) return answer
      await answer?.arrayBuffer().catch(() => undefined)
      if (answer && answer.status < 500 && answer.status !== 429 && answer.status !== 409) {
        report.lost++
        throw new Error(`${init.method} ${path} was answered with ${answer.status}`)
      }
      report.retries++
      await pause(RETRY_MS)
    }
  }
  const start = async ({ path, body, type = JSON_TYPE }: JobCall, key: string): Promise<string> => {
    const wish = { 'Content-Type': type, Prefer: 'respond-async', 'Idempotency-Key': key }
    const answer = await send(path, { method: 'POST', body, headers: wish }, (status) => status === 202)
    await answer.arrayBuffer()
    return answer.headers.get('location')!
  }
  const done = async (location: string): Promise<void> => {
    for (;;) {
      const state = (await (await send(location, { method: 'GET' }, (status) => status === 200)).json()) as { status: string }
      if (state.status !== 'running') return
      await pause(POLL_MS)
    }
  }
  const result = async (location: string): Promise<string | undefined> => {
    try {
      await done(location)
      for (;;) {
        const answer = await send(`${location}/result`, { method: 'GET' }, () => true)
        const text = await answer.text().catch(() => undefined)
        // A node that went away while it answered, or the database.
        if (text !== undefined && answer.status !== 503 && answer.status !== 502) return text
        await pause(RETRY_MS)
      }
    } catch {
      return undefined
    }
  }
  return {
    report,
    async direct({ path, body, type = JSON_TYPE }) {
      const headers = { 'Content-Type': type }
      return (await send(path, { method: 'POST', body, headers }, (status) => status < 500)).text()
    },
    start,
    done,
    result,
    job: async (call, key) => result(await start(call, key)),
  }
}

/** Problems name their request. */
export function withoutRequest(text: string): string {
  return text.replace(/"(?:requestId|instance)":"[^"]*",?/g, '')
}

export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
