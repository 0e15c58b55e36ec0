// A document as the result of a tool: the views, the sections that were asked for, the narrative in its form, the issues with their places.
import type { XmlElement, XmlNode } from '../xml/node.ts'
import { compact } from './cda-reading.ts'
import { CLINICAL_KINDS, type ClinicalKind } from './clinical/clinical-kinds.ts'
import type { CdaDocument } from './document.ts'
import type { ClinicalItem } from './fields/statement-fields.ts'
import { ISSUES, type Issue } from './issue.ts'
import { writeHtml } from './narrative/write-html.ts'
import { idOf, writeNarrative } from './narrative/write-narrative.ts'
import type { Section } from './read-section.ts'
import { STATEMENTS } from './read-statement.ts'
import type { Anchor, ShownSection } from './shown-section.ts'
import { templateRoot } from './templates.ts'
import { writeContent } from './write-content.ts'

export interface ShowRules {
  readonly view: 'summary' | 'full' | 'tree'
  /** Codes, templates or kinds; empty for all sections. */
  readonly sections: readonly string[]
  readonly narrative: 'none' | 'text' | 'markdown' | 'html'
  readonly entries: boolean
  readonly sourcePositions: boolean
  readonly maxIssues: number
}

export interface TreeNode {
  readonly kind: 'element' | 'text' | 'cdata' | 'comment' | 'instruction'
  readonly name?: string | undefined
  readonly namespace?: string | undefined
  readonly attributes?: { readonly name: string; readonly value: string }[] | undefined
  readonly children?: TreeNode[] | undefined
  readonly value?: string | undefined
  readonly start?: number | undefined
  readonly end?: number | undefined
}

export function showDocument(document: CdaDocument, rules: ShowRules) {
  const { reading, coverage, clinical, loose, sections } = document
  const { ids } = reading
  const shown = sections.flatMap((section) => pick(section, rules))
  const paths = new Set(shown.flatMap(pathsOf))
  const isShown = ({ section }: ClinicalItem) => rules.entries && (rules.sections.length === 0 || (section !== null && paths.has(section)))
  const show = (items: readonly ClinicalItem[]) => items.filter(isShown)
  const statements = statementsByTarget(document)
  const lists = Object.fromEntries(CLINICAL_KINDS.map((kind) => [kind, show(clinical.items[kind])])) as Record<ClinicalKind, ClinicalItem[]>
  const showsEntries = rules.view !== 'summary' && rules.entries
  const { elements, attributes, entryElements } = coverage
  const written = shown.map((section) => showSection(section, rules, statements))
  return {
    kind: { root: document.root, name: document.name ?? null, code: document.code ?? null, templates: document.templates },
    source: { charset: reading.document.charset, bom: reading.document.bom, characters: reading.document.text.length },
    header: document.header,
    nonXmlBody: document.nonXmlBody ?? null,
    sections: written,
    content: writeContent(document, written, rules.narrative),
    clinical: { ...lists, groups: show(clinical.groups) },
    ...(showsEntries && loose.length > 0 && { entries: loose }),
    counts: countAll(document),
    references: {
      total: ids.resolved.length + ids.danglingCount,
      resolved: ids.resolved.length,
      dangling: ids.dangling.map(({ id, from }) => ({ id, path: reading.paths.of(from) })),
    },
    mapped: {
      elements,
      attributes,
      entryElements,
      ratio: (elements.mapped + attributes.mapped) / (elements.total + attributes.total),
    },
    unmapped: coverage.unmapped.slice(0, rules.maxIssues),
    tree: rules.view === 'tree' ? showNode(reading.document.root, null, rules) : null,
    issues: showIssues(document),
  }
}

/** The section, or what of the sections within it was asked for. */
function pick(section: Section, rules: ShowRules): Section[] {
  const { sections: requested } = rules
  if (requested.length === 0) return [section]
  const keys = new Set([section.code?.code, section.kind, ...section.templates, ...section.templates.map(templateRoot)])
  return requested.some((key) => keys.has(key)) ? [section] : section.sections.flatMap((inner) => pick(inner, rules))
}

function pathsOf({ path, sections }: Section): string[] {
  return [path, ...sections.flatMap(pathsOf)]
}

/** Paths of the statements that refer to each element of a narrative. */
function statementsByTarget({ reading }: CdaDocument): Map<XmlElement, string[]> {
  const statements = new Map<XmlElement, Set<string>>()
  for (const { target, from } of reading.ids.resolved) {
    let statement: XmlElement | null = from
    while (statement && !STATEMENTS.has(statement.local)) statement = statement.parent
    if (!statement) continue
    const paths = statements.get(target) ?? new Set()
    statements.set(target, paths.add(reading.paths.of(statement)))
  }
  return new Map([...statements].map(([target, paths]) => [target, [...paths]]))
}

function showSection(section: Section, rules: ShowRules, statements: ReadonlyMap<XmlElement, string[]>): ShownSection {
  const { text, entries, sections, ...facts } = section
  const narrative = text && rules.narrative !== 'none' ? writeSection(text, rules.narrative, statements) : { text: null, anchors: [] }
  return compact<ShownSection>({
    ...facts,
    ...narrative,
    entryCount: entries.length,
    entries: rules.view !== 'summary' && rules.entries ? entries : undefined,
    sections: sections.map((inner) => showSection(inner, rules, statements)),
  })
}

function writeSection(
  element: XmlElement,
  narrative: 'text' | 'markdown' | 'html',
  statements: ReadonlyMap<XmlElement, string[]>,
): { text: string; anchors: Anchor[] } {
  const written = writeNarrative(element, narrative === 'markdown' ? 'markdown' : 'text', (target) => statements.has(target))
  const anchors: Anchor[] = []
  const spans = [...written.spans].sort(([, a], [, b]) => a.start - b.start || b.end - a.end)
  for (const [target, { start, end }] of spans) {
    const own = statements.get(target)
    if (!own) continue
    const isHtml = narrative === 'html'
    anchors.push({ id: idOf(target) ?? '', start: isHtml ? null : start, end: isHtml ? null : end, statements: own })
  }
  return { text: narrative === 'html' ? writeHtml(element) : written.text, anchors }
}

function countAll({ reading, sections, loose, clinical }: CdaDocument) {
  let sectionCount = 0
  let entries = loose.length
  const walk = (section: Section) => {
    sectionCount++
    entries += section.entries.length
    for (const inner of section.sections) walk(inner)
  }
  for (const section of sections) walk(section)
  const counts = { error: 0, warning: 0, information: 0 }
  for (const [code, count] of reading.issueCounts) counts[ISSUES[code].severity] += count
  const items = CLINICAL_KINDS.reduce((sum, kind) => sum + clinical.items[kind].length, 0)
  return { sections: sectionCount, entries, items, ...counts }
}

function showNode(node: XmlNode, outer: string | null, rules: ShowRules): TreeNode {
  const place = rules.sourcePositions ? { start: node.start, end: node.end } : {}
  if (node.kind === 'text') return { kind: node.isCdata ? 'cdata' : 'text', value: node.value, ...place }
  if (node.kind === 'comment') return { kind: 'comment', value: node.value, ...place }
  if (node.kind === 'instruction') return { kind: 'instruction', name: node.target, value: node.value, ...place }
  const { name, uri, attributes, children } = node
  return compact<TreeNode>({
    kind: 'element',
    name,
    namespace: uri === outer || (outer === null && uri === '') ? undefined : uri,
    attributes: attributes.length === 0 ? undefined : attributes.map((each) => ({ name: each.name, value: each.value })),
    children: children.length === 0 ? undefined : children.map((child) => showNode(child, uri, rules)),
    ...place,
  })
}

function showIssues({ reading }: CdaDocument) {
  const sorted = reading.firstIssues()
  const places = placesOf(reading.document.text, sorted)
  return sorted.map(({ code, element }, i) => ({
    code,
    severity: ISSUES[code].severity,
    path: reading.paths.of(element),
    ...places[i]!,
    message: ISSUES[code].meaning,
  }))
}

/** Lines and columns from 1, in one walk over the text. */
function placesOf(text: string, sorted: readonly Issue[]): { line: number; column: number }[] {
  let line = 1
  let lineStart = 0
  let next = nextLine(text, 0)
  return sorted.map(({ element: { start } }) => {
    while (next <= start) {
      line++
      lineStart = next
      next = nextLine(text, next)
    }
    return { line, column: start - lineStart + 1 }
  })
}

function nextLine(text: string, from: number): number {
  const lineFeed = text.indexOf('\n', from)
  return lineFeed < 0 ? Number.POSITIVE_INFINITY : lineFeed + 1
}
