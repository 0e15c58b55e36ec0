// Settings that have a form but no effect in this version: used all the same, they are refused, because a setting that is silently
// ignored is a promise that nobody keeps.
import type { Finding, SettingPath } from './config-finding.ts'
import type { Settings } from './config-schema.ts'

interface Feature {
  readonly path: SettingPath
  readonly isUsed: (settings: Settings) => boolean
}

const FEATURES: readonly Feature[] = [
  { path: ['server', 'base_path'], isUsed: ({ server }) => server.base_path !== '' },
  { path: ['server', 'cors', 'origins'], isUsed: ({ server }) => server.cors.origins.length > 0 },
  { path: ['branding', 'error_docs_base'], isUsed: ({ branding }) => branding.error_docs_base !== null },
]

/** Whether the setting at this path has no effect in this version. */
export function isUnavailable(path: SettingPath): boolean {
  return FEATURES.some((feature) => feature.path.length === path.length && feature.path.every((step, i) => step === path[i]))
}

export function findUnavailable(settings: Settings): Finding[] {
  const paths = FEATURES.filter(({ isUsed }) => isUsed(settings)).map(({ path }) => path)
  for (const [i, { mtls_bound: mtls, dpop }] of settings.auth.oauth.issuers.entries()) {
    if (!settings.auth.oauth.enabled) continue
    if (mtls !== 'off') paths.push(['auth', 'oauth', 'issuers', i, 'mtls_bound'])
    if (dpop !== 'off') paths.push(['auth', 'oauth', 'issuers', i, 'dpop'])
  }
  if (settings.rate_limit.backend === 'valkey') paths.push(['rate_limit', 'backend'])
  return paths.map((path) => ({ path, code: 'not_available', detail: 'is not available in this version' }))
}
