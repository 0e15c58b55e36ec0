// A result: its picture, its JSON, and both as files.
import type { VNode } from 'preact'
import { useCallback, useEffect, useState } from 'preact/hooks'
import { h } from '../draw.ts'
import { labelOf } from '../form/field-schema.ts'
import { propertiesOf, withMember } from '../form/form-state.ts'
import type { Handed } from '../intake/handover.ts'
import { formatBytes, t } from '../language/language.ts'
import type { RunResult } from '../run/messages.ts'
import type { PageTool } from '../run/page-tool.ts'
import { saveFile } from '../shell/save-file.ts'
import type { Series } from '../shell/series.ts'
import type { ToolEntry } from '../shell/tool-list.ts'
import type { Answer, Runs } from '../shell/use-run.ts'
import { ContinueWith } from './continue-with.ts'
import type { ElementChange } from './dicom/changed-elements.ts'
import { DicomChanges } from './dicom/dicom-changes.ts'
import { ResourceCards } from './fhir/resource-cards.ts'
import { indentJson } from './indent-json.ts'
import { LongText } from './long-text.ts'
import { BeforeAfter } from './picture/before-after.ts'
import { PictureView } from './picture/picture-view.ts'
import { ResultFields } from './result-fields.ts'
import { Tabs } from './tabs.ts'

/** Characters of JSON that are shown. */
const MAX_JSON_CHARACTERS = 300_000

interface Props {
  readonly tool: PageTool
  readonly tools: readonly ToolEntry[]
  readonly answer: Answer
  readonly options: Readonly<Record<string, unknown>>
  /** Runs the tool again with other options. */
  readonly onOptions: (options: Readonly<Record<string, unknown>>) => void
  readonly variant: Runs['variant']
  readonly ask: Runs['ask']
  readonly edit: (field: string, text: string) => void
  readonly series: Series | undefined
  readonly onOpen: (toolId: string, handed: Handed) => void
}

export function ResultPanel({ tool, tools, answer, options, onOptions, variant, ask, edit, series, onOpen }: Props): VNode {
  const { result, texts, place, call } = answer
  const more = useCallback((other: Readonly<Record<string, unknown>>) => variant(answer, other), [answer])
  const { value } = result
  const picture = tool.download?.mediaType.startsWith('image/') ? result.document?.content : undefined
  const fhir = tool.download?.mediaType === 'application/fhir+json' ? result.document?.content : undefined
  const changed = changedDicom(tool, answer)
  const changes = changed && Array.isArray(value?.changes) ? (value.changes as readonly ElementChange[]) : undefined
  // A slider would send the document again with every move.
  const move = place === 'tab' ? onOptions : undefined
  const view = {
    title: t('Result'),
    content: () =>
      value && [
        fhir && h(ResourceCards, { key: 'cards', content: fhir }),
        changed && h(BeforeAfter, { key: 'before-after', ask, ...changed }),
        changed && changes && h(DicomChanges, { key: 'changes', ask, changes, ...changed }),
        picture &&
          h(PictureView, {
            key: 'picture',
            tool,
            content: picture,
            value,
            options,
            file: fileOf(tool, answer),
            ask,
            series,
            onOptions: move,
          }),
        h(ResultFields, {
          key: 'fields',
          tool,
          value: picture ? withMember(value, tool.download!.field, undefined) : changes ? withMember(value, 'changes', undefined) : value,
          texts,
          options: call.options,
          variant: more,
          edit,
        }),
      ],
  }
  const json = { title: 'JSON', content: () => h(JsonText, { result }) }
  return h(Tabs, { label: t('Result'), tabs: value ? [view, json] : [json] }, h(Downloads, { tool, tools, result, onOpen }))
}

function fileOf({ document }: PageTool, { call }: Answer) {
  return (document && call.input[document.field]) ?? undefined
}

/** The file before and after, where a tool writes a DICOM file from one. */
function changedDicom({ document, download }: PageTool, { call, result }: Answer) {
  const before = document && call.input[document.field]
  if (!before || !result.document || download?.mediaType !== 'application/dicom') return undefined
  return { before, after: result.document.content }
}

interface DownloadsProps extends Pick<Props, 'tool' | 'tools' | 'onOpen'> {
  readonly result: RunResult
}

function Downloads({ tool, tools, result, onOpen }: DownloadsProps): VNode {
  const name = tool.id.slice(tool.id.indexOf('/') + 1)
  const { document, json } = result
  return h(
    'div',
    { class: 'downloads' },
    document && h(ContinueWith, { tools, content: document.content, onOpen }),
    document &&
      h(
        'button',
        { type: 'button', onClick: () => saveFile(document.content, `${name}.${document.extension}`) },
        t('Save .{extension}', { extension: document.extension }),
        h('span', { class: 'quiet' }, formatBytes(document.content.size)),
      ),
    sideDocuments(tool, result).map(({ field, content }) =>
      h(
        'button',
        { key: field, type: 'button', onClick: () => saveFile(content, `${name}-${field}.bin`) },
        t('Save {name}', { name: labelOf(field) }),
        h('span', { class: 'quiet' }, formatBytes(content.size)),
      ),
    ),
    h(
      'button',
      { type: 'button', onClick: () => saveFile(json, `${name}.json`) },
      t('Save JSON'),
      h('span', { class: 'quiet' }, formatBytes(json.size)),
    ),
  )
}

/** Documents of a result besides its download, such as the mapping of a de-identified document. */
function sideDocuments({ download, schemas }: PageTool, { value }: RunResult): { field: string; content: Blob }[] {
  return propertiesOf(schemas.output).flatMap(([field, { contentEncoding }]) => {
    const text = value?.[field]
    if (contentEncoding !== 'base64' || field === download?.field || typeof text !== 'string') return []
    return [{ field, content: new Blob([Uint8Array.from(atob(text), (character) => character.charCodeAt(0))]) }]
  })
}

function JsonText({ result: { json } }: { result: RunResult }): VNode {
  const [text, setText] = useState('')
  useEffect(() => {
    let current = true
    void json
      .slice(0, MAX_JSON_CHARACTERS)
      .text()
      .then((read) => current && setText(indentJson(read, MAX_JSON_CHARACTERS).slice(0, MAX_JSON_CHARACTERS)))
    return () => {
      current = false
    }
  }, [json])
  return h(
    'div',
    null,
    (json.size > MAX_JSON_CHARACTERS || text.length === MAX_JSON_CHARACTERS) &&
      h(
        'p',
        { class: 'quiet' },
        t('The result has {size}. Only the beginning is shown. The download is complete.', { size: formatBytes(json.size) }),
      ),
    h(LongText, { text, label: t('Result as JSON') }),
  )
}
