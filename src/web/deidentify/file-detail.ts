// One file before and after, with the report of its tool.
import type { VNode } from 'preact'
import { useEffect, useId, useMemo, useState } from 'preact/hooks'
import { h } from '../draw.ts'
import type { Handed } from '../intake/handover.ts'
import { t } from '../language/language.ts'
import { loadDescription } from '../language/load.ts'
import { textsOf } from '../run/input-texts.ts'
import type { PageTool } from '../run/page-tool.ts'
import { shownValue } from '../run/result.ts'
import { SideRuns } from '../run/side-runs.ts'
import type { ToolEntry } from '../shell/tool-list.ts'
import type { Answer } from '../shell/use-run.ts'
import { useResultPart } from '../views/result-part.ts'
import { BeforeAfterText } from './before-after-text.ts'
import type { PlannedFile, StoredResult } from './outcome.ts'

interface Props {
  readonly entry: ToolEntry
  readonly planned: PlannedFile
  readonly kept: StoredResult
  readonly tools: readonly ToolEntry[]
  readonly openWorker: () => Worker
  readonly onOpen: (toolId: string, handed: Handed) => void
}

interface Look {
  readonly tool: PageTool
  readonly answer: Answer
}

export function FileLook({ entry, planned, kept, tools, openWorker, onOpen }: Props): VNode {
  const [look, setLook] = useState<Look | undefined>()
  const [failed, setFailed] = useState(false)
  const { part } = useResultPart()
  const title = useId()
  const runs = useMemo(() => new SideRuns(openWorker), [openWorker])
  useEffect(() => () => runs.stop(), [runs])
  useEffect(() => {
    let current = true
    setFailed(false)
    readLook(entry, planned, kept).then(
      (read) => current && setLook(read),
      () => current && setFailed(true),
    )
    return () => {
      current = false
    }
  }, [entry, planned, kept])
  const isText = entry.id !== 'phi/deidentify-dicom'
  return h(
    'section',
    { class: 'card result', 'aria-labelledby': title },
    h('h2', { id: title }, planned.path),
    isText && h(BeforeAfterText, { before: planned.file, after: kept.document.content }),
    look && part
      ? h(part.ResultPanel, {
          ...look,
          tools,
          options: {},
          onOptions: ignore,
          variant: async () => undefined,
          ask: (toolId, input, options, isNeeded = () => true) => runs.run({ toolId, input, options }, isNeeded),
          edit: ignore,
          series: undefined,
          onOpen,
        })
      : h(
          'p',
          { class: 'quiet', role: 'status' },
          failed ? t('The file cannot be read. It may have changed since it was dropped.') : t('Loading…'),
        ),
  )
}

/** The options of the run are those of the whole view. */
function ignore(): void {}

async function readLook(entry: ToolEntry, { file }: PlannedFile, { json, document }: StoredResult): Promise<Look> {
  const tool = await loadDescription(entry)
  const call = { input: { [tool.document!.field]: { file } }, options: {} }
  const result = { json, document, value: await shownValue(json), milliseconds: 0 }
  return { tool, answer: { result, call, texts: await textsOf(call.input), place: 'tab' } }
}
