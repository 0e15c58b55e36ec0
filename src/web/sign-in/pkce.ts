// Authorization code with PKCE (RFC 7636) for a page: what is made at random, the address of the provider, and the checks of what comes back.
import type { SignInSettings } from '../../core/page-settings.ts'
import { msg } from '../language/language.ts'

/** Why a sign-in failed, in words of the page. */
export class SignInError extends Error {}

export interface Attempt {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
  /** Address of this page without query and fragment. */
  readonly redirectUri: string
}

export interface Provider {
  readonly issuer: string
  readonly authorization: string
  readonly token: string
}

export interface Session {
  readonly token: string
  /** For the page to show; empty where the provider names nobody. */
  readonly name: string
  /** Milliseconds since 1970. */
  readonly expiresAt: number
}

/** Lifetime of a token whose lifetime the provider does not tell. */
const DEFAULT_SECONDS = 300
/** Clocks of wards and providers differ: an ID token may have expired this long ago by the clock of the browser. */
const CLOCK_SKEW_MS = 60_000
const LOOPBACK = ['127.0.0.1', '[::1]', 'localhost']

/** @throws SignInError for a page without HTTPS, where browsers have no digests */
export function beginAttempt(redirectUri: string): Attempt {
  if (!globalThis.crypto?.subtle) throw new SignInError(msg('Sign-in needs HTTPS.'))
  return { state: randomText(), nonce: randomText(), verifier: randomText(), redirectUri }
}

/** @throws SignInError for an issuer over plain HTTP: anybody between could answer for it */
export function requireSafeIssuer(issuer: string): void {
  const { protocol, hostname } = new URL(issuer)
  if (protocol !== 'https:' && !LOOPBACK.includes(hostname)) throw new SignInError(msg('The identity provider must use HTTPS.'))
}

/** OpenID Connect Discovery 1.0 §4.3: the document names the issuer that was asked for. Everything is at its origin. */
export function readProvider(issuer: string, document: unknown): Provider {
  const { issuer: named, authorization_endpoint: authorization, token_endpoint: token } = (document ?? {}) as Record<string, unknown>
  const { origin } = new URL(issuer)
  const isHere = (address: unknown): address is string =>
    typeof address === 'string' && URL.canParse(address) && new URL(address).origin === origin
  if (named !== issuer || !isHere(authorization) || !isHere(token)) {
    throw new SignInError(msg('The metadata of the identity provider differs from what this server expects.'))
  }
  return { issuer, authorization, token }
}

export async function composeAuthorization(
  { clientId, scope, resource }: SignInSettings,
  { authorization }: Provider,
  { state, nonce, verifier, redirectUri }: Attempt,
): Promise<string> {
  const address = new URL(authorization)
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  const query = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    scope,
    state,
    nonce,
    code_challenge: base64Url(new Uint8Array(digest)),
    code_challenge_method: 'S256',
    ...(resource !== null && { resource }),
  }
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value)
  return address.href
}

/** The code of an answer of the provider. RFC 9207: an answer that names its issuer names this one. @throws SignInError for any other answer */
export function readCode(answer: URLSearchParams, { state }: Attempt, { issuer }: Provider): string {
  const code = answer.get('code')
  const from = answer.get('iss')
  if (answer.get('state') !== state || (from !== null && from !== issuer))
    throw new SignInError(msg('The response does not belong to this sign-in.'))
  if (answer.get('error') === 'access_denied') throw new SignInError(msg('The sign-in was refused.'))
  if (code === null) throw new SignInError(msg('The identity provider reports an error.'))
  return code
}

export function composeTokenRequest(
  { clientId, resource }: SignInSettings,
  { verifier, redirectUri }: Attempt,
  code: string,
): URLSearchParams {
  return new URLSearchParams({
    grant_type: 'authorization_code',
    client_id: clientId,
    redirect_uri: redirectUri,
    code,
    code_verifier: verifier,
    ...(resource !== null && { resource }),
  })
}

/**
 * OpenID Connect Core 1.0 §3.1.3.7: issuer, audience, authorized party, nonce and time. A token for several audiences must name this client
 * as its party. The signature is not needed: the token came from the issuer by TLS.
 * @throws SignInError for a token of another sign-in
 */
export function readSession({ clientId }: SignInSettings, { issuer }: Provider, { nonce }: Attempt, answer: unknown, now: number): Session {
  const { access_token: token, token_type: type, id_token: id, expires_in: seconds } = (answer ?? {}) as Record<string, unknown>
  if (typeof token !== 'string' || String(type).toLowerCase() !== 'bearer')
    throw new SignInError(msg('The identity provider sent no token.'))
  const claims = claimsOf(id)
  const audience = Array.isArray(claims.aud) ? claims.aud : [claims.aud]
  const isForClient = audience.includes(clientId) && (claims.azp ?? (audience.length === 1 ? clientId : undefined)) === clientId
  const isCurrent = Number(claims.exp) * 1000 > now - CLOCK_SKEW_MS
  if (claims.iss !== issuer || !isForClient || claims.nonce !== nonce || !isCurrent)
    throw new SignInError(msg('The response does not belong to this sign-in.'))
  const name = [claims.name, claims.preferred_username, claims.email, claims.sub].find((text) => typeof text === 'string' && text !== '')
  return { token, name: String(name ?? ''), expiresAt: now + 1000 * (typeof seconds === 'number' ? seconds : DEFAULT_SECONDS) }
}

function claimsOf(token: unknown): Record<string, unknown> {
  try {
    const [, payload = ''] = String(token).split('.')
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0))
    return (JSON.parse(new TextDecoder().decode(bytes)) ?? {}) as Record<string, unknown>
  } catch {
    return {}
  }
}

/** 256 bits. */
function randomText(): string {
  return base64Url(crypto.getRandomValues(new Uint8Array(32)))
}

function base64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
