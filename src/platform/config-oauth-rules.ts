// What must hold before access tokens are taken: whoever issues them, somebody must, and every token must come to a plan that there is.
import type { Finding, SettingPath } from './config-finding.ts'
import type { Settings } from './config-schema.ts'

interface Mapping {
  readonly plan_claim: string | null
  readonly plan: string | null
  readonly scope_map: Readonly<Record<string, string>>
}

const at = (...steps: SettingPath): SettingPath => ['auth', 'oauth', ...steps]
const contradiction = (path: SettingPath, detail: string): Finding => ({ path, code: 'contradiction', detail })

export function findOAuthFaults({ auth: { oauth }, plans }: Settings): Finding[] {
  const { enabled: issuesTokens, signing_key: signingKey } = oauth.token_endpoint
  if (!oauth.enabled)
    return issuesTokens
      ? [contradiction(at('token_endpoint', 'enabled'), 'the tokens would not be taken: auth.oauth.enabled is false')]
      : []
  const findings = oauth.issuers.flatMap((issuer, i) => findMappingFaults(at('issuers', i), issuer, plans))
  for (const [i, { issuer }] of oauth.issuers.entries()) {
    if (oauth.issuers.slice(0, i).some((other) => other.issuer === issuer)) {
      findings.push(contradiction(at('issuers', i, 'issuer'), 'the issuer stands above already'))
    }
  }
  if (oauth.introspection) findings.push(...findMappingFaults(at('introspection'), oauth.introspection, plans))
  if (oauth.issuers.length === 0 && oauth.introspection === null && !issuesTokens) {
    findings.push(contradiction(at('enabled'), 'neither auth.oauth.issuers nor auth.oauth.introspection says whose tokens are taken'))
  }
  if (issuesTokens && signingKey === null) findings.push(contradiction(at('token_endpoint', 'enabled'), 'signing_key is missing'))
  if (issuesTokens && oauth.resource === null) {
    findings.push(contradiction(at('token_endpoint', 'enabled'), 'the tokens hold for auth.oauth.resource, which is missing'))
  }
  return findings
}

function findMappingFaults(
  path: SettingPath,
  { plan_claim: claim, plan, scope_map: scopes }: Mapping,
  plans: Settings['plans'],
): Finding[] {
  const findings: Finding[] = []
  if (claim === null && plan === null) findings.push(contradiction(path, 'neither plan_claim nor plan gives a token its plan'))
  if (plan !== null && !Object.hasOwn(plans, plan)) {
    findings.push({ path: [...path, 'plan'], code: 'unknown_plan', detail: `expected a plan: ${Object.keys(plans).join(', ')}` })
  }
  if (Object.keys(scopes).length === 0)
    findings.push(contradiction(path, 'scope_map gives no token a scope, so that no tool could be called'))
  return findings
}
