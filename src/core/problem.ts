// What can go wrong, said once: every error that a caller sees is a ProblemError whose code is a row of this table.

/** status: HTTP status; exit: sysexits code of the CLI; retryable: the same request may succeed later; meaning: shown under /v1/problems/{code}. */
interface ProblemRow {
  readonly status: number
  readonly exit: number
  readonly title: string
  readonly retryable: boolean
  readonly meaning: string
}

const row = (status: number, exit: number, title: string, meaning: string, retryable = false): ProblemRow => ({
  status,
  exit,
  title,
  retryable,
  meaning,
})

export const PROBLEMS = {
  malformed_json: row(
    400,
    65,
    'Invalid JSON',
    'The body or a JSON part is not valid JSON (RFC 8259). The response has the byte offset of the first error and never quotes the input.',
  ),
  malformed_multipart: row(
    400,
    65,
    'Invalid multipart form',
    'The body is not a valid form (RFC 7578): no boundary, a part without a name, a truncated end, or a part that the tool does not accept.',
  ),
  invalid_header: row(400, 64, 'Invalid request header', 'A header is repeated, contradicts another header or is malformed.'),
  missing_credentials: row(401, 77, 'Missing credentials', 'Every request needs credentials, for example Authorization: Bearer <key>.'),
  invalid_credentials: row(
    401,
    77,
    'Invalid credentials',
    'The credentials are unknown, mistyped, revoked or not allowed from this address. The response does not say which.',
  ),
  expired_credentials: row(401, 77, 'Expired credentials', 'The credentials are no longer valid. Ask the administrator for new ones.'),
  tool_not_allowed: row(403, 77, 'Tool not allowed for this key', 'The scopes of the key do not cover the tool.'),
  plan_restricted: row(403, 77, 'Not included in the plan', 'The plan of the caller does not include this tool or feature.'),
  unknown_tool: row(404, 64, 'Unknown tool', 'GET /v1/tools lists the tools of this server.'),
  not_found: row(404, 64, 'Path not found', 'GET /v1/openapi.json lists the paths.'),
  job_not_found: row(404, 64, 'Unknown job', 'This caller has no job with this ID.'),
  job_not_finished: row(
    409,
    75,
    'Job not finished',
    'The result is available as soon as the status of the job is no longer running.',
    true,
  ),
  job_gone: row(
    410,
    64,
    'Job no longer available',
    'The job expired, was deleted, or was lost when the server restarted, because results are kept in memory. Send the request again.',
  ),
  method_not_allowed: row(405, 64, 'Method not allowed', 'The Allow header lists the methods of this path.'),
  not_acceptable: row(
    406,
    64,
    'Not acceptable',
    'The Accept header or ?output= requests a format that the tool does not produce. The detail lists the supported formats.',
  ),
  unsupported_media_type: row(
    415,
    65,
    'Unsupported media type',
    'The tool does not accept this Content-Type or Content-Encoding. The detail lists the supported ones.',
  ),
  upload_timeout: row(408, 75, 'Upload timeout', 'The body did not arrive in time.', true),
  idempotency_conflict: row(
    409,
    65,
    'Idempotency key conflict',
    'The Idempotency-Key was used for another request, or the first request with it is still being received.',
  ),
  body_too_large: row(
    413,
    65,
    'Body too large',
    'The body, or the input of one tool call, exceeds a limit of the server, the plan or the tool. The detail names the limit.',
  ),
  too_many_items: row(413, 65, 'Too many items', 'The batch or the form has more items than the limit in the detail.'),
  inflated_too_large: row(413, 65, 'Decompressed data too large', 'Compressed data expands beyond the limit in the detail.'),
  invalid_input: row(
    422,
    65,
    'Invalid input',
    'Fields of the input or the options are missing, unknown or have the wrong type. errors[] points to each one. GET the tool for its schema.',
  ),
  unreadable_input: row(
    422,
    65,
    'Unreadable document',
    'The document is damaged or not in the format that the tool reads. The response has the position if it is known.',
  ),
  unsupported_variant: row(
    422,
    65,
    'Unsupported variant',
    'The document is valid, but the tool does not support this variant of the format.',
  ),
  resource_limit: row(
    422,
    65,
    'Document limit exceeded',
    'The document is nested too deeply or has more elements than the limit in the detail.',
  ),
  tool_timeout: row(422, 65, 'Tool timeout', 'Processing the document takes longer than the time limit of one call.'),
  rate_limited: row(429, 75, 'Too many requests', 'The rate limit of the plan is exceeded. Retry-After says when to try again.', true),
  quota_exhausted: row(
    429,
    77,
    'Quota exhausted',
    'The units of the plan are used up for this period. The quota of a trial key does not renew.',
    true,
  ),
  too_many_concurrent: row(429, 75, 'Too many concurrent requests', 'The plan limits the number of concurrent requests.', true),
  internal: row(500, 70, 'Internal error', 'An error in the server, not in the request. The log has an entry with the request ID.'),
  overloaded: row(503, 75, 'Server overloaded', 'The queue is full. Retry-After says when to try again.', true),
  identity_unavailable: row(
    503,
    69,
    'Identity provider unavailable',
    'The identity provider or its keys cannot be reached, so access tokens cannot be verified.',
    true,
  ),
  draining: row(503, 75, 'Server shutting down', 'The server finishes running calls and accepts no new ones.', true),
  storage_unavailable: row(
    503,
    74,
    'Storage unavailable',
    'The database is locked, read-only, full or damaged. The log has the cause.',
    true,
  ),
  bad_usage: row(400, 64, 'Invalid command line', 'A command, flag or argument is wrong. --help lists them.'),
  bad_configuration: row(
    500,
    78,
    'Invalid configuration',
    'A setting is unknown, has the wrong type or contradicts another. The message has file, line and setting.',
  ),
  cannot_listen: row(500, 69, 'Cannot listen on the address', 'The port is in use or may not be bound.'),
  io_error: row(500, 74, 'A file cannot be read or written', 'The operating system refused to read or write a file.'),
} as const satisfies Record<string, ProblemRow>

export type ProblemCode = keyof typeof PROBLEMS

/** Where in the input the problem is. Offsets are 0-based; path is in the notation of the format, such as PID-5.1. */
export interface Place {
  readonly pointer?: string
  readonly path?: string
  readonly byteOffset?: number
  readonly file?: string
  readonly line?: number
  readonly column?: number
}

/** One of several findings of a problem; pointer is a JSON pointer (RFC 6901) into the request's JSON form. */
export interface ProblemItem {
  readonly pointer: string
  readonly code: string
  readonly detail: string
}

/** More help nobody, and an answer should not outgrow its question by far; `errorLimit` tells that there were more. */
export const MAX_PROBLEM_ITEMS = 1_000

interface ProblemFacts {
  readonly code: ProblemCode
  readonly at?: Place
  readonly cause?: unknown
  readonly errors?: readonly ProblemItem[]
  readonly retryAfterSeconds?: number
  /** False where this one does not pass with time, though others of its code do. */
  readonly retryable?: false
  /** Further members of the problem document: numbers, or names that this program defines; never a value of the input. */
  readonly facts?: Readonly<Record<string, number | string | readonly string[]>>
}

/** The one error class. The message says what is wrong in words of this program; it must not contain a value of the input. */
export class ProblemError extends Error {
  readonly code: ProblemCode
  readonly at: Place | undefined
  readonly errors: readonly ProblemItem[] | undefined
  readonly retryAfterSeconds: number | undefined
  readonly retryable: boolean
  readonly facts: ProblemFacts['facts']

  constructor(message: string, { code, at, cause, errors, retryAfterSeconds, retryable, facts }: ProblemFacts) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'ProblemError'
    this.code = code
    this.at = at
    this.errors = errors?.slice(0, MAX_PROBLEM_ITEMS)
    this.retryAfterSeconds = retryAfterSeconds
    this.retryable = retryable ?? PROBLEMS[code].retryable
    this.facts = errors && errors.length > MAX_PROBLEM_ITEMS ? { ...facts, errorLimit: MAX_PROBLEM_ITEMS } : facts
  }
}

/** The problem document of RFC 9457 without its request-bound members. Anything but a ProblemError becomes `internal` without its message. */
export function describeProblem(error: unknown): { status: number; retryable: boolean; body: Record<string, unknown> } {
  const problem =
    error instanceof ProblemError
      ? error
      : new ProblemError('The server failed to answer this request.', { code: 'internal', cause: error })
  const { status, title } = PROBLEMS[problem.code]
  const { retryable } = problem
  const body: Record<string, unknown> = {
    type: `/v1/problems/${problem.code}`,
    title,
    status,
    code: problem.code,
    detail: problem.message,
    retryable,
  }
  if (problem.at) body.at = problem.at
  if (problem.errors) body.errors = problem.errors
  if (problem.facts) Object.assign(body, problem.facts)
  return { status, retryable, body }
}
