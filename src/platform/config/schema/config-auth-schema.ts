// The settings of the section `auth`: which credentials are taken, and how they are checked.
import * as z from 'zod'
import {
  durationField,
  nameField,
  networkField,
  pathField,
  planNameField,
  scopeField,
  secretField,
  serviceAddressField,
  webAddressField,
} from '../config-fields.ts'

const CREDENTIAL_KINDS = ['api_key', 'oauth', 'proxy'] as const

const apiKeySchema = z.strictObject({
  enabled: z.boolean().default(true).describe('Accept API keys of this server.'),
  prefix: z
    .string()
    .regex(/^[a-z][a-z0-9]{1,7}$/, { error: 'expected 2 to 8 lowercase letters and digits' })
    .default('ht')
    .describe('Prefix of new keys. Keys with another prefix remain valid.'),
  header: z
    .enum(['X-API-Key'])
    .nullable()
    .default(null)
    .describe('Additional header for keys: X-API-Key. null: only Authorization: Bearer.'),
  pepper: secretField()
    .nullable()
    .default(null)
    .describe('Secret for hashing keys, at least 32 bytes. null: the file `pepper` next to the database, created at the first start.'),
  default_expiry: durationField('1h', '36500d').default('365d').describe('Default lifetime of new keys.'),
  last_used_resolution: durationField('1s', '1d').default('60s').describe('Resolution of the last-used timestamp.'),
})

const proxySchema = z.strictObject({
  enabled: z.boolean().default(false).describe('Trust authentication headers from a reverse proxy.'),
  listen: z.array(nameField()).default([]).describe('Names of the listeners that accept these headers. A Unix socket is recommended.'),
  trusted: z.array(networkField()).default([]).describe('Networks of the proxy, matched against the peer address of the connection.'),
  secret: z
    .strictObject({ header: nameField().default('X-HT-Proxy-Secret'), value: secretField() })
    .nullable()
    .default(null)
    .describe(
      'Header with a shared secret that authenticates the proxy: {header, value: {file} or {credential}}. A TCP listener requires this or a client certificate.',
    ),
  headers: z
    .strictObject({
      user: nameField().default('X-Remote-User').describe('Header with the user name.'),
      groups: nameField().default('X-Remote-Groups').describe('Header with the groups of the user.'),
      groups_separator: z.string().min(1).max(1).default(',').describe('Character that separates groups.'),
      client_cert: nameField()
        .nullable()
        .default(null)
        .describe(
          'Header with the client certificate that the proxy verified, for certificate-bound tokens: RFC 9440, PEM with spaces (Apache) or percent-encoded PEM (nginx). null: not used.',
        ),
    })
    .prefault({})
    .describe('Header names.'),
  require_groups: z
    .boolean()
    .default(true)
    .describe('Reject users without groups with 401. false: reject them with 403, because no group has a plan.'),
  user_pattern: z
    .string()
    .max(200)
    .default('^[A-Za-z0-9._@-]{1,64}$')
    .describe('Regular expression (RE2) that the whole user name must match.'),
  mapping: z
    .array(z.strictObject({ group: z.string().min(1).max(200), plan: planNameField(), scopes: z.array(scopeField()) }))
    .default([])
    .describe(
      'Plan and scopes by group: {group, plan, scopes}. The first group of the user that matches applies. Scopes: tools:*, tools:<category>/*, tools:<category>/<tool>, or admin:read, which allows no tool. []: the proxy only forwards client addresses.',
    ),
})

const mappingFields = () => ({
  plan_claim: z.string().min(1).max(100).nullable().default(null),
  owner_claim: z.string().min(1).max(100).nullable().default(null),
  plan: planNameField().nullable().default(null),
  scope_map: z.record(z.string().max(100), scopeField()).default({}),
  mtls_bound: z.enum(['off', 'optional', 'required']).default('off'),
})

const issuerSchema = z.strictObject({
  issuer: webAddressField(),
  audience: z.string().min(1).max(200),
  jwks: z.union([z.strictObject({ file: pathField() }), z.strictObject({ url: serviceAddressField() })], {
    error: 'expected {file: PATH} or {url: ADDRESS}',
  }),
  algorithms: z.array(z.enum(['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'])).min(1),
  typ: z.string().min(1).max(40).default('at+jwt'),
  clock_skew: durationField('0s', '5m').default('30s'),
  ...mappingFields(),
  dpop: z.enum(['off', 'optional', 'required']).default('off'),
})

const oauthSchema = z.strictObject({
  enabled: z.boolean().default(false).describe('Accept access tokens of an identity provider.'),
  resource: webAddressField()
    .nullable()
    .default(null)
    .describe('Public URL of this server for its protected resource metadata (RFC 9728). null: no metadata.'),
  ca: secretField()
    .nullable()
    .default(null)
    .describe('CA certificates of the identity providers in PEM format. null: the public CAs built into the runtime.'),
  issuers: z
    .array(issuerSchema)
    .max(20)
    .default([])
    .describe(
      'Identity providers: {issuer, audience, jwks: {file} or {url}, algorithms, typ, clock_skew, plan_claim, plan, owner_claim, scope_map, mtls_bound}. plan applies to tokens without plan_claim. owner_claim names the owner of the usage; default: the subject. mtls_bound: off, optional or required, for certificate-bound tokens (RFC 8705).',
    ),
  introspection: z
    .strictObject({
      endpoint: serviceAddressField(),
      client_id: z.string().min(1).max(200),
      client_secret: secretField(),
      cache: durationField('0s', '5m').default('30s'),
      audience: z.string().min(1).max(200).nullable().default(null),
      ...mappingFields(),
    })
    .nullable()
    .default(null)
    .describe(
      'Token introspection (RFC 7662) for opaque tokens: {endpoint, client_id, client_secret, cache, audience, plan_claim, plan, owner_claim, scope_map, mtls_bound}.',
    ),
  sign_in: z
    .strictObject({
      issuer: serviceAddressField(),
      client_id: z.string().min(1).max(200),
      scope: z.string().min(1).max(1000).default('openid profile'),
      resource: webAddressField().nullable().default(null),
    })
    .nullable()
    .default(null)
    .describe(
      'Sign-in on the page at / (authorization code with PKCE): {issuer, client_id, scope, resource}. issuer is one of issuers; client_id is a public client whose redirect URI is the address of the page. resource (RFC 8707) is sent if the provider needs it. null: callers enter an API key or a token.',
    ),
  token_endpoint: z
    .strictObject({
      enabled: z
        .boolean()
        .default(false)
        .describe('Issue tokens at POST /oauth/token to clients created with `health-tools clients create`.'),
      signing_key: secretField()
        .nullable()
        .default(null)
        .describe('Private key in PEM format: EC P-256, Ed25519, or RSA with at least 2048 bits.'),
      lifetime: durationField('1m', '1d').default('10m').describe('Lifetime of a token.'),
    })
    .prefault({})
    .describe('Client credentials grant for sites without an identity provider.'),
})

export const authSchema = z.strictObject({
  order: z
    .array(z.enum(CREDENTIAL_KINDS))
    .min(1)
    .refine((kinds) => new Set(kinds).size === kinds.length, { error: 'a kind of credential is repeated; write each once' })
    .default(['api_key'])
    .describe('Accepted kinds of credentials, in order of lookup. A request must have exactly one.'),
  anonymous: z.literal('deny').default('deny').describe('Requests without credentials are denied. There is no other value.'),
  api_key: apiKeySchema.prefault({}).describe('API keys of this server.'),
  proxy: proxySchema.prefault({}).describe('Reverse proxy that authenticates users against a directory.'),
  oauth: oauthSchema.prefault({}).describe('OAuth 2.0 access tokens.'),
})
