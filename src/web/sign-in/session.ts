// Who is signed in: in memory only, for all tools of the page until it is closed or the token expires.
import type { Session } from './pkce.ts'

let session: Session | undefined

export function currentSession(): Session | undefined {
  if (session && session.expiresAt <= Date.now()) session = undefined
  return session
}

export function setSession(next: Session | undefined): void {
  session = next
}
