// POST /oauth/token: a client's secret for an access token (RFC 6749 §4.4). Errors that RFC 6749 §5.2 names have its form, all others are
// problems as everywhere.
import type { TokenOffice, TokenRefusal, TokenRequest } from '../../access/tokens/token-office.ts'
import { ProblemError } from '../../core/problem.ts'
import { headerValues } from '../request/environment.ts'
import type { Answer, Exchange } from './exchange-types.ts'

type Refusal = TokenRefusal | 'invalid_request'

/** A token request is a line of text. */
const MAX_BYTES = 8_192
const FORM = 'application/x-www-form-urlencoded'

export async function issueToken(office: TokenOffice, exchange: Exchange, now: number): Promise<Answer> {
  const form = await readForm(exchange)
  const credentials = form && readCredentials(form, headerValues(exchange.environment.rawHeaders, 'authorization'))
  if (!form || !credentials) return refuse('invalid_request')
  const request: TokenRequest = {
    ...credentials,
    grantType: form.get('grant_type'),
    scope: form.get('scope'),
    address: exchange.address === '' ? undefined : exchange.address,
    now,
  }
  const answer = await office.issue(request)
  if (typeof answer === 'string') return refuse(answer)
  const body = { access_token: answer.token, token_type: 'Bearer', expires_in: answer.expiresInSeconds, scope: answer.scope }
  return { status: 200, body: JSON.stringify(body), headers: { 'Content-Type': 'application/json', Pragma: 'no-cache' } }
}

function refuse(error: Refusal): Answer {
  const headers: Record<string, string> = { 'Content-Type': 'application/json' }
  if (error === 'invalid_client') headers['WWW-Authenticate'] = 'Basic realm="clients"'
  return { status: error === 'invalid_client' ? 401 : 400, body: JSON.stringify({ error }), headers }
}

/** Undefined where the body is no form, or a parameter stands twice (RFC 6749 §3.2). */
async function readForm({ environment: { body, rawHeaders } }: Exchange): Promise<ReadonlyMap<string, string> | undefined> {
  const [contentType = ''] = headerValues(rawHeaders, 'content-type')
  if (contentType.split(';')[0]!.trim().toLowerCase() !== FORM) return undefined
  const decoder = new TextDecoder('utf-8')
  let text = ''
  let bytes = 0
  await body.read((chunk) => {
    bytes += chunk.byteLength
    if (bytes > MAX_BYTES) throw new ProblemError(`A token request can have at most ${MAX_BYTES} bytes.`, { code: 'body_too_large' })
    text += decoder.decode(chunk, { stream: true })
  }, false)
  const form = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(text)) {
    if (form.has(name)) return undefined
    form.set(name, value)
  }
  return form
}

/** By Basic or in the body, and not by both (RFC 6749 §2.3). */
function readCredentials(
  form: ReadonlyMap<string, string>,
  authorizations: readonly string[],
): Pick<TokenRequest, 'clientId' | 'clientSecret'> | undefined {
  const [id, secret] = [form.get('client_id'), form.get('client_secret')]
  if (authorizations.length === 0) return id !== undefined && secret !== undefined ? { clientId: id, clientSecret: secret } : undefined
  if (authorizations.length > 1 || secret !== undefined) return undefined
  const basic = /^basic +([A-Za-z0-9+/]{1,1000}={0,2})$/i.exec(authorizations[0]!)
  const [clientId, clientSecret, ...more] = basic ? decodeBasic(basic[1]!) : []
  if (clientId === undefined || clientSecret === undefined || more.length > 0 || (id !== undefined && id !== clientId)) return undefined
  return { clientId, clientSecret }
}

function decodeBasic(text: string): string[] {
  try {
    return atob(text)
      .split(':')
      .map((part) => decodeURIComponent(part.replaceAll('+', ' ')))
  } catch {
    return []
  }
}
