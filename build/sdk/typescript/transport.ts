// Requests over fetch: files of a form are streamed, and a refusal that names a time is tried again after it.
import { readProblem } from './problem.ts'

export interface ClientSettings {
  /** Of the server, for example http://127.0.0.1:8080. */
  readonly url: string
  /** Made with `health-tools keys create`. */
  readonly key: string
  /** How often a refusal that names a time (429, 503 with Retry-After) is tried again. Default: 3. */
  readonly retries?: number
  /** Seconds of Retry-After that are waited for. Default: 60. */
  readonly longestWaitSeconds?: number
}

/** What a request sends: JSON or a form. */
export interface Sent {
  readonly json?: unknown
  readonly form?: FormData
  readonly headers?: Readonly<Record<string, string>>
}

/** One server and one key. */
export class Transport {
  readonly #settings: ClientSettings
  readonly #base: string

  constructor(settings: ClientSettings) {
    this.#settings = settings
    this.#base = `${settings.url.replace(/\/+$/, '')}/v1`
  }

  /** @throws Problem unless the status is 2xx */
  async request(method: string, path: string, { json, form, headers }: Sent = {}): Promise<Response> {
    const { key, retries = 3, longestWaitSeconds = 60 } = this.#settings
    const body = form ?? (json === undefined ? null : JSON.stringify(json))
    const type: Record<string, string> = json === undefined ? {} : { 'Content-Type': 'application/json' }
    const sent = { Authorization: `Bearer ${key}`, Accept: 'application/json', ...type, ...headers }
    for (let attempt = 0; ; attempt++) {
      const response = await fetch(this.#base + path, { method, body, headers: sent })
      if (response.ok) return response
      const problem = await readProblem(response)
      const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN)
      if (attempt >= retries || !problem.retryable || !(seconds <= longestWaitSeconds)) throw problem
      await pause(seconds)
    }
  }
}

export function pause(seconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, seconds * 1000))
}
