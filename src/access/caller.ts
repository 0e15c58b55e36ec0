// Who is calling, once the credentials have been accepted, and what the scopes let the caller reach.

export interface Caller {
  /** Public id of the credential: what usage, rates and quotas are counted by. */
  readonly credentialId: string
  readonly kind: 'live' | 'trial'
  readonly owner: string
  /** Name of the plan; whether the configuration still has it is for admission to check. */
  readonly plan: string
  readonly scopes: readonly string[]
  /** Milliseconds since 1970 UTC, or null where the credential does not expire. */
  readonly expiresAt: number | null
  /** Units that this credential may use in all its life, or null where only its plan limits it. */
  readonly trialQuota: number | null
}

/** Whether the store of keys knows whose the credential is. The ids of all others begin with their kind and a colon. */
export function isKeyOfStore({ credentialId }: Caller): boolean {
  return !credentialId.includes(':')
}

/** Whether the text can name an owner. A spreadsheet takes a cell that starts with some signs for a formula, and owners stand in reports. */
export function isOwner(text: string): boolean {
  return /^[^\p{C}=+@-][^\p{C}]{0,99}$/u.test(text) && text.trim() === text
}

/** True for `tools:*`, `tools:<category>/*`, `tools:<category>/<tool>` and `admin:read`. */
export function isScope(text: string): boolean {
  return text === 'admin:read' || (text.startsWith('tools:') && isToolPattern(text.slice(6)))
}

/** True for `*`, `<category>/*` and `<category>/<tool>`. */
export function isToolPattern(text: string): boolean {
  return text === '*' || /^[a-z][a-z0-9-]{0,39}\/(?:\*|[a-z][a-z0-9-]{0,39})$/.test(text)
}

/** True where a pattern of isToolPattern covers the tool with this id. */
export function matchesTool(pattern: string, toolId: string): boolean {
  if (pattern === '*' || pattern === toolId) return true
  return pattern.endsWith('/*') && toolId.length >= pattern.length && toolId.startsWith(pattern.slice(0, -1))
}

/** True where one of the caller's scopes covers the tool. */
export function mayUseTool(caller: Caller, toolId: string): boolean {
  for (const scope of caller.scopes) {
    if (scope === 'tools:*') return true
    if (scope.startsWith('tools:') && matchesTool(scope.slice(6), toolId)) return true
  }
  return false
}
