// The same call as code: curl, and three languages. What composes it is loaded when one is chosen.
import type { VNode } from 'preact'
import { h } from '../draw.ts'
import type { Call } from '../form/form-state.ts'
import { t } from '../language/language.ts'
import type { PageTool } from '../run/page-tool.ts'

interface Props {
  readonly tool: PageTool
  /** Undefined if the form is not complete; the reason is shown then. */
  readonly readCall: () => Call | undefined
  readonly onCopy: (what: string, text: string) => void
}

const LANGUAGES = ['Python', 'JavaScript', 'Java']

export function CopyChoice({ tool, readCall, onCopy }: Props): VNode {
  const copyCurl = async () => {
    const call = readCall()
    if (!call) return
    const { composeCurl } = await import('../run/curl-line.ts')
    onCopy(t('curl line'), composeCurl(tool, call.input, call.options, document.baseURI))
  }
  const copyCode = async (language: string) => {
    const call = readCall()
    if (!call) return
    const [{ composeSnippets }, { jsonOf, routeOf }] = await Promise.all([import('../docs-snippets.ts'), import('../run/ask-server.ts')])
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
    h('button', { type: 'button', class: 'plain', onClick: () => void copyCurl() }, t('Copy as curl')),
    h(
      'select',
      { 'aria-label': t('Copy as code'), value: '', onChange: choose },
      h('option', { value: '', disabled: true }, t('Code')),
      LANGUAGES.map((language) => h('option', { key: language, value: language }, language)),
    ),
  )
}
