// What must hold before access tokens are taken: whoever issues them, somebody must, and every token must come to a plan that there is.
import type { Finding, SettingPath } from '../finding.ts'
import type { Settings } from '../schema/config-schema.ts'

interface Mapping {
  readonly plan_claim: string | null
  readonly plan: string | null
  readonly scope_map: Readonly<Record<string, string>>
}

const at = (...steps: SettingPath): SettingPath => ['auth', 'oauth', ...steps]
const contradiction = (path: SettingPath, detail: string): Finding => ({ path, code: 'contradiction', detail })

export function findOAuthProblems(settings: Settings): Finding[] {
  const {
    auth: { oauth },
    plans,
  } = settings
  const { enabled: issuesTokens, signing_key: signingKey } = oauth.token_endpoint
  const unused = [...(issuesTokens ? [at('token_endpoint', 'enabled')] : []), ...(oauth.sign_in ? [at('sign_in')] : [])]
  if (!oauth.enabled) return unused.map((path) => contradiction(path, 'the tokens would be rejected: auth.oauth.enabled must be true'))
  const findings = oauth.issuers.flatMap((issuer, i) => findMappingProblems(at('issuers', i), issuer, plans))
  for (const [i, { issuer }] of oauth.issuers.entries()) {
    if (oauth.issuers.slice(0, i).some((other) => other.issuer === issuer)) {
      findings.push(contradiction(at('issuers', i, 'issuer'), 'the issuer is repeated; write each once'))
    }
  }
  if (oauth.introspection) findings.push(...findMappingProblems(at('introspection'), oauth.introspection, plans))
  if (oauth.issuers.length === 0 && oauth.introspection === null && !issuesTokens) {
    findings.push(contradiction(at('enabled'), 'auth.oauth.issuers or auth.oauth.introspection is required'))
  }
  findings.push(...findSignInProblems(oauth), ...findBindingProblems(settings))
  if (issuesTokens && signingKey === null)
    findings.push(contradiction(at('token_endpoint', 'enabled'), 'signing_key is required, for example {credential: signing-key}'))
  if (issuesTokens && oauth.resource === null) {
    findings.push(
      contradiction(
        at('token_endpoint', 'enabled'),
        'auth.oauth.resource is required: the public URL of this server, for which the tokens are valid',
      ),
    )
  }
  return findings
}

/** Tokens of a sign-in are taken like all others. A page cannot show a certificate of its own for each call. */
function findSignInProblems({ sign_in: signIn, issuers, introspection }: Settings['auth']['oauth']): Finding[] {
  if (!signIn) return []
  const issuer = issuers.find((each) => each.issuer === signIn.issuer)
  if (!issuer && !introspection) return [contradiction(at('sign_in', 'issuer'), 'expected an issuer of auth.oauth.issuers')]
  return signIn.scope.split(' ').includes('openid')
    ? []
    : [contradiction(at('sign_in', 'scope'), 'expected a scope with openid, such as "openid profile"')]
}

/** A certificate that nobody sees proves nothing, and one that proves a caller must not prove a proxy. */
function findBindingProblems({ auth: { oauth, proxy }, server }: Settings): Finding[] {
  const paths = oauth.issuers.flatMap(({ mtls_bound: rule }, i) => (rule === 'off' ? [] : [at('issuers', i, 'mtls_bound')]))
  if (oauth.introspection && oauth.introspection.mtls_bound !== 'off') paths.push(at('introspection', 'mtls_bound'))
  const asksCallers = server.tls.enabled && server.tls.client_ca !== null
  const isTold = proxy.enabled && proxy.headers.client_cert !== null
  if (!asksCallers && !isTold) {
    const detail = 'client certificates are not available: set server.tls.client_ca, or auth.proxy.headers.client_cert'
    return paths.map((path) => contradiction(path, detail))
  }
  const isProofOfProxy =
    proxy.enabled &&
    proxy.secret === null &&
    proxy.listen.some((name) => server.listen.some((place) => place.name === name && !('socket' in place)))
  const detail = 'auth.proxy.secret is required: otherwise a caller with a client certificate could pose as the proxy'
  return asksCallers && isProofOfProxy ? paths.map((path) => contradiction(path, detail)) : []
}

function findMappingProblems(
  path: SettingPath,
  { plan_claim: claim, plan, scope_map: scopes }: Mapping,
  plans: Settings['plans'],
): Finding[] {
  const findings: Finding[] = []
  if (claim === null && plan === null) findings.push(contradiction(path, 'plan or plan_claim is required, for example plan: standard'))
  if (plan !== null && !Object.hasOwn(plans, plan)) {
    findings.push({ path: [...path, 'plan'], code: 'unknown_plan', detail: `expected a plan: ${Object.keys(plans).join(', ')}` })
  }
  if (Object.keys(scopes).length === 0)
    findings.push(contradiction(path, 'scope_map is required, for example {clinic: "tools:*"}: without it no tool can be called'))
  return findings
}
