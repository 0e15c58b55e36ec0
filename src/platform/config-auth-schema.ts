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
} from './config-fields.ts'

const CREDENTIAL_KINDS = ['api_key', 'oauth', 'proxy'] as const

const apiKeySchema = z.strictObject({
  enabled: z.boolean().default(true).describe('Whether keys of this server are taken.'),
  prefix: z
    .string()
    .regex(/^[a-z][a-z0-9]{1,7}$/, { error: 'expected 2 to 8 small letters and digits' })
    .default('ht')
    .describe('First part of new keys; keys that were issued with another one stay good.'),
  header: z
    .enum(['X-API-Key'])
    .nullable()
    .default(null)
    .describe('Also accept keys in this header: X-API-Key. null: only in Authorization: Bearer.'),
  pepper: secretField()
    .nullable()
    .default(null)
    .describe(
      'The secret with which keys are hashed, at least 32 bytes. null: the file `pepper` beside the database, made at the first start.',
    ),
  default_expiry: durationField('1h', '36500d').default('365d').describe('How long a new key is good where its maker does not say.'),
  last_used_resolution: durationField('1s', '1d').default('60s').describe('How exactly the last use of a key is noted.'),
})

const proxySchema = z.strictObject({
  enabled: z.boolean().default(false).describe('Whether a proxy that authenticates in front of this server is believed.'),
  listen: z.array(nameField()).default([]).describe('Names of the listeners on which the headers are read; best that of a unix socket.'),
  trusted: z.array(networkField()).default([]).describe('Networks of the proxy: the address of the socket, never a header.'),
  secret: z
    .strictObject({ header: nameField().default('X-HT-Proxy-Secret'), value: secretField() })
    .nullable()
    .default(null)
    .describe(
      'A header by which the proxy proves itself: {header, value: {file} or {credential}}. On TCP this or a client certificate must be.',
    ),
  headers: z
    .strictObject({
      user: nameField().default('X-Remote-User').describe('The user.'),
      groups: nameField().default('X-Remote-Groups').describe('The groups of the user.'),
      groups_separator: z.string().min(1).max(1).default(',').describe('One character between two groups.'),
      client_cert: nameField()
        .nullable()
        .default(null)
        .describe(
          'The certificate that the caller has proved to the proxy, for bound tokens: as in RFC 9440, or PEM with spaces (Apache) or percent-encoded (nginx). null: the proxy tells none.',
        ),
    })
    .prefault({})
    .describe('The headers that name the user and the groups.'),
  require_groups: z
    .boolean()
    .default(true)
    .describe('Whether a user without groups is refused with 401; otherwise with 403, because no group has a plan.'),
  user_pattern: z
    .string()
    .max(200)
    .default('^[A-Za-z0-9._@-]{1,64}$')
    .describe('What a user name looks like, from its first letter to its last; a regular expression of RE2.'),
  mapping: z
    .array(z.strictObject({ group: z.string().min(1).max(200), plan: planNameField(), scopes: z.array(scopeField()) }))
    .default([])
    .describe(
      'Plan and scopes of a group: {group, plan, scopes}. The first group that the user is in counts. Scopes: tools:*, tools:<category>/*, tools:<category>/<tool>, or admin:read, which reaches no tool. Written as []: the proxy tells the addresses of callers and names no users.',
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
  enabled: z.boolean().default(false).describe('Whether access tokens of an identity provider are taken.'),
  resource: webAddressField()
    .nullable()
    .default(null)
    .describe('The address by which callers know this server, for its metadata (RFC 9728). null: it has none.'),
  ca: secretField()
    .nullable()
    .default(null)
    .describe('Authorities of the certificates of the identity providers, PEM. null: the usual ones.'),
  issuers: z
    .array(issuerSchema)
    .max(20)
    .default([])
    .describe(
      'The identity providers: {issuer, audience, jwks: {file} or {url}, algorithms, typ, clock_skew, plan_claim, plan, owner_claim, scope_map, mtls_bound}. plan is for tokens without the claim; owner_claim names whom usage is summed for, else the subject. mtls_bound: off, optional or required, for tokens that are bound to a certificate (RFC 8705).',
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
      'Where opaque tokens are asked about (RFC 7662): {endpoint, client_id, client_secret, cache, audience, plan_claim, plan, owner_claim, scope_map, mtls_bound}.',
    ),
  token_endpoint: z
    .strictObject({
      enabled: z
        .boolean()
        .default(false)
        .describe('Whether POST /oauth/token gives tokens to clients made with `health-tools clients create`.'),
      signing_key: secretField().nullable().default(null).describe('A private key, PEM: EC P-256, Ed25519, or RSA of 2048 bits or more.'),
      lifetime: durationField('1m', '1d').default('10m').describe('How long a token is good.'),
    })
    .prefault({})
    .describe('Client credentials for sites without an identity provider.'),
})

export const authSchema = z.strictObject({
  order: z
    .array(z.enum(CREDENTIAL_KINDS))
    .min(1)
    .refine((kinds) => new Set(kinds).size === kinds.length, { error: 'a kind of credential stands twice' })
    .default(['api_key'])
    .describe('Kinds of credential that are looked for, in this order; a request has exactly one.'),
  anonymous: z.literal('deny').default('deny').describe('What happens to a request without credentials; there is no other value.'),
  api_key: apiKeySchema.prefault({}).describe('Keys that this server issues.'),
  proxy: proxySchema.prefault({}).describe('A proxy that authenticates against a directory.'),
  oauth: oauthSchema.prefault({}).describe('OAuth 2.0 access tokens.'),
})
