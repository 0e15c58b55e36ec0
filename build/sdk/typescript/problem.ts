// The errors of the API as an exception.

export interface ProblemFields {
  readonly status: number
  readonly code?: string
  readonly title?: string
  readonly detail?: string
  readonly requestId?: string
  readonly retryable?: boolean
  readonly errors?: readonly { readonly pointer: string; readonly code: string; readonly detail: string }[]
}

/** A problem of RFC 9457. GET /v1/problems/{code} says what the code means. */
export class Problem extends Error {
  readonly status: number
  readonly code: string
  readonly requestId: string | undefined
  readonly retryable: boolean
  /** Where in the input the errors are. */
  readonly errors: NonNullable<ProblemFields['errors']>
  readonly fields: ProblemFields

  constructor(fields: ProblemFields) {
    super(`${fields.status} ${fields.code ?? ''}: ${fields.detail ?? fields.title ?? ''}`)
    this.name = 'Problem'
    this.fields = fields
    this.status = fields.status
    this.code = fields.code ?? ''
    this.requestId = fields.requestId
    this.retryable = fields.retryable ?? false
    this.errors = fields.errors ?? []
  }
}

/** Reads an answer; one that is no problem comes from a proxy in between. */
export async function readProblem(response: Response): Promise<Problem> {
  const text = await response.text()
  try {
    return new Problem({ status: response.status, ...(JSON.parse(text) as object) })
  } catch {
    return new Problem({ status: response.status, title: 'The answer is not from health-tools' })
  }
}
