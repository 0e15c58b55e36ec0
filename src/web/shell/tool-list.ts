// The list of the tools, and how it is searched.
import { msgs, t } from '../language/language.ts'
import { synonymsOf } from './synonyms.ts'

export interface ToolEntry {
  readonly id: string
  readonly category: string
  readonly title: string
  readonly summary: string
  /** Address of the description, relative to the page. */
  readonly description: string
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

const CATEGORY_NAMES: Readonly<Record<string, string>> = msgs({
  hl7: 'HL7 v2',
  dicom: 'DICOM',
  fhir: 'FHIR',
  phi: 'PHI',
  data: 'CDA and X12',
  code: 'Codes and units',
  text: 'Text',
})

/** `HL7 v2` of `hl7`, `Text` of `text`. */
export function categoryName(category: string): string {
  return t(CATEGORY_NAMES[category] ?? category.charAt(0).toUpperCase() + category.slice(1))
}
