// What a dropped document is, and the tools that fit it as buttons.
import type { VNode } from 'preact'
import { h } from '../draw.ts'
import { formatBytes, plural, t } from '../language/language.ts'
import { countFiles } from '../language/words.ts'
import { DEIDENTIFY_ID, RECIPE_ID } from '../shell/address.ts'
import type { ToolEntry } from '../shell/tool-list.ts'
import type { Kind } from './detect-kind.ts'
import { type Dropped, documentOf, type Group } from './dropped-items.ts'
import type { Handed } from './handover.ts'
import { comparerOf, KIND_NAMES, offersOf } from './offers.ts'

interface Props {
  readonly dropped: Dropped
  readonly tools: readonly ToolEntry[]
  readonly onOpen: (toolId: string, handed: Handed) => void
  readonly onUnzip: (zip: Blob) => void
}

export function OfferList(props: Props): VNode {
  const { dropped } = props
  if (dropped.what === 'files') {
    return h(
      'div',
      { class: 'offers' },
      h(
        'p',
        null,
        h(
          'button',
          { type: 'button', onClick: () => props.onOpen(DEIDENTIFY_ID, { files: dropped.groups.flatMap(({ files }) => files) }) },
          t('De-identify all files'),
        ),
      ),
      dropped.groups.map((group) => h(GroupOffers, { key: group.kind, ...props, group })),
      dropped.unreadable > 0 &&
        h(
          'p',
          { class: 'problem', role: 'alert' },
          plural(dropped.unreadable, '{count} file cannot be read.', '{count} files cannot be read.'),
        ),
    )
  }
  const handed = { documents: [documentOf(dropped)] }
  const bytes = dropped.what === 'file' ? dropped.file.file.size : new TextEncoder().encode(dropped.text).length
  return h(
    'div',
    { class: 'offers' },
    h('p', { class: 'offer-head', role: 'status' }, h('strong', null, t(KIND_NAMES[dropped.kind])), ` · ${formatBytes(bytes)}`),
    dropped.kind === 'recipe' &&
      h('button', { type: 'button', class: 'primary', onClick: () => props.onOpen(RECIPE_ID, handed) }, t('Open the recipe')),
    dropped.what === 'file' && dropped.kind === 'zip'
      ? h(ZipOffer, { zip: dropped.file.file, onUnzip: props.onUnzip })
      : dropped.kind !== 'recipe' && h(Offers, { ...props, kind: dropped.kind, ids: offersOf(dropped.kind), handed }),
  )
}

function GroupOffers({ group, tools, onOpen, onUnzip }: Props & { readonly group: Group }): VNode {
  const { kind, files, bytes } = group
  const [first, second] = files
  const comparer = files.length === 2 ? comparerOf(kind) : undefined
  return h(
    'section',
    null,
    h(
      'p',
      { class: 'offer-head', role: 'status' },
      h('strong', null, t(KIND_NAMES[kind])),
      ` · ${countFiles(files.length)}, ${formatBytes(bytes)}`,
    ),
    kind === 'zip' && first && h(ZipOffer, { zip: first.file, onUnzip }),
    comparer !== undefined &&
      first &&
      second &&
      h(Offers, { kind, tools, onOpen, ids: [comparer], handed: { documents: [{ file: first.file }, { file: second.file }] } }),
    h(Offers, {
      kind,
      tools,
      onOpen,
      ids: offersOf(kind),
      handed: files.length === 1 ? { documents: [{ file: first!.file }] } : { files },
    }),
  )
}

function ZipOffer({ zip, onUnzip }: { zip: Blob; onUnzip: (zip: Blob) => void }): VNode {
  return h('button', { type: 'button', class: 'primary', onClick: () => onUnzip(zip) }, t('Open the ZIP'))
}

interface OffersProps extends Pick<Props, 'tools' | 'onOpen'> {
  readonly kind: Kind
  readonly ids: readonly string[]
  readonly handed: Handed
}

function Offers({ kind, ids, tools, onOpen, handed }: OffersProps): VNode {
  const offered = ids.flatMap((id) => tools.find((tool) => tool.id === id) ?? [])
  if (offered.length === 0) return h('p', { class: 'quiet' }, wordsOfNone(kind))
  return h(
    'ul',
    { class: 'offer-list' },
    offered.map(({ id, title, summary }, i) =>
      h(
        'li',
        { key: id },
        h(
          'button',
          { type: 'button', class: i === 0 ? 'offer first' : 'offer', onClick: () => onOpen(id, handed) },
          h('span', { class: 'tile-title' }, title),
          h('span', { class: 'tile-words' }, summary),
        ),
      ),
    ),
  )
}

function wordsOfNone(kind: Kind): string {
  return kind === 'empty' ? t('There is nothing in it.') : t('No tool of this server reads this format.')
}
