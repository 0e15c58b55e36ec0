// A clinical document as a person reads it: whom it is about, then section by section the narrative with the entries beside it.
import type { VNode } from 'preact'
import { useMemo, useState } from 'preact/hooks'
import { h } from '../../draw.ts'
import { labelOf } from '../../form/field-schema.ts'
import { formatBytes, plural, t } from '../../language/language.ts'
import { severityName } from '../../language/words.ts'
import { useMoreRows } from '../more-rows.ts'
import { type PlacedItem, SourceComparison } from '../source/source-comparison.ts'
import { useVariant } from '../use-variant.ts'
import type { ViewProps } from '../view-props.ts'
import { ClinicalItem, type Item } from './clinical-item.ts'
import { type Code, codeWords, nullWords, plainWords } from './clinical-words.ts'
import { DocumentBanner, type Header } from './document-banner.ts'
import { narrativeNodes } from './narrative-nodes.ts'

interface Section {
  readonly path: string
  readonly kind: string | null
  readonly name?: string
  readonly nullFlavor?: string
  readonly code?: Code
  readonly title?: unknown
  readonly text: string | null
  readonly entryCount: number
  readonly sections: readonly Section[]
}

interface Issue {
  readonly severity: string
  readonly path: string
  readonly line: number
  readonly column: number
  readonly message: string
}

interface Parsed {
  readonly kind: { readonly name: string | null }
  readonly header: Header
  readonly nonXmlBody: { readonly mediaType?: string; readonly bytes?: number } | null
  readonly sections: readonly Section[]
  readonly clinical: Readonly<Record<string, readonly Item[]>>
  readonly mapped: { readonly ratio: number }
  readonly issues: readonly Issue[]
}

type ItemsBySection = ReadonlyMap<string, readonly (readonly [kind: string, item: Item])[]>

export function ClinicalDocument({ shown, value }: ViewProps<'clinical-document'>): VNode {
  const parsed = value as Parsed
  // What a person chose stays; else the narrative is asked for with its tables.
  const other = useVariant(shown, shown.options.narrative === undefined ? { narrative: 'html' } : undefined)
  const isHtml = shown.options.narrative === 'html' || other !== undefined
  const sections = (other?.sections ?? parsed.sections) as readonly Section[]
  const items = useMemo(() => groupItems(parsed.clinical), [value])
  return h(
    'div',
    { class: 'clinical' },
    h(DocumentBanner, { header: parsed.header, kind: parsed.kind.name }),
    parsed.nonXmlBody &&
      h(
        'p',
        null,
        t('The document is a scan or file: {type}, {size}.', {
          type: parsed.nonXmlBody.mediaType ?? t('unknown type'),
          size: formatBytes(parsed.nonXmlBody.bytes ?? 0),
        }),
      ),
    parsed.issues.length > 0 && h(IssueList, { issues: parsed.issues, text: shown.texts.document }),
    sections.length > 1 && h(Contents, { sections }),
    sections.map((section, i) => h(SectionView, { key: section.path, section, items, isHtml, level: 3, anchor: anchorOf(i) })),
    items.has('') &&
      h(
        'section',
        { class: 'section' },
        h('h3', null, t('Entries without a section')),
        h(ItemList, { items: items.get('')!, chosen: undefined, onChoose: () => undefined }),
      ),
  )
}

function groupItems(clinical: Parsed['clinical']): ItemsBySection {
  const groups = new Map<string, (readonly [string, Item])[]>()
  for (const [kind, items] of Object.entries(clinical)) {
    if (kind === 'groups') continue
    for (const item of items) groups.set(item.section ?? '', [...(groups.get(item.section ?? '') ?? []), [kind, item]])
  }
  return groups
}

function anchorOf(index: number): string {
  return `document-section-${index + 1}`
}

/** The fragment of the address is the tool's: a link would leave the tool. */
function Contents({ sections }: { readonly sections: readonly Section[] }): VNode {
  const jump = (index: number) => {
    const section = document.getElementById(anchorOf(index))
    section?.scrollIntoView({ block: 'start' })
    section?.focus({ preventScroll: true })
  }
  return h(
    'ul',
    { class: 'contents', 'aria-label': t('Sections') },
    sections.map((section, i) =>
      h(
        'li',
        { key: section.path },
        h(
          'button',
          { type: 'button', class: 'plain', onClick: () => jump(i) },
          titleOf(section),
          section.entryCount > 0 && h('span', { class: 'quiet' }, section.entryCount),
        ),
      ),
    ),
  )
}

interface SectionProps {
  readonly section: Section
  readonly items: ItemsBySection
  readonly isHtml: boolean
  readonly level: number
  readonly anchor?: string
}

function SectionView({ section, items, isHtml, level, anchor }: SectionProps): VNode {
  const [chosen, setChosen] = useState<string | undefined>(undefined)
  const own = items.get(section.path) ?? []
  const { text } = section
  const narrative = useMemo(() => (text !== null && isHtml ? narrativeNodes(text, chosen) : text), [text, isHtml, chosen])
  return h(
    'section',
    { class: 'section', id: anchor, tabIndex: -1 },
    h(
      `h${Math.min(level, 6)}`,
      null,
      titleOf(section),
      section.nullFlavor !== undefined && h('span', { class: 'badge warning' }, nullWords(section.nullFlavor)),
    ),
    h(
      'div',
      { class: own.length > 0 && text !== null ? 'section-body' : 'section-body single' },
      text !== null && h('div', { class: isHtml ? 'narrative' : 'narrative plain' }, narrative),
      own.length > 0 && h(ItemList, { items: own, chosen, onChoose: setChosen }),
      text === null && own.length === 0 && section.sections.length === 0 && h('p', { class: 'quiet' }, t('No narrative and no entries.')),
    ),
    section.sections.map((inner) => h(SectionView, { key: inner.path, section: inner, items, isHtml, level: level + 1 })),
  )
}

function titleOf({ title, code, name, kind }: Section): string {
  return plainWords(title) || codeWords(code) || name || (kind === null ? t('Section') : labelOf(kind))
}

interface ListProps {
  readonly items: readonly (readonly [kind: string, item: Item])[]
  readonly chosen: string | undefined
  readonly onChoose: (id: string) => void
}

const STEP = 50

function ItemList({ items, chosen, onChoose }: ListProps): VNode {
  const { count, more } = useMoreRows(items.length, STEP)
  return h(
    'div',
    { class: 'items-beside' },
    h('p', { class: 'quiet' }, plural(items.length, '{count} coded entry', '{count} coded entries')),
    h(
      'ul',
      { class: 'placed' },
      items.slice(0, count).map(([, item]) => h('li', { key: item.path }, h(ClinicalItem, { item, chosen, onChoose }))),
    ),
    more,
  )
}

function IssueList({ issues, text }: { readonly issues: readonly Issue[]; readonly text: string | undefined }): VNode {
  const [isOpen, setOpen] = useState(false)
  const items = useMemo(
    () =>
      issues.map(
        ({ severity, message, path, line, column }): PlacedItem => ({
          line,
          column,
          kind: severity,
          content: () => [
            h('span', { key: 'message' }, h('span', { class: `badge ${severity}` }, severityName(severity)), ' ', message),
            h('span', { key: 'path', class: 'mono path' }, path),
          ],
        }),
      ),
    [issues],
  )
  return h(
    'details',
    { class: 'rows', onToggle: (event: Event) => setOpen((event.currentTarget as HTMLDetailsElement).open) },
    h('summary', null, plural(issues.length, '{count} finding in the document', '{count} findings in the document')),
    isOpen && h(SourceComparison, { items, text, textLabel: t('Document'), listLabel: t('Findings') }),
  )
}
