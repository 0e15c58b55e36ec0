// The key: made in the tab, shown to be saved, or the site's own.
import type { VNode } from 'preact'
import { useId, useState } from 'preact/hooks'
import { h } from '../draw.ts'
import { t } from '../language/language.ts'
import { copyText } from '../shell/copy-text.ts'
import { saveFile } from '../shell/save-file.ts'
import { keepKey, makeKey, readStoredKey } from './site-key.ts'

interface Props {
  readonly keyText: string
  readonly onKey: (key: string) => void
}

export function KeyPanel({ keyText, onKey }: Props): VNode {
  const id = useId()
  const [isShown, setShown] = useState(false)
  const [isKept, setKept] = useState(() => readStoredKey() !== undefined)
  const [notice, setNotice] = useState('')
  const change = (key: string) => {
    onKey(key)
    if (isKept) keepKey(key)
  }
  const keep = () => {
    const done = keepKey(isKept ? undefined : keyText)
    setKept(done && !isKept)
    setNotice(done ? '' : t('The browser does not let this page keep the key.'))
  }
  const copy = async () => setNotice((await copyText(keyText)) ? t('Key copied.') : t('The browser does not let this page copy.'))
  return h(
    'section',
    { class: 'site-key', 'aria-labelledby': `${id}-title` },
    h('h2', { id: `${id}-title` }, t('Key')),
    h(
      'p',
      { class: 'hint' },
      t(
        'Made in this tab. With the same key, the same person gets the same made-up name and number in later files. Anyone who has it can test guesses. Protect it like a password.',
      ),
    ),
    h(
      'div',
      { class: 'key-line' },
      h('label', { for: id, class: 'away' }, t('Key')),
      h('input', {
        id,
        type: isShown ? 'text' : 'password',
        class: 'mono',
        autocomplete: 'off',
        spellcheck: false,
        value: keyText,
        onInput: (event: Event) => change((event.currentTarget as HTMLInputElement).value),
      }),
      h('button', { type: 'button', class: 'plain', 'aria-pressed': isShown, onClick: () => setShown(!isShown) }, t('Show')),
      h('button', { type: 'button', class: 'plain', onClick: () => void copy() }, t('Copy')),
      h(
        'button',
        { type: 'button', class: 'plain', onClick: () => saveFile(new Blob([`${keyText}\n`]), 'deidentify-key.txt') },
        t('Save key'),
      ),
      h('button', { type: 'button', class: 'plain', onClick: () => change(makeKey()) }, t('New key')),
    ),
    h(
      'label',
      { class: 'switch' },
      h('input', { type: 'checkbox', checked: isKept, onChange: keep }),
      t('Keep it in this tab until the tab is closed'),
    ),
    h('p', { class: 'quiet', role: 'status' }, notice),
  )
}
