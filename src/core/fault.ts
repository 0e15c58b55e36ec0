// What can go wrong, said once: every error that a caller sees is a Fault whose code is a row of this table.

/** status: HTTP status; exit: sysexits code of the CLI; retryable: the same request may succeed later; meaning: shown under /v1/problems/{code}. */
interface FaultRow {
  readonly status: number
  readonly exit: number
  readonly title: string
  readonly retryable: boolean
  readonly meaning: string
}

const row = (status: number, exit: number, title: string, meaning: string, retryable = false): FaultRow => ({
  status,
  exit,
  title,
  retryable,
  meaning,
})

export const FAULTS = {
  malformed_json: row(
    400,
    65,
    'The JSON cannot be read',
    'The body or a JSON part breaks the grammar of RFC 8259. The byte offset of the first fault is given, never an excerpt.',
  ),
  malformed_multipart: row(
    400,
    65,
    'The multipart form cannot be read',
    'The body breaks RFC 7578: no boundary, a part without a name, a cut end, or a part that the tool does not take.',
  ),
  invalid_header: row(400, 64, 'A request header cannot be used', 'A header is repeated, contradicts another or breaks its grammar.'),
  missing_credentials: row(401, 77, 'Credentials are missing', 'Every request needs credentials, such as Authorization: Bearer <key>.'),
  invalid_credentials: row(
    401,
    77,
    'The credentials are not accepted',
    'The credentials are unknown, mistyped, revoked or not allowed from this address. Which of these is not said.',
  ),
  expired_credentials: row(401, 77, 'The credentials have expired', 'The credentials were valid once. Ask the administrator for new ones.'),
  tool_not_allowed: row(403, 77, 'This key may not use this tool', 'The scopes of the key do not cover the tool.'),
  plan_restricted: row(403, 77, 'The plan does not include this', 'The plan of the caller leaves this tool or feature out.'),
  unknown_tool: row(404, 64, 'There is no such tool', 'GET /v1/tools lists the tools that this server has.'),
  not_found: row(404, 64, 'There is nothing at this path', 'GET /v1/openapi.json lists the paths.'),
  job_not_found: row(404, 64, 'There is no such job', 'This caller never had a job of this id.'),
  job_not_finished: row(
    409,
    75,
    'The job is not done yet',
    'The result is there when the status of the job is not running any more.',
    true,
  ),
  job_gone: row(
    410,
    64,
    'The job is gone',
    'The job has expired, was deleted, or ended with a restart of the server: results are kept in memory alone. Send the request again.',
  ),
  method_not_allowed: row(405, 64, 'The method is not allowed here', 'The Allow header lists the methods of this path.'),
  not_acceptable: row(
    406,
    64,
    'No acceptable form of the result',
    'The Accept header or ?output= asks for a form that the tool does not produce; the detail lists those it does.',
  ),
  unsupported_media_type: row(
    415,
    65,
    'The media type is not supported',
    'The Content-Type or Content-Encoding is none that the tool reads; the detail lists those it does.',
  ),
  upload_timeout: row(408, 75, 'The upload took too long', 'The body did not arrive in time.', true),
  idempotency_conflict: row(
    409,
    65,
    'The idempotency key stands for another request',
    'An Idempotency-Key stands for one request. It was used for another one, or the first one with it is still being received.',
  ),
  body_too_large: row(
    413,
    65,
    'The body is too large',
    'The body, or the input of one tool call, exceeds a limit of the server, the plan or the tool. The limit is named.',
  ),
  too_many_items: row(413, 65, 'Too many items', 'The batch or the form holds more items than the limit that is named.'),
  inflated_too_large: row(413, 65, 'The inflated data is too large', 'Compressed data grows beyond the limit that is named.'),
  invalid_input: row(
    422,
    65,
    'The input does not fit the schema',
    'Fields of the input or the options are missing, unknown or of a wrong type. errors[] points to each; GET the tool for its schema.',
  ),
  unreadable_input: row(
    422,
    65,
    'The document cannot be read',
    'The document is not of the format that the tool reads, or is broken. The position is given where it is known.',
  ),
  unsupported_variant: row(
    422,
    65,
    'This variant of the format is not supported',
    'The document is valid but of a kind that the tool does not handle.',
  ),
  resource_limit: row(
    422,
    65,
    'The document exceeds a limit',
    'The document nests too deep or holds more elements than the limit that is named.',
  ),
  tool_timeout: row(422, 65, 'The tool did not finish in time', 'The document needs more time than one call may take.'),
  rate_limited: row(
    429,
    75,
    'Too many requests',
    'The rate of the plan is used up for the moment. Retry-After tells when to come again.',
    true,
  ),
  quota_exhausted: row(
    429,
    77,
    'The quota is used up',
    'The units of the plan are used up for the period, or for good with a trial key.',
    true,
  ),
  too_many_concurrent: row(429, 75, 'Too many requests at once', 'The plan limits how many requests run at the same time.', true),
  internal: row(500, 70, 'Internal error', 'A fault of the server, not of the request. The log has an entry with the request id.'),
  overloaded: row(503, 75, 'The server is busy', 'The queue is full. Retry-After tells when to come again.', true),
  identity_unavailable: row(
    503,
    69,
    'The identity provider cannot be asked',
    'The identity provider, or its keys, cannot be reached, so that no access token can be checked.',
    true,
  ),
  draining: row(503, 75, 'The server is shutting down', 'The server finishes what runs and takes nothing new.', true),
  storage_unavailable: row(
    503,
    74,
    'The storage cannot be used',
    'The database is locked, read-only, full or damaged. The log names the cause.',
    true,
  ),
  bad_usage: row(400, 64, 'The command cannot be understood', 'A verb, flag or argument of the command line is wrong; --help lists them.'),
  bad_configuration: row(
    500,
    78,
    'The configuration cannot be used',
    'A setting is unknown, of a wrong type or contradicts another. File, line and path are given.',
  ),
  cannot_listen: row(500, 69, 'The address cannot be listened on', 'The port is in use or may not be bound.'),
  io_error: row(500, 74, 'A file cannot be read or written', 'The operating system refused to read or write a file.'),
} as const satisfies Record<string, FaultRow>

export type FaultCode = keyof typeof FAULTS

/** Where in the input the fault is. Offsets are 0-based; path is in the notation of the format, such as PID-5.1. */
export interface Place {
  readonly pointer?: string
  readonly path?: string
  readonly byteOffset?: number
  readonly file?: string
  readonly line?: number
  readonly column?: number
}

/** One of several findings of a fault; pointer is a JSON pointer (RFC 6901) into the request's JSON form. */
export interface FaultItem {
  readonly pointer: string
  readonly code: string
  readonly detail: string
}

/** More help nobody, and an answer should not outgrow its question by far; `errorLimit` tells that there were more. */
export const MAX_FAULT_ITEMS = 1_000

interface FaultFacts {
  readonly code: FaultCode
  readonly at?: Place
  readonly cause?: unknown
  readonly errors?: readonly FaultItem[]
  readonly retryAfterSeconds?: number
  /** False where this one does not pass with time, though others of its code do. */
  readonly retryable?: false
  /** Further members of the problem document: numbers, or names that this program defines; never a value of the input. */
  readonly facts?: Readonly<Record<string, number | string | readonly string[]>>
}

/** The one error class. The message says what is wrong in words of this program; no value of the input may stand in it. */
export class Fault extends Error {
  readonly code: FaultCode
  readonly at: Place | undefined
  readonly errors: readonly FaultItem[] | undefined
  readonly retryAfterSeconds: number | undefined
  readonly retryable: boolean
  readonly facts: FaultFacts['facts']

  constructor(message: string, { code, at, cause, errors, retryAfterSeconds, retryable, facts }: FaultFacts) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'Fault'
    this.code = code
    this.at = at
    this.errors = errors?.slice(0, MAX_FAULT_ITEMS)
    this.retryAfterSeconds = retryAfterSeconds
    this.retryable = retryable ?? FAULTS[code].retryable
    this.facts = errors && errors.length > MAX_FAULT_ITEMS ? { ...facts, errorLimit: MAX_FAULT_ITEMS } : facts
  }
}

/** The problem document of RFC 9457 without its request-bound members. Anything but a Fault becomes `internal` without its message. */
export function describeFault(error: unknown): { status: number; retryable: boolean; body: Record<string, unknown> } {
  const fault = error instanceof Fault ? error : new Fault('The server failed to answer this request.', { code: 'internal', cause: error })
  const { status, title } = FAULTS[fault.code]
  const { retryable } = fault
  const body: Record<string, unknown> = {
    type: `/v1/problems/${fault.code}`,
    title,
    status,
    code: fault.code,
    detail: fault.message,
    retryable,
  }
  if (fault.at) body.at = fault.at
  if (fault.errors) body.errors = fault.errors
  if (fault.facts) Object.assign(body, fault.facts)
  return { status, retryable, body }
}
