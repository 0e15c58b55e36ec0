// Signing in and out beside the choice of the server.
import type { VNode } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { SignInSettings } from '../../core/page-settings.ts'
import { h } from '../draw.ts'
import { formatClock, msg, t } from '../language/language.ts'
import { type Session, SignInError } from './pkce.ts'
import { currentSession, setSession } from './session.ts'
import { signIn } from './sign-in.ts'

export function SignInPanel({ settings }: { readonly settings: SignInSettings }): VNode {
  const [session, setShown] = useState<Session | undefined>(currentSession)
  const [problem, setProblem] = useState('')
  const [isWaiting, setWaiting] = useState(false)
  const running = useRef<AbortController | undefined>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  useEffect(() => {
    if (!session) return
    const timer = setTimeout(() => setShown(currentSession()), session.expiresAt - Date.now())
    return () => clearTimeout(timer)
  }, [session])
  const keep = (next: Session | undefined) => {
    setSession(next)
    setShown(next)
  }
  const start = async () => {
    const control = new AbortController()
    running.current?.abort()
    running.current = control
    setProblem('')
    setWaiting(true)
    try {
      keep(await signIn(settings, control.signal))
    } catch (error) {
      if (control.signal.aborted) return
      setProblem(error instanceof SignInError ? error.message : msg('The sign-in failed.'))
    }
    setWaiting(false)
  }
  const cancel = () => {
    running.current?.abort()
    setWaiting(false)
  }
  if (session) {
    return h(
      'p',
      { class: 'sign-in', role: 'status' },
      session.name === ''
        ? t('Signed in until {time}.', { time: formatClock(new Date(session.expiresAt)) })
        : t('Signed in as {name} until {time}.', { name: session.name, time: formatClock(new Date(session.expiresAt)) }),
      ' ',
      h('button', { type: 'button', class: 'plain', onClick: () => keep(undefined) }, t('Sign out')),
    )
  }
  return h(
    'div',
    { class: 'sign-in' },
    isWaiting
      ? h(
          'p',
          { role: 'status' },
          t('Sign in in the other window.'),
          ' ',
          h('button', { type: 'button', class: 'plain', onClick: cancel }, t('Cancel')),
        )
      : h('button', { type: 'button', onClick: () => void start() }, t('Sign in')),
    problem !== '' && h('p', { class: 'field-error', role: 'alert' }, t(problem)),
  )
}
