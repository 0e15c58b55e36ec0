// A problem in the words and with the code of the API.
import type { VNode } from 'preact'
import { h } from '../draw.ts'
import { rich, t } from '../language/language.ts'
import type { Problem } from '../run/messages.ts'

/** @param isQuiet while a person types, an unfinished text is no reason to interrupt */
export function ProblemView({ problem, isQuiet = false }: { readonly problem: Problem; readonly isQuiet?: boolean }): VNode {
  const { code, title, detail, at, errors } = problem
  const place = Object.entries(at ?? {})
  return h(
    'div',
    { class: 'problem', role: isQuiet ? 'status' : 'alert' },
    h('p', { class: 'problem-title' }, t(title)),
    h('p', null, t(detail)),
    h(
      'p',
      { class: 'quiet' },
      rich('Code {code}', { code: h('code', { key: 'code' }, code) }),
      place.map(([name, value]) => h('span', { key: name }, `, ${name} `, h('code', null, String(value)))),
    ),
    errors &&
      errors.length > 0 &&
      h(
        'ul',
        null,
        errors.map((error, i) =>
          h('li', { key: i }, h('code', null, error.pointer === '' ? t('input') : error.pointer), ` ${error.detail} (${error.code})`),
        ),
      ),
  )
}
