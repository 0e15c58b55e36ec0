// The same call as code: curl, and three languages that are loaded when one is chosen.
import type { VNode } from 'preact'
import { h } from '../draw.ts'
import type { Call } from '../form/form-state.ts'
import { t } from '../language/language.ts'
import { jsonOf, routeOf } from '../run/ask-server.ts'
import { composeCurl } from '../run/curl-line.ts'
import type { PageTool } from '../run/page-tool.ts'

interface Props {
  readonly tool: PageTool
  /** Undefined if the form is not complete; the reason is shown then. */
  readonly readCall: () => Call | undefined
  readonly onCopy: (what: string, text: string) => void
}

const LANGUAGES = ['Python', 'JavaScript', 'Java']

export function CopyChoice({ tool, readCall, onCopy }: Props): VNode {
  const copyCurl = () => {
    const call = readCall()
    if (call) onCopy(t('curl line'), composeCurl(tool, call.input, call.options, document.baseURI))
  }
  const copyCode = async (language: string) => {
    const call = readCall()
    if (!call) return
    const { composeSnippets } = await import('../docs-snippets.ts')
    const url = new URL(routeOf(tool.id), document.baseURI).href
    const snippets = composeSnippets({ method: 'POST', url, body: { ...jsonOf(call.input), options: call.options } })
    onCopy(t('{language} code', { language }), snippets.find((snippet) => snippet.language === language)!.text)
  }
  const choose = (event: Event) => {
    const select = event.currentTarget as HTMLSelectElement
    void copyCode(select.value)
    select.value = ''
  }
  return h(
    'span',
    { class: 'copy-choice' },
    h('button', { type: 'button', class: 'plain', onClick: copyCurl }, t('Copy as curl')),
    h(
      'select',
      { 'aria-label': t('Copy as code'), value: '', onChange: choose },
      h('option', { value: '', disabled: true }, t('Code')),
      LANGUAGES.map((language) => h('option', { key: language, value: language }, language)),
    ),
  )
}
