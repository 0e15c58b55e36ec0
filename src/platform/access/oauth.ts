// OAuth on Node: the keys of issuers from a file or an address, introspection, and what they are configured with.
import { readFile } from 'node:fs/promises'
import type { ProtectedResource } from '../../access/quota/admission.ts'
import { createIntrospectionCheck } from '../../access/tokens/introspection.ts'
import { KeyRing, type LoadKeySet } from '../../access/tokens/key-ring.ts'
import { createTokenCheck, type TokenCheck, type TokenIssuer } from '../../access/tokens/token-check.ts'
import { looksLikeToken, readTokenText } from '../../access/tokens/token-text.ts'
import { parseJson } from '../../core/parse-json.ts'
import { ProblemError } from '../../core/problem.ts'
import type { OAuthSources } from '../config/config-places.ts'
import { parseDuration } from '../config/config-units.ts'
import type { Settings } from '../config/schema/config-schema.ts'
import { readSecret, type SecretSource } from '../config/secrets.ts'
import { fetchJson } from './outbound.ts'
import type { OwnTokens } from './own-tokens.ts'

type OAuthSettings = Settings['auth']['oauth']

/**
 * @param digest hexadecimal SHA-256
 * @throws ProblemError `bad_configuration` where a key file, a secret or a certificate cannot be used
 */
export async function openTokenCheck(
  { settings, clientSecret, ca }: OAuthSources,
  own: OwnTokens | null,
  digest: (text: string) => string,
  now: number,
): Promise<TokenCheck> {
  const authorities = ca ? textOf(ca) : undefined
  const issuers: TokenIssuer[] = []
  for (const issuer of settings.issuers) issuers.push(await openIssuer(issuer, authorities, now))
  const checkToken = createTokenCheck(issuers, digest)
  const checkOpaque = openIntrospection(settings.introspection, clientSecret, authorities, digest)
  return (token, at, address, thumbprint) => {
    if (own && readTokenText(token)?.issuer === own.issuer) return own.check(token, at, address)
    const check = checkOpaque && !(issuers.length > 0 && looksLikeToken(token)) ? checkOpaque : checkToken
    return check(token, at, address, thumbprint)
  }
}

const WELL_KNOWN = '/.well-known/oauth-protected-resource'

/** RFC 9728 §2 and §3.1: a path of the resource follows the well-known one. Null where the configuration names no address. */
export function describeResource(
  { resource, issuers, introspection, token_endpoint: { enabled: own } }: OAuthSettings,
  basePath: string,
): ProtectedResource | null {
  if (resource === null) return null
  const { origin, pathname } = new URL(resource)
  const scopes = new Set([...issuers.flatMap(({ scope_map: map }) => Object.keys(map)), ...(own ? ['tools:*'] : [])])
  return {
    metadataUrl: `${origin}${WELL_KNOWN}${pathname === '/' ? '' : pathname}`,
    issuerMetadata: own
      ? {
          issuer: origin,
          token_endpoint: `${origin}${basePath}/oauth/token`,
          grant_types_supported: ['client_credentials'],
          response_types_supported: [],
          token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
        }
      : null,
    metadata: {
      resource,
      authorization_servers: [...issuers.map(({ issuer }) => issuer), ...(own ? [origin] : [])],
      // RFC 9728 §3.2: a list of nothing is left out.
      ...(scopes.size > 0 && { scopes_supported: [...scopes] }),
      bearer_methods_supported: ['header'],
      ...([...issuers, introspection].some((each) => each && each.mtls_bound !== 'off') && {
        tls_client_certificate_bound_access_tokens: true,
      }),
    },
  }
}

async function openIssuer(settings: OAuthSettings['issuers'][number], ca: string | undefined, now: number): Promise<TokenIssuer> {
  const { jwks } = settings
  const keys = new KeyRing('file' in jwks ? () => readKeyFile(jwks.file) : fetchKeys(jwks.url, ca))
  if ('file' in jwks) await openKeyFile(keys, jwks.file, now)
  return {
    issuer: settings.issuer,
    audience: settings.audience,
    algorithms: settings.algorithms,
    type: settings.typ,
    clockSkewMs: parseDuration(settings.clock_skew)!,
    keys,
    bindingRule: settings.mtls_bound,
    mapping: {
      planClaim: settings.plan_claim,
      ownerClaim: settings.owner_claim,
      plan: settings.plan,
      scopeMap: new Map(Object.entries(settings.scope_map)),
    },
  }
}

/** A file that is wrong stops the start; an address may come to answer later. */
async function openKeyFile(keys: KeyRing, path: string, now: number): Promise<void> {
  try {
    await keys.open(now)
  } catch (cause) {
    throw new ProblemError('The key set is unreadable, not a JWK set, or has no public signature key.', {
      code: 'bad_configuration',
      at: { file: path },
      cause,
    })
  }
}

async function readKeyFile(path: string): Promise<readonly unknown[]> {
  return keysOf(parseJson(await readFile(path, 'utf8')))
}

function fetchKeys(url: string, ca: string | undefined): LoadKeySet {
  return async () => keysOf(await fetchJson({ url, method: 'GET', headers: {}, ca }))
}

function keysOf(value: unknown): readonly unknown[] {
  const keys = typeof value === 'object' && value !== null ? (value as { keys?: unknown }).keys : undefined
  if (!Array.isArray(keys)) throw new Error('no JWK set')
  return keys
}

/** What is wrong with a provider that was asked; undefined: it answers as it should. */
export interface ProviderCheck {
  readonly address: string
  /** Of the setting. */
  readonly pointer: string
  readonly trouble: string | undefined
}

/** The addresses that are asked when tokens come, and not before. */
export function providerAddresses({ settings: { issuers, introspection } }: OAuthSources): Pick<ProviderCheck, 'address' | 'pointer'>[] {
  const keySets = issuers.flatMap(({ jwks }, i) =>
    'url' in jwks ? [{ address: jwks.url, pointer: `/auth/oauth/issuers/${i}/jwks/url` }] : [],
  )
  return introspection ? [...keySets, { address: introspection.endpoint, pointer: '/auth/oauth/introspection/endpoint' }] : keySets
}

/** Fetches every key set, and asks about a token that nobody has. */
export async function checkProviders(sources: OAuthSources, now: number): Promise<ProviderCheck[]> {
  const { settings, clientSecret, ca } = sources
  const authorities = ca ? textOf(ca) : undefined
  const queryAt = async (address: string): Promise<string | undefined> => {
    if (settings.introspection?.endpoint === address && clientSecret) {
      const answer = await queryIntrospection(settings.introspection, clientSecret, authorities)('health-tools-config-check')
      return answer.active === false ? undefined : 'does not report an unknown token as inactive'
    }
    await new KeyRing(fetchKeys(address, authorities)).open(now)
    return undefined
  }
  const ask = async (place: Pick<ProviderCheck, 'address' | 'pointer'>): Promise<ProviderCheck> => {
    const trouble = await queryAt(place.address).catch(() => 'cannot be reached, or does not respond as expected')
    return { ...place, trouble }
  }
  return Promise.all(providerAddresses(sources).map(ask))
}

function openIntrospection(
  settings: OAuthSettings['introspection'],
  clientSecret: SecretSource | null,
  ca: string | undefined,
  digest: (text: string) => string,
): TokenCheck | undefined {
  if (!settings || !clientSecret) return undefined
  const {
    endpoint: url,
    cache,
    audience,
    plan_claim: planClaim,
    owner_claim: ownerClaim,
    plan,
    scope_map: scopeMap,
    mtls_bound: bindingRule,
  } = settings
  const ask = queryIntrospection(settings, clientSecret, ca)
  const mapping = { planClaim, ownerClaim, plan, scopeMap: new Map(Object.entries(scopeMap)) }
  const issuerTag = digest(url).slice(0, 8)
  return createIntrospectionCheck({ ask, cacheMs: parseDuration(cache)!, audience, mapping, bindingRule, issuerTag }, digest)
}

/** Asks about a token; rejects where the answer is none of RFC 7662. */
function queryIntrospection(
  { endpoint: url, client_id: id }: NonNullable<OAuthSettings['introspection']>,
  clientSecret: SecretSource,
  ca: string | undefined,
): (token: string) => Promise<Readonly<Record<string, unknown>>> {
  // RFC 6749 §2.3.1: both are form-encoded before they are joined.
  const credentials = btoa(`${formEncode(id)}:${formEncode(textOf(clientSecret))}`)
  const headers = { Authorization: `Basic ${credentials}`, 'Content-Type': 'application/x-www-form-urlencoded' }
  return async (token) => {
    const body = new URLSearchParams({ token, token_type_hint: 'access_token' }).toString()
    const answer = await fetchJson({ url, method: 'POST', headers, body, ca })
    if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) throw new Error('no introspection answer')
    return answer as Record<string, unknown>
  }
}

function formEncode(text: string): string {
  return new URLSearchParams({ x: text }).toString().slice(2)
}

function textOf(source: SecretSource): string {
  return new TextDecoder().decode(readSecret(source))
}
