// The same call as code: curl, and three languages that are loaded when one is chosen.
import type { VNode } from 'preact'
import type { ToolDescription } from '../../core/describe.ts'
import { h } from '../draw.ts'
import type { Call } from '../form/form-state.ts'
import { jsonOf, routeOf } from '../run/ask-server.ts'
import { composeCurl } from '../run/curl-line.ts'

interface Props {
  readonly tool: ToolDescription
  /** Undefined if the form is not complete; the reason is shown then. */
  readonly readCall: () => Call | undefined
  readonly onCopy: (what: string, text: string) => void
}

const LANGUAGES = ['Python', 'JavaScript', 'Java']

export function CopyChoice({ tool, readCall, onCopy }: Props): VNode {
  const copyCurl = () => {
    const call = readCall()
    if (call) onCopy('curl line', composeCurl(tool, call.input, call.options, document.baseURI))
  }
  const copyCode = async (language: string) => {
    const call = readCall()
    if (!call) return
    const { composeSnippets } = await import('../docs-snippets.ts')
    const url = new URL(routeOf(tool.id), document.baseURI).href
    const snippets = composeSnippets({ method: 'POST', url, body: { ...jsonOf(call.input), options: call.options } })
    onCopy(`${language} code`, snippets.find((snippet) => snippet.language === language)!.text)
  }
  const choose = (event: Event) => {
    const select = event.currentTarget as HTMLSelectElement
    void copyCode(select.value)
    select.value = ''
  }
  return h(
    'span',
    { class: 'copy-choice' },
    h('button', { type: 'button', class: 'plain', onClick: copyCurl }, 'Copy as curl'),
    h(
      'select',
      { 'aria-label': 'Copy as code', value: '', onChange: choose },
      h('option', { value: '', disabled: true }, 'Code'),
      LANGUAGES.map((language) => h('option', { key: language, value: language }, language)),
    ),
  )
}
