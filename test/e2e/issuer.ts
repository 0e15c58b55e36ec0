// A real issuer of access tokens (oidc-provider) on loopback, and a service that takes its tokens.
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { exportJWK, generateKeyPair, type JWK } from 'jose'
// @ts-expect-error The package has no types; what is used of it is listed in OidcProvider.
import { Provider } from 'oidc-provider'
import { onTestFinished } from 'vitest'
import { startService } from '../../src/cli/service/service.ts'
import { loadConfig } from '../../src/platform/config/config.ts'
import { makeScratchFolder } from '../platform/scratch-folder.ts'

interface OidcProvider {
  callback(): RequestListener
}

export const AUDIENCE = 'https://tools.hosp.example/v1'

export async function serve(listener: RequestListener, port = 0): Promise<Server & { readonly origin: string }> {
  const server = createServer(listener).listen(port, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return Object.assign(server, { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
}

export async function makeSigningJwk(kid: string): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  return { ...(await exportJWK(privateKey)), kid, alg: 'RS256', use: 'sig' }
}

const CERTIFICATE = 'x-certificate'

/** An issuer with one client that may ask for tokens and one that may ask about them. */
export async function startIssuer(format: 'jwt' | 'opaque', keys: readonly JWK[], port: number) {
  const issuer = `http://127.0.0.1:${port}`
  const state = { listener: openProvider(issuer, format, keys).callback(), keyFetches: 0 }
  await serve((request, response) => {
    if (request.url === '/jwks') state.keyFetches++
    state.listener(request, response)
  }, port)
  const take = async (scope: string, client: string, headers: Readonly<Record<string, string>> = {}): Promise<string> => {
    const body = new URLSearchParams({ grant_type: 'client_credentials', scope, resource: AUDIENCE })
    const authorization = `Basic ${btoa(`${client}:ward-secret`)}`
    const answer = await fetch(`${issuer}/token`, { method: 'POST', body, headers: { Authorization: authorization, ...headers } })
    return ((await answer.json()) as { access_token: string }).access_token
  }
  const requestToken = (scope = 'ht.text'): Promise<string> => take(scope, 'ward')
  return {
    issuer,
    requestToken,
    /** Bound to a certificate (PEM), which the issuer is told as if it had seen it itself. */
    requestBoundToken: (certificate: string): Promise<string> =>
      take('ht.text', 'bound', { [CERTIFICATE]: encodeURIComponent(certificate) }),
    /** The first of the keys signs from now on. */
    rotate(next: readonly JWK[]): void {
      state.listener = openProvider(issuer, format, next).callback()
    },
    get keyFetches() {
      return state.keyFetches
    },
  }
}

function openProvider(issuer: string, format: 'jwt' | 'opaque', keys: readonly JWK[]): OidcProvider {
  const client = { grant_types: ['client_credentials'], redirect_uris: [], response_types: [] }
  return new Provider(issuer, {
    clients: [
      { ...client, client_id: 'ward', client_secret: 'ward-secret', scope: 'ht.phi ht.text' },
      { ...client, client_id: 'bound', client_secret: 'ward-secret', scope: 'ht.text', tls_client_certificate_bound_access_tokens: true },
      { ...client, client_id: 'tools', client_secret: 'tools & secret' },
    ],
    jwks: { keys },
    scopes: ['ht.phi', 'ht.text'],
    extraTokenClaims: () => ({ ht_plan: 'standard' }),
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      introspection: { enabled: true, allowedPolicy: () => true },
      mTLS: {
        enabled: true,
        certificateBoundAccessTokens: true,
        getCertificate: (context: { get(header: string): string }) => decodeURIComponent(context.get(CERTIFICATE)) || undefined,
      },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: () => ({
          scope: 'ht.phi ht.text',
          audience: AUDIENCE,
          accessTokenTTL: 600,
          accessTokenFormat: format,
          jwt: { sign: { alg: 'RS256' } },
        }),
      },
    },
  }) as OidcProvider
}

export async function startTools(oauth: string, more = '', server = '{ listen: [{ address: 127.0.0.1, port: 0 }] }') {
  const folder = makeScratchFolder()
  const file = join(folder, 'config.yaml')
  writeFileSync(join(folder, 'introspection-secret'), 'tools & secret', { mode: 0o600 })
  writeFileSync(join(folder, 'another-secret'), 'no such secret', { mode: 0o600 })
  writeFileSync(
    file,
    `version: 1
server: ${server}
operations: { listen: { address: 127.0.0.1, port: 0 } }
storage: { path: ${join(folder, 'data', 'health-tools.db')} }
logging: { sinks: [] }
auth:
  order: [api_key, oauth, proxy]
  oauth:
    enabled: true
    resource: ${AUDIENCE}
${oauth}${more}`,
  )
  const service = await startService(loadConfig({ file, env: {}, cwd: folder }), {})
  onTestFinished(() => service.stop())
  const ask = async (
    token: string,
    path = '/v1/me',
    body?: string,
  ): Promise<{ status: number; body: Record<string, unknown>; challenge: string | null }> => {
    const answer = await fetch(`${service.api[0]!.origin}${path}`, {
      headers: {
        ...(token === '' ? {} : { Authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { method: 'POST', body }),
    })
    return {
      status: answer.status,
      body: (await answer.json()) as Record<string, unknown>,
      challenge: answer.headers.get('www-authenticate'),
    }
  }
  return Object.assign(ask, { configFile: file, folder, ports: service.api.map(({ port }) => port) })
}

export const issuerYaml = (issuer: string, jwks: string, more = ''): string =>
  `    issuers:
      - { issuer: "${issuer}", audience: "${AUDIENCE}", jwks: { ${jwks} }, algorithms: [RS256], plan_claim: ht_plan, scope_map: { ht.text: "tools:text/*" }${more} }
`
