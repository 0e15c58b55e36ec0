// The tools that settings and keys speak of must be there: one that nobody has is misspelt, and would only show when a caller is refused.
import { nearestName } from '../../core/nearest-name.ts'
import { categoryOf, type Tool } from '../../core/tool.ts'
import type { Finding, SettingPath } from './finding.ts'
import type { Settings } from './schema/config-schema.ts'

/** What is wrong with a pattern (`*`, `<category>/*`, `<category>/<tool>`) that covers none of the tools; undefined: it covers one. */
function findPatternProblem(pattern: string, catalogue: readonly Tool[]): string | undefined {
  const patterns = ['*', ...new Set(catalogue.map((tool) => `${categoryOf(tool)}/*`)), ...catalogue.map(({ id }) => id)]
  if (patterns.includes(pattern)) return undefined
  const nearest = nearestName(pattern, patterns)
  return nearest === undefined ? 'unknown tool; expected one that `health-tools tools` lists' : `unknown tool; did you mean ${nearest}?`
}

/** The same of a scope (`tools:<pattern>`, `admin:read`). */
export function findScopeProblem(scope: string, catalogue: readonly Tool[]): string | undefined {
  return scope.startsWith('tools:') ? findPatternProblem(scope.slice('tools:'.length), catalogue) : undefined
}

export function findUnknownTools({ tools, plans, auth: { proxy, oauth } }: Settings, catalogue: readonly Tool[]): Finding[] {
  const finding = (path: SettingPath, detail: string | undefined): Finding[] =>
    detail === undefined ? [] : [{ path, code: 'unknown_tool', detail }]
  const ofMap = (path: SettingPath, { scope_map: scopes }: { readonly scope_map: Readonly<Record<string, string>> }): Finding[] =>
    Object.entries(scopes).flatMap(([name, scope]) => finding([...path, 'scope_map', name], findScopeProblem(scope, catalogue)))
  return [
    ...tools.disabled.flatMap((id, i) => finding(['tools', 'disabled', i], findPatternProblem(id, catalogue))),
    ...Object.entries(plans).flatMap(([name, plan]) =>
      plan.tools.flatMap((pattern, i) => finding(['plans', name, 'tools', i], findPatternProblem(pattern, catalogue))),
    ),
    ...proxy.mapping.flatMap(({ scopes }, i) =>
      scopes.flatMap((scope, j) => finding(['auth', 'proxy', 'mapping', i, 'scopes', j], findScopeProblem(scope, catalogue))),
    ),
    ...oauth.issuers.flatMap((issuer, i) => ofMap(['auth', 'oauth', 'issuers', i], issuer)),
    ...(oauth.introspection ? ofMap(['auth', 'oauth', 'introspection'], oauth.introspection) : []),
  ]
}
