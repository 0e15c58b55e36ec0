// What every tool can do: run, save the file, batch, and the same as jobs.
import { pause, type Transport } from './transport.ts'

/** A document that may be large: text, bytes, or a file. In Node.js `fs.openAsBlob(path)` opens a file that is streamed. */
export type Document = string | Uint8Array<ArrayBuffer> | Blob

export interface JobFields {
  readonly id: string
  readonly tool: string
  readonly status: 'running' | 'succeeded' | 'failed'
  readonly progress: { readonly done: number; readonly total: number }
}

/** A call that is answered later. Its result is kept on the server for a while, in memory only. */
export class Job<Result> {
  readonly #transport: Transport
  fields: JobFields

  constructor(transport: Transport, fields: JobFields) {
    this.#transport = transport
    this.fields = fields
  }

  get id(): string {
    return this.fields.id
  }

  async refresh(): Promise<this> {
    this.fields = (await (await this.#transport.request('GET', `/jobs/${this.id}`)).json()) as JobFields
    return this
  }

  /** @throws Problem if the call failed, Error if it is not done after so many seconds */
  async wait(timeoutSeconds = Number.POSITIVE_INFINITY): Promise<Result> {
    const end = Date.now() + timeoutSeconds * 1000
    for (let seconds = 0.05; this.fields.status === 'running'; seconds = Math.min(2, seconds * 1.5)) {
      if (Date.now() >= end) throw new Error('The job is still running.')
      await pause(Math.min(seconds, (end - Date.now()) / 1000))
      await this.refresh()
    }
    return (await (await this.#transport.request('GET', `/jobs/${this.id}/result`)).json()) as Result
  }

  /** Stops the job and deletes its result. */
  async cancel(): Promise<void> {
    await this.#transport.request('DELETE', `/jobs/${this.id}`)
  }
}

export interface ToolFacts {
  readonly id: string
  /** Names of parts and kinds of the fields that may be files. */
  readonly documents: Readonly<Record<string, readonly [part: string, kind: 'text' | 'bytes']>>
  readonly main: string | null
}

type Fields = Readonly<Record<string, unknown>>

/** One tool of the server. A document as text travels as JSON; bytes and files travel as a form. */
export class Tool<Input extends object, Options extends object, Result, BatchResult> {
  readonly #transport: Transport
  readonly #facts: ToolFacts
  readonly #path: string

  constructor(transport: Transport, facts: ToolFacts) {
    this.#transport = transport
    this.#facts = facts
    this.#path = `/tools/${facts.id}`
  }

  async run(input: Input, options?: Options): Promise<Result> {
    return (await (await this.#call('', input, options)).json()) as Result
  }

  /** Runs the tool as a job. */
  async start(input: Input, options?: Options, idempotencyKey?: string): Promise<Job<Result>> {
    const headers: Record<string, string> = idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }
    return new Job<Result>(this.#transport, (await (await this.#call('/jobs', input, options, headers)).json()) as JobFields)
  }

  /** Runs the tool on many inputs. Each result has a status of its own. */
  async batch(inputs: Iterable<Input>, options?: Options): Promise<BatchResult> {
    return (await (await this.#callBatch('/batch', [...inputs], options)).json()) as BatchResult
  }

  /** Runs a batch as a job. */
  async startBatch(inputs: Iterable<Input>, options?: Options): Promise<Job<BatchResult>> {
    return new Job<BatchResult>(this.#transport, (await (await this.#callBatch('/batch/jobs', [...inputs], options)).json()) as JobFields)
  }

  /** Answers the file that the tool makes; its body is a stream. */
  protected async callForFile(input: Input, options?: Options): Promise<Response> {
    return await this.#call('?output=file', input, options, { Accept: '*/*' })
  }

  async #call(path: string, input: Input, options?: Options, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
    const given = Object.entries(input).filter(([, value]) => value !== undefined)
    if (!given.some(([, value]) => isFile(value))) {
      const json = { ...Object.fromEntries(given), ...(options && { options }) }
      return await this.#transport.request('POST', this.#path + path, { json, headers })
    }
    const form = new FormData()
    for (const [name, value] of given) {
      const part = this.#facts.documents[name]?.[0] ?? name
      if (isFile(value)) form.append(part, blobOf(value), FILE_NAME)
      else form.append(part, typeof value === 'string' ? value : JSON.stringify(value))
    }
    if (options) form.append('options', JSON.stringify(options))
    return await this.#transport.request('POST', this.#path + path, { form, headers })
  }

  async #callBatch(path: string, inputs: readonly Input[], options?: Options): Promise<Response> {
    const { main } = this.#facts
    const files = inputs.map((input) => onlyFile(input as Fields, main))
    if (inputs.length > 0 && files.every((file) => file !== undefined)) {
      const form = new FormData()
      for (const file of files) form.append('file', blobOf(file), FILE_NAME)
      if (options) form.append('options', JSON.stringify(options))
      return await this.#transport.request('POST', this.#path + path, { form })
    }
    const items = await Promise.all(inputs.map(async (input, i) => ({ id: String(i), input: await this.#plain(input as Fields) })))
    return await this.#transport.request('POST', this.#path + path, { json: { items, ...(options && { options }) } })
  }

  async #plain(input: Fields): Promise<Fields> {
    const entries = Object.entries(input).map(async ([name, value]) => [name, isFile(value) ? await this.#textOf(name, value) : value])
    return Object.fromEntries(await Promise.all(entries))
  }

  async #textOf(name: string, value: Blob | Uint8Array<ArrayBuffer>): Promise<string> {
    const bytes = new Uint8Array(await blobOf(value).arrayBuffer())
    if (this.#facts.documents[name]?.[1] !== 'bytes') return new TextDecoder().decode(bytes)
    let text = ''
    for (const byte of bytes) text += String.fromCharCode(byte)
    return btoa(text)
  }
}

/** A tool whose result can be a file. */
export class FileTool<Input extends object, Options extends object, Result, BatchResult> extends Tool<Input, Options, Result, BatchResult> {
  /** Runs the tool and answers the file that it makes; `body` of the response is a stream. */
  async file(input: Input, options?: Options): Promise<Response> {
    return await this.callForFile(input, options)
  }
}

/** Names of files may hold names of persons: none is sent. */
const FILE_NAME = 'file'

function isFile(value: unknown): value is Blob | Uint8Array<ArrayBuffer> {
  return value instanceof Blob || value instanceof Uint8Array
}

function blobOf(value: Blob | Uint8Array<ArrayBuffer>): Blob {
  return value instanceof Blob ? value : new Blob([value])
}

function onlyFile(input: Fields, main: string | null): Blob | Uint8Array<ArrayBuffer> | undefined {
  const value = main === null ? undefined : input[main]
  return Object.keys(input).length === 1 && isFile(value) ? value : undefined
}
