// Settings that have a form but no effect in this version: used all the same, they are refused, because a setting that is silently
// ignored is a promise that nobody keeps.
import type { Finding, SettingPath } from './finding.ts'
import type { Settings } from './schema/config-schema.ts'

export function findUnavailable(settings: Settings): Finding[] {
  const paths: SettingPath[] = []
  for (const [i, { dpop }] of settings.auth.oauth.issuers.entries()) {
    if (!settings.auth.oauth.enabled) continue
    if (dpop !== 'off') paths.push(['auth', 'oauth', 'issuers', i, 'dpop'])
  }
  const findings = paths.map((path) => ({ path, code: 'not_available', detail: 'is not available in this version; remove it' }))
  if (settings.rate_limit.backend !== 'valkey') return findings
  // PostgreSQL, which several nodes need for their keys in any case, holds the rates, too.
  const detail = 'is not available in this version; use backend: postgres, with which nodes share rates in storage.postgres'
  return [...findings, { path: ['rate_limit', 'backend'], code: 'not_available', detail }]
}
