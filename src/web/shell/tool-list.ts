// The list of the tools, and the description of each, loaded when it is first shown.
import type { ToolDescription } from '../../core/describe.ts'
import type { PageSettings } from '../../core/page-settings.ts'
import { synonymsOf } from './synonyms.ts'

export interface ToolEntry {
  readonly id: string
  readonly category: string
  readonly title: string
  readonly summary: string
  /** Address of the description, relative to the page. */
  readonly description: string
}

export async function loadTools({ tools, offered }: PageSettings): Promise<readonly ToolEntry[]> {
  const list = (await loadJson(tools)) as { tools: readonly ToolEntry[] }
  return list.tools.filter(({ id }) => offered.includes(id))
}

export function loadDescription(entry: ToolEntry): Promise<ToolDescription> {
  return loadJson(entry.description) as Promise<ToolDescription>
}

async function loadJson(address: string): Promise<unknown> {
  const response = await fetch(address, { credentials: 'omit' })
  if (!response.ok) throw new Error(`The server answered ${response.status}`)
  return response.json()
}

/** Tools whose id, title, summary or synonyms have every word; those with the words in their titles come first. */
export function findTools(tools: readonly ToolEntry[], query: string): readonly ToolEntry[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const rank = ({ title }: ToolEntry) => (words.every((word) => title.toLowerCase().includes(word)) ? 0 : 1)
  const found = tools.filter((tool) => {
    const text = `${tool.id} ${tool.title} ${tool.summary} ${synonymsOf(tool)}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
  return words.length === 0
    ? found
    : found
        .map((tool, i) => ({ tool, i }))
        .sort((a, b) => rank(a.tool) - rank(b.tool) || a.i - b.i)
        .map(({ tool }) => tool)
}

/** As people look for them: formats first, plain text last. */
const CATEGORY_ORDER = ['hl7', 'fhir', 'dicom', 'phi', 'data', 'code', 'text']

export function sortCategories(categories: Iterable<string>): string[] {
  const rank = (category: string) => (CATEGORY_ORDER.indexOf(category) + CATEGORY_ORDER.length + 1) % (CATEGORY_ORDER.length + 1)
  return [...new Set(categories)].sort((a, b) => rank(a) - rank(b))
}

const CATEGORY_NAMES: Readonly<Record<string, string>> = {
  hl7: 'HL7 v2',
  dicom: 'DICOM',
  fhir: 'FHIR',
  phi: 'PHI',
  data: 'CDA and X12',
  code: 'Codes and units',
}

/** `HL7 v2` of `hl7`, `Text` of `text`. */
export function categoryName(category: string): string {
  return CATEGORY_NAMES[category] ?? category.charAt(0).toUpperCase() + category.slice(1)
}
