// What a tool changed in a DICOM file: attribute names, values before and after, and the rule.
import type { VNode } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { h } from '../../draw.ts'
import { labelOf } from '../../form/field-schema.ts'
import { t } from '../../language/language.ts'
import type { FieldValue } from '../../run/messages.ts'
import { ChangeTable } from '../change-table.ts'
import type { RunTool } from '../picture/frame-picture.ts'
import { TableView } from '../table-view.ts'
import type { DataElement } from '../tag-tree.ts'
import { type ChangedElement, changedElements, type ElementChange } from './changed-elements.ts'

interface Props {
  readonly ask: RunTool
  readonly before: FieldValue
  readonly after: Blob
  readonly changes: readonly ElementChange[]
}

const STEP = 200
const MAX_CHARACTERS = 200

export function DicomChanges({ ask, before, after, changes }: Props): VNode {
  const [rows, setRows] = useState<readonly ChangedElement[] | undefined>()
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    let current = true
    const read = async (file: FieldValue) => {
      const outcome = await ask('dicom/inspect', { file }, {}, () => current)
      return 'done' in outcome ? (outcome.done.value?.elements as readonly DataElement[] | undefined) : undefined
    }
    void Promise.all([read(before), read({ file: after })]).then(([left, right]) => {
      if (!current) return
      setFailed(!left || !right)
      setRows(left && right && changedElements(left, right, changes))
    })
    return () => {
      current = false
    }
  }, [before, after, changes])
  return h(
    'section',
    { class: 'field' },
    h('h3', null, t('Changes'), h('span', { class: 'count' }, rows?.length ?? changes.length)),
    rows
      ? h(ChangeTable<ChangedElement>, {
          label: t('Attributes before and after'),
          titles: [t('Attribute'), t('Before'), t('After'), t('Change')],
          rows,
          step: STEP,
          drawRow: changeRow,
        })
      : failed
        ? h(TableView, { rows: changes, label: t('Changes') })
        : h('p', { class: 'quiet', role: 'status' }, t('Reading both files…')),
  )
}

function changeRow({ path, name, before, after, action, rule }: ChangedElement, key: number): VNode {
  const isOther = before !== after
  return h(
    'tr',
    { key },
    h('td', null, h('span', { class: 'strong' }, name || t('Unknown attribute')), h('br', null), h('span', { class: 'mono quiet' }, path)),
    h('td', { class: isOther && before !== undefined ? 'gone' : '' }, cut(before)),
    h('td', { class: isOther && after !== undefined ? 'new' : '' }, cut(after)),
    h(
      'td',
      null,
      h('span', { class: 'change-words' }, action === '' ? t('Follows from other changes') : labelOf(action)),
      rule !== '' && [h('br', { key: 'line' }), h('span', { key: 'rule', class: 'quiet' }, rule)],
    ),
  )
}

function cut(text: string | undefined): string {
  if (text === undefined) return '—'
  return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…` : text
}
