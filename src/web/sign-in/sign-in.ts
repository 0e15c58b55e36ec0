// Signs in at the identity provider of the site. The token is in memory alone: it ends with the page.
import type { SignInSettings } from '../../core/page-settings.ts'
import { msg } from '../language/language.ts'
import { awaitAnswer } from './answer.ts'
import {
  beginAttempt,
  composeAuthorization,
  composeTokenRequest,
  readCode,
  readProvider,
  readSession,
  requireSafeIssuer,
  type Session,
  SignInError,
} from './pkce.ts'

/**
 * Called by a click: browsers open windows for nothing else.
 * @throws SignInError with the reason, in English; what is not known of the error is told as such
 */
export async function signIn(settings: SignInSettings, signal: AbortSignal): Promise<Session> {
  requireSafeIssuer(settings.issuer)
  const attempt = beginAttempt(new URL('.', document.baseURI).href)
  const popup = open('about:blank', '_blank', 'popup,width=520,height=680')
  if (!popup) throw new SignInError(msg('The browser does not let this page open a window.'))
  try {
    const provider = readProvider(
      settings.issuer,
      await ask(`${settings.issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, { signal }),
    )
    const address = await composeAuthorization(settings, provider, attempt)
    const answer = awaitAnswer(attempt.state, signal)
    popup.location.href = address
    const code = readCode(await answer, attempt, provider)
    const tokens = await ask(provider.token, { method: 'POST', body: composeTokenRequest(settings, attempt, code), signal })
    return readSession(settings, provider, attempt, tokens, Date.now())
  } catch (error) {
    popup.close()
    throw error
  }
}

async function ask(address: string, init: RequestInit): Promise<unknown> {
  const response = await fetch(address, { ...init, credentials: 'omit', cache: 'no-store', redirect: 'error' }).catch((error: unknown) => {
    if (init.signal?.aborted) throw error
    throw new SignInError(msg('The identity provider cannot be reached, or does not answer this page (CORS).'))
  })
  if (!response.ok) throw new SignInError(msg('The identity provider reports an error.'))
  return response.json().catch(() => undefined)
}
