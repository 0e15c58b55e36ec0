// Where the tool runs, and the key for the server.
import type { VNode } from 'preact'
import { useId } from 'preact/hooks'
import type { SignInSettings } from '../../core/page-settings.ts'
import { h } from '../draw.ts'
import { t } from '../language/language.ts'
import { useLoaded } from '../views/loaded.ts'
import { readSettings } from './settings.ts'

export type Where = 'tab' | 'server'

interface Props {
  readonly where: Where
  readonly apiKey: string
  readonly kept: boolean
  readonly onWhere: (where: Where) => void
  readonly onKey: (key: string, kept: boolean) => void
}

export function WhereChoice({ where, apiKey, kept, onWhere, onKey }: Props): VNode {
  const id = useId()
  const { signIn } = readSettings()
  const choice = (value: Where, title: string) =>
    h(
      'label',
      { class: 'segment' },
      h('input', { type: 'radio', name: `${id}-where`, value, checked: where === value, onChange: () => onWhere(value) }),
      h('span', null, title),
    )
  return h(
    'fieldset',
    { class: 'where' },
    h('legend', { class: 'away' }, t('Where it runs')),
    h('div', { class: 'segments' }, choice('tab', t('In this tab')), choice('server', t('On the server'))),
    h(
      'p',
      { class: 'where-words' },
      where === 'tab' ? t('Nothing that you enter leaves this browser.') : t('The input is sent to this server, which does not store it.'),
    ),
    where === 'server' && signIn && h(LoadedSignIn, { settings: signIn }),
    where === 'server' &&
      h(
        'div',
        { class: 'key' },
        h('label', { for: id }, signIn ? t('Or a key') : t('Key')),
        h('input', {
          id,
          type: 'password',
          autocomplete: 'off',
          spellcheck: false,
          value: apiKey,
          onInput: (event: Event) => onKey((event.currentTarget as HTMLInputElement).value, kept),
        }),
        h(
          'label',
          { class: 'switch' },
          h('input', { type: 'checkbox', checked: kept, onChange: () => onKey(apiKey, !kept) }),
          t('Remember it in this tab until it is closed'),
        ),
      ),
  )
}

/** Loaded with the first choice of the server. */
function LoadedSignIn(props: { readonly settings: SignInSettings }): VNode {
  const { part, failed } = useLoaded('sign-in', () => import('../sign-in/sign-in-panel.ts'))
  if (failed) return h('p', { class: 'problem', role: 'alert' }, t('The server did not respond. Reload the page.'))
  return part ? h(part.SignInPanel, props) : h('p', { class: 'quiet', role: 'status' }, t('Loading…'))
}
