// A longer text of a result, as it is.
import type { VNode } from 'preact'
import { h } from '../draw.ts'
import { formatCount, t } from '../language/language.ts'
import { LongText } from './long-text.ts'

const MAX_CHARACTERS = 200_000

export function TextView({ text, label }: { text: string; label: string }): VNode {
  if (text === '') return h('p', { class: 'quiet' }, t('Empty.'))
  return h(
    'div',
    null,
    h(LongText, { text: text.slice(0, MAX_CHARACTERS).replace(/\r\n?/g, '\n'), label }),
    text.length > MAX_CHARACTERS &&
      h(
        'p',
        { class: 'quiet' },
        t('The first {shown} of {count} characters. The download is complete.', {
          shown: formatCount(MAX_CHARACTERS),
          count: formatCount(text.length),
        }),
      ),
  )
}
