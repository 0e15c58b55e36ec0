// A configuration that speaks of tools that there are not is refused, with the place and the name that was probably meant.
import { expect, test } from 'vitest'
import { loadYaml } from './load-yaml.ts'

const proxy = (scope: string): string =>
  `{ auth: { order: [api_key, proxy], proxy: { enabled: true, listen: [s], mapping: [{ group: a, plan: standard, scopes: ["${scope}"] }] } }, server: { listen: [{ socket: /s, name: s }] } }`
const MAP = 'plan: standard, scope_map'
const oauth = (settings: string): string => `auth: { order: [api_key, oauth], oauth: { enabled: true, ${settings} } }`
const issuer = (scope: string): string =>
  oauth(`issuers: [{ issuer: "https://a.example", audience: a, jwks: { file: k }, algorithms: [ES256], ${MAP}: { a: "${scope}" } }]`)
const introspection = (scope: string): string =>
  oauth(`introspection: { endpoint: "https://a.example/i", client_id: a, client_secret: { file: s }, ${MAP}: { a: "${scope}" } }`)

const UNKNOWN = 'unknown tool; expected one that `health-tools tools` lists'

test.each([
  ['a tool that is switched off', 'tools: { disabled: [text/dif] }', '/tools/disabled/0', 'unknown tool; did you mean text/diff?'],
  ['a plan, of a category', 'plans: { a: { tools: [radiology/*] } }', '/plans/a/tools/0', UNKNOWN],
  ['a plan, misspelt', 'plans: { a: { tools: ["text/*", "dicm/*"] } }', '/plans/a/tools/1', 'unknown tool; did you mean dicom/*?'],
  ['a group', proxy('tools:hl7/pars'), '/auth/proxy/mapping/0/scopes/0', 'unknown tool; did you mean hl7/parse?'],
  ['tokens', issuer('tools:pih/*'), '/auth/oauth/issuers/0/scope_map/a', 'unknown tool; did you mean phi/*?'],
  ['opaque tokens', introspection('tools:text/transmogrify'), '/auth/oauth/introspection/scope_map/a', UNKNOWN],
])('%s', (_title, yaml, pointer, detail) => {
  expect(() => loadYaml(`${yaml}\n`)).toThrowError(
    expect.objectContaining({ code: 'bad_configuration', errors: [{ pointer, code: 'unknown_tool', detail: `line 1: ${detail}` }] }),
  )
})

test.each([
  ['a plan', 'plans: { a: { tools: ["*", "phi/*", "hl7/parse"] } }'],
  ['a group', proxy('tools:hl7/parse')],
  ['an administrator', proxy('admin:read')],
  ['tokens', issuer('tools:*')],
])('%s with tools that there are is taken', (_title, yaml) => {
  expect(() => loadYaml(`${yaml}\n`)).not.toThrow()
})
